import { decodeJson, jsonText } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import { internalError } from '../../apimachinery/status/index.js';

/**
 * The bytes of an object as they are stored, and as readers get them but for the revision: no resourceVersion, and
 * `apiVersion`, `kind` and `metadata` first, so that the revision finds its place at once.
 */
export function encodeStored(object: JsonObject): Buffer {
  return Buffer.from(jsonText(withoutRevision(object)));
}

/** How the stored bytes of all objects of a kind begin; what follows is `metadata`. */
export function storedStart(apiVersion: string, kind: string): string {
  return `{"apiVersion":"${apiVersion}","kind":"${kind}",`;
}

/** What is stored of an object, whatever the form. */
export function withoutRevision(object: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { resourceVersion: _, selfLink: _link, ...stored } = isJsonObject(metadata) ? metadata : {};
  const ordered: JsonObject = { apiVersion: apiVersion!, kind: kind!, metadata: stored };
  return Object.assign(ordered, rest);
}

/** The object that stored or presented bytes hold. */
export function decodeStored(bytes: Buffer): JsonObject {
  const value = decodeJson(bytes, { maxBytes: Number.POSITIVE_INFINITY });
  if (!isJsonObject(value)) throw internalError('what is stored is not an object');
  return value;
}
