/**
 * Combines the CRCs of two texts into the CRC of their concatenation: a CRC is a polynomial remainder over GF(2), so
 * appending n bytes multiplies the first CRC by x^8n. Implemented here because Node.js only computes CRCs.
 */

/** The gzip polynomial, and x^0, with the lowest power in the highest bit. */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** x^8n for a text of n bytes, for `appendCrc`. */
export function crcShift(bytes: number): number {
  // x^8, x^16, x^32 and so on, multiplied for each bit set in the number of bytes.
  let power = one >>> 8;
  let shift = one;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return shift;
}

export function appendCrc(before: number, after: { readonly crc: number; readonly shift: number }): number {
  return (multiply(after.shift, before) ^ after.crc) >>> 0;
}

function multiply(a: number, b: number): number {
  let [product, rest, factor] = [0, a, b];
  while (rest !== 0) {
    if (rest < 0 || rest >= one) product ^= factor;
    rest <<= 1;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}
