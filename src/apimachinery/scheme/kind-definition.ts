import type { JsonObject } from '../meta/index.js';
import type { MaybePromise } from './maybe-promise.js';

/** One version of a kind. Unset functions are no-ops. */
export interface VersionDefinition<Version extends object = JsonObject, Hub extends object = JsonObject> {
  /** Whether clients may use it. Unset: true. Versions that are not served can still be stored. */
  readonly served?: boolean;
  /** Applies defaults, in place. */
  readonly applyDefaults?: (object: Version) => void;
  /** Returns a new object in the hub version. It may share parts with the given one, which must not be modified. */
  readonly toHub?: (object: Version) => MaybePromise<Hub>;
  /** The reverse conversion, with the same contract. */
  readonly fromHub?: (hub: Hub) => MaybePromise<Version>;
}

/** The versions of a conversion. */
export interface ConversionStep {
  readonly from: string;
  readonly to: string;
}

/**
 * Converts objects, all of one version, directly to another version: a conversion webhook. Returns new objects in the
 * same order.
 */
export type ConvertAll = (objects: readonly JsonObject[], step: ConversionStep) => MaybePromise<readonly JsonObject[]>;

/**
 * A kind with its versions, the most preferred first. A version without conversion functions has the fields of the hub
 * version; with `convertAll`, objects are converted directly and the versions' functions are not called. A version in
 * another group, such as Event's, is named by group and version: `events.k8s.io/v1`, or `/v1` in the core group.
 */
export interface KindDefinition<
  Versions extends Record<keyof Versions, object> = Record<string, JsonObject>,
  HubVersion extends keyof Versions & string = keyof Versions & string,
> {
  readonly group: string;
  readonly kind: string;
  /** Unset: `<kind>List`. */
  readonly listKind?: string;
  /** The version that the server uses internally. */
  readonly hubVersion: HubVersion;
  /** The version that is written to storage. Unset: the hub version. */
  readonly storageVersion?: keyof Versions & string;
  readonly versions: {
    readonly [Version in keyof Versions & string]: VersionDefinition<Versions[Version], Versions[HubVersion]>;
  };
  readonly convertAll?: ConvertAll;
  /** The error for an object of a version that the kind does not have. Unset: NotRegisteredError. */
  readonly unknownVersion?: (apiVersion: string) => Error;
}

/**
 * Defines a kind with typed versions: `defineKind<{ v1: Flunder; v1alpha1: OldFlunder }, 'v1'>({ … })`. The types of
 * decoded objects are not checked at run time.
 */
export function defineKind<Versions extends Record<keyof Versions, object>, HubVersion extends keyof Versions & string>(
  definition: KindDefinition<Versions, HubVersion>,
): KindDefinition {
  return definition as unknown as KindDefinition;
}
