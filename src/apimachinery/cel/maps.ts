// Follows vendor/github.com/google/cel-go/common/types/map.go (v1.36)

import type { JsonObject } from '../meta/index.js';
import { countOfMembers } from './counts.js';
import { CelFailure } from './failure.js';
import { CelReference } from './reference.js';
import type { CelType } from './types.js';
import { CelUint, type CelValue, doubleValue, IntegralDouble, intOf, isDouble, MAP } from './values.js';

/** A map with keys other than strings, or with lazily converted values. */
export type CelMap = MapView;

/** Use `mapSize`, `mapGet` and `mapKeys` to read it; they also accept plain objects. */
export abstract class MapView extends CelReference {
  abstract readonly size: number;

  abstract get(key: CelValue): CelValue | undefined;

  abstract keys(): readonly CelValue[];

  get type(): CelType {
    return MAP;
  }

  /** Overridden if equality depends on more than keys and values. */
  equalsMap(_other: CelMap | JsonObject): boolean | undefined {
    return undefined;
  }
}

/**
 * A map that an expression creates. Keys are bool, int, uint or string; equal numbers of different types are one key.
 */
export class EntryMap extends MapView {
  readonly #entries = new Map<Primitive, { readonly key: CelValue; value: CelValue }>();

  get size(): number {
    return this.#entries.size;
  }

  /** Only for building the map. */
  add(key: CelValue, value: CelValue): this {
    const primitive = primitiveKey(key);
    if (primitive === undefined || isDouble(key)) throw new CelFailure('unsupported key type');
    if (this.#entries.has(primitive))
      throw new CelFailure(`insert failed: key ${String(primitive).slice(0, 256)} already exists`);
    this.#entries.set(primitive, { key, value });
    return this;
  }

  get(key: CelValue): CelValue | undefined {
    const primitive = primitiveKey(key);
    return primitive === undefined ? undefined : this.#entries.get(primitive)?.value;
  }

  keys(): readonly CelValue[] {
    return Array.from(this.#entries.values(), (entry) => entry.key);
  }
}

type Primitive = string | number | bigint | boolean;

/** The identity of a key; undefined for values that cannot be keys. */
function primitiveKey(key: CelValue): Primitive | undefined {
  switch (typeof key) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return key;
    case 'number':
      return Number.isNaN(key) ? undefined : key;
    default:
      if (key instanceof CelUint) return key.value <= MAX_INT_KEY ? intOf(key.value) : key.value;
      return key instanceof IntegralDouble ? doubleValue(key) : undefined;
  }
}

const MAX_INT_KEY = 2n ** 63n - 1n;

/** Whether a value is a map. */
export function isMap(value: CelValue): value is CelMap | JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return value instanceof CelReference ? value instanceof MapView : !(value instanceof Uint8Array);
}

/** The number of entries of a map. */
export function mapSize(map: CelMap | JsonObject): number {
  return map instanceof MapView ? map.size : countOfMembers(map);
}

/** Returns the value of the key; undefined if there is none. */
export function mapGet(map: CelMap | JsonObject, key: CelValue): CelValue | undefined {
  if (map instanceof MapView) return map.get(key);
  return typeof key === 'string' && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** The keys of a map. */
export function mapKeys(map: CelMap | JsonObject): readonly CelValue[] {
  return map instanceof MapView ? map.keys() : Object.keys(map);
}
