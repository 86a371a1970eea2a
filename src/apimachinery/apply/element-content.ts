// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/serialize-pe.go (v1.36)
// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/element.go (v1.36)

import { decodeJson } from '../codec/index.js';
import {
  compareBytes,
  goJson,
  goNumber,
  goQuote,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../meta/index.js';
import { type PathElement, rankOf, unknownRank, valueElement } from './path-element.js';

/** An element of a path, as in `k:{"name":"a"}`, that cannot be decoded. */
export class PathElementError extends Error {}

/** Values with their names, in byte order of the names; values of lists have empty names. */
export interface NamedValues {
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

/** The content of a `k:`, `v:` or `i:` element. `f:` elements need no parsing. */
export interface Content extends NamedValues {
  readonly text: PathElement;
}

/** A cache by element text, cleared when full. */
const contents = new Map<string, Content>();
const maxContents = 8192;

/** Longer elements are not cached, which bounds the size of `contents`. */
const maxRememberedLength = 256;

export function contentOf(text: string): Content {
  const known = contents.get(text);
  if (known !== undefined) return known;
  const content = parseContent(text);
  if (text.length > maxRememberedLength) return content;
  if (contents.size >= maxContents) contents.clear();
  contents.set(text, content);
  return content;
}

function parseContent(text: string): Content {
  if (text.startsWith('i:')) return indexContent(text);
  const value = parseElementJson(text);
  if (text.startsWith('v:')) return { text: valueElement(value), names: [''], values: [value] };
  if (!isJsonObject(value)) throw new PathElementError(`expected an object in path element ${text}`);
  return { text: `k:${goJson(value)}`, ...namedValuesOf(value) };
}

export function namedValuesOf(value: JsonObject | JsonValue[]): NamedValues {
  if (Array.isArray(value)) return { names: value.map(() => ''), values: value };
  const names = Object.keys(value).sort(compareBytes);
  return { names, values: names.map((name) => value[name] as JsonValue) };
}

/** An integer that JSON.parse may not represent exactly. */
const longInteger = /\d{16}/;

function parseElementJson(text: string): JsonValue {
  const json = text.slice(2);
  try {
    return longInteger.test(json) ? decodeJson(Buffer.from(json)) : JSON.parse(json);
  } catch {
    throw new PathElementError(`invalid JSON in path element ${text}`);
  }
}

function indexContent(text: string): Content {
  const index = /^i:[+-]?\d{1,19}$/.test(text) ? Number(text.slice(2)) : Number.NaN;
  if (!Number.isSafeInteger(index)) throw new PathElementError(`invalid index in path element ${text}`);
  return { text: `i:${index}`, names: [''], values: [index] };
}

/** Returns the element of a FieldsV1 key in canonical form; undefined for unknown kinds, which are omitted. */
export function decodeElement(text: string): PathElement | undefined {
  if (text.charCodeAt(1) !== colon) {
    throw new PathElementError(text.length < 2 ? 'key must be 2 characters long:' : `missing colon: ${text}`);
  }
  const rank = rankOf(text);
  if (rank === 0 || plainElement.test(text)) return text;
  return rank === unknownRank ? undefined : contentOf(text).text;
}

const colon = 58;
/** A value, or the only key, that needs no JSON escaping: such elements are canonical. */
const plainElement = /^(?:k:\{"[\w.-]+":"[\w ./:@+-]*"\}|v:"[\w ./:@+-]*")$/;

/** The element as in messages: `.name`, `[name="a",port=80]`, `[="x"]`, `[0]`. */
export function printElement(element: PathElement): string {
  if (rankOf(element) === 0) return `.${element.slice(2)}`;
  const { names, values } = contentOf(element);
  if (element.startsWith('i:')) return `[${values[0]}]`;
  return `[${names.map((name, index) => `${name}=${printValue(values[index] as JsonValue)}`).join(',')}]`;
}

function printValue(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(',')}]`;
  if (!isJsonObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key}=${printValue(item)}`)
    .join('');
}

/** A path as in messages: `.spec.containers[name="a"].image`. */
export function printPath(path: readonly PathElement[]): string {
  return path.map(printElement).join('');
}
