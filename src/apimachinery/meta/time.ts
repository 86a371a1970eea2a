// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/micro_time.go (v1.36)

import { goQuote } from './go-text.js';

/** metav1.Time: RFC 3339 in UTC with whole seconds. Milliseconds are truncated. */
export function formatTime(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString();
  return text.length === 24 ? `${text.slice(0, 19)}Z` : `${text.replace(/^\+0/, '').slice(0, -5)}Z`;
}

/** metav1.MicroTime: RFC 3339 in UTC with six fractional digits. */
export function formatMicroTime(milliseconds: number, microseconds = 0): string {
  const text = new Date(milliseconds).toISOString();
  return `${text.slice(0, 23)}${microseconds.toString().padStart(3, '0')}Z`;
}

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T([01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|([+-](?:[01]\d|2[0-4]):[0-5]\d))$/;
const microFraction = /[.,]\d{6}(?:Z|[+-]\d\d:\d\d)$/;

const zero = 0x30;
const canonicalLength = 20;
/** Of `2006-01-02T15:04:05Z`: what is no digit. */
const separators = [...'2006-01-02T15:04:05Z'].flatMap((character, at) =>
  /\d/.test(character) ? [] : [{ character, at }],
);

/** The instant of a text that `formatTime` would return, with a four-digit year; undefined for every other. */
function canonicalTime(text: string): number | undefined {
  if (text.length !== canonicalLength) return undefined;
  for (const { character, at } of separators) if (text[at] !== character) return undefined;
  const [year, month, day] = [digitsAt(text, 0) * 100 + digitsAt(text, 2), digitsAt(text, 5), digitsAt(text, 8)];
  const [hour, minute, second] = [digitsAt(text, 11), digitsAt(text, 14), digitsAt(text, 17)];
  // Date.UTC takes years before 100 for those after 1900.
  if (!(year >= 100 && isDay(year, month, day) && hour < 24 && minute < 60 && second < 60)) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The number that two digits are; NaN for other characters. */
function digitsAt(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The text of the same instant as `formatTime` returns it; undefined if the text is not an RFC 3339 time. */
export function normalTime(text: string): string | undefined {
  if (canonicalTime(text) !== undefined) return text;
  const time = parseTime(text);
  return time === undefined ? undefined : formatTime(time);
}

/** Parses a metav1.Time into milliseconds since 1970; undefined if the text is not an RFC 3339 time. */
export function parseTime(text: string): number | undefined {
  return canonicalTime(text) ?? parseAnyTime(text);
}

function parseAnyTime(text: string): number | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match.map(Number);
  if (!isDay(year ?? 0, month ?? 0, day ?? 0)) return undefined;
  const [hour = '', offset = ''] = match.slice(4);
  const instant = Date.parse(text.replace(',', '.').replace(/(\.\d{3})\d+/, '$1'));
  return Number.isNaN(instant) ? unusualInstant(text, hour, offset) : instant;
}

/** For a time with a one-digit hour, or with an offset of a day. */
function unusualInstant(text: string, hour: string, offset: string): number {
  const local = text
    .slice(0, text.length - (offset.length || 1))
    .replace(',', '.')
    .replace(/(\.\d{3})\d+/, '$1');
  const instant = Date.parse(`${local.replace(`T${hour}:`, `T${hour.padStart(2, '0')}:`)}Z`);
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const away = (hours * 60 + minutes) * 60_000;
  return offset.startsWith('-') ? instant + away : instant - away;
}

const layout: readonly (readonly [element: string, pattern: RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d?/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d(?:[.,]\d+)?/],
  ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/],
];

/** Why parseTime cannot parse a text, in Go's words. */
export function timeProblem(text: string): string {
  const subject = `parsing time ${goQuote(text)}`;
  let rest = text;
  for (const [element, pattern] of layout) {
    const match = pattern.exec(rest);
    if (match === null) {
      return `${subject} as "2006-01-02T15:04:05Z07:00": cannot parse ${goQuote(rest)} as ${goQuote(element)}`;
    }
    rest = rest.slice(match[0].length);
  }
  if (rest !== '') return `${subject}: extra text: ${goQuote(rest)}`;
  return `${subject}: ${outOfRange(text)} out of range`;
}

function outOfRange(text: string): string {
  const [month = 0, hour = 0, minute = 0, second = 0] = [5, 11, 14, 17].map((at) => Number(text.slice(at, at + 2)));
  if (month < 1 || month > 12) return 'month';
  if (hour > 23) return 'hour';
  if (minute > 59) return 'minute';
  return second > 59 ? 'second' : 'day';
}

/** Like parseTime for a metav1.MicroTime, whose fraction has exactly six digits. */
export function parseMicroTime(text: string): number | undefined {
  return microFraction.test(text) ? parseTime(text) : undefined;
}

/** Whether two times, possibly unset, are the same instant. */
export function isSameTime(a: string | null | undefined, b: string | null | undefined): boolean {
  if (a === b || (!a && !b)) return true;
  if (!a || !b) return false;
  const instant = parseTime(a);
  return instant !== undefined && instant === parseTime(b);
}

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysOf(year, month));
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
