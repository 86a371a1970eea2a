import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import type { RangeOptions, RangeResult, Storage } from '../storage.js';
import { Cacher } from './cacher.js';

let storage: Storage;
let cacher: Cacher;
/** What the store returns to the comparison. */
let altered: (page: RangeResult) => RangeResult;

beforeEach(async () => {
  const within = await EmbeddedStorage.open();
  altered = (page) => page;
  storage = within;
  within.range = new Proxy(within.range, {
    apply: async (range, self, args: [string, RangeOptions?]) => altered(await Reflect.apply(range, self, args)),
  });
  for (const name of ['a', 'b', 'c']) await put(`/pods/${name}`);
  cacher = await Cacher.start({ storage, prefix: '/pods/' });
});
afterEach(() => cacher.close());

async function put(key: string): Promise<void> {
  await storage.commit([{ type: 'put', key, value: Buffer.from('{}') }]);
}

it('a cache that follows its store does not differ from it', async () => {
  await put('/pods/d');
  await put('/pods/b');
  await put('/secrets/other');
  await cacher.fresh();
  expect(await cacher.difference()).toBeUndefined();
});

it.each([
  ['lacks an object', (page: RangeResult) => ({ ...page, entries: page.entries.slice(1) }), '/pods/a', '/pods/b'],
  [
    'lacks the last object',
    (page: RangeResult) => ({ ...page, entries: page.entries.slice(0, 2) }),
    '/pods/c',
    undefined,
  ],
  ['is empty', (page: RangeResult) => ({ ...page, entries: [] }), '/pods/a', undefined],
  [
    'has another object',
    (page: RangeResult) => ({ ...page, entries: [...page.entries, { ...page.entries[0]!, key: '/pods/z' }] }),
    undefined,
    '/pods/z',
  ],
  [
    'has another revision of an object',
    (page: RangeResult) => ({ ...page, entries: page.entries.map((entry) => ({ ...entry, modRevision: 99n })) }),
    '/pods/a',
    '/pods/a',
  ],
])('a cache differs from a store that %s', async (_, alter, cached, stored) => {
  altered = alter;
  const difference = await cacher.difference();
  expect([difference?.cached?.key, difference?.stored?.key]).toEqual([cached, stored]);
});
