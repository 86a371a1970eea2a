// Follows staging/src/k8s.io/apiserver/pkg/cel/common/valuesunstructured.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../../meta/index.js';
import { spend } from '../budget.js';
import { countOfMembers } from '../counts.js';
import { celEquals } from '../equality.js';
import { CelFailure } from '../failure.js';
import { type CelList, ListView, listItems, listSize } from '../lists.js';
import { type CelMap, isMap, MapView, mapGet } from '../maps.js';
import type { CelValue } from '../values.js';
import type { Adapt } from './declared-type.js';
import { identityKey } from './identity-key.js';

/** A property as expressions access it. */
export interface Property {
  readonly name: string;
  /** Undefined if the name has no identifier. */
  readonly escapedName: string | undefined;
  readonly adapt: Adapt | undefined;
}

/** The declared properties of an object. */
export interface ObjectShape {
  readonly byName: ReadonlyMap<string, Property>;
  readonly byEscapedName: ReadonlyMap<string, Property>;
}

/** An object whose properties are converted or renamed when they are read. A null property counts as not set. */
export class ObjectView extends MapView {
  /** The underlying decoded JSON. */
  readonly json: JsonObject;
  readonly #shape: ObjectShape;

  constructor(json: JsonObject, shape: ObjectShape) {
    super();
    this.json = json;
    this.#shape = shape;
  }

  get size(): number {
    return countOfMembers(this.json);
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined;
    const property = this.#shape.byEscapedName.get(key) ?? this.#shape.byName.get(key);
    return property && this.#read(property);
  }

  keys(): readonly CelValue[] {
    const known = Object.keys(this.json).map((name) => this.#shape.byName.get(name));
    return known.flatMap((property) => (property ? [property.escapedName ?? property.name] : []));
  }

  /** Compares unknown properties too, although expressions cannot access them. */
  override equalsMap(other: CelMap | JsonObject): boolean | undefined {
    if (!(other instanceof ObjectView)) return undefined;
    return Object.keys(this.json).every((name) => {
      const property = this.#shape.byName.get(name);
      if (!property) return jsonEqual(this.json[name], other.#own(name));
      const [mine, theirs] = [this.#read(property), other.#read(property)];
      return mine === undefined || theirs === undefined ? mine === theirs : celEquals(mine, theirs);
    });
  }

  #own(name: string): JsonValue | undefined {
    return Object.hasOwn(this.json, name) ? this.json[name] : undefined;
  }

  #read({ name, adapt }: Property): CelValue | undefined {
    const value = this.#own(name);
    if (value === undefined || value === null) return undefined;
    return adapt ? adapt(value) : value;
  }
}

/** A map with string keys whose values are converted when they are read. */
export class ValuesView extends MapView {
  /** The underlying decoded JSON. */
  readonly json: JsonObject;
  readonly #adapt: Adapt;

  constructor(json: JsonObject, adapt: Adapt) {
    super();
    this.json = json;
    this.#adapt = adapt;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  get(key: CelValue): CelValue | undefined {
    return typeof key === 'string' && Object.hasOwn(this.json, key) ? this.#adapt(this.json[key]!) : undefined;
  }

  keys(): readonly CelValue[] {
    return Object.keys(this.json);
  }
}

/** A list whose items are converted when they are read. */
export class ItemsView extends ListView {
  /** The underlying decoded JSON. */
  readonly json: readonly JsonValue[];
  readonly #adapt: Adapt;

  constructor(json: readonly JsonValue[], adapt: Adapt) {
    super();
    this.json = json;
    this.#adapt = adapt;
  }

  get size(): number {
    return this.json.length;
  }

  item(index: number): CelValue {
    return this.#adapt(this.json[index]!);
  }
}

/** Returns the identity of an item of a set or map list. */
export type KeyOf = (item: CelValue) => string;

/** The whole item: `x-kubernetes-list-type: set`. */
export const keyOfSetItem: KeyOf = identityKey;

/** The values of the key properties: `x-kubernetes-list-type: map`. */
export function keyOfMapItem(escapedNames: readonly string[]): KeyOf {
  return (item) => {
    if (!isMap(item))
      throw new CelFailure('unexpected data format for element of array with x-kubernetes-list-type=map');
    // Unambiguous: as the items of a list in an identity key.
    return escapedNames.map((name) => identityKey(mapGet(item, name) ?? null)).join();
  };
}

/** A list whose items are identified by a key: equality ignores order, and concatenation merges. */
export class AssociativeList extends ListView {
  readonly #source: readonly CelValue[];
  readonly #adapt: Adapt | undefined;
  readonly #keyOf: KeyOf;
  #items: readonly CelValue[] | undefined;
  #byKey: Map<string, CelValue> | undefined;

  /** `source` is decoded JSON that `adapt` converts; without `adapt`, it is CEL values. */
  constructor(source: readonly CelValue[], keyOf: KeyOf, adapt?: Adapt) {
    super();
    this.#source = source;
    this.#keyOf = keyOf;
    this.#adapt = adapt;
  }

  get size(): number {
    return this.#source.length;
  }

  item(index: number): CelValue {
    if (this.#items) return this.#items[index]!;
    const item = this.#source[index]!;
    return this.#adapt ? this.#adapt(item as JsonValue) : item;
  }

  override items(): readonly CelValue[] {
    this.#items ??= this.#adapt ? super.items() : this.#source;
    return this.#items;
  }

  override equalsList(other: CelList): boolean {
    if (listSize(other) !== this.size) return false;
    const mine = this.#keyed();
    const seen = new Set<string>();
    for (const item of listItems(other)) {
      const key = this.#keyOf(item);
      const counterpart = mine.get(key);
      if (counterpart === undefined || !celEquals(counterpart, item)) return false;
      seen.add(key);
    }
    return seen.size === mine.size;
  }

  /** Items of both lists keep their position, with the other's value; new ones are appended. */
  override plus(other: CelList): CelList {
    spend(this.size);
    const merged = new Map(this.#keyed());
    for (const item of listItems(other)) merged.set(this.#keyOf(item), item);
    return new AssociativeList([...merged.values()], this.#keyOf);
  }

  #keyed(): Map<string, CelValue> {
    this.#byKey ??= new Map(this.items().map((item) => [this.#keyOf(item), item]));
    return this.#byKey;
  }
}

export function expectObject(json: JsonValue): JsonObject {
  if (isJsonObject(json)) return json;
  throw new CelFailure('invalid data, expected a map for the provided schema with type=object');
}

export function expectArray(json: JsonValue): readonly JsonValue[] {
  if (Array.isArray(json)) return json;
  throw new CelFailure('invalid data, expected an array for the provided schema with type=array');
}
