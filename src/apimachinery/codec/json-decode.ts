import type { JsonObject, JsonValue } from '../meta/index.js';
import { requestEntityTooLarge } from '../status/index.js';
import { ExactJsonParser } from './exact-json-parser.js';
import { type JsonScan, scanJson } from './json-scan.js';

/** What the API server takes as the body of a request, unless told otherwise. */
export const defaultMaxBytes = 3 * 1024 * 1024;

export interface DecodeOptions {
  /** Longer input is refused with a RequestEntityTooLarge StatusError. */
  readonly maxBytes?: number;
  /** What an object is that does not say its kind, where its fields cannot be read without. */
  readonly untyped?: { readonly apiVersion: string; readonly kind: string };
  /** What becomes of JSON objects under a key that is repeated, as in Go where it fills a struct; the last counts if absent. */
  readonly repeated?: 'merge' | undefined;
}

export interface StrictlyDecoded {
  readonly value: JsonValue;
  /** What `fieldValidation` refuses or warns of, in upstream's words: `duplicate field "spec.x"`. */
  readonly strictErrors: readonly string[];
  /** JSON in which numbers may not be written as integers: see `NumberStandIns`. */
  readonly fractions?: boolean;
}

const noErrors: readonly string[] = [];

/** Decodes a JSON document; of a repeated key the last value counts. Throws `DecodeError` with Go's text. */
export function decodeJson(bytes: Uint8Array, options: DecodeOptions = {}): JsonValue {
  checkSize(bytes, options);
  return parse(bytes, scanJson(bytes)).value;
}

/** Decodes a JSON document and tells the keys that are in an object more than once. */
export function decodeJsonStrict(bytes: Uint8Array, options: DecodeOptions = {}): StrictlyDecoded {
  checkSize(bytes, options);
  const scan = scanJson(bytes);
  const decoded = parse(bytes, scan, options);
  if (!scan.plain || countKeys(decoded.value) === scan.keys) return decoded;
  return { ...new ExactJsonParser(textOf(bytes), options).parse(), fractions: scan.fractions };
}

export function checkSize(bytes: Uint8Array, { maxBytes = defaultMaxBytes }: DecodeOptions): void {
  if (bytes.length > maxBytes) throw requestEntityTooLarge(`limit is ${maxBytes}`);
}

/** The text of UTF-8 bytes, with U+FFFD for what is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function parse(bytes: Uint8Array, { plain, fractions }: JsonScan, options: DecodeOptions = {}): StrictlyDecoded {
  const text = textOf(bytes);
  if (!plain) return { ...new ExactJsonParser(text, options).parse(), fractions };
  try {
    return { value: JSON.parse(text) as JsonValue, strictErrors: noErrors, fractions };
  } catch {
    // The exact parser says what is wrong in Go's words.
    return new ExactJsonParser(text).parse();
  }
}

/** Keys of all objects of a document that the scan found not to be deep. */
function countKeys(value: JsonValue): number {
  return typeof value === 'object' && value !== null ? countKeysWithin(value) : 0;
}

function countKeysWithin(container: JsonValue[] | JsonObject): number {
  let keys = 0;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) {
      const item = container[index];
      if (typeof item === 'object' && item !== null) keys += countKeysWithin(item);
    }
    return keys;
  }
  for (const key in container) {
    keys++;
    const value = container[key];
    if (typeof value === 'object' && value !== null) keys += countKeysWithin(value);
  }
  return keys;
}
