// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/validate.go (v1.36)

import { isStepDue, type Steps } from '../event-loop/index.js';
import {
  DeferredCalls,
  goFormat,
  goSyntax,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  maxRecursion,
} from '../meta/index.js';
import { type ApplyType, kindOf, type ListType, type MapType, type ScalarKind } from './apply-type.js';
import { ApplyTypeError } from './apply-type-error.js';
import { printElement } from './element-content.js';
import { itemElement } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';
import { isWide } from './wide-sets.js';

export interface ValidationOptions {
  /** Stored objects may contain duplicate items, which cannot be applied. */
  readonly allowDuplicates?: boolean;
}

/** Throws an ApplyTypeError that lists every part of the value that its type does not allow. */
export function validateApplied(type: ApplyType, value: JsonValue, options: ValidationOptions = {}): void {
  const errors = new Validator(options).validateWhole(type, value);
  if (errors !== none) throw ApplyTypeError.ofAll(errors);
}

/** The same in steps: wide lists and maps are validated after the rest. */
export function* validatingApplied(type: ApplyType, value: JsonValue, options: ValidationOptions = {}): Steps<void> {
  const wide: Wide[] = [];
  let isValid = new Validator(options, wide).validateWhole(type, value) === none;
  // Validating one may add others.
  for (const part of wide) isValid &&= yield* validatingWide(part, wide, options);
  // Errors are listed in the order of the fields.
  if (!isValid) validateApplied(type, value, options);
}

/** A wide list or map. */
type Wide =
  | { readonly type: ListType; readonly items: readonly JsonValue[] }
  | { readonly type: MapType; readonly map: JsonObject };

function* validatingWide(part: Wide, wide: Wide[], options: ValidationOptions): Steps<boolean> {
  const validator = new Validator(options, wide);
  if ('map' in part) {
    for (const name of Object.keys(part.map)) {
      if (isStepDue()) yield;
      const fieldType = fieldTypeOf(part.type, name);
      if (!fieldType || validator.validateWhole(fieldType, part.map[name] as JsonValue) !== none) return false;
    }
    return true;
  }
  const { type, items } = part;
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    if (isStepDue()) yield;
    const element = type.kind === 'atomic' ? undefined : elementOrError(type, item, index);
    if (element instanceof ApplyTypeError) return false;
    if (element !== undefined && seen.size === seen.add(element).size && !options.allowDuplicates) return false;
    if (validator.validateWhole(type.elementType, item) !== none) return false;
  }
  return true;
}

type Errors = readonly ApplyTypeError[];

/** Shared, so that valid values allocate nothing. */
const none: Errors = [];
/** Validation stops after this many errors: each costs time at every level. */
const most = 1000;

class Validator {
  readonly #allowDuplicates: boolean;
  readonly #wide: Wide[] | undefined;
  #depth = 0;
  #deferred: DeferredCalls<readonly [ApplyType, JsonValue], Errors> | undefined;

  /** `wide`: collects what is to be validated in steps. Unset: everything is validated. */
  constructor({ allowDuplicates = false }: ValidationOptions, wide?: Wide[]) {
    this.#allowDuplicates = allowDuplicates;
    this.#wide = wide;
  }

  validateWhole(type: ApplyType, value: JsonValue): Errors {
    const errors = this.validate(type, value);
    return this.#deferred?.finish([type, value], (parts) => this.validate(...parts)) ?? errors;
  }

  validate(type: ApplyType, value: JsonValue): Errors {
    if (value === null) return none;
    if (typeof value !== 'object' && type.scalar !== undefined) return validateScalar(type.scalar, value);
    if (this.#depth === maxRecursion) return this.#validateLater(type, value);
    this.#depth++;
    const errors = this.#validateParts(type, value);
    this.#depth--;
    return errors;
  }

  /** Errors are modified as they propagate, so each call returns new ones. */
  #validateLater(type: ApplyType, value: JsonValue): Errors {
    this.#deferred ??= new DeferredCalls();
    const errors = this.#deferred.resultOf([type, value], none);
    return errors === none ? none : errors.map((error) => error.copy());
  }

  #validateParts(type: ApplyType, value: JsonValue): Errors {
    const kind = kindOf(type, value);
    if (kind === 'scalar') return validateScalar(type.scalar as ScalarKind, value);
    if (kind === 'map') return this.#validateMap(type.map as MapType, value);
    return this.#validateList(type.list as ListType, value);
  }

  #later(part: Wide): Errors {
    this.#wide!.push(part);
    return none;
  }

  #validateMap(type: MapType, value: JsonValue): Errors {
    if (!isJsonObject(value)) return [new ApplyTypeError(`expected map, got ${describe(value)}`)];
    if (this.#wide && isWide(value)) return this.#later({ type, map: value });
    let errors = none;
    for (const name in value) {
      if (errors.length >= most) break;
      const fieldType = fieldTypeOf(type, name);
      const found = fieldType ? this.validate(fieldType, value[name] as JsonValue) : undeclared();
      if (found !== none) errors = withAll(errors, found, fieldElement(name));
      // Validation stops at an undeclared field.
      if (fieldType === undefined) return errors;
    }
    return errors;
  }

  #validateList(type: ListType, value: JsonValue): Errors {
    if (!Array.isArray(value)) return [new ApplyTypeError(`expected list, got ${describe(value)}`)];
    if (this.#wide && isWide(value)) return this.#later({ type, items: value });
    const isAtomic = type.kind === 'atomic';
    const seen = isAtomic ? undefined : new Set<PathElement>();
    let errors = none;
    for (let index = 0; index < value.length && errors.length < most; index++) {
      const item = value[index] as JsonValue;
      const element = isAtomic ? undefined : elementOrError(type, item, index);
      if (element instanceof ApplyTypeError) return [...errors, element];
      if (element !== undefined && seen?.size === seen?.add(element).size && !this.#allowDuplicates) {
        errors = [...errors, new ApplyTypeError(`duplicate entries for key ${printElement(element)}`)];
      }
      const found = this.validate(type.elementType, item);
      if (found !== none) errors = withAll(errors, found, element ?? `i:${index}`);
    }
    return errors;
  }
}

function withAll(errors: Errors, found: Errors, element: PathElement): Errors {
  for (const error of found) error.below(element);
  return errors === none ? found : [...errors, ...found];
}

function undeclared(): Errors {
  return [new ApplyTypeError('field not declared in schema')];
}

function fieldTypeOf(type: MapType, name: string): ApplyType | undefined {
  const field = type.fields.get(name);
  return field === undefined ? type.elementType : field.type;
}

function elementOrError(type: ListType, item: JsonValue, index: number): PathElement | ApplyTypeError {
  try {
    return itemElement(type, item);
  } catch (error) {
    if (!(error instanceof ApplyTypeError)) throw error;
    return new ApplyTypeError(`element ${index}: ${error.detail}`);
  }
}

function validateScalar(scalar: ScalarKind, value: JsonValue): Errors {
  if (scalar === 'untyped' && typeof value !== 'object') return none;
  if (scalar === 'string' && typeof value === 'string') return none;
  if (scalar === 'boolean' && typeof value === 'boolean') return none;
  if (scalar === 'numeric' && (typeof value === 'number' || typeof value === 'bigint')) return none;
  return [new ApplyTypeError(mismatches[scalar](value))];
}

const mismatches: Readonly<Record<ScalarKind, (value: JsonValue) => string>> = {
  numeric: (value) => `expected numeric (int or float), got ${goTypeOf(value)}`,
  string: (value) => `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`,
  boolean: (value) => `expected boolean, got ${describe(value)}`,
  untyped: (value) => `expected any scalar, got ${describe(value)}`,
};

function goTypeOf(value: JsonValue): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

function describe(value: JsonValue): string {
  return `&{${goFormat(value)}}`;
}
