// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/register.go (v1.36)

/** Kinds that every group version has: the options of requests. */
export const optionKinds: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
]);

/** Kinds that are the same in all versions, regardless of their apiVersion. */
export const unversionedKinds: ReadonlySet<string> = new Set([
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]);
