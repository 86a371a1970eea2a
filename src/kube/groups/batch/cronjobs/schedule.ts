// Follows vendor/github.com/robfig/cron/v3/parser.go (v1.36)

import { durationProblem, goQuote, parseDuration } from '../../../../apimachinery/meta/index.js';

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
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Minute, hour, day of the month, month, day of the week. */
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 6, names: weekdays },
];

const descriptors = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const every = '@every ';

/** Throws ScheduleError. */
export function checkSchedule(text: string): void {
  const spec = withoutZone(text);
  if (spec.startsWith('@')) {
    checkDescriptor(spec);
    return;
  }
  const parts = spec.split(/\s+/).filter((part) => part !== '');
  if (parts.length !== fields.length) {
    const found = `found ${parts.length}: [${parts.join(' ')}]`;
    throw new ScheduleError(`expected exactly ${fields.length} fields, ${found}`);
  }
  for (const [index, part] of parts.entries()) {
    for (const range of part.split(',').filter((piece) => piece !== '')) checkRange(range, fields[index]!);
  }
}

/** A schedule may begin with a time zone. Whether that is allowed is checked by the caller. */
function withoutZone(text: string): string {
  if (text === '') throw new ScheduleError('empty spec string');
  const [, zone, rest] = /^(?:CRON_)?TZ=(\S*)\s+([\s\S]*)$/.exec(text) ?? [];
  if (rest === undefined) {
    if (/^(CRON_)?TZ=/.test(text)) throw new ScheduleError(`provided bad location ${text}: unknown time zone`);
    return text;
  }
  if (zone !== '' && zone !== undefined && !isTimeZone(zone)) {
    throw new ScheduleError(`provided bad location ${zone}: unknown time zone ${zone}`);
  }
  return rest.trim();
}

function checkDescriptor(text: string): void {
  if (descriptors.includes(text)) return;
  if (!text.startsWith(every)) throw new ScheduleError(`unrecognized descriptor: ${text}`);
  const duration = text.slice(every.length);
  if (parseDuration(duration) !== undefined) return;
  throw new ScheduleError(`failed to parse duration ${text}: ${durationProblem(duration)}`);
}

/** `number | number "-" number [ "/" number ]`, or `*` instead of the numbers. */
function checkRange(text: string, bounds: Bounds): void {
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

/** Time zone names are case-sensitive, as in upstream's zone files. */
export function isTimeZone(name: string): boolean {
  if (!name.split('/').every((part) => /^[A-Z]/.test(part))) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
