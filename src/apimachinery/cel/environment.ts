import { check } from './check/checker.js';
import type { Declarations } from './check/scope.js';
import type { CelLibrary, FunctionDeclaration } from './declarations.js';
import { CompiledExpression } from './program.js';
import { ProgramCache } from './program-cache.js';
import type { DeclaredType, VariableType } from './schema/declared-type.js';
import { standardLibrary } from './standard/library.js';
import type { Expr } from './syntax/ast.js';
import type { MacroDeclaration } from './syntax/macros.js';
import { macroKey, parse } from './syntax/parser.js';
import { type CelIssue, CelTypeError } from './syntax/source.js';
import { CelType } from './types.js';
import type { CelValue } from './values.js';

/** Options of a `CelEnvironment`. */
export interface EnvironmentOptions {
  readonly libraries?: readonly CelLibrary[];
  /** Variables that every expression may use. */
  readonly variables?: Readonly<Record<string, VariableType>>;
  /** The namespace in which names are looked up first. */
  readonly container?: string;
  /** Whether list and map elements must have one type and literal arguments must be valid; see `Declarations`. */
  readonly strictLiterals?: boolean;
}

/** Options of the compilation of an expression. */
export interface CompileOptions {
  /** Variables of this expression, in addition to those of the environment. */
  readonly variables?: Readonly<Record<string, VariableType>>;
}

interface Registrations {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly macros: ReadonlyMap<string, MacroDeclaration>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly typeResolvers: readonly NonNullable<CelLibrary['resolveType']>[];
  readonly constants: ReadonlyMap<string, { readonly type: CelType; readonly value: CelValue }>;
  readonly variables: ReadonlyMap<string, VariableType>;
  readonly container: string;
  readonly strictLiterals: boolean;
}

interface Checked {
  readonly expression: Expr;
  readonly variables: ReadonlyMap<string, VariableType>;
  readonly issues: readonly CelIssue[];
}

/** The declarations that expressions are compiled against. Immutable: `extend` returns a new environment. */
export class CelEnvironment {
  readonly #registered: Registrations;
  readonly #programs = new ProgramCache();
  /**
   * Programs are compiled for variable types, so they are collected together with the object that holds these types.
   */
  readonly #programsByVariables = new WeakMap<object, ProgramCache>();

  private constructor(registered: Registrations) {
    this.#registered = registered;
  }

  /** The standard environment with additional libraries and variables. */
  static extend(options: EnvironmentOptions): CelEnvironment {
    return new CelEnvironment(withLibrary(EMPTY, standardLibrary)).extend(options);
  }

  extend(options: EnvironmentOptions): CelEnvironment {
    const registered = (options.libraries ?? []).reduce(withLibrary, this.#registered);
    return new CelEnvironment({
      ...registered,
      variables: new Map([...registered.variables, ...Object.entries(options.variables ?? {})]),
      container: options.container ?? registered.container,
      strictLiterals: options.strictLiterals ?? registered.strictLiterals,
    });
  }

  /**
   * Throws `CelSyntaxError` or `CelTypeError`. Returns the same program for the same expression and the same
   * `variables` object.
   */
  compile(source: string, options: CompileOptions = NO_OPTIONS): CompiledExpression {
    return this.#cacheFor(options.variables).get(source, () => this.compileUncached(source, options));
  }

  compileUncached(source: string, options: CompileOptions = NO_OPTIONS): CompiledExpression {
    const { expression, variables, issues } = this.#check(source, options);
    if (issues.length > 0) throw new CelTypeError(source, issues);
    return new CompiledExpression(source, expression, declaredTypes(variables));
  }

  /** Compiles anything that parses: type mismatches fail at evaluation. Throws `CelSyntaxError`. */
  compileUnchecked(source: string, options: CompileOptions = NO_OPTIONS): CompiledExpression {
    const { expression, variables } = this.#check(source, options);
    return new CompiledExpression(source, expression, declaredTypes(variables));
  }

  #check(source: string, options: CompileOptions): Checked {
    const { macros, types } = this.#registered;
    const variables = options.variables ? this.#withVariables(options.variables) : this.#registered.variables;
    const expression = parse(source, { macros, optionalSyntax: types.has('optional_type') });
    return { expression, variables, issues: check(source, expression, this.#declarations(variables)) };
  }

  #cacheFor(variables: CompileOptions['variables']): ProgramCache {
    if (!variables) return this.#programs;
    let cache = this.#programsByVariables.get(variables);
    if (!cache) {
      cache = new ProgramCache();
      this.#programsByVariables.set(variables, cache);
    }
    return cache;
  }

  #withVariables(variables: Readonly<Record<string, VariableType>>): ReadonlyMap<string, VariableType> {
    return new Map([...this.#registered.variables, ...Object.entries(variables)]);
  }

  #declarations(variables: ReadonlyMap<string, VariableType>): Declarations {
    const { container, strictLiterals, functions, constants, types, typeResolvers } = this.#registered;
    return {
      container,
      strictLiterals,
      function: (name) => functions.get(name),
      variable: (name) => {
        const variable = variables.get(name);
        return variable instanceof CelType ? variable : variable?.type;
      },
      constant: (name) => constants.get(name),
      type: (name) => types.get(name) ?? firstResolved(typeResolvers, name),
    };
  }
}

const NO_OPTIONS: CompileOptions = {};
const EMPTY: Registrations = {
  functions: new Map(),
  macros: new Map(),
  types: new Map(),
  typeResolvers: [],
  constants: new Map(),
  variables: new Map(),
  container: '',
  strictLiterals: false,
};

/**
 * Overloads of an already declared function are added to it; an overload with the same id replaces the existing one.
 */
function withLibrary(registered: Registrations, library: CelLibrary): Registrations {
  const functions = new Map(registered.functions);
  for (const declaration of library.functions?.() ?? []) {
    const known = functions.get(declaration.name)?.overloads ?? [];
    const kept = known.filter(({ id }) => !declaration.overloads.some((overload) => overload.id === id));
    functions.set(declaration.name, { name: declaration.name, overloads: [...kept, ...declaration.overloads] });
  }
  const macros = new Map(registered.macros);
  for (const macro of library.macros ?? []) macros.set(macroKey(macro.name, macro.argumentCount, macro.member), macro);
  return {
    ...registered,
    functions,
    macros,
    types: new Map([...registered.types, ...(library.types ?? []).map((type) => [type.name, type] as const)]),
    typeResolvers: library.resolveType ? [...registered.typeResolvers, library.resolveType] : registered.typeResolvers,
    constants: new Map([...registered.constants, ...Object.entries(library.constants ?? {})]),
  };
}

function firstResolved(resolvers: Registrations['typeResolvers'], name: string): CelType | undefined {
  for (const resolve of resolvers) {
    const type = resolve(name);
    if (type) return type;
  }
  return undefined;
}

function declaredTypes(variables: ReadonlyMap<string, VariableType>): ReadonlyMap<string, DeclaredType> {
  const declared = new Map<string, DeclaredType>();
  for (const [name, type] of variables) if (!(type instanceof CelType)) declared.set(name, type);
  return declared;
}
