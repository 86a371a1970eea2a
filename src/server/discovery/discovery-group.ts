/** What discovery tells of a group. */
export interface DiscoveryGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly versions: readonly DiscoveryVersion[];
}

/** Where a group version stands among the others. */
export interface Priorities {
  /** Groups with a higher one come first; of several versions the highest counts. */
  readonly groupPriority: number;
  /** Versions with a higher one come first, the first is preferred; among equals the order of versions. */
  readonly versionPriority: number;
}

export interface DiscoveryVersion {
  readonly version: string;
  readonly resources: readonly DiscoveryResource[];
  /** See `Priorities`; 1000 if absent. */
  readonly groupPriority?: number;
  /** See `Priorities`; 15 if absent. */
  readonly versionPriority?: number;
  /** `Stale`: its server cannot be reached, and this is what it said last. */
  readonly freshness?: 'Current' | 'Stale';
}

export interface DiscoveryResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs: readonly string[];
  /** Of the kind, where they are not those of the document. */
  readonly group?: string;
  readonly version?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Made of a CustomResourceDefinition. */
  readonly isCustom?: boolean;
  /** See `storageVersionHash`; only of what is stored. */
  readonly storageVersionHash?: string;
  readonly subresources?: readonly DiscoverySubresource[];
}

export interface DiscoverySubresource {
  /** Without the resource's: `status`. */
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly group?: string;
  readonly version?: string;
}
