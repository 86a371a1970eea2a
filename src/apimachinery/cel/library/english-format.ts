// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
import { goQuoteWhole } from '../../meta/index.js';
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

/** The format of cel-go's strings library before version 4: numbers in English, and CEL literals within lists. */
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

/** Strings are accepted only if they name a number that has no literal. */
function numberOf(verb: Verb, value: CelValue): number {
  if (isDouble(value)) return doubleValue(value);
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return doubleValue(parseDouble(value));
  throw new CelFailure(cannotFormat(ENGLISH_FORMAT, verb, STRING));
}

const LITERALS: ContainerStyle = { part: literalOf, colon: ':' };

/** As `%s` formats it. */
function* textOf(value: CelValue): Steps<string> {
  if (typeof value === 'string') return value;
  if (isDouble(value)) return formatDouble(value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  return scalarText(value) ?? (yield* containerText(value, LITERALS))!;
}

/** As formatted within a list or map: a CEL literal. */
function* literalOf(value: CelValue): Steps<string> {
  spend(1);
  if (typeof value === 'string') return goQuoteWhole(value);
  if (value instanceof Uint8Array) return `b${goQuoteWhole(decodeUtf8(value))}`;
  if (isDouble(value)) return doubleLiteral(doubleValue(value));
  if (value instanceof CelTimestamp) return `timestamp("${formatTimestamp(value)}")`;
  if (value instanceof CelDuration) return `duration("${formatDuration(value)}")`;
  const text = scalarText(value) ?? (yield* containerText(value, LITERALS));
  if (text === undefined)
    throw new CelFailure(`error during formatting: no formatting function for ${typeOf(value).name}`);
  return text;
}

function doubleLiteral(value: number): string {
  return Number.isFinite(value) ? fixedText(value, DEFAULT_PRECISION) : `"${formatDouble(value)}"`;
}
