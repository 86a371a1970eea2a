// Follows vendor/github.com/google/cel-go/ext/lists.go (v1.36)

import { spend } from '../budget.js';
import {
  type CallEstimate,
  type CallSite,
  fixed,
  LIST_CREATION_COST,
  type Operand,
  plus,
  type SizeEstimate,
  STRING_TRAVERSAL_FACTOR,
  scaled,
  times,
} from '../cost/estimates.js';
import { type CelLibrary, defineFunction, member, overload } from '../declarations.js';
import { celEquals } from '../equality.js';
import { CelFailure } from '../failure.js';
import { type CelList, isList, listItem, listItems, listSize } from '../lists.js';
import { collectLoop, comprehension } from '../standard/macros.js';
import type { Expr } from '../syntax/ast.js';
import { type MacroCall, MacroError, variableName } from '../syntax/macros.js';
import { type CelType, listOf, typeParameter } from '../types.js';
import { type CelInt, type CelValue, INT, LIST } from '../values.js';
import { bind } from './bindings.js';
import { COMPARABLE, sortedByKeys } from './ordering.js';

const T = typeParameter('T') as CelType<CelValue>;
const LIST_OF_T = listOf(T) as CelType<CelList>;
const LIST_OF_LISTS = listOf(LIST_OF_T) as CelType<CelList>;
const LIST_OF_INT = listOf(INT) as CelType<CelList>;

/** Cost of a call that creates a list, without the cost of processing the items. */
const BASE_COST = 1 + LIST_CREATION_COST;

function making(size: SizeEstimate, factor = 1): CallEstimate {
  return { cost: plus(scaled(size, factor), fixed(BASE_COST)), resultSize: size };
}

// ---- slice, reverse, range

function slice(list: CelList, start: CelInt, end: CelInt): CelValue[] {
  if (start < 0 || end < 0) throw cannotSlice(start, end, 'negative indexes not supported');
  if (start > end) throw cannotSlice(start, end, 'start index must be less than or equal to end index');
  const size = listSize(list);
  if (end > size) throw cannotSlice(start, end, `list is length ${size}`);
  return listItems(list).slice(Number(start), Number(end));
}

function cannotSlice(start: CelInt, end: CelInt, reason: string): CelFailure {
  return new CelFailure(`cannot slice(${start}, ${end}), ${reason}`);
}

function sliceCost(list: CelList, start: CelInt, end: CelInt): number {
  const isValid = start >= 0 && start <= end && end <= listSize(list);
  return BASE_COST + (isValid ? Number(end) - Number(start) : 0);
}

function estimateSlice({ operands: [list, start, end] }: CallSite): CallEstimate {
  const size = literalOr(end!, list!.size.max) - literalOr(start!, 0);
  return making(fixed(size < 0 ? Number.POSITIVE_INFINITY : size));
}

/** The operand's value if it is a literal; negative values count as zero. */
function literalOr(operand: Operand, otherwise: number): number {
  const { literal } = operand;
  return typeof literal === 'number' || typeof literal === 'bigint' ? Math.max(0, Number(literal)) : otherwise;
}

function range(count: CelInt): number[] {
  return Array.from({ length: Math.max(0, Number(count)) }, (_, index) => index);
}

// ---- flatten

function flatten(list: CelList, depth: CelInt): CelValue[] {
  if (depth < 0) throw new CelFailure('level must be non-negative');
  const flat: CelValue[] = [];
  appendFlat(list, Number(depth), flat);
  return flat;
}

/** Lists can share items, so that the result may be much larger than the operands: each item is charged. */
function appendFlat(list: CelList, depth: number, flat: CelValue[]): void {
  spend(listSize(list) + 1);
  for (const item of listItems(list)) {
    if (depth > 0 && isList(item)) appendFlat(item, depth - 1, flat);
    else flat.push(item);
  }
}

// ---- sort, sortBy, distinct

/** In the worst case each item is compared with every other. */
function comparing(keys: CelList): number {
  const size = listSize(keys);
  const first = size === 0 ? undefined : listItem(keys, 0);
  const isText = typeof first === 'string' || first instanceof Uint8Array;
  return BASE_COST + Math.floor(size * size * (isText ? 2 + STRING_TRAVERSAL_FACTOR : 2));
}

function estimateComparing(keys: Operand, isText: boolean): CallEstimate {
  return making(times(keys.size, keys.size), isText ? 2 + STRING_TRAVERSAL_FACTOR : 2);
}

function isTextType({ kind }: CelType): boolean {
  return kind === 'string' || kind === 'bytes';
}

function sortByKeys(list: CelList, keys: CelList): CelValue[] {
  const [size, keyCount] = [listSize(list), listSize(keys)];
  if (size !== keyCount) {
    throw new CelFailure(
      '@sortByAssociatedKeys() expected a list of the same size as the associated keys list, ' +
        `but got ${size} and ${keyCount} elements respectively`,
    );
  }
  return sortedByKeys(listItems(list), listItems(keys));
}

function distinct(list: CelList): CelValue[] {
  const found: CelValue[] = [];
  for (const item of listItems(list)) if (!found.some((known) => celEquals(known, item))) found.push(item);
  return found;
}

/** Not a valid name in source text. */
const SORT_INPUT = '@__sortBy_input__';
const SORTABLE: readonly Expr['kind'][] = ['list', 'select', 'ident', 'comprehension', 'call'];

/** `list.sortBy(x, key)` as `list.@sortByAssociatedKeys(list.map(x, key))`, with the list evaluated once. */
function sortBy({ target, args, build }: MacroCall): Expr {
  if (!SORTABLE.includes(target!.kind)) {
    throw new MacroError(
      target!,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    );
  }
  const variable = variableName(args[0]!, 'argument is not an identifier');
  const over = { range: build.ident(SORT_INPUT), variable, variable2: undefined };
  const keys = comprehension(build, over, collectLoop(build, args[1]!));
  const sorted = build.memberCall('@sortByAssociatedKeys', build.ident(SORT_INPUT), keys);
  return bind(build, { name: SORT_INPUT, value: target! }, sorted);
}

/** Version 3 of cel-go's lists library; `first` and `last` are in the optionals library. */
export const listsLibrary: CelLibrary = {
  name: 'lists',
  macros: [{ name: 'sortBy', argumentCount: 2, member: true, expand: sortBy }],
  functions: () => [
    defineFunction(
      'slice',
      member({
        id: 'list_slice',
        parameters: [LIST_OF_T, INT, INT],
        result: LIST_OF_T,
        evaluate: slice,
        cost: sliceCost,
        estimate: estimateSlice,
      }),
    ),
    defineFunction(
      'reverse',
      member({
        id: 'list_reverse',
        parameters: [LIST_OF_T],
        result: LIST_OF_T,
        evaluate: (list) => listItems(list).toReversed(),
        cost: (list) => BASE_COST + listSize(list),
        estimate: ({ operands: [list] }) => making(list!.size),
      }),
    ),
    defineFunction(
      'lists.range',
      overload({
        id: 'lists_range',
        parameters: [INT],
        result: LIST_OF_INT,
        evaluate: range,
        cost: (count) => BASE_COST + Math.max(0, Number(count)),
        estimate: ({ operands: [count] }) => making(fixed(literalOr(count!, Number.POSITIVE_INFINITY))),
      }),
    ),
    defineFunction(
      'flatten',
      member({
        id: 'list_flatten',
        parameters: [LIST_OF_LISTS],
        result: LIST_OF_T,
        evaluate: (list) => flatten(list, 1),
        cost: (list) => BASE_COST + listSize(list),
        estimate: ({ operands: [list] }) => making(list!.size),
      }),
      member({
        id: 'list_flatten_int',
        parameters: [LIST, INT],
        result: LIST,
        evaluate: flatten,
        cost: (list, depth) => BASE_COST + listSize(list) * Math.max(0, Number(depth)),
        estimate: ({ operands: [list, depth] }) => making(list!.size, literalOr(depth!, Number.POSITIVE_INFINITY)),
      }),
    ),
    defineFunction(
      'sort',
      ...COMPARABLE.map(({ type }) =>
        member({
          id: `list_${type.name}_sort`,
          parameters: [listOf(type) as CelType<CelList>],
          result: listOf(type) as CelType<CelList>,
          evaluate: (list) => sortedByKeys(listItems(list), listItems(list)),
          cost: comparing,
          estimate: ({ operands: [list] }) => estimateComparing(list!, isTextType(type)),
        }),
      ),
    ),
    defineFunction(
      '@sortByAssociatedKeys',
      ...COMPARABLE.map(({ type }) =>
        member({
          id: `list_${type.name}_sortByAssociatedKeys`,
          parameters: [LIST_OF_T, listOf(type) as CelType<CelList>],
          result: LIST_OF_T,
          evaluate: sortByKeys,
          cost: (_list, keys) => comparing(keys),
          estimate: ({ operands: [, keys] }) => estimateComparing(keys!, isTextType(type)),
        }),
      ),
    ),
    defineFunction(
      'distinct',
      member({
        id: 'list_distinct',
        parameters: [LIST_OF_T],
        result: LIST_OF_T,
        evaluate: distinct,
        cost: comparing,
        estimate: ({ operands: [list] }) => estimateComparing(list!, false),
      }),
    ),
  ],
};
