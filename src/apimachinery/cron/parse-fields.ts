// Follows vendor/github.com/robfig/cron/v3/parser.go (v1.36)

import { goQuote } from '../meta/index.js';

/** An invalid schedule. Messages match those of the parser that Kubernetes uses. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: weekdays },
];

/** The values of a field that a schedule includes. */
export interface Field {
  readonly values: ReadonlySet<number>;
  readonly isAny: boolean;
}

/** Parses minute, hour, day of the month, month and day of the week. Throws ScheduleError. */
export function parseFields(text: string): Field[] {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== fields.length) {
    const found = `found ${parts.length}: [${parts.join(' ')}]`;
    throw new ScheduleError(`expected exactly ${fields.length} fields, ${found}`);
  }
  return parts.map((part, index) => parseField(part, fields[index]!));
}

function parseField(text: string, bounds: Bounds): Field {
  const ranges = text
    .split(',')
    .filter((range) => range !== '')
    .map((range) => parseRange(range, bounds));
  return {
    values: new Set(ranges.flatMap(({ values }) => [...values])),
    isAny: ranges.some(({ isAny }) => isAny),
  };
}

/** `number | number "-" number [ "/" number ]`, or `*` instead of the numbers. */
function parseRange(text: string, bounds: Bounds): Field {
  const [range = '', step, ...moreSteps] = text.split('/');
  const [low = '', high, ...moreLimits] = range.split('-');
  const isAny = low === '*' || low === '?';
  let first = bounds.min;
  let last = bounds.max;
  if (!isAny) {
    first = parseNumber(low, bounds);
    if (high === undefined) last = step === undefined ? first : bounds.max;
    else if (moreLimits.length > 0) throw new ScheduleError(`too many hyphens: ${text}`);
    else last = parseNumber(high, bounds);
  }
  if (moreSteps.length > 0) throw new ScheduleError(`too many slashes: ${text}`);
  const stride = step === undefined ? 1 : parseNumber(step, { min: 0, max: 0 });
  checkLimits(text, { first, last, stride, bounds });
  const values = new Set<number>();
  for (let value = first; value <= last; value += stride) values.add(value);
  return { values, isAny: isAny && stride === 1 };
}

function checkLimits(
  text: string,
  { first, last, stride, bounds }: { first: number; last: number; stride: number; bounds: Bounds },
): void {
  const { min, max } = bounds;
  if (first < min) throw new ScheduleError(`beginning of range (${first}) below minimum (${min}): ${text}`);
  if (last > max) throw new ScheduleError(`end of range (${last}) above maximum (${max}): ${text}`);
  if (first > last) throw new ScheduleError(`beginning of range (${first}) beyond end of range (${last}): ${text}`);
  if (stride === 0) throw new ScheduleError(`step of range should be a positive number: ${text}`);
}

function parseNumber(text: string, { min, names = [] }: Bounds): number {
  const index = names.indexOf(text.toLowerCase());
  if (index >= 0) return min + index;
  if (!/^[+-]?[0-9]+$/.test(text)) {
    const reason = `strconv.Atoi: parsing ${goQuote(text)}: invalid syntax`;
    throw new ScheduleError(`failed to parse int from ${text}: ${reason}`);
  }
  const number = Number(text);
  if (number < 0) throw new ScheduleError(`negative number (${number}) not allowed: ${text}`);
  return number;
}
