import type { CallEstimate, CallSite } from './cost/estimates.js';
import type { Expr } from './syntax/ast.js';
import type { MacroDeclaration } from './syntax/macros.js';
import type { CelType, ObjectType } from './types.js';
import type { CelValue } from './values.js';

/** The TypeScript values of the declared parameter types. */
type Represented<P extends readonly CelType[]> = { [K in keyof P]: P[K] extends CelType<infer T> ? T : never };

/** One way to call a function. `P` and `R` type the implementation by the declared types. */
export interface OverloadDeclaration<P extends readonly CelType[] = readonly CelType[], R = unknown> {
  /** As in cel-go, e.g. `string_to_int64`: cost rules and tests name it. */
  readonly id: string;
  /** Of a member function the first is the receiver. */
  readonly parameters: P;
  readonly result: CelType<R>;
  /** Pure; throws `CelFailure` where there is no result. */
  readonly evaluate: (...values: Represented<P>) => NoInfer<R>;
  /** What a call costs, charged before it runs: whatever takes long or grows large must say so here. Else one unit. */
  readonly cost?: (...values: Represented<P>) => number;
  /** In place of or on top of `cost`: what only the result tells, charged after it ran. */
  readonly costOfResult?: (result: CelValue) => number;
  /** What a call may cost and how large its result may be, judged from the sizes of its arguments. */
  readonly estimate?: (site: CallSite) => CallEstimate;
  /** Finds what is wrong with literal operands before the expression runs. Asked where literals are strict. */
  readonly validate?: (operands: readonly Expr[]) => LiteralProblem | undefined;
  /** Lists and maps within the operands may mix types even where literals are strict. */
  readonly mixedLiterals?: true;
}

export interface LiteralProblem {
  /** The operand, or the part of it, that is wrong; undefined for the call as a whole. */
  readonly at: Expr | undefined;
  readonly message: string;
}

/** An overload as the checker and the compiler see it. */
export interface Overload {
  readonly id: string;
  readonly parameters: readonly CelType[];
  readonly result: CelType;
  readonly member: boolean;
  readonly evaluate: (...values: CelValue[]) => CelValue;
  readonly cost?: (...values: CelValue[]) => number;
  readonly costOfResult?: (result: CelValue) => number;
  readonly estimate?: (site: CallSite) => CallEstimate;
  readonly validate?: (operands: readonly Expr[]) => LiteralProblem | undefined;
  readonly mixedLiterals?: true;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
}

/** A named set of declarations that environments are put together from. */
export interface CelLibrary {
  readonly name: string;
  /** They are many: made with the first environment that has them. */
  readonly functions?: () => readonly FunctionDeclaration[];
  readonly macros?: readonly MacroDeclaration[];
  /** Types that expressions can name or construct. */
  readonly types?: readonly (CelType | ObjectType)[];
  /** For types that are too many to list: the type of a name that is none of the listed. */
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

/** `name` with its overloads; where several libraries declare one name, overloads add up. */
export function defineFunction(name: string, ...overloads: readonly Overload[]): FunctionDeclaration {
  return { name, overloads };
}
