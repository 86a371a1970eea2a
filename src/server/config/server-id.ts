// Follows staging/src/k8s.io/apiserver/pkg/server/config.go (v1.36)

import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The name of a server among those that share a storage: derived from the host name, without revealing it. */
export function serverIdOf(hostname: string, program = 'kube-apiserver'): string {
  const hash = createHash('sha256');
  for (const part of [hostname, program].map((text) => Buffer.from(text))) {
    hash.update(Buffer.from([part.length >> 8, part.length & 0xff])).update(part);
  }
  const digest = hash.digest().subarray(0, 16);
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g)!.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]);
  return `apiserver-${letters.join('')}`;
}
