import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { checksum } from './checksum.js';

const bytes = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 73 + (index >> 3)) & 0xff));

test.each([0, 1, 2, 3, 4, 5, 7, 8, 63, 100, 159, 160, 161, 162, 399, 400])('of %d bytes is the CRC-32', (length) => {
  for (const after of [0, 1, 0x8000_0001, 0xffff_ffff]) {
    expect(checksum(bytes, length, after)).toBe(crc32(bytes.subarray(0, length), after));
    expect(checksum(bytes.subarray(0, length), undefined, after)).toBe(crc32(bytes.subarray(0, length), after));
  }
});

test('continues that of what comes before', () => {
  expect(checksum(bytes.subarray(10), undefined, checksum(bytes, 10))).toBe(checksum(bytes));
});
