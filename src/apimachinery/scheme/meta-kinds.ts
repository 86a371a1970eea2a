// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/register.go (v1.36)

import type { GroupVersionKind } from '../meta/index.js';

/** Kinds of the core group's v1 that are the same for all versions. */
const unversionedKinds = new Set(['Status', 'APIVersions', 'APIGroupList', 'APIGroup', 'APIResourceList']);

/** Kinds that every group has in each version, and meta.k8s.io/v1 too. */
const requestKinds = new Set([
  'WatchEvent',
  'ListOptions',
  'GetOptions',
  'DeleteOptions',
  'CreateOptions',
  'UpdateOptions',
  'PatchOptions',
]);

/** Kinds that exist only in meta.k8s.io. */
const metaGroupKinds = new Set(['Table', 'TableOptions', 'PartialObjectMetadata', 'PartialObjectMetadataList']);
const metaVersions = new Set(['v1', 'v1beta1']);

/** Whether a kind is the same in all versions, like Status. */
export function isUnversionedKind({ group, version, kind }: GroupVersionKind): boolean {
  return group === '' && version === 'v1' && unversionedKinds.has(kind);
}

/** Whether a kind is that of options of requests. */
export function isRequestKind({ kind }: GroupVersionKind): boolean {
  return requestKinds.has(kind);
}

/** Whether it is one of the kinds that `meta.k8s.io` has. */
export function isMetaGroupKind({ group, version, kind }: GroupVersionKind): boolean {
  if (group !== 'meta.k8s.io' || !metaVersions.has(version)) return false;
  return metaGroupKinds.has(kind) || (version === 'v1' && requestKinds.has(kind));
}
