/** The options of requests, with metav1's names. Strings and lists come from clients: validate before use. */

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';
export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan';
export type ResourceVersionMatch = 'Exact' | 'NotOlderThan';

export interface GetOptions {
  readonly resourceVersion?: string;
}

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

export interface CreateOptions {
  readonly dryRun?: readonly string[];
  readonly fieldManager?: string;
  readonly fieldValidation?: FieldValidation | (string & {});
}

export interface UpdateOptions extends CreateOptions {}

export interface PatchOptions extends CreateOptions {
  readonly force?: boolean;
}

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: Preconditions;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: PropagationPolicy | (string & {});
  readonly dryRun?: readonly string[];
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

export interface TableOptions {
  readonly includeObject?: 'None' | 'Metadata' | 'Object' | (string & {});
}
