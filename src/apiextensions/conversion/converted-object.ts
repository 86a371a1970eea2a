// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, metadataOf } from '../../apimachinery/meta/index.js';
import {
  aggregateMessage,
  type FieldError,
  FieldPath,
  validateAnnotations,
  validateLabels,
} from '../../apimachinery/validation/index.js';
import { goTypeOf } from './go-type.js';

/** An invalid object from a webhook: its type, identity or metadata. */
export class ConvertedObjectError extends Error {
  override readonly name = 'ConvertedObjectError';
  readonly part: 'type' | 'object' | 'metadata';

  constructor(part: ConvertedObjectError['part'], message: string) {
    super(message);
    this.part = part;
  }
}

/**
 * Checks an object that a webhook returned, and restores the original's metadata: only labels and annotations may
 * change. Throws ConvertedObjectError.
 */
export function acceptConverted(original: JsonObject, converted: JsonValue, apiVersion: string): JsonObject {
  if (!isJsonObject(converted)) throw new ConvertedObjectError('type', 'the object is not a map');
  const { apiVersion: version = '', kind = '' } = converted;
  if (version !== apiVersion) {
    throw new ConvertedObjectError('type', `invalid groupVersion (expected ${apiVersion}, received ${version})`);
  }
  if (kind !== original['kind']) {
    throw new ConvertedObjectError('type', `invalid kind (expected ${original['kind']}, received ${kind})`);
  }
  checkIdentity(original, converted);
  return { ...converted, metadata: restoredMetadata(original, converted) };
}

function checkIdentity(original: JsonObject, converted: JsonObject): void {
  const [before, after] = [metadataOf(original), isJsonObject(converted['metadata']) ? converted['metadata'] : {}];
  for (const [field, shown] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [expected, actual] = [before[field] ?? '', after[field] ?? ''];
    if (expected === actual) continue;
    throw new ConvertedObjectError('object', `must have the same ${shown}: ${expected} != ${textOf(actual)}`);
  }
}

function restoredMetadata(original: JsonObject, converted: JsonObject): JsonObject {
  const returned = converted['metadata'];
  if (returned === undefined) throw inMetadata('missing metadata in converted object');
  if (!isJsonObject(returned)) throw inMetadata(`invalid metadata of type ${goTypeOf(returned)} in converted object`);
  const metadata: JsonObject = { ...(original['metadata'] as JsonObject | undefined) };
  for (const field of ['labels', 'annotations'] as const) {
    const texts = returned[field];
    if (texts === undefined || texts === null) delete metadata[field];
    else metadata[field] = checkedTexts(texts, field, metadata[field]);
  }
  return metadata;
}

/** Validates labels or annotations, unless they are unchanged. */
function checkedTexts(value: JsonValue, field: 'labels' | 'annotations', before: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value))
    throw inMetadata(`invalid metadata.${field} of type ${goTypeOf(value)} in converted object`);
  const old = isJsonObject(before) ? before : {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === 'string') continue;
    throw inMetadata(`metadata.${field}[${key}] must be a string, but is ${goTypeOf(text)} in converted object`);
  }
  const keys = Object.keys(value);
  const isUnchanged = keys.length === Object.keys(old).length && keys.every((key) => old[key] === value[key]);
  const errors = isUnchanged ? [] : problemsOf(value as Record<string, string>, field);
  if (errors.length > 0) throw inMetadata(aggregateMessage(errors));
  return value;
}

function problemsOf(texts: Record<string, string>, field: 'labels' | 'annotations'): readonly FieldError[] {
  // Upstream's path is `metadata.annotation`, in the singular.
  if (field === 'labels') return validateLabels(texts, FieldPath.of('metadata', 'labels'));
  return validateAnnotations(texts, FieldPath.of('metadata', 'annotation'));
}

function inMetadata(message: string): ConvertedObjectError {
  return new ConvertedObjectError('metadata', message);
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : goTypeOf(value);
}
