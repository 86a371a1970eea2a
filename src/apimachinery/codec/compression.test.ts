import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { acceptsGzip, compressBody, gzipThreshold } from './compression.js';

const plain = Buffer.from('abcdefgh'.repeat(gzipThreshold / 8));
const large = Buffer.concat([plain, Buffer.from('!')]);
const gzipped = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' };

test.each([
  ['gzip', true],
  [' gzip ', true],
  ['deflate, gzip', true],
  ['deflate', false],
  ['gzip;q=1', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %j: gzip %s', (header, accepts) => expect(acceptsGzip(header)).toBe(accepts));

describe('compressBody', () => {
  test('compresses what is larger than 128 KiB', async () => {
    const { body, headers } = await compressBody(large, 'gzip');
    expect(headers).toEqual(gzipped);
    expect(gunzipSync(body).equals(large)).toBe(true);
  });

  test('leaves the rest as it is', async () => {
    expect(await compressBody(plain, 'gzip')).toEqual({ body: plain, headers: {} });
    expect(await compressBody(large, 'deflate')).toEqual({ body: large, headers: {} });
  });
});
