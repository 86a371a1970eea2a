import type { JsonObject } from '../meta/index.js';
import type { MaybePromise } from './maybe-promise.js';

/** One version of a kind. Functions that are absent have nothing to do. */
export interface VersionDefinition<Version extends object = JsonObject, Hub extends object = JsonObject> {
  /** Whether clients may use it; true if absent. Versions that are not served can still be stored. */
  readonly served?: boolean;
  /** Fills in absent fields, in place. */
  readonly applyDefaults?: (object: Version) => void;
  /** Gives a new object in the hub version. It may share parts with the given one, which it must not change. */
  readonly toHub?: (object: Version) => MaybePromise<Hub>;
  /** The way back, under the same terms. */
  readonly fromHub?: (hub: Hub) => MaybePromise<Version>;
}

export interface ConversionStep {
  readonly from: string;
  readonly to: string;
}

/**
 * Converts objects, all of one version, directly to another version: a conversion webhook. Gives new objects in the
 * same order.
 */
export type ConvertAll = (objects: readonly JsonObject[], step: ConversionStep) => MaybePromise<readonly JsonObject[]>;

/**
 * A kind with its versions, the most preferred first. A version without conversion functions has the fields of the hub
 * version; with `convertAll` there is no hub on the way, and the versions' functions are not asked. A version that is
 * in another group, as Event is in two, is named by group and version: `events.k8s.io/v1`, or `/v1` in the core group.
 */
export interface KindDefinition<
  Versions extends Record<keyof Versions, object> = Record<string, JsonObject>,
  HubVersion extends keyof Versions & string = keyof Versions & string,
> {
  readonly group: string;
  readonly kind: string;
  /** `<kind>List` if absent. */
  readonly listKind?: string;
  /** The version that the server works with. */
  readonly hubVersion: HubVersion;
  /** The version that is written to storage; the hub version if absent. */
  readonly storageVersion?: keyof Versions & string;
  readonly versions: {
    readonly [Version in keyof Versions & string]: VersionDefinition<Versions[Version], Versions[HubVersion]>;
  };
  readonly convertAll?: ConvertAll;
  /** What is thrown for an object of a version that the kind does not have; NotRegisteredError if absent. */
  readonly unknownVersion?: (apiVersion: string) => Error;
}

/**
 * Writes down a kind whose versions have types: `defineKind<{ v1: Flunder; v1alpha1: OldFlunder }, 'v1'>({ … })`.
 * Types are the author's promise about decoded objects; nothing checks them at run time.
 */
export function defineKind<Versions extends Record<keyof Versions, object>, HubVersion extends keyof Versions & string>(
  definition: KindDefinition<Versions, HubVersion>,
): KindDefinition {
  return definition as unknown as KindDefinition;
}
