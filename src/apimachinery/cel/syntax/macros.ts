import type { CelType } from '../types.js';
import { BOOL, INT } from '../values.js';
import type { Call, Comprehension, Expr, Ident, ListLiteral, Literal, MapLiteral, Select } from './ast.js';

/** A call that the parser replaces. It is recognised by its name, number of arguments and whether it has a target. */
export interface MacroDeclaration {
  readonly name: string;
  /** Undefined: any number of them. */
  readonly argumentCount: number | undefined;
  readonly member: boolean;
  /** What the call becomes, or undefined when it is an ordinary call after all. Throws `MacroError`. */
  readonly expand: (call: MacroCall) => Expr | undefined;
}

export interface MacroCall {
  /** Of a member macro; of a global one there is none. */
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  readonly build: AstBuilder;
}

/** The arguments of a macro are not what it needs; reported at the argument. */
export class MacroError {
  readonly at: Expr;
  readonly message: string;

  constructor(at: Expr, message: string) {
    this.at = at;
    this.message = message;
  }
}

/** The variable in which comprehensions accumulate: no source text can name it. */
export const ACCUMULATOR = '@result';

type ComprehensionParts = Omit<Comprehension, 'kind' | 'offset' | 'height' | 'type'>;

/** Makes nodes that stand at one place of the source. */
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

  comprehension(parts: ComprehensionParts): Comprehension {
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

/** The variable's name that a macro's argument is. */
export function variableName(argument: Expr, message = 'argument must be a simple name'): string {
  if (argument.kind !== 'ident' || argument.name.startsWith('.')) throw new MacroError(argument, message);
  if (argument.name === ACCUMULATOR || argument.name === '__result__') {
    throw new MacroError(argument, 'iteration variable overwrites accumulator variable');
  }
  return argument.name;
}
