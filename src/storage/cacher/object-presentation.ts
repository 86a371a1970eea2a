import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { Revision } from '../storage.js';
import type { Presentation } from './cache-entry.js';

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma, colon] = Buffer.from('"\\{}[],:');
const newline = 0x0a;
const newlineBytes = Buffer.of(newline);
const metadataKey = Buffer.from('"metadata"');
const resourceVersionKey = Buffer.from('"resourceVersion":"');

/**
 * Kubernetes objects in JSON. They are stored without `metadata.resourceVersion`, because the revision is known only
 * after the commit. Readers receive it as the first field of `metadata`, inserted without parsing the rest.
 */
export function objectPresentation(attributesOf: (value: Buffer, key: string) => Attributes): Presentation {
  return { present: setResourceVersion, attributesOf };
}

/**
 * Returns the object with this revision. The bytes have no resourceVersion, or have it where this function inserts it.
 * A trailing newline, as kube-apiserver stores it, is removed.
 */
export function setResourceVersion(object: Buffer, revision: Revision): Buffer {
  const start = metadataStart(object);
  if (start < 0) return object;
  const rest = oldVersionEnd(object, start);
  const end = object[object.length - 1] === newline ? object.length - 1 : object.length;
  const isEmpty = object[skipSpace(object, rest)] === closeBrace;
  const field = `"resourceVersion":"${revision}"${isEmpty ? '' : ','}`;
  const length = end - (rest - start) + field.length;
  // Not from Buffer's pool: a cached object would keep the pool's whole slab alive.
  const presented = Buffer.allocUnsafeSlow(length + 1);
  object.copy(presented, 0, 0, start);
  presented.write(field, start, 'latin1');
  object.copy(presented, start + field.length, rest, end);
  presented[length] = newline;
  return presented.subarray(0, length);
}

/** The object followed by a newline. Presented objects have it in their buffer already, so nothing is copied. */
export function asLine(object: Buffer): Buffer {
  const { buffer, byteOffset, length } = object;
  if (byteOffset === 0 && buffer.byteLength === length + 1) {
    const line = Buffer.from(buffer, 0, length + 1);
    if (line[length] === newline) return line;
  }
  return Buffer.concat([object, newlineBytes]);
}

/** The end of a resourceVersion that leads `metadata`, with its comma; `start` if there is none. */
function oldVersionEnd(object: Buffer, start: number): number {
  if (!hasAt(object, start, resourceVersionKey)) return start;
  const end = skipString(object, start + resourceVersionKey.length - 1);
  return object[end] === comma ? end + 1 : end;
}

/** The position after the brace that opens the object's own `metadata`; -1: it has none. */
function metadataStart(object: Buffer): number {
  let at = skipSpace(object, 0);
  if (object[at] !== openBrace) return -1;
  at = skipSpace(object, at + 1);
  while (object[at] === quote) {
    const keyEnd = skipString(object, at);
    const valueAt = skipSpace(object, skipSpace(object, keyEnd) + 1);
    if (object[skipSpace(object, keyEnd)] !== colon) return -1;
    if (hasAt(object, at, metadataKey)) return object[valueAt] === openBrace ? valueAt + 1 : -1;
    at = skipSpace(object, skipValue(object, valueAt));
    if (object[at] !== comma) return -1;
    at = skipSpace(object, at + 1);
  }
  return -1;
}

function hasAt(bytes: Buffer, start: number, text: Buffer): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text[index]) return false;
  return true;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= 0x20) at++;
  return at;
}

/** The position after the string that starts here. */
function skipString(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === quote) return at + 1;
    if (bytes[at] === backslash) at++;
  }
  return bytes.length;
}

/** The position after the value that starts here. */
function skipValue(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = skipString(bytes, at) - 1;
    else if (byte === openBrace || byte === openBracket) depth++;
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return at;
      depth--;
    } else if (byte === comma && depth === 0) return at;
    if (depth === 0 && (byte === quote || byte === closeBrace || byte === closeBracket)) return at + 1;
  }
  return bytes.length;
}
