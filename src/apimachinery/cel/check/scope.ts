// Follows vendor/github.com/google/cel-go/checker/scopes.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/containers/container.go (v1.36)

import type { FunctionDeclaration } from '../declarations.js';
import type { Reference } from '../syntax/ast.js';
import { type CelType, typeOfType } from '../types.js';
import type { CelValue } from '../values.js';

/** The declarations that an expression is checked against. */
export interface Declarations {
  /** The namespace in which names are looked up first, for example `a.b`; empty: none. */
  readonly container: string;
  /**
   * Whether list and map literals must have elements of one type, and literal arguments of `duration`, `timestamp` and
   * `matches` must be valid, for the expression to be accepted.
   */
  readonly strictLiterals: boolean;
  function(name: string): FunctionDeclaration | undefined;
  variable(name: string): CelType | undefined;
  constant(name: string): { readonly type: CelType; readonly value: CelValue } | undefined;
  type(name: string): CelType | undefined;
}

export interface ResolvedName {
  readonly type: CelType;
  readonly reference: Reference;
}

/** Resolves names: first the variables of enclosing comprehensions, then declarations in container order. */
export class Scope {
  readonly #declarations: Declarations;
  readonly #candidates: readonly string[];
  readonly #locals: { readonly name: string; readonly type: CelType }[] = [];

  constructor(declarations: Declarations) {
    this.#declarations = declarations;
    this.#candidates = containerPrefixes(declarations.container);
  }

  /** Runs `body` with these variables in scope. */
  within(variables: readonly { readonly name: string; readonly type: CelType }[], body: () => void): void {
    this.#locals.push(...variables);
    body();
    this.#locals.length -= variables.length;
  }

  isLocal(name: string): boolean {
    return this.#locals.some((local) => local.name === name);
  }

  resolve(name: string): ResolvedName | undefined {
    const local = this.#locals.findLast((candidate) => candidate.name === name);
    if (local) return { type: local.type, reference: { kind: 'local', name } };
    return this.#firstOf(name, (candidate) => this.#declared(candidate));
  }

  resolveType(name: string): CelType | undefined {
    return this.#firstOf(name, (candidate) => this.#declarations.type(candidate));
  }

  resolveFunction(name: string): FunctionDeclaration | undefined {
    return this.#firstOf(name, (candidate) => this.#declarations.function(candidate));
  }

  #declared(name: string): ResolvedName | undefined {
    const variable = this.#declarations.variable(name);
    if (variable) return { type: variable, reference: { kind: 'variable', name } };
    const constant = this.#declarations.constant(name);
    if (constant) return { type: constant.type, reference: { kind: 'constant', name, value: constant.value } };
    const type = this.#declarations.type(name);
    return type && { type: typeOfType(type), reference: { kind: 'constant', name, value: type } };
  }

  #firstOf<T>(name: string, find: (candidate: string) => T | undefined): T | undefined {
    if (name.startsWith('.')) return find(name.slice(1));
    for (const prefix of this.#candidates) {
      const found = find(prefix + name);
      if (found) return found;
    }
    return undefined;
  }
}

/** `a.b` → `a.b.`, `a.` and the empty prefix: the lookup order. */
function containerPrefixes(container: string): readonly string[] {
  const prefixes = [''];
  let prefix = '';
  for (const part of container === '' ? [] : container.split('.')) {
    prefix += `${part}.`;
    prefixes.unshift(prefix);
  }
  return prefixes;
}
