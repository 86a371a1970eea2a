import { expect, test } from 'vitest';
import { RevisionReader } from './revision-reader.js';

/** Requests that the test answers. */
function source() {
  const requests: { resolve(revision: bigint): void; reject(error: Error): void }[] = [];
  const read = () => new Promise<bigint>((resolve, reject) => requests.push({ resolve, reject }));
  return { requests, reader: new RevisionReader(read) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('callers during a request share the next one', async () => {
  const { requests, reader } = source();
  const first = reader.current();
  await settled();
  const later = [reader.current(), reader.current()];
  await settled();
  expect(requests).toHaveLength(1);
  requests[0]!.resolve(1n);
  expect(await first).toBe(1n);
  await settled();
  expect(requests).toHaveLength(2);
  requests[1]!.resolve(2n);
  expect(await Promise.all(later)).toEqual([2n, 2n]);
});

test('a failed request fails only the readers that wait for it', async () => {
  const { requests, reader } = source();
  const first = reader.current().catch((error) => error.message);
  await settled();
  const second = reader.current();
  requests[0]!.reject(new Error('no'));
  expect(await first).toBe('no');
  await settled();
  requests[1]!.resolve(2n);
  expect(await second).toBe(2n);
});
