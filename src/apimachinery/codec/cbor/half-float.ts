/** Floating-point numbers of 16 bits (IEEE 754 binary16). */

const smallestNormal = 2 ** -14;
const subnormalUnit = 2 ** -24;
const largest = 65504;

/** Returns the bits of a finite number as a half float; undefined if it has none with exactly this value. */
export function halfBits(value: number): number | undefined {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size > largest) return undefined;
  if (size < smallestNormal) {
    const units = size / subnormalUnit;
    return Number.isInteger(units) ? sign | units : undefined;
  }
  const exponent = Math.floor(Math.log2(size));
  const fraction = (size / 2 ** exponent - 1) * 1024;
  return Number.isInteger(fraction) ? sign | ((exponent + 15) << 10) | fraction : undefined;
}

/** Infinite or NaN for the bits of these. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * subnormalUnit;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
