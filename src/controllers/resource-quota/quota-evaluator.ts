// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/interfaces.go (v1.36)

import type { Pod } from '../../api/core/v1.js';
import type { DeviceClass, ResourceClaim } from '../../api/resource/v1.js';
import type { GroupVersionResource, JsonObject } from '../../apimachinery/meta/index.js';
import type { Quantity } from '../../apimachinery/validation/index.js';

/** Amounts by the names that quotas use. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** Selects objects by one property. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** Computes the usage of objects of one resource. The API server charges requests by the same rules. */
export interface QuotaEvaluator {
  /** Resolves when the methods below may be called; undefined: at once. */
  ready?(): Promise<void> | undefined;
  /** Whether objects of this resource use the named quota resource. */
  counts(name: string): boolean;
  isInScope(scope: ScopeRequirement, object: JsonObject): boolean;
  usage(object: JsonObject): Promise<Amounts> | Amounts;
}

export interface QuotaEvaluators {
  /** Returns undefined for resources without quota. */
  of(resource: GroupVersionResource): QuotaEvaluator | undefined;
}

/** Objects as the API server's own plug-ins read them. */
export interface ObjectLister<Item> {
  ready(): Promise<void> | undefined;
  get(ref: { readonly namespace: string; readonly name: string }): Item | undefined;
  inNamespace(namespace: string): ReadonlyMap<string, Item>;
  all(): Iterable<Item>;
}

/** What the evaluators of claims for devices depend on. */
export interface QuotaObjects {
  readonly deviceClasses: ObjectLister<DeviceClass>;
  readonly claims: ObjectLister<ResourceClaim>;
  readonly findPod: (ref: { readonly namespace: string; readonly name: string }) => Promise<Pod | undefined>;
  readonly now: () => number;
}

export type CreateQuotaEvaluators = (objects: QuotaObjects) => QuotaEvaluators;
