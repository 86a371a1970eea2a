import { decodeJson } from '../codec/index.js';
import { compareBytes, goJson, goNumber, goQuote, isJsonObject, type JsonValue } from '../meta/index.js';

/**
 * One step from a value into it, as FieldsV1 writes it: `f:<name>` (a field), `k:{"name":"a"}` (the item of a list with
 * these keys), `v:"x"` (the item of a set), `i:0` (an index). Equal steps have one text, so texts are compared as they
 * are; what is inside of them is only looked at to order and to print them.
 */
export type PathElement = string;

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** `fields` in byte order of their names. */
export function keyElement(fields: readonly (readonly [name: string, value: JsonValue])[]): PathElement {
  return `k:{${fields.map(([name, value]) => keyPrefix(name) + valueText(value)).join(',')}}`;
}

/** What a key element has before the value of a key. */
export function keyPrefix(name: string): string {
  return `${goJson(name)}:`;
}

export function valueElement(value: JsonValue): PathElement {
  return `v:${valueText(value)}`;
}

/** Strings that JSON writes as they are. */
const plain = /^[\w ./:@+-]*$/;

/** `goJson`, faster for what most keys are. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  return Number.isSafeInteger(value) ? String(value) : goJson(value);
}

export class PathElementError extends Error {}

/** What a `k:`, `v:` or `i:` element holds. Not for `f:`: those are their own content. */
interface Content {
  readonly text: PathElement;
  readonly names: readonly string[];
  readonly values: readonly JsonValue[];
}

/** Contents by the text they were read from. Emptied when full: it saves parsing, nothing depends on it. */
const contents = new Map<string, Content>();
const maxContents = 8192;

/** Longer elements are not remembered, so that the texts in `contents` stay small. */
const maxRememberedLength = 256;

function contentOf(text: string): Content {
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
  const names = Object.keys(value).sort(compareBytes);
  const values = names.map((name) => value[name] as JsonValue);
  return { text: `k:${goJson(value)}`, names, values };
}

/** An integer that JSON.parse might not keep exactly. */
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

/** The element of a key of FieldsV1 in its one form; undefined for kinds of a later version, which are left out. */
export function decodeElement(text: string): PathElement | undefined {
  if (text.charCodeAt(1) !== colon) {
    throw new PathElementError(text.length < 2 ? 'key must be 2 characters long:' : `missing colon: ${text}`);
  }
  const rank = rankOf(text);
  if (rank === 0) return text;
  return rank === unknownRank ? undefined : contentOf(text).text;
}

const colon = 58;
const unknownRank = 4;

function rankOf(element: PathElement): number {
  const kind = element.charCodeAt(0);
  if (kind === 102) return 0;
  if (kind === 107) return 1;
  if (kind === 118) return 2;
  return kind === 105 ? 3 : unknownRank;
}

/** The order of elements in FieldsV1: fields, keys, values, indexes; each by content, strings by their bytes. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  const rankA = rankOf(a);
  const rankB = rankOf(b);
  if (rankA !== rankB) return rankA - rankB;
  if (rankA === 0) return compareBytes(a, b);
  return compareTexts(a, b) ?? compareContents(contentOf(a), contentOf(b));
}

/** Puts elements into order. Each is parsed once at most, however many there are. */
export function sortElements(elements: readonly PathElement[]): PathElement[] {
  const decoded = elements.map((element) => ({
    element,
    content: rankOf(element) === 0 ? undefined : contentOf(element),
  }));
  decoded.sort((a, b) => {
    if (a.content === undefined || b.content === undefined) return compareElements(a.element, b.element);
    return rankOf(a.element) - rankOf(b.element) || compareContents(a.content, b.content);
  });
  return decoded.map(({ element }) => element);
}

const quote = 34;
const backslash = 92;

/** The order of two `k:` or two `v:` elements where their texts tell it without being parsed. */
function compareTexts(a: PathElement, b: PathElement): number | undefined {
  const shared = Math.min(a.length, b.length);
  let isInString = false;
  for (let at = 2; at < shared; at++) {
    const unitA = a.charCodeAt(at);
    const unitB = b.charCodeAt(at);
    if (unitA === backslash || unitB === backslash) return undefined;
    if (unitA !== unitB) return isInString ? compareUnits(unitA, unitB) : undefined;
    if (unitA === quote) isInString = !isInString;
  }
  return undefined;
}

/** Units of two strings where they differ first; the quote is where a string ends. */
function compareUnits(a: number, b: number): number | undefined {
  if (a === quote) return -1;
  if (b === quote) return 1;
  return a < firstSurrogate && b < firstSurrogate ? a - b : undefined;
}

const firstSurrogate = 0xd800;

function compareContents(a: Content, b: Content): number {
  const shared = Math.min(a.names.length, b.names.length);
  for (let index = 0; index < shared; index++) {
    const order =
      compareBytes(a.names[index] as string, b.names[index] as string) ||
      compareValues(a.values[index] as JsonValue, b.values[index] as JsonValue);
    if (order !== 0) return order;
  }
  return a.names.length - b.names.length;
}

function compareValues(a: JsonValue, b: JsonValue): number {
  const [typeA, typeB] = [valueRank(a), valueRank(b)];
  if (typeA !== typeB) return typeA - typeB;
  if (typeof a === 'string') return compareBytes(a, b as string);
  if (typeof a !== 'object' && typeof b !== 'object') return a < b ? -1 : Number(a > b);
  return compareBytes(goJson(a), goJson(b));
}

function valueRank(value: JsonValue): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0;
  if (typeof value === 'string') return 1;
  if (typeof value === 'boolean') return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}

/** The element as messages print it: `.name`, `[name="a",port=80]`, `[="x"]`, `[0]`. */
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

/** A path as messages print it: `.spec.containers[name="a"].image`. */
export function printPath(path: readonly PathElement[]): string {
  return path.map(printElement).join('');
}
