const option = 1024;
const options =
  'allowWatchBookmarks container dryRun exclude export fieldManager fieldValidation follow force gracePeriodSeconds ' +
  'hash ignoreStoreReadErrorWithClusterBreakingPotential includeObject includeRequestDetails ' +
  'insecureSkipTLSVerifyBackend limit limitBytes orphanDependents ports pretty previous propagationPolicy ' +
  'resourceVersion resourceVersionMatch seconds sendInitialEvents sinceSeconds sinceTime stderr stdin stdout stream ' +
  'tailLines timeout timeoutSeconds timestamps tty uid verbose watch';

/**
 * Maximum lengths of the query parameters that this server reads. Others are ignored, or may have any length, such as
 * the command of an exec. See docs/limits.md.
 */
export const queryLimits: ReadonlyMap<string, number> = new Map([
  ...options.split(' ').map((name) => [name, option] as const),
  ['continue', 8 * 1024],
  ['fieldSelector', 8 * 1024],
  ['labelSelector', 64 * 1024],
  ['shardSelector', 8 * 1024],
]);

/** A query of at most this length cannot exceed any limit. */
export const shortestQueryLimit = option;
