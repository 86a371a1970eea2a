// Follows staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36)

import type { JsonValue } from '../meta/index.js';
import { isInt64, trimRight } from '../meta/index.js';
import { formatWrong, type ParsedQuantity, parseQuantity, QuantityError, roundUpToScale } from './quantity-parse.js';
import { binarySuffix, decimalSuffix, type QuantityFormat } from './quantity-suffix.js';

/** Adding quantities whose scales differ by more is rejected: the sum would have as many digits. */
const maxScaleDistance = 1000;

/** A resource quantity: exact, immutable, and keeps its notation. */
export class Quantity {
  readonly format: QuantityFormat;
  readonly #unscaled: bigint;
  readonly #scale: number;
  readonly #isBig: boolean;
  #text: string | undefined;

  private constructor({ unscaled, scale, format, isBig, text }: ParsedQuantity) {
    this.format = format;
    this.#unscaled = unscaled;
    this.#scale = scale;
    this.#isBig = isBig;
    this.#text = text;
  }

  /** Throws QuantityError. */
  static parse(text: string): Quantity {
    return new Quantity(parseQuantity(text));
  }

  /**
   * Parses a JSON value: a string, possibly with surrounding space, a number, or null for zero. Throws QuantityError.
   */
  static fromJson(value: JsonValue): Quantity {
    if (value === null) return Quantity.of(0n);
    if (typeof value === 'string') return Quantity.parse(value.trim());
    if (typeof value === 'number' || typeof value === 'bigint') return Quantity.parse(value.toString());
    throw new QuantityError(formatWrong);
  }

  /** `value` × 10^`scale`. */
  static of(value: bigint | number, format: QuantityFormat = 'DecimalSI', scale = 0): Quantity {
    return new Quantity({ unscaled: BigInt(value), scale, format, isBig: false, text: undefined });
  }

  get sign(): -1 | 0 | 1 {
    return this.#unscaled === 0n ? 0 : this.#unscaled < 0n ? -1 : 1;
  }

  get isZero(): boolean {
    return this.#unscaled === 0n;
  }

  compare(other: Quantity): -1 | 0 | 1 {
    if (this.sign !== other.sign) return this.sign < other.sign ? -1 : 1;
    if (this.isZero || this.#scale === other.#scale) return compareIntegers(this.#unscaled, other.#unscaled);
    const [mine, others] = [this.#magnitude(), other.#magnitude()];
    if (mine !== others) return mine < others === this.sign > 0 ? -1 : 1;
    const scale = Math.min(this.#scale, other.#scale);
    return compareIntegers(this.#atScale(scale), other.#atScale(scale));
  }

  equals(other: Quantity): boolean {
    return this.compare(other) === 0;
  }

  /** The sum has this quantity's notation, or the other's if this one is zero. Throws QuantityError. */
  add(other: Quantity): Quantity {
    const format = this.isZero ? other.format : this.format;
    const isBig = this.#isBig || other.#isBig;
    if (other.isZero) return this.#with({ format, isBig });
    if (this.isZero) return other.#with({ format, isBig });
    if (Math.abs(this.#scale - other.#scale) > maxScaleDistance) throw new QuantityError('quantities too far apart');
    const scale = Math.min(this.#scale, other.#scale);
    const [mine, others] = [this.#atScale(scale), other.#atScale(scale)];
    const unscaled = mine + others;
    const fits = isInt64(mine) && isInt64(others) && isInt64(unscaled);
    return new Quantity({ unscaled, scale, format, isBig: isBig || !fits, text: undefined });
  }

  /** Throws QuantityError. */
  subtract(other: Quantity): Quantity {
    return this.add(other.negate());
  }

  negate(): Quantity {
    return this.#with({ unscaled: -this.#unscaled });
  }

  multiply(factor: bigint): Quantity {
    const unscaled = this.#unscaled * factor;
    return this.#with({ unscaled, isBig: this.#isBig || !isInt64(unscaled) });
  }

  /** Rounds away from zero to a multiple of 10^`scale`. */
  roundUp(scale: number): Quantity {
    return this.#scale >= scale ? this : this.#with(roundUpToScale(this.#unscaled, this.#scale, scale));
  }

  /**
   * Returns the value as an int64, like upstream's AsInt64: undefined also for some whole numbers, namely those written
   * with a fraction or a small suffix (`1.0`, `1000m`) or that do not fit its fast representation (`4Pi`).
   */
  asInt64(): bigint | undefined {
    if (this.#isBig || this.#scale < 0 || this.#magnitude() > 20) return undefined;
    const value = this.#atScale(0);
    return isInt64(value) ? value : undefined;
  }

  /** Whether asInt64 returns a value. */
  get isInteger(): boolean {
    return this.asInt64() !== undefined;
  }

  /** In units of 10^`scale`, rounded away from zero. Throws QuantityError if it has too many digits. */
  scaledValue(scale: number): bigint {
    if (this.isZero) return 0n;
    if (this.#scale - scale > maxScaleDistance) throw new QuantityError('quantity too large');
    const rounded = roundUpToScale(this.#unscaled, this.#scale, scale);
    return rounded.unscaled * 10n ** BigInt(rounded.scale - scale);
  }

  /** In whole units, rounded away from zero. */
  value(): bigint {
    return this.scaledValue(0);
  }

  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  asApproximateFloat(): number {
    return this.isZero ? 0 : Number(this.#unscaled) * 10 ** this.#scale;
  }

  /** The canonical form, or the original text if upstream keeps it. */
  toString(): string {
    this.#text ??= this.#canonical();
    return this.#text;
  }

  #canonical(): string {
    if (this.isZero) return '0';
    if (this.format === 'BinarySI' && this.#isWritableInBinary()) return canonicalBinary(this.#atScale(0));
    return canonicalDecimal(this.#unscaled, this.#scale, this.format);
  }

  /** Binary quantities below 1024 or with a fraction are formatted as decimal ones. */
  #isWritableInBinary(): boolean {
    if (this.#magnitude() < 4) return false;
    if (!roundUpToScale(this.#unscaled, this.#scale, 0).isExact) return false;
    const value = this.#atScale(0);
    return value >= 1024n || value <= -1024n;
  }

  /** The number of digits before the point; negative for leading zeros after it. */
  #magnitude(): number {
    return this.#unscaled.toString().length - (this.#unscaled < 0n ? 1 : 0) + this.#scale;
  }

  /** The unscaled value for a scale that loses no digits. */
  #atScale(scale: number): bigint {
    const distance = this.#scale - scale;
    return distance >= 0 ? this.#unscaled * 10n ** BigInt(distance) : this.#unscaled / 10n ** BigInt(-distance);
  }

  #with(changes: Partial<ParsedQuantity>): Quantity {
    return new Quantity({
      unscaled: this.#unscaled,
      scale: this.#scale,
      format: this.format,
      isBig: this.#isBig,
      ...changes,
      text: undefined,
    });
  }
}

/** The canonical form of a quantity's text. Throws QuantityError. */
export function canonicalQuantity(text: string): string {
  return Quantity.parse(text).toString();
}

function canonicalBinary(value: bigint): string {
  let amount = value;
  let power = 0;
  for (; amount % 1024n === 0n; power++) amount /= 1024n;
  const { suffix, rest } = binarySuffix(power);
  return `${amount * 1024n ** BigInt(rest)}${suffix}`;
}

/** No trailing zeros, and an exponent that is a multiple of three. */
function canonicalDecimal(unscaled: bigint, scale: number, format: QuantityFormat): string {
  const all = unscaled.toString();
  const digits = trimRight(all, '0');
  const exponent = scale + all.length - digits.length;
  const shift = ((exponent % 3) + 3) % 3;
  const amount = `${digits}${'0'.repeat(shift)}`;
  const power = (exponent - shift) / 3;
  if (format === 'DecimalExponent') return power === 0 ? amount : `${amount}e${power * 3}`;
  const { suffix, rest } = decimalSuffix(power);
  return `${amount}${'000'.repeat(rest)}${suffix}`;
}

function compareIntegers(a: bigint, b: bigint): -1 | 0 | 1 {
  return a === b ? 0 : a < b ? -1 : 1;
}
