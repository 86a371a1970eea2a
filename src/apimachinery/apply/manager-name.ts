// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go (v1.36)

import { isPrintable } from '../meta/index.js';

/** In bytes. */
const maxManagerLength = 128;

/** The manager of a write: the client's fieldManager, else the prefix of its user agent, else empty. */
export function managerNameOf({ fieldManager, userAgent }: { fieldManager?: string; userAgent?: string }): string {
  return fieldManager || prefixOf(userAgent ?? '');
}

/** The text before the first `/`, without unprintable characters, truncated to the limit. */
function prefixOf(userAgent: string): string {
  let [name, bytes] = ['', 0];
  for (const character of userAgent.split('/', 1)[0] as string) {
    if (!isPrintable(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > maxManagerLength) break;
    name += character;
  }
  return name;
}
