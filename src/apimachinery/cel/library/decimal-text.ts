import { spend } from '../budget.js';

/** No double has more fractional digits than this: the rest are zeros. */
const MAX_FRACTION_DIGITS = 1_100;

/** With this many fractional digits, like Go's `%.3f`. */
export function fixedText(value: number, precision: number): string {
  spend(precision);
  const digits = Math.min(precision, MAX_FRACTION_DIGITS);
  const rounded = String(roundedMultiple(Math.abs(value), digits)).padStart(digits + 1, '0');
  const whole = rounded.slice(0, rounded.length - digits);
  const fraction = rounded.slice(rounded.length - digits).padEnd(precision, '0');
  return `${signWithZero(value)}${whole}${precision === 0 ? '' : `.${fraction}`}`;
}

/** The same as Go formats it in English: thousands separated by commas, and no negative zero. */
export function englishFixedText(value: number, precision: number): string {
  if (!Number.isFinite(value)) return specialText(value);
  const [whole, fraction] = fixedText(value || 0, precision).split('.') as [string, string?];
  const grouped = withCommas(whole);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Groups digits by three from the end; keeps a leading sign. */
function withCommas(whole: string): string {
  const begin = whole.startsWith('-') ? 1 : 0;
  let grouped = whole.slice(0, begin + ((whole.length - begin) % 3 || 3));
  for (let at = grouped.length; at < whole.length; at += 3) grouped += `,${whole.slice(at, at + 3)}`;
  return grouped;
}

/** Always six fractional digits: Kubernetes' cel-go uses the precision of `%e` as the width. */
export function englishScientificText(value: number, width: number): string {
  spend(width);
  return (Number.isFinite(value) ? englishScientific(value) : specialText(value)).padStart(width);
}

const ENGLISH_SCIENTIFIC_DIGITS = 6;

function englishScientific(value: number): string {
  const { mantissa, exponent } = scientificParts(Math.abs(value), ENGLISH_SCIENTIFIC_DIGITS);
  const power = twoDigits(exponent).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return `${signOf(value)}${mantissa}×10${exponent < 0 ? '⁻' : ''}${power}`;
}

const SUPERSCRIPTS = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];

function signOf(value: number): string {
  return value < 0 ? '-' : '';
}

function specialText(value: number): string {
  return Number.isNaN(value) ? 'NaN' : `${signOf(value)}∞`;
}

/** With this many fractional digits, like Go's `%.3e`. */
export function scientificText(value: number, precision: number): string {
  spend(precision);
  const { mantissa, exponent } = scientificParts(Math.abs(value), precision);
  return `${signWithZero(value)}${mantissa}e${exponent < 0 ? '-' : '+'}${twoDigits(exponent)}`;
}

function scientificParts(magnitude: number, precision: number): { mantissa: string; exponent: number } {
  const wanted = Math.min(precision, MAX_FRACTION_DIGITS) + 1;
  let exponent = magnitude === 0 ? 0 : Number(magnitude.toExponential().split('e')[1]);
  const rounded = () => String(roundedMultiple(magnitude, wanted - 1 - exponent));
  let digits = magnitude === 0 ? '0'.repeat(wanted) : rounded();
  // JavaScript's exponent is that of the shortest representation, which may be on the other side of a power of ten.
  if (digits.length !== wanted) {
    exponent += digits.length > wanted ? 1 : -1;
    digits = rounded();
  }
  const fraction = digits.slice(1).padEnd(precision, '0');
  return { mantissa: precision === 0 ? digits : `${digits[0]}.${fraction}`, exponent };
}

function twoDigits(exponent: number): string {
  return String(Math.abs(exponent)).padStart(2, '0');
}

/** With as few digits as identify the double, and never with an exponent. */
export function shortestText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const wholeDigits = Number(exponent) + 1;
  const whole = wholeDigits > 0 ? digits.slice(0, wholeDigits).padEnd(wholeDigits, '0') : '0';
  const fraction = wholeDigits > 0 ? digits.slice(wholeDigits) : digits.padStart(digits.length - wholeDigits, '0');
  return `${signWithZero(value)}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Like `signOf`, but includes the sign of a negative zero. */
function signWithZero(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : '';
}

/** `value` × 10^`power`, rounded half to even from the double's exact value. JavaScript's functions round half up. */
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
