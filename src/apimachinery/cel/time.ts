// Follows vendor/github.com/google/cel-go/common/types/timestamp.go (v1.36)
// Follows vendor/github.com/google/cel-go/common/types/duration.go (v1.36)

import { parseNanoseconds, trimRight } from '../meta/index.js';
import { spend } from './budget.js';
import { CelFailure, conversionFailure } from './failure.js';
import { CelDuration, CelTimestamp, MAX_INT64, MIN_INT64 } from './values.js';

export const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const MILLISECONDS_PER_DAY = 86_400_000;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z. */
const EARLIEST = -62_135_596_800n * NANOSECONDS_PER_SECOND;
const LATEST = 253_402_300_800n * NANOSECONDS_PER_SECOND - 1n;

export function timestampOf(nanoseconds: bigint, offsetSeconds = 0): CelTimestamp {
  if (nanoseconds < EARLIEST || nanoseconds > LATEST) throw new CelFailure('timestamp overflow');
  return new CelTimestamp(nanoseconds, offsetSeconds);
}

/** Adds a duration to the timestamp and keeps its time zone. */
export function moveTimestamp({ nanoseconds, offsetSeconds }: CelTimestamp, by: bigint): CelTimestamp {
  return timestampOf(nanoseconds + by, offsetSeconds);
}

/** The first instant of year 1: a timestamp that was never set. */
export function isZeroTimestamp({ nanoseconds }: CelTimestamp): boolean {
  return nanoseconds === EARLIEST;
}

export function durationOf(nanoseconds: bigint): CelDuration {
  if (nanoseconds < MIN_INT64 || nanoseconds > MAX_INT64) throw new CelFailure('duration overflow');
  return new CelDuration(nanoseconds);
}

const TIMESTAMP_NAME = 'google.protobuf.Timestamp';
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Parses an RFC 3339 timestamp. */
export function parseTimestamp(text: string): CelTimestamp {
  const match = text.length <= 64 ? RFC3339.exec(text) : null;
  if (!match) throw conversionFailure(TIMESTAMP_NAME);
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as SixNumbers;
  const days = daysSinceEpoch(year, month, day);
  if (days === undefined || hour > 23 || minute > 59 || second > 59 || Number(match[9] ?? 0) > 23) {
    throw conversionFailure(TIMESTAMP_NAME);
  }
  const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -60 : 60);
  const seconds = BigInt(days * 86_400 + hour * 3_600 + minute * 60 + second - offset);
  const fraction = BigInt((match[7] ?? '').padEnd(9, '0').slice(0, 9));
  return timestampOf(seconds * NANOSECONDS_PER_SECOND + fraction, offset);
}

type SixNumbers = [number, number, number, number, number, number];

/** Days since 1970-01-01; undefined if the date does not exist. */
export function daysSinceEpoch(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  // setUTCFullYear keeps years below 100 as they are; Date.UTC adds 1900.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() / MILLISECONDS_PER_DAY;
}

/** RFC 3339 in the original time zone, with as many fractional digits as needed. */
export function formatTimestamp({ nanoseconds, offsetSeconds }: CelTimestamp): string {
  const seconds = floorDivide(nanoseconds, NANOSECONDS_PER_SECOND);
  const fraction = nanoseconds - seconds * NANOSECONDS_PER_SECOND;
  const date = new Date((Number(seconds) + offsetSeconds) * 1000).toISOString().slice(0, -5);
  const digits = fraction === 0n ? '' : `.${trimRight(String(fraction).padStart(9, '0'), '0')}`;
  return `${date}${digits}${formatOffset(offsetSeconds)}`;
}

function formatOffset(seconds: number): string {
  if (seconds === 0) return 'Z';
  const minutes = Math.abs(seconds) / 60;
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${seconds < 0 ? '-' : '+'}${hour}:${minute}`;
}

/** Parses a Go duration: `1h30m`, `-1.5s`, `250ms`, `0`. */
export function parseDuration(text: string): CelDuration {
  const nanoseconds = parseNanoseconds(text);
  if (nanoseconds === undefined) throw conversionFailure('google.protobuf.Duration');
  return new CelDuration(nanoseconds);
}

/** Seconds with a fraction: `90s`, `1.5s`, `0.000000001s`. */
export function formatDuration(duration: CelDuration): string {
  const seconds = Number(duration.nanoseconds / NANOSECONDS_PER_SECOND);
  const value = seconds + Number(duration.nanoseconds % NANOSECONDS_PER_SECOND) / 1e9;
  const small = Math.abs(value) < 1e-6 && value !== 0;
  return `${small ? trimRight(value.toFixed(9), '0') : String(value)}s`;
}

/** Rounds towards negative infinity; BigInt division rounds towards zero. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/**
 * Returns a `Date` whose UTC getters return the local time in the zone: an IANA name (`Europe/Berlin`) or an offset
 * (`-08:00`, `02:00`).
 */
export function dateInZone(timestamp: CelTimestamp, zone = 'UTC'): Date {
  const milliseconds = Number(floorDivide(timestamp.nanoseconds, NANOSECONDS_PER_MILLISECOND));
  if (zone === 'UTC' || zone === '') return new Date(milliseconds);
  if (zone.length > longestZone) throw unknownZone(zone);
  const offset = /^([+-]?)(\d{1,2}):(\d\d)$/.exec(zone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    if (Number(offset[3]) > 59) throw new CelFailure(`timezone offset minutes out of range [0, 59]: ${zone}`);
    return new Date(milliseconds + (offset[1] === '-' ? -minutes : minutes) * 60_000);
  }
  return shiftByName(milliseconds, zone);
}

function shiftByName(milliseconds: number, zone: string): Date {
  spend(stepsOfZonedTime);
  const parts: Record<string, number> = {};
  for (const { type, value } of zoneFormat(zone).formatToParts(milliseconds)) parts[type] = Number(value);
  const date = new Date(milliseconds);
  date.setUTCFullYear(parts['year']!, parts['month']! - 1, parts['day']!);
  date.setUTCHours(parts['hour']!, parts['minute']!, parts['second']!);
  return date;
}

/** Cost of a platform call, in steps of an evaluation's budget. */
const stepsOfZonedTime = 100;
const stepsOfNewZone = 5000;

/** A cache, because creating a formatter is slow. Bounded by the number of time zones: unknown names are not cached. */
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  let format = zoneFormats.get(zone);
  if (!format) {
    spend(stepsOfNewZone);
    format = makeZoneFormat(zone);
    if (zoneFormats.size < 1_000) zoneFormats.set(zone, format);
  }
  return format;
}

function makeZoneFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw unknownZone(timeZone);
  }
}

/** No time zone has a longer name. */
const longestZone = 64;

function unknownZone(zone: string): CelFailure {
  return new CelFailure(`unknown time zone ${zone.slice(0, longestZone)}`);
}
