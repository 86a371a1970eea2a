// Follows staging/src/k8s.io/apiserver/pkg/cel/library/lists.go (v1.36)

import { type CallEstimate, type CallSite, ONE, plus, times, traversal } from '../cost/estimates.js';
import { treeCost } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, type FunctionDeclaration, member } from '../declarations.js';
import { celEquals } from '../equality.js';
import { CelFailure, noSuchOverload } from '../failure.js';
import { type CelList, listItems } from '../lists.js';
import { intAdd } from '../numbers.js';
import type { Overload } from '../syntax/ast.js';
import { durationOf } from '../time.js';
import { type CelType, listOf, typeParameter } from '../types.js';
import {
  BOOL,
  CelDuration,
  CelUint,
  type CelValue,
  doubleOf,
  doubleValue,
  INT,
  isDouble,
  isInt,
  uintOf,
} from '../values.js';
import { COMPARABLE, compareValues } from './ordering.js';

const A = typeParameter('A') as CelType<CelValue>;
const LIST_OF_A = listOf(A) as CelType<CelList>;

/** One unit per item, plus the traversal cost of strings. */
const overAll = {
  cost: (list: CelList) => treeCost(list),
  estimate: ({ operands: [list] }: CallSite): CallEstimate => {
    const itemKind = list!.type.parameters[0]?.kind;
    const isText = itemKind === 'string' || itemKind === 'bytes';
    return { cost: times(list!.size, isText ? plus(ONE, traversal(list!.declaredItemSize)) : ONE) };
  },
};

function isSorted(list: CelList): boolean {
  const items = listItems(list);
  return items.every((item, index) => index === 0 || !(compareValues(items[index - 1]!, item) > 0));
}

/** Returns the smallest item if `sign` is 1, the greatest if it is −1. */
function extreme(name: 'min' | 'max', sign: 1 | -1): (list: CelList) => CelValue {
  return (list) => {
    const items = listItems(list);
    if (items.length === 0) throw new CelFailure(`${name} called on empty list`);
    return items.reduce((best, item) => (compareValues(best, item) * sign > 0 ? item : best));
  };
}

const ZEROS: Readonly<Record<string, CelValue>> = {
  int: 0,
  uint: new CelUint(0n),
  double: doubleOf(0),
  duration: new CelDuration(0n),
};

function sum(list: CelList, zero: CelValue): CelValue {
  const items = listItems(list);
  return items.length === 0 ? zero : items.reduce(add);
}

function add(a: CelValue, b: CelValue): CelValue {
  if (isInt(a) && isInt(b)) return intAdd(a, b);
  if (isDouble(a) && isDouble(b)) return doubleOf(doubleValue(a) + doubleValue(b));
  if (a instanceof CelUint && b instanceof CelUint) return uintOf(a.value + b.value);
  if (a instanceof CelDuration && b instanceof CelDuration) return durationOf(a.nanoseconds + b.nanoseconds);
  throw noSuchOverload();
}

/** A member function for lists of each comparable type. */
function perComparable(
  name: string,
  make: (name: string, list: CelType<CelList>, item: CelType<CelValue>) => Overload,
): FunctionDeclaration {
  const overloads = COMPARABLE.map((item) => make(item.name, listOf(item.type) as CelType<CelList>, item.type));
  return defineFunction(name, ...overloads);
}

/** `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf` of lists. */
export const kubernetesListsLibrary: CelLibrary = {
  name: 'kubernetes.lists',
  functions: () => [
    perComparable('isSorted', (name, list) =>
      member({ id: `list_${name}_is_sorted_bool`, parameters: [list], result: BOOL, evaluate: isSorted, ...overAll }),
    ),
    perComparable('min', (name, list, item) =>
      member({
        id: `list_${name}_min_${name}`,
        parameters: [list],
        result: item,
        evaluate: extreme('min', 1),
        ...overAll,
      }),
    ),
    perComparable('max', (name, list, item) =>
      member({
        id: `list_${name}_max_${name}`,
        parameters: [list],
        result: item,
        evaluate: extreme('max', -1),
        ...overAll,
      }),
    ),
    defineFunction(
      'sum',
      ...COMPARABLE.filter(({ name }) => name in ZEROS).map(({ name, type }) =>
        member({
          id: `list_${name}_sum_${name}`,
          parameters: [listOf(type) as CelType<CelList>],
          result: type,
          evaluate: (list) => sum(list, ZEROS[name]!),
          ...overAll,
        }),
      ),
    ),
    defineFunction(
      'indexOf',
      member({
        id: 'list_a_index_of_int',
        parameters: [LIST_OF_A, A],
        result: INT,
        evaluate: (list, wanted) => listItems(list).findIndex((item) => celEquals(item, wanted)),
        ...overAll,
      }),
    ),
    defineFunction(
      'lastIndexOf',
      member({
        id: 'list_a_last_index_of_int',
        parameters: [LIST_OF_A, A],
        result: INT,
        evaluate: (list, wanted) => listItems(list).findLastIndex((item) => celEquals(item, wanted)),
        ...overAll,
      }),
    ),
  ],
};
