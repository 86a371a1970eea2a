import { crc32 } from 'node:zlib';

/** Up to this many bytes a table in JavaScript is faster than the call of native code. */
const shortLength = 40;

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The CRC-32 of a stretch of bytes, continuing that of what comes before it. */
export function checksum(bytes: Buffer, { start = 0, end = bytes.length, after = 0 } = {}): number {
  if (end - start > shortLength) return crc32(bytes.subarray(start, end), after);
  let rest = ~after;
  for (let index = start; index < end; index++) rest = (rest >>> 8) ^ table[(rest ^ bytes[index]!) & 0xff]!;
  return ~rest >>> 0;
}
