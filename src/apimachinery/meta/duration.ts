const unitNanoseconds: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
]);

/** Of s, m and h. */
function nanosecondsOfLetter(code: number): number | undefined {
  if (code === 0x73) return 1e9;
  if (code === 0x6d) return 60e9;
  return code === 0x68 ? 3600e9 : undefined;
}

/** Go's durations are int64; during parsing a value may exceed it by one. */
const most = 1n << 63n;

/** Parses a Go duration, such as `1m30s`, into milliseconds; undefined if it is invalid. */
export function parseDuration(text: string): number | undefined {
  const nanoseconds = read(text);
  return typeof nanoseconds === 'bigint' ? Number(nanoseconds) / 1e6 : undefined;
}

/** The same in nanoseconds. */
export function parseNanoseconds(text: string): bigint | undefined {
  const nanoseconds = read(text);
  return typeof nanoseconds === 'bigint' ? nanoseconds : undefined;
}

/** Why a text is not a duration, in the words of Go's time.ParseDuration. */
export function durationProblem(text: string): string {
  const fault = read(text);
  if (typeof fault === 'bigint') return '';
  const what = fault.unit === undefined ? fault.problem : `unknown unit ${quoted(fault.unit)} in duration`;
  return `time: ${what} ${quoted(text)}`;
}

/** The message is built only if needed. */
interface Fault {
  readonly problem: string;
  readonly unit?: string;
}

const invalid: Fault = { problem: 'invalid duration' };
const withoutUnit: Fault = { problem: 'missing unit in duration' };

/** One pass: a text of many terms costs no more than one of many digits. */
function read(text: string): bigint | Fault {
  const isNegative = text.startsWith('-');
  const begin = isNegative || text.startsWith('+') ? 1 : 0;
  if (text.length === begin + 1 && text[begin] === '0') return 0n;
  if (text.length === begin) return invalid;
  const sum = new NanosecondSum();
  for (let at = begin; at < text.length; ) {
    const end = readTerm(text, at, sum);
    if (typeof end !== 'number') return end;
    if (sum.isTooLarge) return invalid;
    at = end;
  }
  const total = sum.total;
  if (total > most || (!isNegative && total === most)) return invalid;
  return isNegative ? -total : total;
}

/** Adds numbers while that is exact: bigints are many times slower. */
class NanosecondSum {
  #large = 0n;
  #small = 0;

  add(count: bigint | number, unit: number): void {
    const product = Number(count) * unit;
    if (Number.isSafeInteger(product)) this.#addSmall(product);
    else this.#large += BigInt(count) * BigInt(unit);
  }

  #addSmall(nanoseconds: number): void {
    this.#small += nanoseconds;
    if (Number.isSafeInteger(this.#small)) return;
    this.#large += BigInt(this.#small - nanoseconds) + BigInt(nanoseconds);
    this.#small = 0;
  }

  get isTooLarge(): boolean {
    return this.#large !== 0n && this.#large > most;
  }

  get total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Reads a number, with or without a fraction, and its unit; returns the position after it. */
function readTerm(text: string, begin: number, sum: NanosecondSum): number | Fault {
  const pointAt = endOfDigits(text, begin);
  const numberEnd = text[pointAt] === '.' ? endOfDigits(text, pointAt + 1) : pointAt;
  if (numberEnd === begin || numberEnd - begin === (text[pointAt] === '.' ? 1 : 0)) return invalid;
  const whole = wholeNumber(text, begin, pointAt);
  if (whole === undefined) return invalid;
  const end = endOfUnit(text, numberEnd);
  if (end === numberEnd) return withoutUnit;
  const unit = unitAt(text, numberEnd, end);
  if (unit === undefined) return { problem: 'unknown unit', unit: text.slice(numberEnd, end) };
  sum.add(whole, unit);
  if (numberEnd > pointAt + 1) sum.add(fractionOf(text.slice(pointAt + 1, numberEnd), unit), 1);
  return end;
}

/** Units of one letter are recognised in place: a text may have hundreds of thousands of terms. */
function unitAt(text: string, begin: number, end: number): number | undefined {
  if (end - begin === 1) return nanosecondsOfLetter(text.charCodeAt(begin));
  return unitNanoseconds.get(text.slice(begin, end));
}

/** Undefined if it exceeds int64. Leading zeros do not count. */
function wholeNumber(text: string, begin: number, end: number): bigint | number | undefined {
  let first = begin;
  while (first < end && text.charCodeAt(first) === zero) first++;
  if (end - first <= 15) return smallNumber(text, first, end);
  const value = end - first > 19 ? most + 1n : BigInt(text.slice(first, end));
  return value > most ? undefined : value;
}

/** Of at most 15 digits, which are read in place for the same reason. */
function smallNumber(text: string, begin: number, end: number): number {
  let value = 0;
  for (let at = begin; at < end; at++) value = value * 10 + text.charCodeAt(at) - zero;
  return value;
}

/** As inexact as Go's computation. Digits beyond the eighteenth are less than a nanosecond in any unit. */
function fractionOf(digits: string, unit: number): number {
  const kept = digits.slice(0, 18);
  return Math.trunc(Number(kept) * (unit / 10 ** kept.length));
}

function endOfDigits(text: string, begin: number): number {
  let end = begin;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  return end;
}

function endOfUnit(text: string, begin: number): number {
  let end = begin;
  while (end < text.length && !isDigitOrPoint(text.charCodeAt(end))) end++;
  return end;
}

const zero = 0x30;

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

function isDigitOrPoint(code: number): boolean {
  return isDigit(code) || code === 0x2e;
}

/** Quotes like Go's package time, which differs from `%q`: non-ASCII characters are shown as bytes. */
function quoted(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return `"${bytes.replace(/[\0-\x1f"\\\x80-\xff]/g, escapeByte)}"`;
}

function escapeByte(byte: string): string {
  if (byte === '"' || byte === '\\') return `\\${byte}`;
  return `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Formats like Go: `1h0m0s`, `1m0s`, `10s`, `1.5s`, `500ms`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0) return `-${formatDuration(-milliseconds)}`;
  if (milliseconds < 1000) return milliseconds === 0 ? '0s' : smallDuration(milliseconds);
  const seconds = milliseconds / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${Number((seconds % 60).toFixed(9))}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

function smallDuration(milliseconds: number): string {
  if (milliseconds >= 1) return `${Number(milliseconds.toFixed(6))}ms`;
  const microseconds = Number((milliseconds * 1000).toFixed(3));
  return microseconds >= 1 ? `${microseconds}µs` : `${Math.round(milliseconds * 1e6)}ns`;
}
