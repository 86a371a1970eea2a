// Follows vendor/github.com/robfig/cron/v3/parser.go (v1.36)
// Follows vendor/github.com/robfig/cron/v3/spec.go (v1.36)

import { durationProblem, parseDuration } from '../meta/index.js';
import { type Field, parseFields, ScheduleError } from './parse-fields.js';
import { isTimeZone, type LocalTime, type TimeZone, timeZoneOf } from './time-zone.js';

/** The times of a schedule. */
export interface Schedule {
  /** The first time after the given one, in milliseconds; undefined: there is none within five years. */
  next(after: number): number | undefined;
}

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const every = '@every ';
const second = 1000;
const minute = 60 * second;
const maxYears = 5;

/**
 * Parses a schedule. Times are in its own time zone, in the given one if it has none, and in UTC without either. Throws
 * ScheduleError if the schedule or the time zone is invalid.
 */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const { zone = timeZone, spec } = splitZone(text);
  const localTime = timeZoneOf(zone);
  if (!localTime) throw unknownZone(zone);
  if (!spec.startsWith('@')) return new FieldSchedule(parseFields(spec), localTime);
  if (Object.hasOwn(descriptors, spec)) return new FieldSchedule(parseFields(descriptors[spec]!), localTime);
  if (spec.startsWith(every)) return periodic(spec);
  throw new ScheduleError(`unrecognized descriptor: ${spec}`);
}

/** A schedule may begin with a time zone. Whether that is allowed is checked by the caller. */
function splitZone(text: string): { readonly zone?: string; readonly spec: string } {
  if (text === '') throw new ScheduleError('empty spec string');
  const [, zone, rest] = /^(?:CRON_)?TZ=(\S*)\s+([\s\S]*)$/.exec(text) ?? [];
  if (zone === undefined || rest === undefined) {
    if (/^(CRON_)?TZ=/.test(text)) throw new ScheduleError(`provided bad location ${text}: unknown time zone`);
    return { spec: text };
  }
  if (zone !== '' && !isTimeZone(zone)) throw unknownZone(zone);
  return { zone: zone || 'UTC', spec: rest.trim() };
}

function unknownZone(zone: string): ScheduleError {
  return new ScheduleError(`provided bad location ${zone}: unknown time zone ${zone}`);
}

function periodic(spec: string): Schedule {
  const duration = spec.slice(every.length);
  const period = parseDuration(duration);
  if (period === undefined) {
    throw new ScheduleError(`failed to parse duration ${spec}: ${durationProblem(duration)}`);
  }
  const seconds = Math.max(1, Math.floor(period / second));
  return { next: (after) => (Math.floor(after / second) + seconds) * second };
}

class FieldSchedule implements Schedule {
  readonly #fields: readonly Field[];
  readonly #zone: TimeZone;

  constructor(all: readonly Field[], zone: TimeZone) {
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
  #skip(local: LocalTime): number | { year: number; month: number; day: number } {
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
