/** The options of requests, with metav1's names. Strings and lists come from clients: validate before use. */

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
/** What happens to the dependents of a deleted object. */
export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan';
/** How the resourceVersion of a list is interpreted. */
export type ResourceVersionMatch = 'Exact' | 'NotOlderThan';

/** Options of a read. */
export interface GetOptions {
  readonly resourceVersion?: string;
}

/** Options of a list or watch. */
export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly watch?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: ResourceVersionMatch | (string & {});
  readonly timeoutSeconds?: number;
  readonly limit?: number;
  readonly continue?: string;
  readonly sendInitialEvents?: boolean;
  readonly shardSelector?: string;
}

/** Options of a creation. */
export interface CreateOptions {
  readonly dryRun?: readonly string[];
  readonly fieldManager?: string;
  readonly fieldValidation?: FieldValidation | (string & {});
}

/** Options of an update. */
export interface UpdateOptions extends CreateOptions {}

/** Options of a patch. */
export interface PatchOptions extends CreateOptions {
  readonly force?: boolean;
}

/** What must hold for an object to be deleted. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** Options of a deletion. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: Preconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy | (string & {});
  readonly dryRun?: readonly string[];
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** Options of a request for a table. */
export interface TableOptions {
  readonly includeObject?: 'None' | 'Metadata' | 'Object' | (string & {});
}
