import { createHash } from 'node:crypto';
import {
  compactJsonPieces,
  decodeJson,
  decodeJsonUnlimited,
  isLargeJson,
  joinYielding,
  jsonText,
} from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import { internalError } from '../../apimachinery/status/index.js';

/**
 * Encodes an object for storage. Readers get the same bytes plus the revision: there is no resourceVersion, and
 * `apiVersion`, `kind` and `metadata` come first, so that the revision can be inserted without parsing.
 */
export function encodeStored(object: JsonObject): Buffer {
  return Buffer.from(jsonText(withoutRevision(object)));
}

/** The same; yields to the event loop if the object is large. */
export function encodeStoredYielding(object: JsonObject): MaybePromise<Buffer> {
  return isLargeJson(object) ? joinYielding(compactJsonPieces(withoutRevision(object))) : encodeStored(object);
}

/** Digest of stored bytes, to tell whether they are the same. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Start of the stored bytes of all objects of a kind; `metadata` follows. */
// Unambiguous: it is JSON, whose strings end at their quotes; neither name contains any.
export function storedStart(apiVersion: string, kind: string): string {
  // Unambiguous: the beginning of an encoded object.
  return `{"apiVersion":"${apiVersion}","kind":"${kind}",`;
}

/** The object as stored, independent of the encoding. */
export function withoutRevision(object: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { resourceVersion: _, selfLink: _link, ...stored } = isJsonObject(metadata) ? metadata : {};
  const ordered: JsonObject = { apiVersion: apiVersion!, kind: kind!, metadata: stored };
  return Object.assign(ordered, rest);
}

/** Decodes stored or presented bytes of an object whose type is known. */
export function decodeStored<Type extends JsonObject = JsonObject>(bytes: Buffer): Type {
  return asObject(decodeJson(bytes, { maxBytes: Number.POSITIVE_INFINITY })) as Type;
}

/** The same; yields to the event loop if there are many bytes. */
export function decodeStoredYielding(bytes: Buffer): MaybePromise<JsonObject> {
  return andThen(decodeJsonUnlimited(bytes), asObject);
}

function asObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw internalError('the stored value is not an object');
  return value;
}
