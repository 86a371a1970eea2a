/** Discovery description of a group. */
export interface DiscoveryGroup {
  /** Empty for the core group. */
  readonly name: string;
  readonly versions: readonly DiscoveryVersion[];
}

/** Priority of a group version among the others. */
export interface Priorities {
  /** Groups with a higher one come first; the highest of a group's versions counts. */
  readonly groupPriority: number;
  /** Versions with a higher one come first, and the first is preferred; equal ones are in version order. */
  readonly versionPriority: number;
}

export interface DiscoveryVersion {
  readonly version: string;
  readonly resources: readonly DiscoveryResource[];
  /** See `Priorities`. Unset: 1000. */
  readonly groupPriority?: number;
  /** See `Priorities`. Unset: 15. */
  readonly versionPriority?: number;
  /** `Stale`: the server is unreachable, and this is its last known response. */
  readonly freshness?: 'Current' | 'Stale';
}

export interface DiscoveryResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs: readonly string[];
  /** Group and version of the kind, if they differ from those of the document. */
  readonly group?: string;
  readonly version?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Defined by a CustomResourceDefinition. */
  readonly isCustom?: boolean;
  /** See `storageVersionHash`; set for stored resources only. */
  readonly storageVersionHash?: string;
  readonly subresources?: readonly DiscoverySubresource[];
}

export interface DiscoverySubresource {
  /** Without the resource name: `status`. */
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly group?: string;
  readonly version?: string;
}
