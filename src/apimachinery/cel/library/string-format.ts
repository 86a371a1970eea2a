// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)

import { isStepDue, type Steps } from '../../event-loop/index.js';
import { spend } from '../budget.js';
import { CelFailure } from '../failure.js';
import { type CelList, listItem, listSize } from '../lists.js';
import { CelUint, type CelValue, doubleValue, isDouble, typeOf } from '../values.js';
import { shortestText } from './decimal-text.js';
import { cannotFormat, type FormatClause, type FormatDialect, formatParts } from './format-clauses.js';

/** `format.format(args)`. Each piece of the result is charged before the next is created. */
export function* formatString(dialect: FormatDialect, format: string, args: CelList): Steps<string> {
  let result = '';
  let index = 0;
  for (const part of formatParts(format, dialect.maxPrecision)) {
    let piece: string;
    if ('text' in part) piece = part.text;
    else {
      if (index >= listSize(args)) throw new CelFailure(`index ${index} out of range`);
      if (part instanceof CelFailure) throw part;
      piece = yield* formatClause(dialect, part, listItem(args, index++));
    }
    if (isStepDue()) yield;
    spend(piece.length);
    result += piece;
  }
  return result;
}

function* formatClause(dialect: FormatDialect, { verb, precision }: FormatClause, value: CelValue): Steps<string> {
  const type = typeOf(value);
  if (!dialect.writable[verb].includes(type.kind)) throw new CelFailure(cannotFormat(dialect, verb, type));
  switch (verb) {
    case 's':
      return yield* dialect.text(value);
    case 'd':
      return isDouble(value) ? shortestText(doubleValue(value)) : digits(value, 10);
    case 'f':
      return dialect.fixed(value, precision);
    case 'e':
      return dialect.scientific(value, precision);
    case 'b':
      return digits(value, 2);
    case 'o':
      return digits(value, 8);
    case 'x':
      return hex(value);
    case 'X':
      return hex(value).toUpperCase();
  }
}

/** Of an int, uint or bool. */
function digits(value: CelValue, radix: number): string {
  if (value instanceof CelUint) return value.value.toString(radix);
  return (typeof value === 'bigint' ? value : Number(value)).toString(radix);
}

function hex(value: CelValue): string {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return digits(value, 16);
  spend(value.length * 2);
  return Buffer.from(value as string).toString('hex');
}
