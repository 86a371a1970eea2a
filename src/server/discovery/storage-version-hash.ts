// Follows staging/src/k8s.io/apiserver/pkg/endpoints/discovery/storageversionhash.go (v1.36)

import { createHash } from 'node:crypto';
import type { GroupVersionKind } from '../../apimachinery/meta/index.js';

/** Changes when the kind or version that is stored does; clients can only compare it. */
export function storageVersionHash({ group, version, kind }: GroupVersionKind): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}
