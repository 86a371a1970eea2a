// Follows vendor/github.com/google/cel-go/common/stdlib/standard.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/overloads/overloads.go (v1.36)

import type { JsonObject } from '../../meta/index.js';
import { type CallEstimate, type CallSite, ONE } from '../cost/estimates.js';
import { defineFunction, type FunctionDeclaration, member, overload } from '../declarations.js';
import { celEquals } from '../equality.js';
import { CelFailure } from '../failure.js';
import { type CelList, listItem, listSize } from '../lists.js';
import { type CelMap, mapGet, mapSize } from '../maps.js';
import { codePointCount } from '../text.js';
import { type CelType, listOf, mapOf, typeParameter } from '../types.js';
import { BOOL, BYTES, CelUint, type CelValue, doubleValue, INT, isDouble, STRING, typeOf } from '../values.js';

const A = typeParameter('A') as CelType<CelValue>;
const B = typeParameter('B') as CelType<CelValue>;
const LIST_OF_A = listOf(A) as CelType<CelList>;
const MAP_OF_A_B = mapOf(A, B) as CelType<CelMap | JsonObject>;

/** Returns the item at an index of any numeric type with an integral value. */
export function itemAt(list: CelList, index: CelValue): CelValue {
  const at = integralIndex(index);
  if (!(at >= 0 && at < listSize(list))) throw new CelFailure(`index out of bounds: ${at}`);
  return listItem(list, at);
}

export function integralIndex(index: CelValue): number {
  if (typeof index === 'number' && Number.isSafeInteger(index)) return index;
  if (typeof index === 'bigint') return Number(index);
  if (index instanceof CelUint) return Number(index.value);
  if (!isDouble(index)) throw unsupportedIndex(index);
  const value = doubleValue(index);
  if (!Number.isInteger(value)) throw new CelFailure('unsupported index value in list');
  return value;
}

export function unsupportedIndex(index: CelValue): CelFailure {
  return new CelFailure(`unsupported index type '${typeOf(index).name}' in list`);
}

export function noSuchKey(key: CelValue): CelFailure {
  return new CelFailure(`no such key: ${keyText(key)}`);
}

export function valueAt(map: CelMap | JsonObject, key: CelValue): CelValue {
  const value = mapGet(map, key);
  if (value === undefined) throw noSuchKey(key);
  return value;
}

function keyText(key: CelValue): string {
  if (key instanceof CelUint) return String(key.value);
  return typeof key === 'object' ? 'unsupported key type' : String(key).slice(0, 256);
}

function listContains(item: CelValue, list: CelList): boolean {
  const size = listSize(list);
  for (let index = 0; index < size; index++) if (celEquals(item, listItem(list, index))) return true;
  return false;
}

/** As upstream, each item costs one unit, even in a list of constants. */
const membership = {
  cost: (_item: CelValue, list: CelList) => listSize(list),
  estimate: ({ operands: [, list] }: CallSite): CallEstimate => ({ cost: list!.size }),
};

/** The size of an indexed value is that of the items. */
const indexed = {
  estimate: ({ operands: [container] }: CallSite): CallEstimate => ({ cost: ONE, resultSize: container!.itemSize }),
};

export const containers = (): readonly FunctionDeclaration[] => [
  defineFunction(
    '_[_]',
    overload({ id: 'index_list', parameters: [LIST_OF_A, INT], result: A, evaluate: itemAt, ...indexed }),
    overload({ id: 'index_map', parameters: [MAP_OF_A_B, A], result: B, evaluate: valueAt, ...indexed }),
  ),
  defineFunction(
    '@in',
    overload({ id: 'in_list', parameters: [A, LIST_OF_A], result: BOOL, evaluate: listContains, ...membership }),
    overload({
      id: 'in_map',
      parameters: [A, MAP_OF_A_B],
      result: BOOL,
      evaluate: (key, map) => mapGet(map, key) !== undefined,
    }),
  ),
  defineFunction(
    'size',
    overload({ id: 'size_bytes', parameters: [BYTES], result: INT, evaluate: (bytes) => bytes.length }),
    member({ id: 'bytes_size', parameters: [BYTES], result: INT, evaluate: (bytes) => bytes.length }),
    overload({ id: 'size_list', parameters: [LIST_OF_A], result: INT, evaluate: listSize }),
    member({ id: 'list_size', parameters: [LIST_OF_A], result: INT, evaluate: listSize }),
    overload({ id: 'size_map', parameters: [MAP_OF_A_B], result: INT, evaluate: mapSize }),
    member({ id: 'map_size', parameters: [MAP_OF_A_B], result: INT, evaluate: mapSize }),
    overload({ id: 'size_string', parameters: [STRING], result: INT, evaluate: codePointCount }),
    member({ id: 'string_size', parameters: [STRING], result: INT, evaluate: codePointCount }),
  ),
];
