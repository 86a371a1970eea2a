import type { Overload } from '../declarations.js';
import type { CelType } from '../types.js';
import type { CelValue } from '../values.js';

/**
 * The tree of an expression. The parser makes it, the checker fills in types and references in place, and the compiler
 * and the cost estimate read it. Macros are expanded by the parser, so there are no nodes for them.
 */
export type Expr = Literal | Ident | Select | Call | ListLiteral | MapLiteral | ObjectLiteral | Comprehension;

interface Node {
  /** Where it stands in the source, for messages. */
  readonly offset: number;
  /** Longest way down to a leaf. Bounded by the parser, so that every walk may recurse. */
  readonly height: number;
  /** Set by the checker. */
  type?: CelType;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: CelValue;
  readonly literalType: CelType;
}

export interface Ident extends Node {
  readonly kind: 'ident';
  /** With a leading dot: never one of a comprehension's variables. */
  readonly name: string;
  /** Set by the checker. */
  reference?: Reference;
}

/** What a name stands for. */
export type Reference =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'constant'; readonly name: string; readonly value: CelValue };

export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** `has(operand.field)`. */
  readonly testOnly: boolean;
  /** Set by the checker where `a.b.c` is one qualified name. */
  reference?: Reference;
}

export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  /** Set where a macro expanded to this call, for the compiler to recognise. */
  readonly macro?: string;
  /** Set by the checker: the overloads that may apply. */
  overloads?: readonly Overload[];
  /** Set by the checker where `target.name` is the qualified name of a function. */
  qualifiedName?: string;
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Indexes of the elements that are written with `?`. */
  readonly optionals: ReadonlySet<number>;
}

export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[];
}

export interface ObjectLiteral extends Node {
  readonly kind: 'object';
  readonly typeName: string;
  readonly fields: readonly {
    readonly name: string;
    readonly value: Expr;
    readonly optional: boolean;
    readonly offset: number;
  }[];
}

export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly macro: string;
  readonly range: Expr;
  readonly variable: string;
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly initial: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}
