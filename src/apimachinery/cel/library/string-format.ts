import type { JsonObject } from '../../meta/index.js';
import { compareBytes, goQuote } from '../../meta/index.js';
import { spend } from '../budget.js';
import { CelFailure } from '../failure.js';
import { type CelList, isList, listItem, listItems, listSize } from '../lists.js';
import { type CelMap, isMap, mapGet, mapKeys } from '../maps.js';
import { formatDouble, parseDouble } from '../numbers.js';
import { decodeUtf8 } from '../standard/conversions.js';
import { formatDuration, formatTimestamp } from '../time.js';
import { CelType } from '../types.js';
import { CelDuration, CelTimestamp, CelUint, type CelValue, doubleValue, isDouble, isInt, typeOf } from '../values.js';
import { englishFixedText, englishScientificText, fixedText } from './decimal-text.js';
import { cannotFormat, type FormatClause, formatParts, type Verb } from './format-clauses.js';

/** `format.format(args)`. Each piece of the result is paid for before the next is made. */
export function formatString(format: string, args: CelList): string {
  let result = '';
  let index = 0;
  for (const part of formatParts(format)) {
    let piece: string;
    if ('text' in part) piece = part.text;
    else {
      if (index >= listSize(args)) throw new CelFailure(`index ${index} out of range`);
      if (part instanceof CelFailure) throw part;
      piece = formatClause(part, listItem(args, index++));
    }
    spend(piece.length);
    result += piece;
  }
  return result;
}

const DEFAULT_PRECISION = 6;

function formatClause({ verb, precision = DEFAULT_PRECISION }: FormatClause, value: CelValue): string {
  switch (verb) {
    case 's':
      return textOf(value);
    case 'd':
      return String(integerOf(verb, value));
    case 'f':
      return englishFixedText(numberOf(verb, value), precision);
    case 'e':
      return englishScientificText(numberOf(verb, value), precision);
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : integerOf(verb, value).toString(2);
    case 'o':
      return integerOf(verb, value).toString(8);
    case 'x':
      return hexOf(verb, value);
    case 'X':
      return hexOf(verb, value).toUpperCase();
  }
}

function refused(verb: Verb, value: CelValue): CelFailure {
  return new CelFailure(cannotFormat(verb, typeOf(value).name));
}

function integerOf(verb: Verb, value: CelValue): number | bigint {
  if (isInt(value)) return value;
  if (value instanceof CelUint) return value.value;
  throw refused(verb, value);
}

function numberOf(verb: Verb, value: CelValue): number {
  if (isDouble(value)) return doubleValue(value);
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return doubleValue(parseDouble(value));
  throw refused(verb, value);
}

function hexOf(verb: Verb, value: CelValue): string {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    spend(value.length * 2);
    return Buffer.from(value as string).toString('hex');
  }
  return integerOf(verb, value).toString(16);
}

/** As `%s` writes it. */
function textOf(value: CelValue): string {
  if (typeof value === 'string') return value;
  if (isDouble(value)) return formatDouble(value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  return scalarText(value) ?? containerText(value) ?? fail(refused('s', value));
}

/** As it is written within a list or a map: a literal of CEL. */
function literalOf(value: CelValue): string {
  spend(1);
  if (typeof value === 'string') return goQuote(value);
  if (value instanceof Uint8Array) return `b${goQuote(decodeUtf8(value))}`;
  if (isDouble(value)) return doubleLiteral(doubleValue(value));
  if (value instanceof CelTimestamp) return `timestamp("${formatTimestamp(value)}")`;
  if (value instanceof CelDuration) return `duration("${formatDuration(value)}")`;
  const text = scalarText(value) ?? containerText(value);
  if (text === undefined)
    throw new CelFailure(`error during formatting: no formatting function for ${typeOf(value).name}`);
  return text;
}

function doubleLiteral(value: number): string {
  return Number.isFinite(value) ? fixedText(value, DEFAULT_PRECISION) : `"${formatDouble(value)}"`;
}

/** What is written alike on its own and within a list. */
function scalarText(value: CelValue): string | undefined {
  if (value === null || typeof value === 'boolean' || isInt(value)) return String(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  return value instanceof CelType ? value.name : undefined;
}

function containerText(value: CelValue): string | undefined {
  if (isList(value)) return `[${paidFor(listItems(value).map(literalOf)).join(', ')}]`;
  return isMap(value) ? `{${mapEntries(value).join(', ')}}` : undefined;
}

/** Sorted by the keys' texts. */
function mapEntries(map: CelMap | JsonObject): readonly string[] {
  const entries = mapKeys(map).map((key) => [literalOf(key), mapGet(map, key)!] as const);
  return paidFor(
    entries.toSorted(([a], [b]) => compareBytes(a, b)).map(([key, value]) => `${key}:${literalOf(value)}`),
  );
}

/** Shared parts of nested lists are written each time that they occur, which can become much. */
function paidFor(texts: readonly string[]): readonly string[] {
  spend(texts.reduce((sum, text) => sum + text.length, 0));
  return texts;
}

function fail(failure: CelFailure): never {
  throw failure;
}
