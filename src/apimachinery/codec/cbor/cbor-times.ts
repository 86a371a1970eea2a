// Follows vendor/github.com/fxamacker/cbor/v2/decode.go (v1.36)

import { parseTime, timeProblem } from '../../meta/index.js';
import { UnacceptableValueError } from '../decode-error.js';

const fraction = /[.,](\d+)/;

/** The content of tag 0 as Go prints it again: up to nine digits of a fraction, without zeros at the end. */
export function taggedText(text: string): string {
  if (parseTime(text) === undefined)
    throw new UnacceptableValueError(`cbor: cannot set ${text} for time.Time: ${timeProblem(text)}`);
  return text.replace(fraction, (_all, digits: string) => fractionText(digits)).replace(/[+-]00:00$/, 'Z');
}

/** The content of tag 1, seconds since 1970, as RFC 3339. */
export function taggedSeconds(seconds: number): string {
  const whole = Math.trunc(seconds);
  const nanoseconds = Math.trunc((seconds - whole) * 1e9);
  const isEarlier = nanoseconds < 0;
  const date = new Date((isEarlier ? whole - 1 : whole) * 1000);
  const year = Number.isNaN(date.getTime()) ? -1 : date.getUTCFullYear();
  if (year < 0 || year > 9999) {
    const problem = 'decoded time cannot be represented in RFC3339 format with sub-second precision';
    throw new UnacceptableValueError(`cbor: ${problem}: Time.MarshalText: year outside of range [0,9999]`);
  }
  const digits = String(isEarlier ? nanoseconds + 1e9 : nanoseconds).padStart(9, '0');
  return `${date.toISOString().slice(0, 19)}${fractionText(digits)}Z`;
}

function fractionText(digits: string): string {
  let end = Math.min(digits.length, 9);
  while (end > 0 && digits[end - 1] === '0') end--;
  return end === 0 ? '' : `.${digits.slice(0, end)}`;
}
