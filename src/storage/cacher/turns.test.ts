import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import { type CacheBatch, Cacher, Turns } from './index.js';
import type { TurnTaker } from './turns.js';

const put = (key: string) => ({
  type: 'put' as const,
  key,
  value: Buffer.from('{"metadata":{}}'),
  expected: undefined,
});
const nextRound = () => new Promise((resolve) => setImmediate(resolve));

async function cache(turns?: Turns): Promise<Cacher> {
  return Cacher.start({ storage: await EmbeddedStorage.open(), prefix: '/a/', ...(turns && { turns }) });
}

test('a round of the event loop lets some go on, and all come to their turn in order', async () => {
  const turns = new Turns();
  const seen: number[] = [];
  for (const taker of [0, 50, 100]) {
    let step = 0;
    turns.wait({ turn: () => step < 50 && seen.push(taker + step++) > 0 });
  }
  expect(seen.length).toBe(0);
  const lengths: number[] = [];
  while (seen.length < 150) {
    await nextRound();
    lengths.push(seen.length);
  }
  expect(lengths.length).toBeGreaterThan(1);
  expect(lengths[0]).toBeLessThan(150);
  expect(seen).toEqual(Array.from({ length: 150 }, (_, index) => index));
});

test('what happens while a watch waits for its turn is read together', async () => {
  const held = new Set<TurnTaker>();
  const cacher = await cache({ wait: (taker: TurnTaker) => void held.add(taker) } as Turns);
  const watch = cacher.watchChanges({ prefix: '/a/' }, { isPatient: true, initialEvents: true });
  await watch.next();
  const batches: CacheBatch[] = [];
  const ended = watch.nextNotTaken({ take: (batch) => batches.push(batch) > 0 });
  for (const name of ['x', 'y', 'z']) await cacher.commit([put(`/a/${name}`)]);
  await cacher.fresh();
  expect([held.size, batches.length]).toEqual([1, 0]);
  for (const taker of held) while (taker.turn());
  expect(batches.map(({ deliveries }) => deliveries.map(({ type }) => type))).toEqual([['added', 'added', 'added']]);
  await watch.return();
  expect((await ended).done).toBe(true);
  await cacher.close();
});

test('what happens while some have had their turn reaches all, once, and readers at one place get one batch', async () => {
  const cacher = await cache();
  const seen = new Map<number, CacheBatch[]>();
  const watches = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const watch = cacher.watchChanges({ prefix: '/a/' }, { isPatient: true, initialEvents: true });
      await watch.next();
      seen.set(index, []);
      return { watch, ended: watch.nextNotTaken({ take: (batch) => seen.get(index)!.push(batch) > 0 }) };
    }),
  );
  await cacher.commit([put('/a/x')]);
  while (seen.get(0)!.length === 0) await nextRound();
  expect(seen.get(19)).toEqual([]);
  await cacher.commit([put('/a/y')]);
  while ([...seen.values()].some((batches) => batches.flatMap(({ deliveries }) => deliveries).length < 2)) {
    await nextRound();
  }
  for (const batches of seen.values()) {
    expect(batches.flatMap(({ deliveries }) => deliveries.map(({ event }) => event.key))).toEqual(['/a/x', '/a/y']);
  }
  expect(seen.get(1)![0]).toBe(seen.get(0)![0]);
  for (const { watch, ended } of watches) {
    await watch.return();
    expect((await ended).done).toBe(true);
  }
  await cacher.close();
});

test('a cache that closes first tells what it knows', async () => {
  const cacher = await cache({ wait: () => undefined } as unknown as Turns);
  const watch = cacher.watchChanges({ prefix: '/a/' }, { isPatient: true, initialEvents: true });
  await watch.next();
  const batch = watch.next();
  await cacher.commit([put('/a/x')]);
  await cacher.fresh();
  await cacher.close();
  expect((await batch).value.deliveries.length).toBe(1);
  await expect(watch.next()).rejects.toMatchObject({ code: 'closed' });
});

test('what fails as it takes a batch is told to the reader', async () => {
  const cacher = await cache();
  const watch = cacher.watchChanges({ prefix: '/a/' }, { initialEvents: true });
  await watch.next();
  const refused = watch.nextNotTaken({
    take: () => {
      throw new Error('no room');
    },
  });
  await cacher.commit([put('/a/x')]);
  await expect(refused).rejects.toThrow('no room');
  await cacher.close();
});
