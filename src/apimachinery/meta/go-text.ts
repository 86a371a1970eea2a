import type { JsonValue } from './json-value.js';

/**
 * Formats values as Go prints them, character by character: Kubernetes' messages contain them, and client tests compare
 * messages.
 */

/** What Go's escapes of a single character stand for, such as `n` after a backslash. */
export const goEscapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** How these characters, and double quotes, are escaped in a text in double quotes. */
export const shortEscapes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(goEscapes).map(([letter, character]) => [character, `\\${letter}`])),
  '"': '\\"',
};
const plain = /^[ !#-[\]-~]*$/;

/** Messages never show more of a text. */
const longestShown = 16 * 1024;

/**
 * A string in quotes, as Go's `%q` prints it. Unambiguous: quotes and backslashes are escaped. Of long texts, which messages
 * do not show as a whole, only the beginning is: it would take a tenth of a second for some megabytes.
 */
export function goQuote(text: string): string {
  if (text.length <= longestShown) return goQuoteWhole(text);
  const end = text.codePointAt(longestShown - 1)! > 0xffff ? longestShown - 1 : longestShown;
  const beginning = goQuoteWhole(text.slice(0, end)).slice(0, -1);
  return beginning.concat(text.slice(end), '"');
}

/** The same for texts that are more than messages. */
export function goQuoteWhole(text: string): string {
  return `"${plain.test(text) ? text : escapeUnprintable(text)}"`;
}

function escapeUnprintable(text: string): string {
  // Not a module constant: creating it is slow and would delay the startup.
  return text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

/**
 * Formats a number like Go's `%v`. JSON integers are int64 in Kubernetes and print in full; other numbers are float64,
 * which have an exponent below 1e-04 and from 1e+06 on.
 */
export function goNumber(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return (value || 0).toString();
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return value.toString();
  return `${mantissa}e${power < 0 ? '-' : '+'}${Math.abs(power).toString().padStart(2, '0')}`;
}

const htmlSensitive = /[<>&\u2028\u2029]/g;

/** Deeper nesting is elided: these texts are for people, and recursion must not overflow the stack. */
const maxDepth = 200;

/** Compact JSON as Go's encoding/json writes a map: keys sorted by bytes, `<`, `>` and `&` escaped. */
export function goJson(value: JsonValue | undefined): string {
  return write(value, 0);
}

function write(value: JsonValue | undefined, depth: number): string {
  if (typeof value === 'string') return goJsonString(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (depth > maxDepth) return '"..."';
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`;
  const members = Object.keys(value)
    .sort(compareBytes)
    .map((key) => `${goJsonString(key)}:${write(value[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** Formats a value like Go's `%v`: `map[image:x ports:[80 443]]`. */
export function goFormat(value: JsonValue | undefined): string {
  return format(value, 0);
}

function format(value: JsonValue | undefined, depth: number): string {
  if (value === null || value === undefined) return '<nil>';
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (typeof value !== 'object') return String(value);
  if (depth > maxDepth) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => format(item, depth + 1)).join(' ')}]`;
  const members = Object.keys(value).sort(compareBytes);
  return `map[${members.map((key) => `${key}:${format(value[key], depth + 1)}`).join(' ')}]`;
}

/** Formats a value like Go's `%#v`: `map[string]interface {}{"image":"x", "ports":[]interface {}{80, 443}}`. */
export function goSyntax(value: JsonValue): string {
  return syntax(value, 0);
}

function syntax(value: JsonValue, depth: number): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  if (typeof value !== 'object') return String(value);
  if (depth > maxDepth) return '...';
  if (Array.isArray(value)) return `[]interface {}{${value.map((item) => syntax(item, depth + 1)).join(', ')}}`;
  const members = Object.keys(value).sort(compareBytes);
  const written = members.map((key) => `${goQuote(key)}:${syntax(value[key] as JsonValue, depth + 1)}`);
  return `map[string]interface {}{${written.join(', ')}}`;
}

function goJsonString(text: string): string {
  return JSON.stringify(text).replace(htmlSensitive, (character) => `\\u${hex(character.charCodeAt(0), 4)}`);
}

/** The order of Go's strings (UTF-8 bytes), which is the order of code points, unlike JavaScript's UTF-16 order. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left === right) continue;
    return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Go's name of a JSON value's type, as its decoder reports it. */
export function jsonTypeName(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
