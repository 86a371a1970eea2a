import { crc32 } from 'node:zlib';

/** Up to this many bytes, JavaScript is faster than a native call, and creates no garbage. */
const shortLength = 160;

/** The CRC tables for one byte, and for one followed by one, two and three more bytes. */
const tables = makeTables();

/** Returns the CRC-32 of the bytes up to `end`. `after`: the CRC-32 of the bytes before them. */
export function checksum(bytes: Buffer, end = bytes.length, after = 0): number {
  if (end > shortLength) return crc32(end === bytes.length ? bytes : bytes.subarray(0, end), after);
  const [one, two, three, four] = tables;
  let rest = ~after;
  let at = 0;
  for (; at + 4 <= end; at += 4) {
    rest ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    rest = four[rest & 0xff]! ^ three[(rest >>> 8) & 0xff]! ^ two[(rest >>> 16) & 0xff]! ^ one[rest >>> 24]!;
  }
  for (; at < end; at++) rest = (rest >>> 8) ^ one[(rest ^ bytes[at]!) & 0xff]!;
  return ~rest >>> 0;
}

function makeTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const one = Int32Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest;
  });
  const next = (table: Int32Array) => table.map((rest) => (rest >>> 8) ^ one[rest & 0xff]!);
  const two = next(one);
  const three = next(two);
  return [one, two, three, next(three)];
}
