const option = 1024;
const options =
  'allowWatchBookmarks container dryRun fieldManager fieldValidation follow force gracePeriodSeconds ' +
  'ignoreStoreReadErrorWithClusterBreakingPotential includeObject insecureSkipTLSVerifyBackend limit limitBytes ' +
  'orphanDependents pretty previous propagationPolicy resourceVersion resourceVersionMatch sendInitialEvents ' +
  'sinceSeconds sinceTime stderr stdin stdout stream tailLines timeout timeoutSeconds timestamps tty uid watch';

/**
 * The characters that a query parameter may have which this server reads. Others have no meaning here, or any, such as the
 * command of an exec. See docs/limits.md.
 */
export const queryLimits: ReadonlyMap<string, number> = new Map([
  ...options.split(' ').map((name) => [name, option] as const),
  ['continue', 8 * 1024],
  ['fieldSelector', 8 * 1024],
  ['labelSelector', 64 * 1024],
]);

/** A query that is no longer than this cannot hold anything too long. */
export const shortestQueryLimit = option;
