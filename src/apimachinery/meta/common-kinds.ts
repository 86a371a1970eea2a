/** Kinds that every version of every group has: what clients send along with requests. */
export const optionKinds: ReadonlySet<string> = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
]);

/** Kinds that are the same in all versions, whatever version they say that they are of. */
export const unversionedKinds: ReadonlySet<string> = new Set([
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]);
