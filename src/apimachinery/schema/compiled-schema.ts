import { getOwn, isJsonObject, type JsonValue } from '../meta/index.js';
import { runAtOnce, runInTurns, type Steps } from '../turns/index.js';
import { type FieldError, type FieldErrorType, FieldPath, invalidValue } from '../validation/index.js';
import { isUnchanged } from './correlation.js';
import { applyDefaults } from './defaults.js';
import { type CoercedResources, checkResources, coerceResources } from './embedded-resources.js';
import type { JsonSchema } from './json-schema.js';
import { checkListUniqueness } from './list-uniqueness.js';
import { type PruneOptions, prune } from './prune.js';
import { type CompileRules, type CostBudget, checkRules, resourceBudget } from './rules.js';
import { type ResolveReference, SchemaNode } from './schema-node.js';
import { ValidationRun } from './validation-run.js';
import { checkOf } from './value-check.js';

export interface CompileOptions {
  /** Makes the rules of x-kubernetes-validations runnable; without it they are not checked. */
  readonly rules?: CompileRules;
  /** Finds what a `$ref` names, for schemas of OpenAPI documents. */
  readonly resolve?: ResolveReference;
}

export interface ValidateOptions {
  /** Where the value is, if it is part of something; errors name it. */
  readonly path?: FieldPath;
  /** The value that this one replaces: what is invalid but unchanged is tolerated. */
  readonly old?: JsonValue;
  /** What the rules may cost; what Kubernetes allows for one resource if absent. */
  readonly budget?: CostBudget;
  /** Told of rules that the value breaks, but does not break anew. */
  readonly warn?: (message: string) => void;
  /**
   * The only field of an object whose values are checked, as `status` is where nothing else changes. Uniqueness in lists
   * and rules are checked of the whole all the same.
   */
  readonly onlyField?: string;
}

/** Cheap: each part of the schema is compiled when a value first meets it. */
export function compileSchema(schema: JsonSchema, options: CompileOptions = {}): CompiledSchema {
  return new CompiledSchema(schema, options);
}

/** Errors after which rules are not run: the value may not have the types that they were checked for. */
const blocking: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** What is not described may be any error. */
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

export class CompiledSchema {
  readonly #root: SchemaNode;
  readonly #rules: CompileRules | undefined;

  constructor(schema: JsonSchema, { rules, resolve }: CompileOptions) {
    this.#root = SchemaNode.root(schema, resolve);
    this.#rules = rules;
  }

  /** What is wrong with the value, which is not changed. */
  validate(value: JsonValue, options: ValidateOptions = {}): FieldError[] {
    return runAtOnce(this.#validation(value, options));
  }

  /** The same; where it takes long, others have their turn in between. */
  validateInTurns(value: JsonValue, options: ValidateOptions = {}): Promise<FieldError[]> {
    return runInTurns(this.#validation(value, options));
  }

  /** Stops after each part that may take long. */
  *#validation(value: JsonValue, options: ValidateOptions): Steps<FieldError[]> {
    const { path = FieldPath.root, old, budget = resourceBudget(), warn, onlyField } = options;
    const change = { value, old };
    let errors =
      onlyField === undefined
        ? checkChange(this.#root, change, path)
        : checkField(this.#root, change, { path, name: onlyField });
    yield;
    if (onlyField === undefined) errors = joined(errors, checkResources(this.#root, value, { path, root: 'value' }));
    errors = joined(errors, this.#checkLists(value, { path, old }));
    if (this.#rules === undefined || !this.#root.traits.hasRules) return errors;
    if (errors.some(blocksRules)) return [...errors, rulesNotChecked];
    const compile = this.#rules;
    yield;
    const broken = yield* checkRules(this.#root, value, { compile, budget, warn, path, old, position: 'root' });
    return joined(errors, broken);
  }

  /** Lists with repeated items are tolerated in a value whose predecessor had some too. */
  #checkLists(value: JsonValue, { path, old }: { path: FieldPath; old: JsonValue | undefined }): FieldError[] {
    const errors = checkListUniqueness(this.#root, value, path);
    if (errors.length === 0 || old === undefined) return errors;
    return checkListUniqueness(this.#root, old, path).length === 0 ? errors : [];
  }

  /** The part of `validate` that looks at values alone: not at embedded metadata, uniqueness in lists, or rules. */
  validateValues(value: JsonValue, { path = FieldPath.root, old }: ValidateOptions = {}): FieldError[] {
    return checkChange(this.#root, { value, old }, path);
  }

  /** Fills in the defaults of what is missing, in place. */
  applyDefaults(value: JsonValue): void {
    applyDefaults(this.#root, value);
  }

  /**
   * Removes from a resource, in place, the fields that the schema does not know, and nulls that it neither allows nor
   * has a default for, unless these are to stay. Returns the paths of the unknown fields, for
   * `unknown field "spec.x"`, sorted.
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
   * The fields of a built-in object that its OpenAPI schema does not have, in the order of the document; objects of
   * which it tells no fields may have any. The value is not changed.
   */
  findUnknownFields(value: JsonValue): string[] {
    return prune(this.#root, value, findInBuiltIn);
  }

  /** Brings the metadata of embedded resources, or of the value too, into the shape of ObjectMeta, in place. */
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

function checkChange(node: SchemaNode, { value, old }: Change, path: FieldPath): FieldError[] {
  const run = checkValue(node, value, undefined);
  // The old value can only excuse failures; except that under oneOf and not, an excuse can itself be a fault.
  const oldMatters = old !== undefined && (run.failures > 0 || node.traits.hasExclusions);
  if (!oldMatters) return run.fieldErrors(path);
  const change = checkValue(node, value, old);
  if (change.failures === 0) return [];
  return isUnchanged(node, { value, old }, change) ? [] : change.fieldErrors(path);
}

function checkValue(node: SchemaNode, value: JsonValue, old: JsonValue | undefined): ValidationRun {
  const run = new ValidationRun();
  checkOf(node)(value, old, run);
  return run;
}

function checkField(
  node: SchemaNode,
  { value, old }: Change,
  { path, name }: { path: FieldPath; name: string },
): FieldError[] {
  const field = node.properties.get(name);
  const inner = isJsonObject(value) ? getOwn(value, name) : undefined;
  if (field === undefined || inner === undefined) return [];
  return checkChange(field, { value: inner, old: isJsonObject(old) ? getOwn(old, name) : undefined }, path.child(name));
}

const rulesNotChecked = invalidValue(
  FieldPath.root,
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);
