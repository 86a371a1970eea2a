import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '../../apimachinery/meta/index.js';

/** Changes when objects begin to be stored as another kind: that is all that clients may read from it. */
export function storageVersionHash({ group, version, kind }: GroupVersionKind): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}
