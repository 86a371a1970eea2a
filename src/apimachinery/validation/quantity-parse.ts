// Follows staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36)

import { type QuantityFormat, readSuffix, type Suffix } from './quantity-suffix.js';

/** An invalid quantity. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

export const formatWrong =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const numberWrong = 'unable to parse numeric part of quantity';
const suffixWrong = "unable to parse quantity's suffix";

/** More digits are rejected: computing with them takes long, and no real quantity has them. */
const maxDigits = 1000;

/** `unscaled` × 10^`scale`, and what upstream also keeps. */
export interface ParsedQuantity {
  readonly unscaled: bigint;
  readonly scale: number;
  readonly format: QuantityFormat;
  /** Whether upstream would represent it as a big decimal rather than a scaled int64. */
  readonly isBig: boolean;
  /** The original text if upstream keeps it instead of a canonical one. */
  readonly text: string | undefined;
}

interface SplitQuantity {
  readonly isNegative: boolean;
  /** Digits before the point without leading zeros; `0` if there are none. */
  readonly whole: string;
  readonly fraction: string;
  readonly hasDigits: boolean;
  readonly suffix: string;
}

/** Parses a quantity, such as `500m` or `2Gi`. */
export function parseQuantity(text: string): ParsedQuantity {
  if (text === '') throw new QuantityError(formatWrong);
  const quantity = split(text);
  const suffix = readSuffix(quantity.suffix);
  if (suffix === undefined) throw new QuantityError(suffixWrong);
  if (quantity.whole.length + quantity.fraction.length > maxDigits) throw new QuantityError(numberWrong);
  return parseSmall(text, quantity, suffix) ?? parseBig(quantity, suffix);
}

function split(text: string): SplitQuantity {
  const start = text[0] === '+' || text[0] === '-' ? 1 : 0;
  const wholeStart = skip(text, start, isZero);
  const wholeEnd = skip(text, wholeStart, isDigit);
  const hasPoint = text[wholeEnd] === '.';
  const fractionStart = hasPoint ? wholeEnd + 1 : wholeEnd;
  const fractionEnd = hasPoint ? skip(text, fractionStart, isDigit) : wholeEnd;
  const lettersEnd = skip(text, fractionEnd, isSuffixLetter);
  const sign = text[lettersEnd];
  const end = skip(text, sign === '+' || sign === '-' ? lettersEnd + 1 : lettersEnd, isDigit);
  if (end < text.length) throw new QuantityError(formatWrong);
  return {
    isNegative: text[0] === '-',
    whole: text.slice(wholeStart, wholeEnd) || '0',
    fraction: text.slice(fractionStart, fractionEnd),
    hasDigits: wholeEnd > start || fractionEnd > fractionStart,
    suffix: text.slice(fractionEnd),
  };
}

function skip(text: string, from: number, isWanted: (code: number) => boolean): number {
  let index = from;
  while (index < text.length && isWanted(text.charCodeAt(index))) index++;
  return index;
}

function isZero(code: number): boolean {
  return code === 48;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSuffixLetter(code: number): boolean {
  return code < 128 && 'eEinumkKMGTP'.includes(String.fromCharCode(code));
}

const maxSmallDigits = 18;
const maxSmallBinaryDigits = 14;
const nanoScale = -9;

/** Quantities that upstream represents as a scaled int64: nearly all. Undefined for the others. */
function parseSmall(
  text: string,
  { whole, fraction, isNegative }: SplitQuantity,
  suffix: Suffix,
): ParsedQuantity | undefined {
  const { format, exponent } = suffix;
  const digits = whole + fraction;
  const isBinary = format === 'BinarySI';
  const scale = isBinary ? 0 : exponent - fraction.length;
  if (isBinary) {
    if (fraction !== '' || whole.length + Math.trunc((exponent * 3) / 10) > maxSmallBinaryDigits) return undefined;
  } else if (digits.length > maxSmallDigits || scale < nanoScale) return undefined;
  const value = BigInt(digits);
  const magnitude = isBinary ? value << BigInt(exponent) : value;
  const isKept = isBinary ? (value & 7n) !== 0n : scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
  const unscaled = isNegative ? -magnitude : magnitude;
  return { unscaled, scale, format, isBig: false, text: isKept ? text : undefined };
}

const maxInt64 = 2n ** 63n - 1n;

/** Rounds away from zero to nano. Binary quantities are capped at the largest int64, and become decimal below one. */
function parseBig({ whole, fraction, isNegative, hasDigits }: SplitQuantity, suffix: Suffix): ParsedQuantity {
  if (!hasDigits) throw new QuantityError(numberWrong);
  const isBinary = suffix.format === 'BinarySI';
  const digits = BigInt(whole + fraction);
  const exact = isBinary ? digits << BigInt(suffix.exponent) : digits;
  const exactScale = (isBinary ? 0 : suffix.exponent) - fraction.length;
  let { unscaled, scale } = roundUpToScale(exact, exactScale, nanoScale);
  let { format } = suffix;
  if (isBinary) {
    const one = 10n ** BigInt(-scale);
    if (unscaled > maxInt64 * one) [unscaled, scale] = [maxInt64, 0];
    else if (unscaled > 0n && unscaled < one) format = 'DecimalSI';
  }
  return { unscaled: isNegative ? -unscaled : unscaled, scale, format, isBig: true, text: undefined };
}

/** The value without digits below the scale, rounded away from zero. */
export function roundUpToScale(
  unscaled: bigint,
  scale: number,
  minimum: number,
): { unscaled: bigint; scale: number; isExact: boolean } {
  if (scale >= minimum || unscaled === 0n) return { unscaled, scale: Math.max(scale, minimum), isExact: true };
  const sign = unscaled < 0n ? -1n : 1n;
  const dropped = minimum - scale;
  if (dropped > unscaled.toString().length) return { unscaled: sign, scale: minimum, isExact: false };
  const divisor = 10n ** BigInt(dropped);
  const isExact = unscaled % divisor === 0n;
  return { unscaled: unscaled / divisor + (isExact ? 0n : sign), scale: minimum, isExact };
}
