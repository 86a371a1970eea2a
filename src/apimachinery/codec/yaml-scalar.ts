// Follows vendor/go.yaml.in/yaml/v2/resolve.go (v1.36)

import { DecodeError } from './decode-error.js';
import { asInteger } from './json-number.js';

/** The value of a YAML scalar; unlike JSON numbers, YAML numbers may be infinite or NaN. */
export type YamlScalar = null | boolean | number | bigint | string;

const tagPrefix = 'tag:yaml.org,2002:';

const words = new Map<string, YamlScalar>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Number.POSITIVE_INFINITY] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);

const integer = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/;
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;
const maxUint64 = 2n ** 64n - 1n;
/** 64 binary digits and a prefix: longer texts do not fit 64 bits. */
const maxIntegerLength = 66;

/**
 * Resolves an untagged plain scalar like go-yaml: YAML 1.1 booleans, integers in four bases, `_` between digits. Times
 * stay strings, and so do numbers without a 64-bit value.
 */
export function resolvePlainScalar(text: string): YamlScalar {
  const word = words.get(text);
  if (word !== undefined) return word;
  const first = text.charCodeAt(0);
  const mayBeNumber = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
  return mayBeNumber ? resolveNumber(text) : text;
}

/** Resolves a tagged scalar like go-yaml; unknown tags leave the text unchanged. */
export function resolveTaggedScalar(tag: string, text: string): YamlScalar {
  switch (fullTag(tag)) {
    case `${tagPrefix}binary`:
      return decodeBase64(text);
    case `${tagPrefix}null`:
      return expectType(text, '!!null', (value) => value === null);
    case `${tagPrefix}bool`:
      return expectType(text, '!!bool', (value) => typeof value === 'boolean');
    case `${tagPrefix}int`:
      return expectType(text, '!!int', (value) => typeof value === 'bigint' || Number.isInteger(value));
    case `${tagPrefix}float`:
      return expectType(text, '!!float', (value) => typeof value === 'number' || typeof value === 'bigint');
    default:
      return text;
  }
}

function fullTag(tag: string): string {
  if (tag.startsWith('!<')) return tag.slice(2, -1);
  return tag.startsWith('!!') ? tagPrefix + tag.slice(2) : tag;
}

function expectType(text: string, tag: string, isOfType: (value: YamlScalar) => boolean): YamlScalar {
  const value = resolvePlainScalar(text);
  if (isOfType(value)) return value;
  throw new DecodeError(`yaml: cannot decode ${shortTagOf(value)} \`${text}\` as a ${tag}`);
}

function shortTagOf(value: YamlScalar): string {
  if (value === null) return '!!null';
  if (typeof value === 'boolean') return '!!bool';
  if (typeof value === 'string') return '!!str';
  return typeof value === 'bigint' || Number.isInteger(value) ? '!!int' : '!!float';
}

function decodeBase64(text: string): string {
  const compact = text.replace(/[\r\n]/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) {
    throw new DecodeError('yaml: !!binary value contains invalid base64 data');
  }
  return Buffer.from(compact, 'base64').toString('utf8');
}

function resolveNumber(text: string): YamlScalar {
  const digits = text.replaceAll('_', '');
  const match = integer.exec(digits);
  const whole = match ? resolveInteger(match[1] === '-', match[2] ?? '') : undefined;
  if (whole !== undefined) return whole;
  // No `_` after a leading dot: go-yaml does not remove it there.
  if (!float.test(text.startsWith('.') ? text : digits)) return text;
  const double = Number(digits);
  if (!Number.isFinite(double)) return text;
  if (!Number.isInteger(double)) return double;
  return Number.isSafeInteger(double) ? double || 0 : (asInteger(BigInt(double)) ?? double);
}

function resolveInteger(negative: boolean, literal: string): number | bigint | undefined {
  if (literal.length > maxIntegerLength) return undefined;
  const isOldOctal = /^0[0-7]/.test(literal);
  const magnitude = BigInt(isOldOctal ? `0o${literal.slice(1)}` : literal.toLowerCase());
  const exact = asInteger(negative ? -magnitude : magnitude);
  if (exact !== undefined) return exact;
  return !negative && magnitude <= maxUint64 ? Number(magnitude) : undefined;
}
