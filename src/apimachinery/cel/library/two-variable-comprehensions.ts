// Follows vendor/github.com/google/cel-go/ext/comprehensions.go (v1.36)

import type { CelLibrary } from '../declarations.js';
import { defineFunction, overload } from '../declarations.js';
import { type CelMap, EntryMap, mapGet, mapKeys } from '../maps.js';
import {
  allLoop,
  collectLoop,
  comprehension,
  existsLoop,
  existsOneLoop,
  type Iteration,
  type LoopShape,
} from '../standard/macros.js';
import type { Expr } from '../syntax/ast.js';
import { type AstBuilder, type MacroCall, type MacroDeclaration, MacroError, variableName } from '../syntax/macros.js';
import { type CelType, mapOf, typeParameter } from '../types.js';
import type { CelValue } from '../values.js';

const K = typeParameter('K') as CelType<CelValue>;
const V = typeParameter('V') as CelType<CelValue>;
const MAP_OF_K_V = mapOf(K, V) as CelType<CelMap>;

function iteration({ target, args }: MacroCall): Iteration {
  const [first, second] = args as [Expr, Expr];
  const [variable, variable2] = [variableName(first), variableName(second)];
  if (variable === variable2) throw new MacroError(second, `duplicate variable name: ${variable}`);
  return { range: target!, variable, variable2 };
}

/** A loop that builds a map: `step` computes the accumulator of the next iteration. */
function mapLoop(
  build: AstBuilder,
  macro: string,
  { step, predicate }: { step: Expr; predicate: Expr | undefined },
): LoopShape {
  return {
    macro: predicate ? `${macro}Filtered` : macro,
    initial: build.emptyMap(),
    condition: build.literal(true),
    step: predicate ? build.call('_?_:_', predicate, step, build.accumulator()) : step,
  };
}

function transformMap(call: MacroCall): Expr {
  const { args, build } = call;
  const over = iteration(call);
  const value = args.at(-1)!;
  const step = build.call('cel.@mapInsert', build.accumulator(), build.ident(over.variable), value);
  const predicate = args.length === 4 ? args[2] : undefined;
  return comprehension(build, over, mapLoop(build, 'transformMap', { step, predicate }));
}

function transformMapEntry(call: MacroCall): Expr {
  const { args, build } = call;
  const step = build.call('cel.@mapInsert', build.accumulator(), args.at(-1)!);
  const predicate = args.length === 4 ? args[2] : undefined;
  return comprehension(build, iteration(call), mapLoop(build, 'transformMapEntry', { step, predicate }));
}

function transformList(call: MacroCall): Expr {
  const { args, build } = call;
  return comprehension(
    build,
    iteration(call),
    collectLoop(build, args.at(-1)!, args.length === 4 ? args[2] : undefined),
  );
}

function quantifier(name: string, loop: (build: AstBuilder, predicate: Expr) => LoopShape): MacroDeclaration {
  const expand = (call: MacroCall) => comprehension(call.build, iteration(call), loop(call.build, call.args[2]!));
  return { name, argumentCount: 3, member: true, expand };
}

function transformation(name: string, expand: (call: MacroCall) => Expr): MacroDeclaration[] {
  return [3, 4].map((argumentCount) => ({ name, argumentCount, member: true, expand }));
}

function insertAll(map: CelMap, entries: CelMap): CelMap {
  const result = new EntryMap();
  for (const key of mapKeys(map)) result.add(key, mapGet(map, key)!);
  for (const key of mapKeys(entries)) result.add(key, mapGet(entries, key)!);
  return result;
}

/** `all`, `exists`, `existsOne` and the transformations with two variables: index and item, or key and value. */
export const twoVariableComprehensionsLibrary: CelLibrary = {
  name: 'two-variable comprehensions',
  macros: [
    quantifier('all', allLoop),
    quantifier('exists', existsLoop),
    quantifier('existsOne', existsOneLoop),
    quantifier('exists_one', existsOneLoop),
    ...transformation('transformList', transformList),
    ...transformation('transformMap', transformMap),
    ...transformation('transformMapEntry', transformMapEntry),
  ],
  functions: () => [
    // Not a valid name in source text: the transformations expand to it.
    defineFunction(
      'cel.@mapInsert',
      overload({
        id: '@mapInsert_map_map',
        parameters: [MAP_OF_K_V, MAP_OF_K_V],
        result: MAP_OF_K_V,
        evaluate: insertAll,
      }),
      overload({
        id: '@mapInsert_map_key_value',
        parameters: [MAP_OF_K_V, K, V],
        result: MAP_OF_K_V,
        evaluate: (map, key, value) => insertAll(map, new EntryMap().add(key, value)),
      }),
    ),
  ],
};
