import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpooled } from './unpooled.js';

it.each([
  ['a short text', 'é'.repeat(10), 20],
  ['bytes from the pool', Buffer.from('abc'), 3],
  ['a result of zlib', deflateRawSync(Buffer.alloc(100)), undefined],
  ['nothing', '', 0],
])('%s keeps no more than itself alive', (_, bytes, length) => {
  const copy = unpooled(bytes);
  expect(copy.buffer.byteLength).toBe(length ?? bytes.length);
  expect(copy).toEqual(Buffer.from(bytes));
});
