// Follows vendor/github.com/google/cel-go/ext/math.go (v1.36)

import type { CallEstimate, CallSite } from '../cost/estimates.js';
import { defineFunction, type FunctionDeclaration, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { type CelList, listItem, listSize } from '../lists.js';
import { isNumeric, numericCompare } from '../numbers.js';
import type { Expr, Overload } from '../syntax/ast.js';
import { type MacroCall, type MacroDeclaration, MacroError } from '../syntax/macros.js';
import { type CelType, listOf } from '../types.js';
import { type CelValue, DOUBLE, DYN, INT, UINT } from '../values.js';
import { inNamespace } from './bindings.js';

/**
 * `math.least` or `math.greatest`: the macro's name, and that of the function it expands to, which source text cannot
 * use.
 */
interface Extreme {
  readonly name: 'least' | 'greatest';
  readonly operation: 'min' | 'max';
  /** The sign of comparing the preferred number with another one. */
  readonly sign: -1 | 1;
}

const LEAST: Extreme = { name: 'least', operation: 'min', sign: -1 };
const GREATEST: Extreme = { name: 'greatest', operation: 'max', sign: 1 };

// ---- what the macros expand to

const NUMBERS = [DOUBLE, INT, UINT] as readonly CelType<CelValue>[];

/** The first of equal ones; undefined if they are not ordered. */
function better({ operation, sign }: Extreme, a: CelValue, b: CelValue): CelValue | undefined {
  if (!isNumeric(a) || !isNumeric(b)) throw notNumeric(operation);
  const order = numericCompare(a, b);
  if (Number.isNaN(order)) return undefined;
  return order === -sign ? b : a;
}

function notNumeric(operation: Extreme['operation']): CelFailure {
  return new CelFailure(`no such overload: math.@${operation}`);
}

function betterOfPair(extreme: Extreme, a: CelValue, b: CelValue): CelValue {
  const found = better(extreme, a, b);
  if (found === undefined) throw new CelFailure(`NaN values cannot be ordered: math.@${extreme.operation}`);
  return found;
}

/** For NaN among other items, cel-go also reports a missing overload. */
function bestOfList(extreme: Extreme, list: CelList): CelValue {
  const { operation } = extreme;
  const size = listSize(list);
  if (size === 0) throw new CelFailure(`math.@${operation}(list) argument must not be empty`);
  let found: CelValue | undefined = listItem(list, 0);
  for (let index = 1; index < size && found !== undefined; index++)
    found = better(extreme, found, listItem(list, index));
  if (found === undefined || !isNumeric(found)) throw notNumeric(operation);
  return found;
}

/** cel-go charges one unit regardless of the list's length; here each item is charged. */
const overItems = {
  cost: (list: CelList) => Math.max(1, listSize(list)),
  estimate: ({ operands: [list] }: CallSite): CallEstimate => ({
    cost: { min: Math.max(1, list!.size.min), max: Math.max(1, list!.size.max) },
  }),
};

function single(id: string, type: CelType<CelValue>): Overload {
  return overload({ id: `${id}_${type.name}`, parameters: [type], result: type, evaluate: (value) => value });
}

function pairs(extreme: Extreme, id: string): Overload[] {
  return NUMBERS.flatMap((first) =>
    NUMBERS.map((second) =>
      overload({
        id: `${id}_${first.name}_${second.name}`,
        parameters: [first, second],
        result: first === second ? first : DYN,
        evaluate: (a, b) => betterOfPair(extreme, a, b),
      }),
    ),
  );
}

function ofList(extreme: Extreme, id: string, type: CelType<CelValue>): Overload {
  return overload({
    id: `${id}_list_${type.name}`,
    parameters: [listOf(type) as CelType<CelList>],
    result: type,
    evaluate: (list) => bestOfList(extreme, list),
    ...overItems,
  });
}

function extremeFunction(extreme: Extreme): FunctionDeclaration {
  const id = `math_@${extreme.operation}`;
  return defineFunction(
    `math.@${extreme.operation}`,
    ...NUMBERS.map((type) => single(id, type)),
    ...pairs(extreme, id),
    ...NUMBERS.map((type) => ofList(extreme, id, type)),
  );
}

// ---- the macros

function expandExtreme({ name, operation }: Extreme): (call: MacroCall) => Expr {
  return ({ target, args, build }) => {
    const [first, second] = args;
    if (!first) throw new MacroError(target!, `math.${name}() requires at least one argument`);
    if (!second) {
      if (!mayBeNumeric(first) && !isListOfNumbers(first)) {
        throw new MacroError(first, `math.${name}() invalid single argument value`);
      }
      return build.call(`math.@${operation}`, first);
    }
    const wrong = args.find((argument) => !mayBeNumeric(argument));
    if (wrong) throw new MacroError(wrong, `math.${name}() simple literal arguments must be numeric`);
    return build.call(`math.@${operation}`, ...(args.length === 2 ? args : [build.list(...args)]));
  };
}

/** Other arguments are left to the checker. */
function mayBeNumeric(argument: Expr): boolean {
  if (argument.kind === 'literal') return NUMBERS.includes(argument.literalType as CelType<CelValue>);
  return argument.kind !== 'list' && argument.kind !== 'map' && argument.kind !== 'object';
}

function isListOfNumbers(argument: Expr): boolean {
  return argument.kind === 'list' && argument.elements.length > 0 && argument.elements.every(mayBeNumeric);
}

function extremeMacro(extreme: Extreme): MacroDeclaration {
  const expand = inNamespace('math', expandExtreme(extreme));
  return { name: extreme.name, argumentCount: undefined, member: true, expand };
}

export const extremesMacros: readonly MacroDeclaration[] = [LEAST, GREATEST].map(extremeMacro);
export function extremesFunctions(): readonly FunctionDeclaration[] {
  return [LEAST, GREATEST].map(extremeFunction);
}
