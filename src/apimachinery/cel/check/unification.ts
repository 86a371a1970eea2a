// Follows vendor/github.com/google/cel-go/checker/types.go (v1.36)

import { CelType, isDyn, mentions, sameType, typeOfType } from '../types.js';
import { DYN } from '../values.js';

/**
 * The bindings of type parameters while an expression is checked. Each binding is logged, and rolled back if the
 * attempt that made it fails.
 */
export class Substitution {
  readonly #bindings = new Map<string, CelType>();
  readonly #log: { readonly name: string; readonly before: CelType | undefined }[] = [];
  #fresh = 0;

  /** Returns a new type parameter. */
  freshParameter(): CelType {
    return new CelType('parameter', `_var${this.#fresh++}`);
  }

  /** Whether a value of the first type can be used as the second; if so, binds parameters of both. */
  assignable(from: CelType, to: CelType): boolean {
    return this.#attempt(() => this.#isAssignable(from, to));
  }

  assignableAll(from: readonly CelType[], to: readonly CelType[]): boolean {
    return from.length === to.length && this.#attempt(() => this.#areAssignable(from, to));
  }

  /** Substitutes the parameters that are bound. */
  apply(type: CelType): CelType {
    return this.#apply(type, (parameter) => parameter);
  }

  /** Like `apply`; unbound parameters become dyn. */
  applyFinally(type: CelType): CelType {
    return this.#apply(type, () => DYN);
  }

  /** Returns the overload's types with fresh parameters, so that two calls do not affect each other. */
  instantiate(types: readonly CelType[]): readonly CelType[] {
    if (!types.some((type) => mentions(type, 'parameter'))) return types;
    const renamed = new Map<string, CelType>();
    const rename = (parameter: CelType): CelType => {
      const known = renamed.get(parameter.name) ?? this.freshParameter();
      renamed.set(parameter.name, known);
      return known;
    };
    return types.map((type) => mapParameters(type, rename));
  }

  #attempt(test: () => boolean): boolean {
    const mark = this.#log.length;
    if (test()) return true;
    while (this.#log.length > mark) {
      const { name, before } = this.#log.pop()!;
      if (before) this.#bindings.set(name, before);
      else this.#bindings.delete(name);
    }
    return false;
  }

  #bind(parameter: CelType, type: CelType): void {
    this.#log.push({ name: parameter.name, before: this.#bindings.get(parameter.name) });
    this.#bindings.set(parameter.name, type);
  }

  #apply(type: CelType, unbound: (parameter: CelType) => CelType): CelType {
    return mapParameters(type, (parameter) => {
      const bound = this.#bindings.get(parameter.name);
      return bound ? this.#apply(bound, unbound) : unbound(parameter);
    });
  }

  #areAssignable(from: readonly CelType[], to: readonly CelType[]): boolean {
    return from.length === to.length && from.every((type, index) => this.#isAssignable(type, to[index]!));
  }

  #isAssignable(from: CelType, to: CelType): boolean {
    if (to.kind === 'parameter') {
      const { fits, bound } = this.#fitsParameter(from, to);
      if (fits || bound) return fits;
    }
    if (from.kind === 'parameter') return this.#fitsParameter(to, from).fits;
    if (isWildcard(from) || isWildcard(to)) return true;
    if (from.kind === 'null') return to.kind === 'null' || isNullable(to);
    if (to.kind === 'null') return isNullable(from);
    if (from.kind !== to.kind) return false;
    // All types of `type(x)` match.
    if (from.kind === 'type') return true;
    return from.name === to.name && this.#areAssignable(from.parameters, to.parameters);
  }

  /** Whether the parameter is, or can be, bound to the type; a binding is widened if the type is more general. */
  #fitsParameter(type: CelType, parameter: CelType): { fits: boolean; bound: boolean } {
    if (sameType(type, parameter)) return { fits: true, bound: true };
    const binding = this.#bindings.get(parameter.name);
    if (!binding) {
      const fits = !this.#occursIn(parameter, type);
      if (fits) this.#bind(parameter, type);
      return { fits, bound: false };
    }
    if (sameType(type, binding)) return { fits: true, bound: true };
    if (!this.#isAssignable(type, binding)) return { fits: false, bound: true };
    const general = mostGeneral(type, binding);
    if (!this.#occursIn(parameter, general)) this.#bind(parameter, general);
    return { fits: true, bound: true };
  }

  #occursIn(parameter: CelType, type: CelType): boolean {
    if (type.kind === 'parameter') {
      if (type.name === parameter.name) return true;
      const binding = this.#bindings.get(type.name);
      return binding !== undefined && this.#occursIn(parameter, binding);
    }
    return type.parameters.some((inner) => this.#occursIn(parameter, inner));
  }
}

function isWildcard(type: CelType): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

/** Types whose values can be compared with null. */
function isNullable({ kind }: CelType): boolean {
  return kind === 'opaque' || kind === 'object' || kind === 'timestamp' || kind === 'duration';
}

/** Returns the more general of two assignable types. */
export function mostGeneral(a: CelType, b: CelType): CelType {
  return isAsGeneral(a, b) ? a : b;
}

function isAsGeneral(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'parameter') return true;
  if (isDyn(b) || b.kind === 'parameter') return false;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  if (a.name !== b.name || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, index) => isAsGeneral(parameter, b.parameters[index]!));
}

/** Replaces each type parameter in the type; returns the type itself if it has none. */
function mapParameters(type: CelType, replace: (parameter: CelType) => CelType): CelType {
  if (type.kind === 'parameter') return replace(type);
  if (type.parameters.length === 0) return type;
  const parameters = type.parameters.map((parameter) => mapParameters(parameter, replace));
  if (parameters.every((parameter, index) => parameter === type.parameters[index])) return type;
  return type.kind === 'type' ? typeOfType(parameters[0]!) : new CelType(type.kind, type.name, parameters);
}
