// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/time.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/date.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/duration.go (v1.36)

import { parseDuration } from '../meta/index.js';

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An existing date: `2006-01-02`. */
export function isDate(text: string): boolean {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && isLeapYear ? 29 : daysOfMonth[month - 1]!);
}

const dateTime =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})t(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[^t][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})(?:t.*)?$/is;

/** RFC 3339, with two leniencies of upstream: any character before the fraction, and anything after a second `t`. */
export function isDateTime(text: string): boolean {
  const match = dateTime.exec(text);
  return match !== null && isDate(match[1]!);
}

/** The names of units, shortest first; longer forms of the last name in a row are accepted too (`minutes`). */
const units = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/** Go durations (`1h30m`), and any text with a number before the name of a unit (`2 days`, `5 Minutes later`). */
export function isDuration(text: string): boolean {
  return parseDuration(text) !== undefined || hasNumberWithUnit(text);
}

/** One pass over the text: a regular expression would restart at every digit of a long number. */
function hasNumberWithUnit(text: string): boolean {
  let found = false;
  for (let index = 0; index < text.length; ) {
    const digits = endOfRun(text, index, isDigit);
    if (digits === index) {
      index++;
      continue;
    }
    const spaces = endOfRun(text, digits, isSpace);
    const letters = endOfRun(text, spaces, isUnitLetter);
    if (letters > spaces) {
      if (BigInt(text.slice(index, Math.min(digits, index + 30))) >= 2n ** 63n) return false;
      found ||= isUnit(text.slice(spaces, letters).toLowerCase());
    }
    index = Math.max(spaces, letters);
  }
  return found;
}

function endOfRun(text: string, begin: number, belongs: (unit: number) => boolean): number {
  let end = begin;
  while (end < text.length && belongs(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0c || unit === 0x0d;
}

function isUnitLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0xb5;
}

function isUnit(name: string): boolean {
  return units.some((names) => names.includes(name) || name.startsWith(names.at(-1)!));
}
