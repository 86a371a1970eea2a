import type { JsonObject, JsonValue } from '../meta/index.js';
import { requestEntityTooLarge } from '../status/index.js';
import { ExactJsonParser } from './exact-json-parser.js';
import { type JsonScan, scanJson } from './json-scan.js';

/** Default limit for the size of a request body. */
export const defaultMaxBytes = 3 * 1024 * 1024;

export interface DecodeOptions {
  /** Longer input is rejected with a RequestEntityTooLarge StatusError. */
  readonly maxBytes?: number;
  /** The type of objects without apiVersion and kind, for formats that cannot be decoded without. */
  readonly untyped?: { readonly apiVersion: string; readonly kind: string };
  /**
   * `merge`: JSON objects under a repeated key are merged, as when Go decodes into a struct. Unset: the last value
   * wins.
   */
  readonly repeated?: 'merge' | undefined;
}

export interface StrictlyDecoded {
  readonly value: JsonValue;
  /** What `fieldValidation` rejects or warns about, in upstream's words: `duplicate field "spec.x"`. */
  readonly strictErrors: readonly string[];
  /** JSON with numbers that may not be written as integers: see `NumberStandIns`. */
  readonly fractions?: boolean;
}

const noErrors: readonly string[] = [];

/** Decodes a JSON document; the last value of a repeated key wins. Throws `DecodeError` with Go's text. */
export function decodeJson(bytes: Uint8Array, options: DecodeOptions = {}): JsonValue {
  checkSize(bytes, options);
  return parse(bytes, scanJson(bytes)).value;
}

/** Decodes a JSON document and reports repeated keys. */
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

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function parse(bytes: Uint8Array, { plain, fractions }: JsonScan, options: DecodeOptions = {}): StrictlyDecoded {
  const text = textOf(bytes);
  if (!plain) return { ...new ExactJsonParser(text, options).parse(), fractions };
  try {
    return { value: JSON.parse(text) as JsonValue, strictErrors: noErrors, fractions };
  } catch {
    // Throws the error with Go's text.
    return new ExactJsonParser(text).parse();
  }
}

/** Counts the keys of all objects; the scan has found that the document is not deep. */
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
