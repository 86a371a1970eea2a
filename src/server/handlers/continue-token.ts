import { badRequest } from '../../apimachinery/status/index.js';
import type { Revision } from '../../storage/index.js';

const version = 'meta.k8s.io/v1';

export interface Position {
  readonly revision: Revision;
  readonly startKey: string;
}

/** Where a list goes on, in kube-apiserver's form: the key is relative to what is listed. */
export function encodeContinue({ revision, startKey }: Position, prefix: string): string {
  const token = `{"v":"${version}","rv":${revision},"start":${JSON.stringify(startKey.slice(prefix.length))}}`;
  return Buffer.from(token).toString('base64url');
}

/** Throws `badRequest` for what no list has given out. */
export function decodeContinue(token: string, prefix: string): Position {
  try {
    const text = Buffer.from(token, 'base64url').toString();
    const { v, start } = JSON.parse(text) as { v: string; start: string };
    const revision = /"rv":(\d+)/.exec(text)?.[1];
    const isOurs = v === version && typeof start === 'string' && start !== '' && !`/${start}`.includes('/../');
    if (isOurs && revision !== undefined && revision !== '0')
      return { revision: BigInt(revision), startKey: prefix + start };
  } catch {
    // Answered below.
  }
  throw badRequest('continue key is not valid');
}
