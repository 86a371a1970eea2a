// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/validation.go (v1.36)

import { isStepDue, runAtOnce, runYielding, type Steps, type WaitingSteps } from '../event-loop/index.js';
import { getOwn, isJsonObject, type JsonValue } from '../meta/index.js';
import { type FieldError, type FieldErrorType, FieldPath } from '../validation/index.js';
import { isUnchanged } from './correlation.js';
import { applyDefaults } from './defaults.js';
import { type CoercedResources, checkResources, coerceResources } from './embedded-resources.js';
import type { JsonSchema } from './json-schema.js';
import { checkListUniqueness } from './list-uniqueness.js';
import { LongMatches } from './long-matches.js';
import { type PruneOptions, prune } from './prune.js';
import { type CompileRules, type CostBudget, checkRules, resourceBudget } from './rule-check.js';
import { type ResolveReference, SchemaNode } from './schema-node.js';
import { ValidationRun } from './validation-run.js';
import { checkOf } from './value-check.js';

/** Options of `compileSchema`. */
export interface CompileOptions {
  /** Compiles the rules of x-kubernetes-validations. Unset: they are not checked. */
  readonly rules?: CompileRules;
  /** Resolves a `$ref`, for schemas of OpenAPI documents. */
  readonly resolve?: ResolveReference;
}

/** Options of a validation. */
export interface ValidateOptions {
  /** Path of the value, for errors. */
  readonly path?: FieldPath;
  /** The value that this one replaces: invalid but unchanged parts are tolerated (ratcheting). */
  readonly old?: JsonValue;
  /** Cost budget of the rules. Unset: Kubernetes' limit for one resource. */
  readonly budget?: CostBudget;
  /** Called with failures of rules that are tolerated because the value is unchanged. */
  readonly warn?: (message: string) => void;
  /**
   * Restricts value validation to one field of an object, such as `status` if nothing else changes. Uniqueness in lists
   * and rules are still checked for the whole object.
   */
  readonly onlyField?: string;
}

/** Cheap: each part of the schema is compiled when it is first used. */
export function compileSchema(schema: JsonSchema, options: CompileOptions = {}): CompiledSchema {
  return new CompiledSchema(schema, options);
}

/** Errors after which rules are not evaluated: the value may not have the types that they were compiled for. */
const blocking: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** An undescribed error may be of any type. */
function blocksRules({ type, omitted }: FieldError): boolean {
  return omitted !== undefined || blocking.has(type);
}

const pruneCustomResource: PruneOptions = {
  root: 'resource',
  nulls: 'drop',
  unknownFields: 'drop',
  bareObjects: 'closed',
};

const findInBuiltIn: PruneOptions = { root: 'value', nulls: 'keep', unknownFields: 'keep', bareObjects: 'open' };

/** A schema that validates, defaults and prunes values. */
export class CompiledSchema {
  readonly #root: SchemaNode;
  readonly #rules: CompileRules | undefined;

  constructor(schema: JsonSchema, { rules, resolve }: CompileOptions) {
    this.#root = SchemaNode.root(schema, resolve);
    this.#rules = rules;
  }

  /** Returns the errors of the value, which is not modified. */
  validate(value: JsonValue, options: ValidateOptions = {}): FieldError[] {
    return runAtOnce(this.#validation(value, { ...options, maySuspend: false }));
  }

  /** The same, yielding to the event loop if it takes long. */
  validateYielding(value: JsonValue, options: ValidateOptions = {}): Promise<FieldError[]> {
    return runYielding(this.#validation(value, { ...options, maySuspend: true }));
  }

  /** Yields after each part that may take long. */
  *#validation(value: JsonValue, options: ValidateOptions & { maySuspend: boolean }): WaitingSteps<FieldError[]> {
    const { path = FieldPath.root, old, budget = resourceBudget(), warn, onlyField, maySuspend } = options;
    const change = { value, old };
    const longMatches = maySuspend ? new LongMatches() : undefined;
    const at = { path, longMatches };
    let errors = yield* onlyField === undefined
      ? checkingChange(this.#root, change, at)
      : checkingField(this.#root, change, { ...at, name: onlyField });
    yield;
    if (onlyField === undefined) errors = joined(errors, checkResources(this.#root, value, { path, root: 'value' }));
    errors = joined(errors, this.#checkLists(value, { path, old }));
    if (this.#rules === undefined || !this.#root.traits.hasRules) return errors;
    if (errors.some(blocksRules)) return [...errors, rulesNotChecked];
    const compile = this.#rules;
    yield;
    const rules = { compile, budget, warn, path, old, position: 'root', maySuspend } as const;
    return joined(errors, yield* checkRules(this.#root, value, rules));
  }

  /** Duplicate list items are tolerated if the old value had some too. */
  #checkLists(value: JsonValue, { path, old }: { path: FieldPath; old: JsonValue | undefined }): FieldError[] {
    const errors = checkListUniqueness(this.#root, value, path);
    if (errors.length === 0 || old === undefined) return errors;
    return checkListUniqueness(this.#root, old, path).length === 0 ? errors : [];
  }

  /** The part of `validate` that checks values only: without embedded metadata, uniqueness in lists, and rules. */
  validateValues(value: JsonValue, { path = FieldPath.root, old }: ValidateOptions = {}): FieldError[] {
    return runAtOnce(checkingChange(this.#root, { value, old }, { path, longMatches: undefined }));
  }

  /** Applies the defaults of missing fields, in place. */
  applyDefaults(value: JsonValue): void {
    applyDefaults(this.#root, value);
  }

  /**
   * Removes unknown fields from a resource, in place, and nulls that the schema neither allows nor has a default for,
   * unless they are kept. Returns the paths of the unknown fields, for `unknown field "spec.x"`, sorted.
   */
  prune(value: JsonValue, { nulls = 'drop' }: Partial<Pick<PruneOptions, 'nulls'>> = {}): string[] {
    const unknown = prune(
      this.#root,
      value,
      nulls === 'drop' ? pruneCustomResource : { ...pruneCustomResource, nulls },
    );
    return unknown.length > 1 ? unknown.sort() : unknown;
  }

  /**
   * Returns the unknown fields of a built-in object, in document order; objects without properties in the OpenAPI
   * schema may have any. The value is not modified.
   */
  findUnknownFields(value: JsonValue): string[] {
    return prune(this.#root, value, findInBuiltIn);
  }

  /** Coerces the metadata of embedded resources, or also of the value, to ObjectMeta, in place. */
  coerceMetadata(
    value: JsonValue,
    { root, malformed }: { root: 'resource' | 'value'; malformed: 'drop' | 'refuse' },
  ): CoercedResources {
    return coerceResources(this.#root, value, { path: FieldPath.root, root, malformed });
  }
}

function joined(errors: FieldError[], more: FieldError[]): FieldError[] {
  return errors.length === 0 ? more : [...errors, ...more];
}

interface Change {
  readonly value: JsonValue;
  /** Undefined: the value is new. */
  readonly old: JsonValue | undefined;
}

interface Checking {
  readonly path: FieldPath;
  /** Unset: the check must not wait. */
  readonly longMatches: LongMatches | undefined;
}

function* checkingChange(
  node: SchemaNode,
  { value, old }: Change,
  { path, longMatches }: Checking,
): WaitingSteps<FieldError[]> {
  const run = yield* untilMatched(longMatches, () => checkingValue(node, value, longMatches));
  // The old value can only tolerate failures; except that in oneOf and not, tolerating one can itself cause a failure.
  const oldMatters = old !== undefined && (run.failures > 0 || node.traits.hasExclusions);
  if (!oldMatters) return run.fieldErrors(path);
  const change = yield* untilMatched(longMatches, () => comparingValue(node, { value, old }, longMatches));
  if (change.failures === 0) return [];
  return isUnchanged(node, { value, old }, change) ? [] : change.fieldErrors(path);
}

/** Repeats a check as long as it has postponed matches. */
function* untilMatched(
  longMatches: LongMatches | undefined,
  check: () => Steps<ValidationRun>,
): WaitingSteps<ValidationRun> {
  for (;;) {
    const run = yield* check();
    if (!longMatches?.arePostponed) return run;
    yield longMatches.resolve();
  }
}

/** Checks the items of long lists and maps after everything else, in steps. */
function* checkingValue(
  node: SchemaNode,
  value: JsonValue,
  longMatches: LongMatches | undefined,
): Steps<ValidationRun> {
  const run = new ValidationRun(longMatches);
  run.postponed = [];
  checkOf(node)(value, undefined, run);
  for (const postponed of run.postponed) {
    run.return(postponed);
    const { node: items, container, keys } = postponed;
    const { length } = keys ?? (container as JsonValue[]);
    for (let index = 0; index < length; index++) {
      if (isStepDue()) yield;
      const place = keys ? keys[index]! : index;
      run.enter(place);
      checkOf(items)((container as Record<string | number, JsonValue>)[place]!, undefined, run);
      run.leave();
    }
  }
  return run;
}

/** Checks the value and its old value together. */
function* comparingValue(
  node: SchemaNode,
  { value, old }: Change,
  longMatches: LongMatches | undefined,
): Steps<ValidationRun> {
  const run = new ValidationRun(longMatches);
  yield;
  checkOf(node)(value, old, run);
  return run;
}

function* checkingField(
  node: SchemaNode,
  { value, old }: Change,
  { path, longMatches, name }: Checking & { readonly name: string },
): WaitingSteps<FieldError[]> {
  const field = node.properties.get(name);
  const inner = isJsonObject(value) ? getOwn(value, name) : undefined;
  if (field === undefined || inner === undefined) return [];
  const before = isJsonObject(old) ? getOwn(old, name) : undefined;
  return yield* checkingChange(field, { value: inner, old: before }, { path: path.child(name), longMatches });
}

const rulesNotChecked = FieldPath.root.invalid(
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);
