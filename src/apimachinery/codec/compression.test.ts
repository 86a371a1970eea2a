import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { acceptsGzip, compressBody, compressChunks, gzipThreshold } from './compression.js';

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

describe('compressChunks', () => {
  test('compresses once there is more than 128 KiB', async () => {
    const { body, headers } = await compressChunks(chunksOf(large, 1000), 'gzip');
    expect(headers).toEqual(gzipped);
    expect(gunzipSync(await collect(body)).equals(large)).toBe(true);
  });

  test('passes on what turns out to be small', async () => {
    const { body, headers } = await compressChunks(chunksOf(plain, 1000), 'gzip');
    expect(headers).toEqual({});
    expect((await collect(body)).equals(plain)).toBe(true);
  });

  test('passes on everything to a client that does not take it', async () => {
    const { body, headers } = await compressChunks(chunksOf(large, 1000), undefined);
    expect(headers).toEqual({});
    expect((await collect(body)).equals(large)).toBe(true);
  });

  test('gives the error of its source to the consumer', async () => {
    const failing = async function* () {
      yield large;
      throw new Error('the store went away');
    };
    const { body } = await compressChunks(failing(), 'gzip');
    await expect(collect(body)).rejects.toThrow('the store went away');
  });

  test('ends its source when the consumer leaves', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield large;
      } finally {
        ended = true;
      }
    };
    const { body } = await compressChunks(endless(), 'gzip');
    for await (const _chunk of body) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });
});

async function* chunksOf(buffer: Buffer, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < buffer.length; at += size) yield buffer.subarray(at, at + size);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const list: Uint8Array[] = [];
  for await (const chunk of chunks) list.push(chunk);
  return Buffer.concat(list);
}
