import { createHash } from 'node:crypto';
import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { internalError } from '../../apimachinery/status/index.js';

/**
 * Encodes an object for storage. Readers get the same bytes plus the revision: there is no resourceVersion, and
 * `apiVersion`, `kind` and `metadata` come first, so that the revision can be inserted without parsing.
 */
export function encodeStored(object: JsonObject): Buffer {
  return Buffer.from(jsonText(withoutRevision(object)));
}

/** Digest of stored bytes, to tell whether they are the same. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Start of the stored bytes of all objects of a kind; `metadata` follows. */
export function storedStart(apiVersion: string, kind: string): string {
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
  const value = decodeJson(bytes, { maxBytes: Number.POSITIVE_INFINITY });
  if (!isJsonObject(value)) throw internalError('the stored value is not an object');
  return value as Type;
}
