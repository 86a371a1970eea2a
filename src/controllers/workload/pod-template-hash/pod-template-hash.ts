// Follows pkg/controller/controller_utils.go (v1.36)
// Follows pkg/util/hash/hash.go (v1.36)
import type { PodTemplateSpec } from '../../../api/core/v1.js';
import { fnv32a } from './fnv.js';
import { goText } from './go-text.js';
import { safeEncode } from './safe-encode.js';

/** The hash that names the revision of a pod template, such as `5d59d67564`. */
export function podTemplateHash(template: PodTemplateSpec, collisionCount?: number): string {
  const text = Buffer.from(goText('v1.PodTemplateSpec', template));
  if (collisionCount === undefined) return safeEncode(fnv32a(text));
  const count = Buffer.alloc(8);
  count.writeUInt32LE(collisionCount >>> 0);
  return safeEncode(fnv32a(Buffer.concat([text, count])));
}
