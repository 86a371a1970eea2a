// Follows vendor/github.com/robfig/cron/v3/parser.go (v1.36)
// Follows vendor/github.com/robfig/cron/v3/spec.go (v1.36)
import { parseDuration } from '../../apimachinery/meta/index.js';

/** The times of a schedule. */
export interface Schedule {
  /** The first time after the given one, in milliseconds; undefined: there is none within five years. */
  next(after: number): number | undefined;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: ['', ...months] },
  { min: 0, max: 6, names: days },
];
const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const minute = 60_000;
const maxYears = 5;

/** Undefined if the schedule or the time zone is invalid. Without a time zone, times are in UTC. */
export function parseSchedule(text: string, timeZone?: string): Schedule | undefined {
  const isZoned = text.startsWith('TZ=') || text.startsWith('CRON_TZ=');
  const space = isZoned ? text.indexOf(' ') : -1;
  const zone = zoneOf(isZoned ? text.slice(text.indexOf('=') + 1, space) : (timeZone ?? 'UTC'));
  const spec = text.slice(space + 1).trim();
  if (zone === undefined) return undefined;
  if (spec.startsWith('@every ')) {
    const period = parseDuration(spec.slice('@every '.length));
    if (period === undefined) return undefined;
    const seconds = Math.max(1, Math.floor(period / 1000));
    return { next: (after) => Math.floor(after / 1000) * 1000 + seconds * 1000 };
  }
  const parts = (descriptors[spec] ?? spec).split(/\s+/);
  const parsed = parts.map((part, index) => (fields[index] ? parseField(part, fields[index]) : undefined));
  if (parts.length !== fields.length || parsed.some((field) => field === undefined)) return undefined;
  return new FieldSchedule(parsed as Field[], zone);
}

interface Field {
  readonly values: ReadonlySet<number>;
  readonly isAny: boolean;
}

function parseField(text: string, bounds: Bounds): Field | undefined {
  const values = new Set<number>();
  let isAny = false;
  for (const part of text.split(',')) {
    const [range = '', step, ...rest] = part.split('/');
    const isStar = range === '*' || range === '?';
    const [first, last, ...more] = range.split('-');
    const start = isStar ? bounds.min : numberOf(first ?? '', bounds);
    const single = step === undefined ? start : bounds.max;
    const end = isStar ? bounds.max : last === undefined ? single : numberOf(last, bounds);
    const width = step === undefined ? 1 : Number(step);
    const isValid = rest.length === 0 && more.length === 0 && Number.isInteger(width) && width > 0;
    if (!isValid || start === undefined || end === undefined || start > end) return undefined;
    if (isStar && width === 1) isAny = true;
    for (let value = start; value <= end; value += width) values.add(value);
  }
  return { values, isAny };
}

function numberOf(text: string, { min, max, names = [] }: Bounds): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  const value = text !== '' && named >= 0 ? named : /^[0-9]{1,3}$/.test(text) ? Number(text) : undefined;
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

interface Local {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly weekday: number;
}

type Zone = (time: number) => Local;

function zoneOf(timeZone: string): Zone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', weekday: 'short' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    });
  } catch {
    return undefined;
  }
  return (time) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return {
      year: Number(parts['year']),
      month: Number(parts['month']),
      day: Number(parts['day']),
      hour: Number(parts['hour']),
      minute: Number(parts['minute']),
      weekday: days.indexOf((parts['weekday'] ?? '').toLowerCase()),
    };
  };
}

class FieldSchedule implements Schedule {
  readonly #fields: readonly Field[];
  readonly #zone: Zone;

  constructor(all: readonly Field[], zone: Zone) {
    this.#fields = all;
    this.#zone = zone;
  }

  next(after: number): number | undefined {
    const limit = after + maxYears * 366 * 24 * 60 * minute;
    let time = Math.floor(after / minute) * minute + minute;
    while (time < limit) {
      const local = this.#zone(time);
      const step = this.#skip(local);
      if (step === 0) return time;
      time = Math.max(time + minute, typeof step === 'number' ? time + step : this.#toTime(step, time));
    }
    return undefined;
  }

  /** 0: it matches. Otherwise how much time, or to which local day, to skip. */
  #skip(local: Local): number | { year: number; month: number; day: number } {
    const [minutes, hours, monthDays, monthNumbers, weekdays] = this.#fields as [Field, Field, Field, Field, Field];
    if (!monthNumbers.values.has(local.month)) return { year: local.year, month: local.month + 1, day: 1 };
    const [isDay, isWeekday] = [monthDays.values.has(local.day), weekdays.values.has(local.weekday)];
    // If both are restricted, one of them is enough.
    const matches = monthDays.isAny || weekdays.isAny ? isDay && isWeekday : isDay || isWeekday;
    if (!matches) return { year: local.year, month: local.month, day: local.day + 1 };
    if (!hours.values.has(local.hour)) return (60 - local.minute) * minute;
    return minutes.values.has(local.minute) ? 0 : minute;
  }

  /** The first minute of a local day. */
  #toTime({ year, month, day }: { year: number; month: number; day: number }, from: number): number {
    const wanted = Date.UTC(year, month - 1, day);
    let time = wanted;
    for (let attempt = 0; attempt < 2; attempt++) {
      const local = this.#zone(time);
      time += wanted - Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute);
    }
    return Math.max(from, time);
  }
}
