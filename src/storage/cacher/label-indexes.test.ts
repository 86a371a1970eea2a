import { describe, expect, test } from 'vitest';
import type { Selection } from './cache-event.js';
import type { Cacher } from './cacher.js';
import { labelled, openCache, put, remove } from './cacher.test.support.js';

const shards = ['a', 'b', 'c'];
const count = 600;

/** A selection by one label, and what it evaluated. */
function byLabel(name: string, value: string) {
  const { selection, requested } = labelled(name, value);
  return { selection: { ...selection, exactLabels: [{ label: name, value }], isOneLabel: true }, requested };
}

async function filled() {
  const opened = await openCache();
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      put(opened.cacher, name(index), { labels: { shard: shards[index % 3]!, app: 'x' } }),
    ),
  );
  await opened.cacher.fresh();
  return opened;
}

const name = (index: number) => `ns${index % 2}/t${String(index).padStart(4, '0')}`;

async function keys(cacher: Cacher, selection: Selection, prefix = '/things/', limit = 0): Promise<string[]> {
  const { entries } = await cacher.list(prefix, { selection, limit });
  return entries.map(({ key }) => key);
}

/** What a list without an index finds. */
async function expected(cacher: Cacher, shard: string, prefix = '/things/'): Promise<string[]> {
  return keys(cacher, labelled('shard', shard).selection, prefix);
}

/** Lists until an index is used: then nothing is evaluated any more. */
async function untilIndexed(cacher: Cacher, label: string, value: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { selection, requested } = byLabel(label, value);
        await keys(cacher, selection);
        return requested.length;
      },
      { timeout: 15_000 },
    )
    .toBe(0);
}

describe('a list by one label', () => {
  test('uses an index from the second time on, and finds the same', async () => {
    const { cacher } = await filled();
    await untilIndexed(cacher, 'shard', 'a');
    for (const shard of shards) {
      for (const prefix of ['/things/', '/things/ns0/', '/things/ns1/']) {
        const found = await keys(cacher, byLabel('shard', shard).selection, prefix);
        expect(found).toEqual(await expected(cacher, shard, prefix));
        expect(await keys(cacher, byLabel('shard', shard).selection, prefix, 7)).toEqual(found.slice(0, 7));
      }
    }
    expect(await keys(cacher, byLabel('shard', 'none').selection)).toEqual([]);
  });

  test('sees what is written while the index is built, and afterwards', async () => {
    const { cacher } = await filled();
    const building = keys(cacher, byLabel('shard', 'a').selection);
    const change = async (round: number) => {
      for (let index = round; index < count; index += 7) {
        if (index % 5 === 0) await remove(cacher, name(index));
        else await put(cacher, name(index), { labels: index % 2 ? { shard: shards[(index + round) % 3]! } : {} });
      }
      await put(cacher, `ns0/new${round}`, { labels: { shard: 'b' } });
    };
    await Promise.all([building, change(0)]);
    await untilIndexed(cacher, 'shard', 'a');
    for (let round = 1; round < 4; round++) {
      await change(round);
      for (const shard of shards) {
        expect(await keys(cacher, byLabel('shard', shard).selection)).toEqual(await expected(cacher, shard));
      }
    }
  });

  test('at an older revision finds what was there', async () => {
    const { cacher } = await filled();
    await untilIndexed(cacher, 'shard', 'a');
    const { selection } = byLabel('shard', 'a');
    const { entries, revision } = await cacher.list('/things/', { selection });
    await put(cacher, name(0), { labels: { shard: 'b' } });
    await remove(cacher, name(3));
    const then = await cacher.list('/things/', { selection, revision });
    expect(then.entries.map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
    expect((await cacher.list('/things/', { selection })).entries.length).toBe(entries.length - 2);
  });

  test('keeps the most recently used indexes', async () => {
    const { cacher } = await filled();
    for (const label of ['shard', 'app', 'l1', 'l2', 'l3']) await untilIndexed(cacher, label, 'x');
    const { selection, requested } = byLabel('app', 'x');
    expect((await keys(cacher, selection)).length).toBe(count);
    expect(requested.length).toBe(0);
    const dropped = byLabel('shard', 'a');
    expect((await keys(cacher, dropped.selection)).length).toBe(count / 3);
    expect(dropped.requested.length).toBe(count);
  });
});
