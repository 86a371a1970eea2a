/** The fields of FlowSchema and PriorityLevelConfiguration that flow control uses. */

export interface ConfigurationMeta {
  readonly name: string;
  /** Sent to clients in headers; built-in objects have none. */
  readonly uid?: string;
}

/** Assigns requests to a priority level. */
export interface FlowSchema {
  readonly metadata: ConfigurationMeta;
  readonly spec: {
    readonly priorityLevelConfiguration: { readonly name: string };
    /** If several schemas match, the lowest value wins. Unset: 1000. */
    readonly matchingPrecedence?: number;
    /** How requests of the schema are divided into flows. Unset: all are one flow. */
    readonly distinguisherMethod?: { readonly type: 'ByUser' | 'ByNamespace' };
    readonly rules?: readonly PolicyRules[];
  };
}

/** Matches requests of one of the subjects that match one of the rules. */
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

/** A priority level of flow control: its share of the seats, and its queues. */
export interface PriorityLevelConfiguration {
  readonly metadata: ConfigurationMeta;
  readonly spec: PriorityLevelSpec;
}

export interface PriorityLevelSpec {
  readonly type: 'Exempt' | 'Limited';
  readonly exempt?: Shares;
  readonly limited?: Shares & {
    /** How many seats it may borrow, in percent of its nominal seats. Unset: unlimited. */
    readonly borrowingLimitPercent?: number;
    readonly limitResponse: LimitResponse;
  };
}

export interface Shares {
  /** Share of the server's seats, relative to the other levels. Unset: 30 for limited levels, 0 for exempt ones. */
  readonly nominalConcurrencyShares?: number;
  /** How many of its seats other levels may borrow, in percent. */
  readonly lendablePercent?: number;
}

export interface LimitResponse {
  readonly type: 'Queue' | 'Reject';
  readonly queuing?: Partial<Queuing>;
}

export interface Queuing {
  readonly queues: number;
  /** The number of queues that the requests of one flow are spread over. */
  readonly handSize: number;
  readonly queueLengthLimit: number;
}

/** All flow schemas and priority levels. */
export interface FlowControlConfiguration {
  readonly flowSchemas: readonly FlowSchema[];
  readonly priorityLevels: readonly PriorityLevelConfiguration[];
}
