import { beginStages, runYielding, shouldYield, yieldToEventLoop } from '../event-loop/index.js';
import type { JsonValue } from '../meta/index.js';
import { requestEntityTooLarge } from '../status/index.js';
import { ExactJsonParser } from './exact-json-parser.js';
import { type JsonScan, scanJson } from './json-scan.js';
import { countKeys, parsingJson } from './json-slices.js';

/** Default limit for the size of a request body. */
export const defaultMaxBytes = 3 * 1024 * 1024;

/** Options of decoding. */
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

/** A decoded value, with the problems that strict decoding reports. */
export interface StrictlyDecoded {
  readonly value: JsonValue;
  /** What `fieldValidation` rejects or warns about, in upstream's words: `duplicate field "spec.x"`. */
  readonly strictErrors: readonly string[];
  /** JSON with numbers that may not be written as integers: see `NumberPlaceholders`. */
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

/** Like `decodeJson` without a limit, and yields to the event loop if the document is large. */
export function decodeJsonUnlimited(bytes: Uint8Array): JsonValue | Promise<JsonValue> {
  return bytes.length <= largeBytes ? decodeJson(bytes, unlimited) : decodeLargeUnlimited(bytes);
}

const unlimited = { maxBytes: Number.POSITIVE_INFINITY };

async function decodeLargeUnlimited(bytes: Uint8Array): Promise<JsonValue> {
  beginStages(bytes.length);
  const { plain } = scanJson(bytes);
  if (shouldYield()) await yieldToEventLoop();
  const parsed = plain ? await runYielding(parsingJson(textOf(bytes))) : undefined;
  return parsed ? parsed.value : decodeJson(bytes, unlimited);
}

/** Smaller documents are decoded in one go: that takes a few milliseconds at most. */
export const largeBytes = 64 * 1024;

/** Like `decodeJsonStrict`, and yields to the event loop between and within the passes over a large document. */
export function decodeJsonYielding(
  bytes: Uint8Array,
  options: DecodeOptions = {},
): StrictlyDecoded | Promise<StrictlyDecoded> {
  return bytes.length <= largeBytes ? decodeJsonStrict(bytes, options) : decodeLarge(bytes, options);
}

async function decodeLarge(bytes: Uint8Array, options: DecodeOptions): Promise<StrictlyDecoded> {
  checkSize(bytes, options);
  shouldYield();
  const { plain, keys, containers, fractions } = scanJson(bytes);
  checkParts(keys + containers);
  if (shouldYield()) await yieldToEventLoop();
  const text = textOf(bytes);
  const parsed = plain ? await runYielding(parsingJson(text)) : undefined;
  if (parsed?.keys === keys) return { value: parsed.value, strictErrors: noErrors, fractions };
  // Repeated keys, or an error with Go's text.
  const parser = new ExactJsonParser(text, { ...options, onPart: checkParts });
  return { ...(await runYielding(parser.parsing())), fractions };
}

export function checkSize(bytes: Uint8Array, { maxBytes = defaultMaxBytes }: DecodeOptions): void {
  if (bytes.length > maxBytes) throw requestEntityTooLarge(`limit is ${maxBytes}`);
}

/**
 * The most objects, lists and keys that a request may consist of. Nearly all work with an object is proportional to
 * their number; one that can be stored has fewer, unless it consists of nothing but tiny ones.
 */
const maxParts = 100_000;

export function checkParts(count: number): void {
  if (count > maxParts) throw requestEntityTooLarge(`limit is ${maxParts} objects, lists and keys`);
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
