// Follows vendor/github.com/google/cel-go/common/types/compare.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/list.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/map.go (v1.36)

import type { JsonObject } from '../meta/index.js';
import { spend } from './budget.js';
import { type CelList, isList, ListView, listItem, listSize } from './lists.js';
import { type CelMap, isMap, MapView, mapGet, mapKeys, mapSize } from './maps.js';
import { isNumeric, numericCompare } from './numbers.js';
import { CelReference } from './reference.js';
import { CelObject, CelOptional, type CelValue } from './values.js';

/** `a == b`: values of different types are unequal, except that numbers of all types compare by value. */
export function celEquals(a: CelValue, b: CelValue): boolean {
  if (a === b) return typeof a !== 'number' || !Number.isNaN(a);
  if (typeof a !== 'object' || typeof b !== 'object') return isNumeric(a) && isNumeric(b) && numericCompare(a, b) === 0;
  if (a === null || b === null) return false;
  spend(1);
  if (isList(a)) return isList(b) && listsEqual(a, b);
  if (isMap(a)) return isMap(b) && mapsEqual(a, b);
  if (isNumeric(a)) return isNumeric(b) && numericCompare(a, b) === 0;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && bytesEqual(a, b);
  if (a instanceof CelOptional) return b instanceof CelOptional && optionalsEqual(a, b);
  if (a instanceof CelObject) return b instanceof CelObject && objectsEqual(a, b);
  return a instanceof CelReference && a.equals(b);
}

function listsEqual(a: CelList, b: CelList): boolean {
  const size = listSize(a);
  if (size !== listSize(b)) return false;
  const result = a instanceof ListView ? a.equalsList(b) : undefined;
  if (result !== undefined) return result;
  for (let index = 0; index < size; index++) {
    if (!celEquals(listItem(a, index), listItem(b, index))) return false;
  }
  return true;
}

function mapsEqual(a: CelMap | JsonObject, b: CelMap | JsonObject): boolean {
  if (mapSize(a) !== mapSize(b)) return false;
  const result = a instanceof MapView ? a.equalsMap(b) : undefined;
  if (result !== undefined) return result;
  return mapKeys(a).every((key) => {
    const other = mapGet(b, key);
    return other !== undefined && celEquals(mapGet(a, key)!, other);
  });
}

function optionalsEqual(a: CelOptional, b: CelOptional): boolean {
  if (!a.hasValue || !b.hasValue) return a.hasValue === b.hasValue;
  return celEquals(a.value, b.value);
}

function objectsEqual(a: CelObject, b: CelObject): boolean {
  if (a.type.name !== b.type.name) return false;
  for (const name of new Set([...a.fieldNames(), ...b.fieldNames()])) {
    const [mine, theirs] = [a.field(name), b.field(name)];
    if (mine === undefined || theirs === undefined ? mine !== theirs : !celEquals(mine, theirs)) return false;
  }
  return true;
}

function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
