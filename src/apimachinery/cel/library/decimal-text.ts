import { spend } from '../budget.js';

/** A double's digits run out after so many fractional ones: the rest are zeros. */
const MAX_FRACTION_DIGITS = 1_100;

/** With so many fractional digits, as Go's `%.3f` writes it. */
export function fixedText(value: number, precision: number): string {
  spend(precision);
  const digits = Math.min(precision, MAX_FRACTION_DIGITS);
  const rounded = String(roundedMultiple(Math.abs(value), digits)).padStart(digits + 1, '0');
  const whole = rounded.slice(0, rounded.length - digits);
  const fraction = rounded.slice(rounded.length - digits).padEnd(precision, '0');
  return `${value < 0 || Object.is(value, -0) ? '-' : ''}${whole}${precision === 0 ? '' : `.${fraction}`}`;
}

/** The same as Go writes it in English: thousands grouped by commas, and no negative zero. */
export function englishFixedText(value: number, precision: number): string {
  if (!Number.isFinite(value)) return specialText(value);
  const [whole, fraction] = fixedText(value || 0, precision).split('.') as [string, string?];
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** With six fractional digits, always: where plain `%e` takes a precision, Kubernetes' cel-go takes it as the width. */
export function englishScientificText(value: number, width: number): string {
  spend(width);
  return (Number.isFinite(value) ? scientific(value) : specialText(value)).padStart(width);
}

const SCIENTIFIC_DIGITS = 6;

function scientific(value: number): string {
  const magnitude = Math.abs(value);
  let exponent = magnitude === 0 ? 0 : Number(magnitude.toExponential().split('e')[1]);
  let digits = String(roundedMultiple(magnitude, SCIENTIFIC_DIGITS - exponent)).padEnd(SCIENTIFIC_DIGITS + 1, '0');
  if (digits.length > SCIENTIFIC_DIGITS + 1) {
    digits = digits.slice(0, -1);
    exponent++;
  }
  const power = String(Math.abs(exponent))
    .padStart(2, '0')
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return `${signOf(value)}${digits[0]}.${digits.slice(1)}\u202f×\u202f10${exponent < 0 ? '⁻' : ''}${power}`;
}

const SUPERSCRIPTS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

function signOf(value: number): string {
  return value < 0 ? '-' : '';
}

function specialText(value: number): string {
  return Number.isNaN(value) ? 'NaN' : `${signOf(value)}∞`;
}

/**
 * `value` × 10^`power`, rounded half to even from the double's exact value. JavaScript's own functions round half up.
 */
function roundedMultiple(value: number, power: number): bigint {
  let [numerator, denominator] = exactFraction(value);
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const roundsUp = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

/** Every double is a fraction whose denominator is a power of two. */
function exactFraction(value: number): [bigint, bigint] {
  let [scaled, power] = [value, 0n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    power++;
  }
  return [BigInt(scaled), 1n << power];
}
