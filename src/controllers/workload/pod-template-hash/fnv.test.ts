import { expect, test } from 'vitest';
import { fnv32, fnv32a, fnv128a } from './fnv.js';

test.each([
  { text: '', fnv1: 0x811c9dc5, fnv1a: 0x811c9dc5, of128: '6c62272e07bb014262b821756295c58d' },
  { text: 'a', fnv1: 0x050c5d7e, fnv1a: 0xe40c292c, of128: 'd228cb696f1a8caf78912b704e4a8964' },
  { text: 'foobar', fnv1: 0x31f0b262, fnv1a: 0xbf9cf968, of128: '343e1662793c64bf6f0d3597ba446f18' },
])('the FNV hashes of "$text"', ({ text, fnv1, fnv1a, of128 }) => {
  const bytes = Buffer.from(text);
  expect([fnv32(bytes), fnv32a(bytes), fnv128a(bytes)]).toEqual([fnv1, fnv1a, of128]);
});
