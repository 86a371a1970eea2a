import type { GroupVersion } from '../../apimachinery/meta/index.js';

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
  /** Which requests get the description: `any`, or those with a supported method and media type. Unset: supported. */
  readonly requests?: 'any' | 'supported';
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
  /** Unset only for resources of other servers, which may not say it. */
  readonly scope?: 'Namespaced' | 'Cluster' | undefined;
  readonly verbs: readonly string[];
  /** Group and version of the kind, if they differ from those of the document. */
  readonly group?: string;
  readonly version?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /**
   * Group and version of its kinds in the aggregated document, where they equal those of the document. Unset: they are
   * empty there.
   */
  readonly responseVersion?: GroupVersion;
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
