import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendCrc, crcShift } from './crc.js';
import { deflatePart, GzipJoin } from './gzip-parts.js';

async function joined(texts: readonly Buffer[]): Promise<Buffer> {
  const join = new GzipJoin();
  const written: Buffer[] = [join.header];
  for (const text of texts) {
    const part = await deflatePart(text);
    join.append(part);
    written.push(part.bytes);
  }
  return Buffer.concat([...written, join.trailer]);
}

test('parts that were compressed by themselves are one member of gzip', async () => {
  const texts = ['{"items":[', 'x'.repeat(100_000), '', 'é', ']}\n'].map((text) => Buffer.from(text));
  // Throws for a wrong checksum, a wrong length, and trailing data.
  expect(gunzipSync(await joined(texts)).equals(Buffer.concat(texts))).toBe(true);
  expect(gunzipSync(await joined([])).length).toBe(0);
});

test('the checksum of two texts in a row is known from those of each', () => {
  const bytes = () => fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes(), bytes(), (before, after) => {
      const both = crc32(Buffer.concat([before, after]));
      expect(appendCrc(crc32(before), { crc: crc32(after), shift: crcShift(after.length) })).toBe(both);
    }),
  );
  const long = Buffer.alloc(3_000_000, 'k8s');
  expect(appendCrc(crc32('a'), { crc: crc32(long), shift: crcShift(long.length) })).toBe(crc32(long, crc32('a')));
});
