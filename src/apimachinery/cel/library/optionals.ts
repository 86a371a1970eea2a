// Follows vendor/github.com/google/cel-go/cel/library.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/optional.go (v1.36)

import type { JsonObject } from '../../meta/index.js';
import { optionalIndex } from '../compile/indexing.js';
import { optionalField } from '../compile/select.js';
import { type CelLibrary, defineFunction, member, overload } from '../declarations.js';
import { noSuchOverload } from '../failure.js';
import { type CelList, isList, listItem, listItems, listSize } from '../lists.js';
import { type CelMap, isMap, mapSize } from '../maps.js';
import type { Call, Expr } from '../syntax/ast.js';
import { type MacroCall, MacroError } from '../syntax/macros.js';
import { isZeroTimestamp } from '../time.js';
import { type CelType, listOf, mapOf, opaqueOf, typeParameter } from '../types.js';
import {
  BOOL,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelUint,
  type CelValue,
  DYN,
  INT,
  IntegralDouble,
  optionalOf,
  STRING,
} from '../values.js';
import { bind } from './bindings.js';

const V = typeParameter('V') as CelType<CelValue>;
const K = typeParameter('K') as CelType<CelValue>;
const OPTIONAL_OF_V = optionalOf(V);
const LIST_OF_V = listOf(V) as CelType<CelList>;
const MAP_OF_K_V = mapOf(K, V) as CelType<CelMap | JsonObject>;
const OPTIONAL_LIST_OF_V = optionalOf(LIST_OF_V);
const OPTIONAL_MAP_OF_K_V = optionalOf(MAP_OF_K_V);

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (value instanceof IntegralDouble) return value.value === 0;
  if (value instanceof CelUint) return value.value === 0n;
  if (value instanceof CelDuration) return value.nanoseconds === 0n;
  if (value instanceof CelTimestamp) return isZeroTimestamp(value);
  if (value instanceof CelOptional) return !value.hasValue;
  if (value instanceof Uint8Array) return value.length === 0;
  if (isList(value)) return listSize(value) === 0;
  return isMap(value) && mapSize(value) === 0;
}

function present(list: CelList): CelValue[] {
  return listItems(list).flatMap((item) => {
    if (!(item instanceof CelOptional)) throw noSuchOverload();
    return item.hasValue ? [item.value] : [];
  });
}

function endOf(list: CelList, index: number): CelOptional {
  return index >= 0 && index < listSize(list) ? CelOptional.of(listItem(list, index)) : CelOptional.none;
}

/**
 * Expands `target.optMap(x, f)` to `target.hasValue() ? optional.of(f with x = target.value()) : optional.none()`;
 * without `optional.of` for optFlatMap, whose f returns an optional.
 */
function expandOptionalMap(macro: 'optMap' | 'optFlatMap', { target, args, build }: MacroCall): Expr {
  const [variable, body] = args as [Expr, Expr];
  if (variable.kind !== 'ident') {
    throw new MacroError(variable, `${macro}() variable name must be a simple identifier`);
  }
  const bound = bind(build, { name: variable.name, value: build.memberCall('value', target!) }, body);
  const mapped = macro === 'optMap' ? build.call('optional.of', bound) : bound;
  const none = build.call('optional.none');
  const call: Call = build.call('_?_:_', build.memberCall('hasValue', target!), mapped, none);
  return { ...call, macro };
}

/** Operators and functions that evaluate operands lazily are implemented in the compiler. */
export const optionalsLibrary: CelLibrary = {
  name: 'optional',
  types: [opaqueOf('optional_type')],
  macros: [
    { name: 'optMap', argumentCount: 2, member: true, expand: (call) => expandOptionalMap('optMap', call) },
    { name: 'optFlatMap', argumentCount: 2, member: true, expand: (call) => expandOptionalMap('optFlatMap', call) },
  ],
  functions: () => [
    defineFunction(
      'optional.of',
      overload({
        id: 'optional_of',
        parameters: [V],
        result: OPTIONAL_OF_V,
        evaluate: (value) => CelOptional.of(value),
      }),
    ),
    defineFunction(
      'optional.ofNonZeroValue',
      overload({
        id: 'optional_ofNonZeroValue',
        parameters: [V],
        result: OPTIONAL_OF_V,
        evaluate: (value) => (isZero(value) ? CelOptional.none : CelOptional.of(value)),
      }),
    ),
    defineFunction(
      'optional.none',
      overload({ id: 'optional_none', parameters: [], result: OPTIONAL_OF_V, evaluate: () => CelOptional.none }),
    ),
    defineFunction(
      'value',
      member({ id: 'optional_value', parameters: [OPTIONAL_OF_V], result: V, evaluate: (optional) => optional.value }),
    ),
    defineFunction(
      'hasValue',
      member({
        id: 'optional_hasValue',
        parameters: [OPTIONAL_OF_V],
        result: BOOL,
        evaluate: (optional) => optional.hasValue,
      }),
    ),
    defineFunction(
      'or',
      member({
        id: 'optional_or_optional',
        parameters: [OPTIONAL_OF_V, OPTIONAL_OF_V],
        result: OPTIONAL_OF_V,
        evaluate: (first, second) => (first.hasValue ? first : second),
      }),
    ),
    defineFunction(
      'orValue',
      member({
        id: 'optional_orValue_value',
        parameters: [OPTIONAL_OF_V, V],
        result: V,
        evaluate: (optional, alternative) => (optional.hasValue ? optional.value : alternative),
      }),
    ),
    defineFunction(
      '_?._',
      overload({
        id: 'select_optional_field',
        parameters: [DYN, STRING],
        result: OPTIONAL_OF_V,
        evaluate: (operand, field) => optionalField(operand, field),
      }),
    ),
    defineFunction(
      '_[?_]',
      ...[LIST_OF_V, OPTIONAL_LIST_OF_V].map((list, index) =>
        overload({
          id: index === 0 ? 'list_optindex_optional_int' : 'optional_list_optindex_optional_int',
          parameters: [list as CelType<CelValue>, INT],
          result: OPTIONAL_OF_V,
          evaluate: optionalIndex,
        }),
      ),
      ...[MAP_OF_K_V, OPTIONAL_MAP_OF_K_V].map((map, index) =>
        overload({
          id: index === 0 ? 'map_optindex_optional_value' : 'optional_map_optindex_optional_value',
          parameters: [map as CelType<CelValue>, K],
          result: OPTIONAL_OF_V,
          evaluate: optionalIndex,
        }),
      ),
    ),
    defineFunction(
      '_[_]',
      overload({
        id: 'optional_list_index_int',
        parameters: [OPTIONAL_LIST_OF_V, INT],
        result: OPTIONAL_OF_V,
        evaluate: optionalIndex,
      }),
      overload({
        id: 'optional_map_index_value',
        parameters: [OPTIONAL_MAP_OF_K_V, K],
        result: OPTIONAL_OF_V,
        evaluate: optionalIndex,
      }),
    ),
    defineFunction(
      'first',
      member({ id: 'list_first', parameters: [LIST_OF_V], result: OPTIONAL_OF_V, evaluate: (list) => endOf(list, 0) }),
    ),
    defineFunction(
      'last',
      member({
        id: 'list_last',
        parameters: [LIST_OF_V],
        result: OPTIONAL_OF_V,
        evaluate: (list) => endOf(list, listSize(list) - 1),
      }),
    ),
    defineFunction(
      'optional.unwrap',
      overload({
        id: 'optional_unwrap',
        parameters: [listOf(OPTIONAL_OF_V) as CelType<CelList>],
        result: LIST_OF_V,
        evaluate: present,
        cost: listSize,
      }),
    ),
    defineFunction(
      'unwrapOpt',
      member({
        id: 'optional_unwrapOpt',
        parameters: [listOf(OPTIONAL_OF_V) as CelType<CelList>],
        result: LIST_OF_V,
        evaluate: present,
        cost: listSize,
      }),
    ),
  ],
};
