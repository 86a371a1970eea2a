import {
  formatGroupVersion,
  type GroupVersion,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseGroupVersion,
} from '../meta/index.js';
import { NotConvertibleError, NotRegisteredError } from './errors.js';
import type { ConvertAll, KindDefinition, VersionDefinition } from './kind-definition.js';
import { all, andThen, type MaybePromise } from './maybe-promise.js';

interface Version {
  /** As in the definition. */
  readonly name: string;
  readonly apiVersion: string;
  readonly definition: VersionDefinition;
}

/** A registered kind: converts objects between versions and applies defaults. */
export class Kind {
  readonly group: string;
  readonly kind: string;
  readonly listKind: string;
  readonly hubVersion: string;
  readonly storageVersion: string;
  /** As named in the definition, the most preferred first. */
  readonly versions: readonly string[];
  readonly servedVersions: readonly string[];
  readonly groupVersions: readonly GroupVersion[];
  readonly #schemeName: string;
  /** Few: a search is as fast as a map, which needs more memory. */
  readonly #versions: readonly Version[];
  readonly #convertAll: ConvertAll | undefined;
  readonly #unknownVersion: (apiVersion: string) => Error;

  constructor(definition: KindDefinition, schemeName: string) {
    const { group, kind, listKind = `${kind}List`, hubVersion, storageVersion = hubVersion } = definition;
    this.group = group;
    this.kind = kind;
    this.listKind = listKind;
    this.hubVersion = hubVersion;
    this.storageVersion = storageVersion;
    this.versions = Object.keys(definition.versions);
    this.servedVersions = this.versions.filter((name) => definition.versions[name]?.served !== false);
    this.#schemeName = schemeName;
    this.#convertAll = definition.convertAll;
    this.#unknownVersion =
      definition.unknownVersion ?? ((apiVersion) => new NotRegisteredError(schemeName, apiVersion, kind));
    this.#versions = Object.entries(definition.versions).map(([name, version]) => {
      return { name, apiVersion: this.#apiVersion(name), definition: version };
    });
    this.groupVersions = this.#versions.map(({ apiVersion }) => parseGroupVersion(apiVersion));
    for (const name of [hubVersion, storageVersion]) this.#target(name);
  }

  /** Whether the kind exists in that version. */
  has(groupVersion: GroupVersion): boolean {
    return this.#withApiVersion(formatGroupVersion(groupVersion)) !== undefined;
  }

  /** Returns the version of an object of this kind. Throws if the kind does not have it. */
  versionOf(object: JsonObject): string {
    return this.#source(object).name;
  }

  /** Applies the defaults of the object's version, in place. */
  applyDefaults(object: JsonObject): void {
    this.#source(object).definition.applyDefaults?.(object);
  }

  /**
   * Returns the object itself if it is in that version, otherwise a new one; never modifies the given one. The version
   * is one of the definition's, or an apiVersion.
   */
  convert(object: JsonObject, version: string): MaybePromise<JsonObject> {
    const from = this.#source(object);
    const to = this.#target(version, from);
    if (from === to) return object;
    if (this.#convertAll === undefined) return this.#throughHub(object, from, to);
    return andThen(this.#directly(this.#convertAll, [object], { from, to }), ([converted]) => converted as JsonObject);
  }

  /** The same for many objects, which may be in different versions; a webhook is called once per version. */
  convertAll(objects: readonly JsonObject[], version: string): MaybePromise<readonly JsonObject[]> {
    const to = this.#target(version);
    const places = new Map<Version, number[]>();
    for (const [index, object] of objects.entries()) {
      const from = this.#source(object);
      if (from === to) continue;
      const sameVersion = places.get(from);
      if (sameVersion === undefined) places.set(from, [index]);
      else sameVersion.push(index);
    }
    if (places.size === 0) return objects;
    const convertAll = this.#convertAll;
    if (convertAll === undefined) return all(objects.map((object) => this.convert(object, version)));
    const results = [...objects];
    const batches = [...places].map(([from, indexes]) => {
      const batch = indexes.map((index) => objects[index] as JsonObject);
      return andThen(this.#directly(convertAll, batch, { from, to }), (converted) => {
        for (const [position, index] of indexes.entries()) results[index] = converted[position] as JsonObject;
      });
    });
    return andThen(all(batches), () => results);
  }

  /** Converts the items of a list of this kind; returns the list itself if nothing had to be converted. */
  convertList(list: JsonObject, version: string): MaybePromise<JsonObject> {
    const { apiVersion } = this.#target(version);
    const items = Array.isArray(list['items']) ? list['items'].filter(isJsonObject) : [];
    return andThen(this.convertAll(items, version), (converted) => {
      if (converted === items && list['apiVersion'] === apiVersion) return list;
      return { ...list, apiVersion, items: converted as JsonValue[] };
    });
  }

  toHub(object: JsonObject): MaybePromise<JsonObject> {
    return this.convert(object, this.hubVersion);
  }

  toStorage(object: JsonObject): MaybePromise<JsonObject> {
    return this.convert(object, this.storageVersion);
  }

  #throughHub(object: JsonObject, from: Version, to: Version): MaybePromise<JsonObject> {
    const { toHub } = from.definition;
    const { fromHub } = to.definition;
    const hub = toHub && from.name !== this.hubVersion ? toHub(object) : object;
    const converted = fromHub && to.name !== this.hubVersion ? andThen(hub, fromHub) : hub;
    return andThen(converted, (result) => this.#labelled(result, to, object));
  }

  #directly(
    convertAll: ConvertAll,
    objects: readonly JsonObject[],
    { from, to }: { from: Version; to: Version },
  ): MaybePromise<readonly JsonObject[]> {
    return andThen(convertAll(objects, { from: from.name, to: to.name }), (converted) => {
      if (converted.length === objects.length) return converted;
      throw new Error(`conversion of ${objects.length} objects to ${to.apiVersion} gave ${converted.length}`);
    });
  }

  /** A converted object is new and can be labelled in place; an unconverted one is the given object. */
  #labelled(result: JsonObject, to: Version, original: JsonObject): JsonObject {
    if (result === original) return { ...result, apiVersion: to.apiVersion };
    result['apiVersion'] = to.apiVersion;
    result['kind'] = this.kind;
    return result;
  }

  #source(object: JsonObject): Version {
    const { apiVersion } = object;
    const version = typeof apiVersion === 'string' ? this.#withApiVersion(apiVersion) : undefined;
    if (version !== undefined) return version;
    throw this.#unknownVersion(typeof apiVersion === 'string' ? apiVersion : '');
  }

  #target(name: string, from?: Version): Version {
    const version = this.#named(name) ?? this.#withApiVersion(name);
    if (version !== undefined) return version;
    const source = from?.apiVersion ?? this.#apiVersion(this.hubVersion);
    throw new NotConvertibleError(this.#schemeName, source, this.#apiVersion(name));
  }

  #named(name: string): Version | undefined {
    return this.#versions.find((version) => version.name === name);
  }

  #withApiVersion(apiVersion: string): Version | undefined {
    return this.#versions.find((version) => version.apiVersion === apiVersion);
  }

  /** The apiVersion of a version of the definition. */
  apiVersion(name: string): string {
    return this.#named(name)?.apiVersion ?? this.#apiVersion(name);
  }

  #apiVersion(name: string): string {
    const slash = name.indexOf('/');
    if (slash === 0) return name.slice(1);
    return slash > 0 ? name : formatGroupVersion({ group: this.group, version: name });
  }
}
