import { shouldYieldBetweenStages, yieldToEventLoop } from '../../apimachinery/event-loop/index.js';
import {
  cloneJson,
  formatTime,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { badRequest, invalid } from '../../apimachinery/status/index.js';
import { type FieldError, limitedErrors } from '../../apimachinery/validation/index.js';
import type { Resource } from './resource.js';
import type { PreparationContext, Replacement, Strategy } from './strategy.js';
import { ValidationRun } from './validation-run.js';

/** Context of a write. */
export interface Preparation {
  readonly resource: Resource;
  readonly strategy: Strategy;
  readonly context: PreparationContext;
  /** The version of the request. */
  readonly version: string;
}

/** Copies what a client sent and sets server-controlled fields. Copies only `metadata` and the top level. */
export function newObject(
  given: JsonObject,
  preparation: Preparation,
  { uid, now }: { uid: string; now: number },
): JsonObject {
  const object = copyOf(given);
  const metadata = mutableMetadataOf(object);
  delete metadata['selfLink'];
  metadata['uid'] = uid;
  metadata['creationTimestamp'] = formatTime(now);
  claimNamespace(metadata, preparation);
  return object;
}

/** Runs the strategy on a new object, in place, and validates it. Throws `invalid`. */
export async function finishNew(object: JsonObject, preparation: Preparation): Promise<void> {
  const { strategy, context, resource } = preparation;
  forgetEmptyLists(object, preparation);
  strategy.prepareForCreate?.(object, context);
  fillMissingFields(object, preparation);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const ofSchema = await schemaErrors(preparation, object);
  const ofPermissions = strategy.permissionErrors
    ? await strategy.permissionErrors({ object, old: undefined }, context)
    : [];
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const validating = limitedErrors(() => {
    const validation = new ValidationRun({ resource, strategy, object }, context);
    const found = [...ofPermissions, ...newObjectErrors(validation, preparation, { object, ofSchema })];
    return found.length > 0 ? found : validation.validateMetadata();
  });
  const errors = validating instanceof Promise ? await validating : validating;
  refuseInvalid(preparation, object, errors);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  for (const warning of strategy.warningsOnCreate?.(object, context) ?? []) context.warn(warning);
  strategy.canonicalize?.(object);
}

/** Copies the new state of an object; see `newObject`. */
export function replacementOf(given: JsonObject, preparation: Preparation): JsonObject {
  const object = copyOf(given);
  claimNamespace(mutableMetadataOf(object), preparation);
  return object;
}

/** Runs the strategy on the new state of an object, in place, and validates it. Throws `invalid`. */
export async function finishReplacement(change: Replacement, preparation: Preparation): Promise<void> {
  const { strategy, context, resource } = preparation;
  const { object, old } = change;
  setOrDelete(mutableMetadataOf(object), 'generation', mutableMetadataOf(old));
  forgetEmptyLists(object, preparation);
  strategy.prepareForUpdate?.(change, context);
  fillMissingFields(object, preparation);
  keepSystemFields(mutableMetadataOf(object), mutableMetadataOf(old));
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const ofSchema = await schemaErrors(preparation, object, old);
  const ofPermissions = strategy.permissionErrors ? await strategy.permissionErrors(change, context) : [];
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  const validating = limitedErrors(() => {
    const validation = new ValidationRun({ resource, strategy, object, old }, context);
    return [
      ...validation.validateMetadata(),
      ...validation.validateMetadataUpdate(),
      ...ofPermissions,
      ...updateErrors(validation, preparation, { change, ofSchema }),
    ];
  });
  const errors = validating instanceof Promise ? await validating : validating;
  refuseInvalid(preparation, object, errors);
  if (shouldYieldBetweenStages()) await yieldToEventLoop();
  for (const warning of strategy.warningsOnUpdate?.(change, context) ?? []) context.warn(warning);
  strategy.canonicalize?.(object);
}

/** Errors of a new object; those of its metadata come first where a schema validates it. */
function newObjectErrors(
  validation: ValidationRun,
  { strategy }: Preparation,
  { object, ofSchema }: { readonly object: JsonObject; readonly ofSchema: readonly FieldError[] | undefined },
): readonly FieldError[] {
  const ofStrategy = strategy.validate?.(object, validation) ?? [];
  return ofSchema ? [...validation.validateMetadata(), ...beforeUnchecked(ofSchema, ofStrategy)] : ofStrategy;
}

/** Errors of an update beyond the general ones. Validation by a schema reports those of the metadata again. */
function updateErrors(
  validation: ValidationRun,
  { strategy }: Preparation,
  { change, ofSchema }: { readonly change: Replacement; readonly ofSchema: readonly FieldError[] | undefined },
): readonly FieldError[] {
  const ofStrategy = strategy.validateUpdate?.(change, validation) ?? [];
  return ofSchema ? [...validation.validateMetadataUpdate(), ...beforeUnchecked(ofSchema, ofStrategy)] : ofStrategy;
}

/** The error that schema rules were not evaluated comes last. */
function beforeUnchecked(ofSchema: readonly FieldError[], ofStrategy: readonly FieldError[]): FieldError[] {
  const last = ofSchema.at(-1);
  if (last?.field !== '<nil>') return [...ofSchema, ...ofStrategy];
  return [...ofSchema.slice(0, -1), ...ofStrategy, last];
}

/**
 * Sets fields that objects always have, if clients and strategies omit them, and the defaults of fields that the
 * version of the request does not have.
 */
function fillMissingFields(object: JsonObject, { resource, version }: Preparation): void {
  const working = resource.workingVersion(version);
  if (working !== version) resource.schema(working)?.applyDefaults(object);
  const { emptyFields } = resource.version(working);
  if (!emptyFields) return;
  for (const [name, value] of Object.entries(emptyFields)) object[name] ??= cloneJson(value);
}

/** Stores an empty list as null where the initial value is null, as Go types do. */
function forgetEmptyLists(object: JsonObject, { resource, version }: Preparation): void {
  const { emptyFields } = resource.version(resource.workingVersion(version));
  if (!emptyFields) return;
  for (const [name, value] of Object.entries(emptyFields)) {
    const given = object[name];
    if (value === null && Array.isArray(given) && given.length === 0) object[name] = null;
  }
}

function copyOf(object: JsonObject): JsonObject {
  return { ...object, metadata: { ...mutableMetadataOf(object) } };
}

/** Keeps fields that clients may omit but not change. */
function keepSystemFields(metadata: JsonObject, old: JsonObject): void {
  delete metadata['selfLink'];
  if (!metadata['uid']) setOrDelete(metadata, 'uid', old);
  for (const field of ['creationTimestamp', 'deletionTimestamp']) if (old[field]) metadata[field] = old[field];
  if (metadata['deletionGracePeriodSeconds'] === undefined) setOrDelete(metadata, 'deletionGracePeriodSeconds', old);
}

function setOrDelete(target: JsonObject, field: string, source: JsonObject): void {
  const value = source[field];
  if (value === undefined) delete target[field];
  else target[field] = value;
}

/** The object's namespace must be that of the request; cluster-scoped objects have none. */
function claimNamespace(metadata: JsonObject, { resource, context }: Preparation): void {
  if (!resource.isNamespaced) delete metadata['namespace'];
  else if (!metadata['namespace']) metadata['namespace'] = context.namespace;
  else if (metadata['namespace'] !== context.namespace) throw wrongNamespace();
}

export function wrongNamespace(): Error {
  return badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/**
 * Validates the object against the schema of the request's version, whose fields the client knows, then against that of
 * the working version. Returns undefined if neither has a schema: `shape` has already checked types.
 */
function schemaErrors(
  preparation: Preparation,
  object: JsonObject,
  old?: JsonObject,
): Promise<readonly FieldError[] | undefined> | undefined {
  const { resource, version } = preparation;
  const working = resource.workingVersion(version);
  const inWorking = () => errorsIn(working, preparation, { object, old });
  if (working === version || !resource.schema(version)) return inWorking();
  return sentErrors(preparation, { object, old }).then((errors) => (errors.length > 0 ? errors : inWorking()));
}

interface Change {
  readonly object: JsonObject;
  /** Undefined: the object is new. */
  readonly old: JsonObject | undefined;
}

async function sentErrors(preparation: Preparation, { object, old }: Change): Promise<readonly FieldError[]> {
  const { resource, version } = preparation;
  const change = {
    object: await resource.convert(object, version),
    old: old && (await resource.convert(old, version)),
  };
  return (await errorsIn(version, preparation, change)) ?? [];
}

function errorsIn(
  version: string,
  { resource, strategy, context }: Preparation,
  { object, old }: Change,
): Promise<readonly FieldError[]> | undefined {
  const schema = resource.schema(version);
  if (!schema) return undefined;
  if (old === undefined) return schema.validateYielding(object);
  const { validatedField: onlyField } = strategy;
  const warn = (message: string): void => context.warn(message);
  return schema.validateYielding(object, { old, warn, ...(onlyField !== undefined && { onlyField }) });
}

function refuseInvalid({ resource }: Preparation, object: JsonObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(resource.storedKind, metadataOf(object).name ?? '', errors);
}
