/** What of the API's FlowSchema and PriorityLevelConfiguration flow control reads, in their form. */

export interface ConfigurationMeta {
  readonly name: string;
  /** Told to clients; objects that are built in have none. */
  readonly uid?: string;
}

export interface FlowSchema {
  readonly metadata: ConfigurationMeta;
  readonly spec: {
    readonly priorityLevelConfiguration: { readonly name: string };
    /** Of several schemas that match, the one with the lowest counts; 1000 if absent. */
    readonly matchingPrecedence?: number;
    /** How requests of the schema are told apart into flows; all are one flow if absent. */
    readonly distinguisherMethod?: { readonly type: 'ByUser' | 'ByNamespace' };
    readonly rules?: readonly PolicyRules[];
  };
}

/** Requests of one of the subjects that one of the rules is about. */
export interface PolicyRules {
  readonly subjects: readonly Subject[];
  readonly resourceRules?: readonly ResourceRule[];
  readonly nonResourceRules?: readonly NonResourceRule[];
}

export interface Subject {
  readonly kind: string;
  readonly user?: { readonly name: string };
  readonly group?: { readonly name: string };
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
}

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly clusterScope?: boolean;
  readonly namespaces?: readonly string[];
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

export interface PriorityLevelConfiguration {
  readonly metadata: ConfigurationMeta;
  readonly spec: PriorityLevelSpec;
}

export interface PriorityLevelSpec {
  readonly type: 'Exempt' | 'Limited';
  readonly exempt?: Shares;
  readonly limited?: Shares & {
    /** How many seats it may borrow, in percent of its own; any number if absent. */
    readonly borrowingLimitPercent?: number;
    readonly limitResponse: LimitResponse;
  };
}

export interface Shares {
  /** Of the server's seats, beside those of the other levels; 30 for limited levels if absent, 0 for exempt ones. */
  readonly nominalConcurrencyShares?: number;
  /** How many of its seats others may borrow, in percent. */
  readonly lendablePercent?: number;
}

export interface LimitResponse {
  readonly type: 'Queue' | 'Reject';
  readonly queuing?: Partial<Queuing>;
}

export interface Queuing {
  readonly queues: number;
  /** To how many of the queues the requests of one flow may go. */
  readonly handSize: number;
  readonly queueLengthLimit: number;
}

/** All there is at a time. */
export interface FlowControlConfiguration {
  readonly flowSchemas: readonly FlowSchema[];
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
}
