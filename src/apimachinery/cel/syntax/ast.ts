import type { Steps } from '../../event-loop/index.js';
import type { CallEstimate, CallSite } from '../cost/estimates.js';
import type { LongCall } from '../suspension.js';
import type { CelType } from '../types.js';
import type { CelValue } from '../values.js';

/**
 * The AST of an expression. The parser creates it, the checker sets types and references in place, and the compiler and
 * the cost estimator read it. The parser expands macros, so they have no nodes.
 */
export type Expr = Literal | Ident | Select | Call | ListLiteral | MapLiteral | ObjectLiteral | Comprehension;

interface Node {
  /** Position in the source, for messages. */
  readonly offset: number;
  /** Length of the longest path to a leaf. Bounded by the parser, so that walks may recurse. */
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
  /** With a leading dot it never refers to a comprehension variable. */
  readonly name: string;
  /** Set by the checker. */
  reference?: Reference;
}

/** What a name refers to. */
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
  /** Set by the checker if `a.b.c` is one qualified name. */
  reference?: Reference;
}

export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  /** Set if a macro expanded to this call, for the compiler. */
  readonly macro?: string;
  /** Set by the checker: the overloads that may apply. */
  overloads?: readonly Overload[];
  /** Set by the checker if `target.name` is the qualified name of a function. */
  qualifiedName?: string;
}

/** An overload as the checker and the compiler see it. */
export interface Overload {
  readonly id: string;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  readonly member: boolean;
  readonly evaluate: (...values: CelValue[]) => CelValue;
  readonly evaluateInSteps?: (...values: CelValue[]) => Steps<CelValue>;
  readonly evaluateElsewhere?: (...values: CelValue[]) => LongCall | undefined;
  readonly cost?: (...values: CelValue[]) => number;
  readonly costOfResult?: (result: CelValue) => number;
  readonly estimate?: (site: CallSite) => CallEstimate;
  readonly validate?: (operands: readonly Expr[]) => LiteralProblem | undefined;
  readonly mixedLiterals?: true;
}

/** A literal of an expression that is invalid where it is used. */
export interface LiteralProblem {
  /** The invalid operand or part of it; undefined: the whole call. */
  readonly at: Expr | undefined;
  readonly message: string;
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Indexes of the elements written with `?`. */
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
