import { goQuote } from '../../meta/index.js';
import { spend } from '../budget.js';
import { CelFailure } from '../failure.js';
import { formatDouble, parseDouble } from '../numbers.js';
import { decodeUtf8 } from '../standard/conversions.js';
import { formatDuration, formatTimestamp } from '../time.js';
import type { TypeKind } from '../types.js';
import { CelDuration, CelTimestamp, type CelValue, doubleValue, isDouble, STRING, typeOf } from '../values.js';
import { englishFixedText, englishScientificText, fixedText } from './decimal-text.js';
import {
  cannotFormat,
  DEFAULT_PRECISION,
  type FormatDialect,
  TEXT_REFUSAL,
  type Verb,
  WRITABLE_AS_TEXT,
} from './format-clauses.js';
import { type ContainerStyle, containerText, scalarText } from './format-text.js';

const NUMERALS: readonly TypeKind[] = ['double', 'string'];
const HEX: readonly TypeKind[] = ['int', 'uint', 'string', 'bytes'];
const INTEGERS: readonly TypeKind[] = ['int', 'uint'];

/** That of cel-go's strings before version 4: numbers are written as in English, and within lists all is a literal. */
export const ENGLISH_FORMAT: FormatDialect = {
  maxPrecision: Number.POSITIVE_INFINITY,
  text: textOf,
  fixed: (value, precision) => englishFixedText(numberOf('f', value), precision),
  scientific: (value, precision) => englishScientificText(numberOf('e', value), precision),
  writable: {
    s: WRITABLE_AS_TEXT,
    d: INTEGERS,
    f: NUMERALS,
    e: NUMERALS,
    b: ['int', 'uint', 'bool'],
    x: HEX,
    X: HEX,
    o: INTEGERS,
  },
  refusals: {
    s: TEXT_REFUSAL,
    d: 'decimal clause can only be used on integers',
    f: 'fixed-point clause can only be used on doubles',
    e: 'scientific clause can only be used on doubles',
    b: 'only integers and bools can be formatted as binary',
    x: 'only integers, byte buffers, and strings can be formatted as hex',
    X: 'only integers, byte buffers, and strings can be formatted as hex',
    o: 'octal clause can only be used on integers',
  },
};

/** Of texts only those that name what no literal is. */
function numberOf(verb: Verb, value: CelValue): number {
  if (isDouble(value)) return doubleValue(value);
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return doubleValue(parseDouble(value));
  throw new CelFailure(cannotFormat(ENGLISH_FORMAT, verb, STRING));
}

const LITERALS: ContainerStyle = { part: literalOf, colon: ':' };

/** As `%s` writes it. */
function textOf(value: CelValue): string {
  if (typeof value === 'string') return value;
  if (isDouble(value)) return formatDouble(value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  return scalarText(value) ?? containerText(value, LITERALS)!;
}

/** As it is written within a list or a map: a literal of CEL. */
function literalOf(value: CelValue): string {
  spend(1);
  if (typeof value === 'string') return goQuote(value);
  if (value instanceof Uint8Array) return `b${goQuote(decodeUtf8(value))}`;
  if (isDouble(value)) return doubleLiteral(doubleValue(value));
  if (value instanceof CelTimestamp) return `timestamp("${formatTimestamp(value)}")`;
  if (value instanceof CelDuration) return `duration("${formatDuration(value)}")`;
  const text = scalarText(value) ?? containerText(value, LITERALS);
  if (text === undefined)
    throw new CelFailure(`error during formatting: no formatting function for ${typeOf(value).name}`);
  return text;
}

function doubleLiteral(value: number): string {
  return Number.isFinite(value) ? fixedText(value, DEFAULT_PRECISION) : `"${formatDouble(value)}"`;
}
