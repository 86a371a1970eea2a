import { runAtOnce, type Steps } from '../event-loop/index.js';
import type { CallEstimate, CallSite } from './cost/estimates.js';
import type { LongCall } from './suspension.js';
import type { Expr, LiteralProblem, Overload } from './syntax/ast.js';
import type { MacroDeclaration } from './syntax/macros.js';
import type { CelType, ObjectType } from './types.js';
import type { CelValue } from './values.js';

/** The TypeScript types of the declared parameters. */
type Represented<P extends readonly CelType[]> = { [K in keyof P]: P[K] extends CelType<infer T> ? T : never };

/** One overload of a function. `P` and `R` type the implementation by the declared types. */
export interface OverloadDeclaration<P extends readonly CelType[] = readonly CelType[], R = unknown> {
  /** As in cel-go, for example `string_to_int64`: cost rules and tests refer to it. */
  readonly id: string;
  /** For a member function the first one is the receiver. */
  readonly parameters: P;
  readonly result: CelType<R>;
  /** Pure; throws `CelFailure` if there is no result. */
  readonly evaluate: (...values: Represented<P>) => NoInfer<R>;
  /** The same, yielding about every half a millisecond, for long arguments: see `inSteps`. */
  readonly evaluateInSteps?: (...values: Represented<P>) => Steps<NoInfer<R>>;
  /** The same in another thread, for arguments for which it takes more than some milliseconds; undefined for others. */
  readonly evaluateElsewhere?: (...values: Represented<P>) => LongCall | undefined;
  /** Cost of a call, charged before it runs. Required for anything slow or with large results. Unset: 1. */
  readonly cost?: (...values: Represented<P>) => number;
  /** Instead of or in addition to `cost`: cost that depends on the result, charged afterwards. */
  readonly costOfResult?: (result: CelValue) => number;
  /** Estimates cost and result size from the sizes of the arguments. */
  readonly estimate?: (site: CallSite) => CallEstimate;
  /** Validates literal operands at compile time. Called if literals are strict. */
  readonly validate?: (operands: readonly Expr[]) => LiteralProblem | undefined;
  /** Lists and maps in the operands may mix types even if literals are strict. */
  readonly mixedLiterals?: true;
}

/** A function that expressions may call. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** A named set of declarations from which environments are assembled. */
export interface CelLibrary {
  readonly name: string;
  /** Lazy, because there are many: called for the first environment that includes the library. */
  readonly functions?: () => readonly FunctionDeclaration[];
  readonly macros?: readonly MacroDeclaration[];
  /** Types that expressions can name or construct. */
  readonly types?: readonly (CelType | ObjectType)[];
  /** For types that are too many to list: resolves names that are not listed. */
  readonly resolveType?: (name: string) => CelType | undefined;
  /** Named values, such as enum constants. */
  readonly constants?: Readonly<Record<string, { readonly type: CelType; readonly value: CelValue }>>;
}

/** Checks an overload's implementation against its declared types and erases them. */
export function overload<const P extends readonly CelType[], R>(declaration: OverloadDeclaration<P, R>): Overload {
  return { ...declaration, member: false } as unknown as Overload;
}

/** As `overload`, for `receiver.name(…)`: the first parameter is the receiver. */
export function member<const P extends readonly CelType[], R>(declaration: OverloadDeclaration<P, R>): Overload {
  return { ...declaration, member: true } as unknown as Overload;
}

/** `name` with its overloads; if several libraries declare the same name, their overloads are merged. */
export function defineFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}

/** Of an overload that takes long for long arguments: the work, which yields meanwhile. */
export function inSteps<Values extends unknown[], R>(
  steps: (...values: Values) => Steps<R>,
): { evaluate: (...values: Values) => R; evaluateInSteps: (...values: Values) => Steps<R> } {
  return { evaluate: (...values) => runAtOnce(steps(...values)), evaluateInSteps: steps };
}
