import {
  cloneJson,
  formatTime,
  type JsonObject,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { badRequest, invalid } from '../../apimachinery/status/index.js';
import { isTurnLong, leaveTurn } from '../../apimachinery/turns/index.js';
import {
  type FieldError,
  FieldPath,
  fieldErrorMessage,
  invalidValue,
  nameIsDnsSubdomain,
  nameIsPathSegment,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../apimachinery/validation/index.js';
import type { Resource } from './resource.js';
import type { Replacement, Strategy, WriteContext } from './strategy.js';

const finalizersPath = FieldPath.of('metadata', 'finalizers');

/** Context of a write. */
export interface Preparation {
  readonly resource: Resource;
  readonly strategy: Strategy;
  readonly context: WriteContext;
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
  if (resource.isCustom) refuseOtherKind(resource, object);
  strategy.prepareForCreate?.(object, context);
  fillEmptyFields(object, preparation);
  const { nameRule = nameIsDnsSubdomain } = strategy;
  if (isTurnLong()) await leaveTurn();
  const ofMetadata = validateObjectMeta(metadataOf(object), { scope: resource.definition.scope, nameRule });
  const ofSchema = await schemaErrors(preparation, object);
  if (isTurnLong()) await leaveTurn();
  refuseInvalid(preparation, object, [
    ...ofMetadata,
    ...validateFinalizerNames(object, strategy),
    ...beforeUnchecked(ofSchema, strategy.validate?.(object, context)),
  ]);
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
  if (resource.isCustom) refuseOtherKind(resource, object);
  setOrDelete(mutableMetadataOf(object), 'generation', mutableMetadataOf(old));
  forgetEmptyLists(object, preparation);
  strategy.prepareForUpdate?.(change, context);
  fillEmptyFields(object, preparation);
  keepSystemFields(mutableMetadataOf(object), mutableMetadataOf(old));
  const { scope } = resource.definition;
  if (isTurnLong()) await leaveTurn();
  const asNew = validateObjectMeta(metadataOf(object), { scope, nameRule: nameIsPathSegment });
  const asChange = validateObjectMetaUpdate(metadataOf(object), metadataOf(old));
  refuseInvalid(preparation, object, [
    ...asNew,
    ...asChange,
    ...(await checkedAgain(change, preparation, { asNew, asChange })),
  ]);
  for (const warning of strategy.warningsOnUpdate?.(change, context) ?? []) context.warn(warning);
  strategy.canonicalize?.(object);
}

interface MetadataErrors {
  readonly asNew: readonly FieldError[];
  readonly asChange: readonly FieldError[];
}

/** Validation errors of the resource's own rules for an update, with repeated metadata errors: see `MetadataChecks`. */
async function checkedAgain(
  change: Replacement,
  preparation: Preparation,
  errors: MetadataErrors,
): Promise<readonly FieldError[]> {
  const { strategy, context } = preparation;
  const { object, old } = change;
  const ofSchema = await schemaErrors(preparation, object, old);
  if (isTurnLong()) await leaveTurn();
  const found = beforeUnchecked(ofSchema, strategy.validateUpdate?.(change, context));
  const { asNew = 0, asChange = 1 } = strategy.metadataChecks ?? {};
  const finalizers = validateFinalizerNames(object, strategy);
  if (errors.asNew.length + errors.asChange.length + finalizers.length === 0) return found;
  return inOrder(found, change, {
    preparation,
    asNew: Array.from({ length: asNew }, () => [...errors.asNew, ...finalizers]).flat(),
    asChange: Array.from({ length: asChange }, () => [...errors.asChange, ...finalizers]).flat(),
  });
}

/** Places metadata errors beside the errors of the same validation: that of a new object, or that of the update. */
function inOrder(
  found: readonly FieldError[],
  { object }: Replacement,
  { preparation: { strategy, context }, asNew, asChange }: MetadataErrors & { readonly preparation: Preparation },
): FieldError[] {
  const { order = 'new first', asNew: timesAsNew = 0 } = strategy.metadataChecks ?? {};
  if (order === 'metadata first' || timesAsNew === 0) return [...asChange, ...asNew, ...found];
  const ofNew = strategy.validate?.(object, context).map(fieldErrorMessage) ?? [];
  const texts = found.map(fieldErrorMessage);
  const start = order === 'new first' ? 0 : Math.max(0, found.length - ofNew.length);
  // If validation of updates does not include all of that of new objects, its errors cannot be located.
  const isFound = ofNew.every((text, index) => text === texts[start + index]);
  const end = isFound ? start + ofNew.length : start;
  return order === 'new first'
    ? [...asNew, ...found.slice(0, end), ...asChange, ...found.slice(end)]
    : [...asChange, ...found.slice(0, start), ...asNew, ...found.slice(start)];
}

/** The error that schema rules were not evaluated comes last. */
function beforeUnchecked(ofSchema: readonly FieldError[], ofStrategy: readonly FieldError[] = []): FieldError[] {
  const last = ofSchema.at(-1);
  if (last?.field !== '<nil>') return [...ofSchema, ...ofStrategy];
  return [...ofSchema.slice(0, -1), ...ofStrategy, last];
}

function validateFinalizerNames(object: JsonObject, { metadataChecks }: Strategy): FieldError[] {
  const { finalizers } = metadataOf(object);
  const rule = metadataChecks?.finalizerRule;
  if (!finalizers || !rule) return [];
  return finalizers.flatMap((name, index) =>
    rule(name).map((problem) => invalidValue(finalizersPath.index(index), name, problem)),
  );
}

/** Sets fields that objects always have, if clients and strategies omit them. */
function fillEmptyFields(object: JsonObject, { resource, version }: Preparation): void {
  const { emptyFields } = resource.version(resource.workingVersion(version));
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

function schemaErrors(
  preparation: Preparation,
  object: JsonObject,
  old?: JsonObject,
): readonly FieldError[] | Promise<readonly FieldError[]> {
  const { resource, version, strategy, context } = preparation;
  const working = resource.workingVersion(version);
  // `shape` has already checked types; upstream validates only custom resources against their schema.
  const schema = resource.version(working).shape ? undefined : resource.schema(working);
  if (!schema) return [];
  if (old === undefined) return schema.validateInTurns(object);
  const { validatedField: onlyField } = strategy;
  const warn = (message: string): void => context.warn(message);
  return schema.validateInTurns(object, { old, warn, ...(onlyField !== undefined && { onlyField }) });
}

/** Rejects a custom resource of another kind. The error contains the kind that was sent. */
function refuseOtherKind({ group, definition }: Resource, object: JsonObject): void {
  const { kind = '' } = object;
  if (kind === definition.kind) return;
  const error = invalidValue(FieldPath.of('kind'), kind, `must be ${definition.kind}`);
  throw invalid({ group, kind: String(kind) }, metadataOf(object).name ?? '', [error]);
}

function refuseInvalid({ resource }: Preparation, object: JsonObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(resource.storedKind, metadataOf(object).name ?? '', errors);
}
