// Follows vendor/github.com/google/cel-go/ext/formatting_v2.go (v1.36)

import type { Steps } from '../../event-loop/index.js';
import { spend } from '../budget.js';
import { CelFailure } from '../failure.js';
import { formatDuration, formatTimestamp } from '../time.js';
import type { TypeKind } from '../types.js';
import { CelDuration, CelTimestamp, CelUint, type CelValue, doubleValue, isDouble, typeOf } from '../values.js';
import { fixedText, scientificText, shortestText } from './decimal-text.js';
import { cannotFormat, type FormatDialect, TEXT_REFUSAL, WRITABLE_AS_TEXT } from './format-clauses.js';
import { containerText, scalarText } from './format-text.js';

const NUMBERS: readonly TypeKind[] = ['int', 'uint', 'double'];
const HEX: readonly TypeKind[] = ['int', 'uint', 'string', 'bytes'];

/**
 * The format of cel-go's strings library since version 4, which is cel-spec's: every number with any numeric clause, no
 * locale.
 */
export const PLAIN_FORMAT: FormatDialect = {
  maxPrecision: Number.POSITIVE_INFINITY,
  text: textOf,
  fixed: (value, precision) => finiteText(value, (number) => fixedText(number, precision)),
  scientific: (value, precision) => finiteText(value, (number) => scientificText(number, precision)),
  writable: {
    s: WRITABLE_AS_TEXT,
    d: NUMBERS,
    f: NUMBERS,
    e: NUMBERS,
    b: ['int', 'uint', 'bool'],
    x: HEX,
    X: HEX,
    o: ['int', 'uint'],
  },
  refusals: {
    s: TEXT_REFUSAL,
    d: 'decimal clause can only be used on ints, uints, and doubles',
    f: 'fixed-point clause can only be used on ints, uints, and doubles',
    e: 'scientific clause can only be used on ints, uints, and doubles',
    b: 'only ints, uints, and bools can be formatted as binary',
    x: 'only ints, uints, bytes, and strings can be formatted as hex',
    X: 'only ints, uints, bytes, and strings can be formatted as hex',
    o: 'octal clause can only be used on ints and uints',
  },
};

/** The same since version 5. */
export const BOUNDED_PLAIN_FORMAT: FormatDialect = { ...PLAIN_FORMAT, maxPrecision: 100 };

function finiteText(value: CelValue, write: (number: number) => string): string {
  const number = isDouble(value) ? doubleValue(value) : Number(value instanceof CelUint ? value.value : value);
  return Number.isFinite(number) ? write(number) : String(number);
}

/** As `%s` formats it, also within a list or map; timestamps in UTC. */
function* textOf(value: CelValue): Steps<string> {
  spend(1);
  if (typeof value === 'string') return value;
  if (isDouble(value)) return shortestText(doubleValue(value));
  if (value instanceof CelTimestamp) return formatTimestamp(new CelTimestamp(value.nanoseconds));
  if (value instanceof CelDuration) return formatDuration(value);
  const text = scalarText(value) ?? (yield* containerText(value, { part: textOf, colon: ': ' }));
  if (text === undefined) throw new CelFailure(cannotFormat(PLAIN_FORMAT, 's', typeOf(value)));
  return text;
}
