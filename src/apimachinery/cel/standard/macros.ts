// Follows vendor/github.com/google/cel-go/parser/macro.go (v1.36)

import type { Expr } from '../syntax/ast.js';
import {
  ACCUMULATOR,
  type AstBuilder,
  type MacroCall,
  type MacroDeclaration,
  MacroError,
  variableName,
} from '../syntax/macros.js';

/** The standard macros. Each expands to the comprehension in the language definition. */
export const STANDARD_MACROS: readonly MacroDeclaration[] = [
  { name: 'has', argumentCount: 1, member: false, expand: has },
  { name: 'all', argumentCount: 2, member: true, expand: all },
  { name: 'exists', argumentCount: 2, member: true, expand: exists },
  { name: 'exists_one', argumentCount: 2, member: true, expand: existsOne },
  { name: 'existsOne', argumentCount: 2, member: true, expand: existsOne },
  { name: 'map', argumentCount: 2, member: true, expand: map },
  { name: 'map', argumentCount: 3, member: true, expand: mapFiltered },
  { name: 'filter', argumentCount: 2, member: true, expand: filter },
];

function has({ args, build }: MacroCall): Expr {
  const argument = args[0]!;
  if (argument.kind !== 'select' || argument.testOnly)
    throw new MacroError(argument, 'invalid argument to has() macro');
  return build.select(argument.operand, argument.field, true);
}

/** The parts of a comprehension that differ between macros. */
export interface LoopShape {
  readonly macro: string;
  readonly initial: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result?: Expr;
}

export function allLoop(build: AstBuilder, predicate: Expr): LoopShape {
  return {
    macro: 'all',
    initial: build.literal(true),
    condition: build.call('@not_strictly_false', build.accumulator()),
    step: build.call('_&&_', build.accumulator(), predicate),
  };
}

export function existsLoop(build: AstBuilder, predicate: Expr): LoopShape {
  return {
    macro: 'exists',
    initial: build.literal(false),
    condition: build.call('@not_strictly_false', build.call('!_', build.accumulator())),
    step: build.call('_||_', build.accumulator(), predicate),
  };
}

export function existsOneLoop(build: AstBuilder, predicate: Expr): LoopShape {
  const increment = build.call('_+_', build.accumulator(), build.literal(1));
  return {
    macro: 'existsOne',
    initial: build.literal(0),
    condition: build.literal(true),
    step: build.call('_?_:_', predicate, increment, build.accumulator()),
    result: build.call('_==_', build.accumulator(), build.literal(1)),
  };
}

/** Collects `item` of each iteration, or of those for which the predicate is true. */
export function collectLoop(build: AstBuilder, item: Expr, predicate?: Expr): LoopShape {
  const append = build.call('_+_', build.accumulator(), build.list(item));
  return {
    macro: predicate ? 'collectFiltered' : 'collect',
    initial: build.list(),
    condition: build.literal(true),
    step: predicate ? build.call('_?_:_', predicate, append, build.accumulator()) : append,
  };
}

function all({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!), allLoop(build, args[1]!));
}

function exists({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!), existsLoop(build, args[1]!));
}

function existsOne({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!), existsOneLoop(build, args[1]!));
}

function map({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!, NOT_AN_IDENTIFIER), collectLoop(build, args[1]!));
}

function mapFiltered({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!, NOT_AN_IDENTIFIER), collectLoop(build, args[2]!, args[1]!));
}

function filter({ target, args, build }: MacroCall): Expr {
  return comprehension(build, over(target, args[0]!, NOT_AN_IDENTIFIER), collectLoop(build, args[0]!, args[1]!));
}

const NOT_AN_IDENTIFIER = 'argument is not an identifier';

function over(range: Expr | undefined, variable: Expr, message?: string): Iteration {
  return { range: range!, variable: variableName(variable, message), variable2: undefined };
}

/** The range of a loop and the names of its variables. */
export interface Iteration {
  readonly range: Expr;
  readonly variable: string;
  readonly variable2: string | undefined;
}

export function comprehension(build: AstBuilder, iteration: Iteration, loop: LoopShape): Expr {
  return build.comprehension({
    ...iteration,
    accumulator: ACCUMULATOR,
    macro: loop.macro,
    initial: loop.initial,
    condition: loop.condition,
    step: loop.step,
    result: loop.result ?? build.accumulator(),
  });
}
