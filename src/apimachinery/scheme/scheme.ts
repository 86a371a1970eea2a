// Follows staging/src/k8s.io/apimachinery/pkg/runtime/scheme.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/runtime/serializer/versioning/versioning.go (v1.36)

import {
  compositeKey,
  formatGroupVersion,
  type GroupKind,
  type GroupVersion,
  type GroupVersionKind,
  goJson,
  groupVersionKind,
  type JsonObject,
  textIn,
} from '../meta/index.js';
import { MissingKindError, MissingVersionError, NotConvertibleError, NotRegisteredError } from './errors.js';
import { Kind } from './kind.js';
import type { KindDefinition } from './kind-definition.js';
import type { MaybePromise } from './maybe-promise.js';
import { isMetaGroupKind, isRequestKind, isUnversionedKind } from './meta-kinds.js';

/** A decoded object and its kind. */
export interface Decoded {
  readonly kind: Kind;
  readonly groupVersionKind: GroupVersionKind;
  /** Defaulted, still in its original version. */
  readonly object: JsonObject;
}

/** The kinds of a server. Kinds can be added and removed at run time, for CRDs. */
export class Scheme {
  /** For messages about unknown kinds. */
  readonly name: string;
  readonly #kinds = new Map<string, Kind>();
  readonly #kindsOfLists = new Map<string, Kind>();
  readonly #versionPriority = new Map<string, readonly string[]>();

  constructor(name: string) {
    this.name = name;
  }

  /** Replaces an existing definition of the kind. */
  register(definition: KindDefinition): Kind {
    this.unregister(definition);
    const kind = new Kind(definition, this.name);
    for (const { group } of kind.groupVersions) {
      this.#kinds.set(compositeKey(group, kind.kind), kind);
      this.#kindsOfLists.set(compositeKey(group, kind.listKind), kind);
    }
    return kind;
  }

  unregister(groupKind: GroupKind): void {
    const removed = this.find(groupKind);
    if (removed === undefined) return;
    for (const kinds of [this.#kinds, this.#kindsOfLists]) {
      for (const [name, kind] of kinds) if (kind === removed) kinds.delete(name);
    }
  }

  find({ group, kind }: GroupKind): Kind | undefined {
    return this.#kinds.get(compositeKey(group, kind));
  }

  /** Throws NotRegisteredError, also if the kind exists but not in that version. */
  kind(requested: GroupVersionKind): Kind {
    const kind = this.find(requested);
    if (kind?.has(requested)) return kind;
    throw new NotRegisteredError(this.name, formatGroupVersion(requested), requested.kind);
  }

  /** Whether objects of that kind and version can be decoded, including the meta kinds. */
  recognizes(requested: GroupVersionKind): boolean {
    if (this.find(requested)?.has(requested)) return true;
    if (isUnversionedKind(requested) || isMetaGroupKind(requested)) return true;
    return isRequestKind(requested) && this.versions(requested.group).includes(requested.version);
  }

  /** Whether the kind is the same in all versions, such as Status. */
  isUnversioned(requested: GroupVersionKind): boolean {
    return isUnversionedKind(requested);
  }

  /** The first version is preferred; versions that are not listed follow in registration order. */
  setVersionPriority(group: string, versions: readonly string[]): void {
    this.#versionPriority.set(group, versions);
  }

  /** The group's versions, the most preferred first. */
  versions(group: string): string[] {
    const known = new Set<string>();
    for (const kind of this.#kinds.values()) {
      for (const { group: own, version } of kind.groupVersions) if (own === group) known.add(version);
    }
    const first = (this.#versionPriority.get(group) ?? []).filter((version) => known.has(version));
    return [...new Set([...first, ...known])];
  }

  /** Each group once, in registration order. */
  groups(): string[] {
    return [
      ...new Set([...this.#kinds.values()].flatMap(({ groupVersions }) => groupVersions.map(({ group }) => group))),
    ];
  }

  /**
   * Returns the kind of an object, with defaults from `fallback`. Throws MissingKindError, MissingVersionError,
   * GroupVersionParseError.
   */
  identify(object: JsonObject, fallback?: GroupVersionKind): GroupVersionKind {
    const kind = textIn(object['kind']) || (fallback?.kind ?? '');
    const apiVersion = textIn(object['apiVersion']) || (fallback ? formatGroupVersion(fallback) : '');
    if (kind === '') throw new MissingKindError(goJson(object));
    if (apiVersion === '') throw new MissingVersionError(goJson(object));
    return groupVersionKind(apiVersion, kind);
  }

  /** Sets the object's apiVersion and kind and applies defaults, both in place. Throws as above. */
  decode(object: JsonObject, fallback?: GroupVersionKind): Decoded {
    const identity = this.identify(object, fallback);
    const kind = this.kind(identity);
    object['kind'] = identity.kind;
    object['apiVersion'] = formatGroupVersion(identity);
    kind.applyDefaults(object);
    return { kind, groupVersionKind: identity, object };
  }

  /** Decodes and converts to the hub version. */
  decodeToHub(object: JsonObject, fallback?: GroupVersionKind): MaybePromise<JsonObject> {
    const { kind } = this.decode(object, fallback);
    return kind.toHub(object);
  }

  /** Converts the object or list to the requested version. Throws NotRegisteredError, NotConvertibleError. */
  encode(object: JsonObject, groupVersion: GroupVersion): MaybePromise<JsonObject> {
    const identity = this.identify(object);
    if (isUnversionedKind(identity)) return object;
    const [from, to] = [formatGroupVersion(identity), formatGroupVersion(groupVersion)];
    const kind = this.find(identity);
    const itemKind = this.#kindsOfLists.get(compositeKey(identity.group, identity.kind));
    const known = kind ?? itemKind;
    if (known === undefined) throw new NotRegisteredError(this.name, from, identity.kind);
    if (!known.has(groupVersion)) throw new NotConvertibleError(this.name, from, to);
    return kind ? kind.convert(object, to) : known.convertList(object, to);
  }
}
