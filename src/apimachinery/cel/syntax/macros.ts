// Follows vendor/github.com/google/cel-go/parser/macro.go (v1.36)

import type { CelType } from '../types.js';
import { BOOL, INT } from '../values.js';
import type { Call, Comprehension, Expr, Ident, ListLiteral, Literal, MapLiteral, Select } from './ast.js';

/** A call that the parser expands. Identified by name, number of arguments and whether it has a target. */
export interface MacroDeclaration {
  readonly name: string;
  /** Undefined: any number. */
  readonly argumentCount: number | undefined;
  readonly member: boolean;
  /** Returns the expansion; undefined: it is an ordinary call. Throws `MacroError`. */
  readonly expand: (call: MacroCall) => Expr | undefined;
}

export interface MacroCall {
  /** Set for member macros, undefined for global ones. */
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  readonly build: AstBuilder;
}

/** Invalid macro arguments; reported at the argument. */
export class MacroError {
  readonly at: Expr;
  readonly message: string;

  constructor(at: Expr, message: string) {
    this.at = at;
    this.message = message;
  }
}

/** The accumulator variable of comprehensions: not a valid name in source text. */
export const ACCUMULATOR = '@result';

type ComprehensionFields = Omit<Comprehension, 'kind' | 'offset' | 'height' | 'type'>;

/** Creates nodes at one source position. */
export class AstBuilder {
  readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }

  literal(value: boolean | number): Literal {
    const literalType: CelType = typeof value === 'boolean' ? BOOL : INT;
    return { kind: 'literal', value, literalType, offset: this.offset, height: 1 };
  }

  ident(name: string): Ident {
    return { kind: 'ident', name, offset: this.offset, height: 1 };
  }

  accumulator(): Ident {
    return this.ident(ACCUMULATOR);
  }

  select(operand: Expr, field: string, testOnly = false): Select {
    return { kind: 'select', operand, field, testOnly, offset: this.offset, height: operand.height + 1 };
  }

  call(name: string, ...args: Expr[]): Call {
    return { kind: 'call', name, target: undefined, args, offset: this.offset, height: tallest(args) + 1 };
  }

  memberCall(name: string, target: Expr, ...args: Expr[]): Call {
    return { kind: 'call', name, target, args, offset: this.offset, height: tallest([target, ...args]) + 1 };
  }

  list(...elements: Expr[]): ListLiteral {
    return { kind: 'list', elements, optionals: NO_OPTIONALS, offset: this.offset, height: tallest(elements) + 1 };
  }

  emptyMap(): MapLiteral {
    return { kind: 'map', entries: [], offset: this.offset, height: 1 };
  }

  comprehension(parts: ComprehensionFields): Comprehension {
    const height = tallest([parts.range, parts.initial, parts.condition, parts.step, parts.result]) + 1;
    return { kind: 'comprehension', ...parts, offset: this.offset, height };
  }
}

export const NO_OPTIONALS: ReadonlySet<number> = new Set();

export function tallest(nodes: readonly Expr[]): number {
  let height = 0;
  for (const node of nodes) if (node.height > height) height = node.height;
  return height;
}

/** Returns the variable name in a macro's argument. */
export function variableName(argument: Expr, message = 'argument must be a simple name'): string {
  if (argument.kind !== 'ident' || argument.name.startsWith('.')) throw new MacroError(argument, message);
  if (argument.name === ACCUMULATOR || argument.name === '__result__') {
    throw new MacroError(argument, 'iteration variable overwrites accumulator variable');
  }
  return argument.name;
}
