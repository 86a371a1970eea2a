import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import { type CacheBatch, Cacher, Turns } from './index.js';

const put = (key: string) => ({
  type: 'put' as const,
  key,
  value: Buffer.from('{"metadata":{}}'),
  expected: undefined,
});
const nextRound = () => new Promise((resolve) => setImmediate(resolve));

async function cache(): Promise<Cacher> {
  return Cacher.start({ storage: await EmbeddedStorage.open(), prefix: '/a/' });
}

test('a round of the event loop lets some go on, and all come to their turn in order', async () => {
  const turns = new Turns();
  const seen: number[] = [];
  for (let number = 0; number < 150; number++) turns.wait({ turn: () => void seen.push(number) });
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
  const cacher = await cache();
  const held: { turn(): void }[] = [];
  const turns = { wait: (taker: { turn(): void }) => void held.push(taker) } as unknown as Turns;
  const watch = cacher.watchChanges({ prefix: '/a/' }, { turns, initialEvents: true });
  await watch.next();
  const batches: CacheBatch[] = [];
  const ended = watch.nextNotTaken((batch) => batches.push(batch) > 0);
  for (const name of ['x', 'y', 'z']) await cacher.commit([put(`/a/${name}`)]);
  await cacher.fresh();
  expect([held.length, batches.length]).toEqual([1, 0]);
  held[0]!.turn();
  expect(batches.map(({ deliveries }) => deliveries.map(({ type }) => type))).toEqual([['added', 'added', 'added']]);
  await watch.return();
  expect((await ended).done).toBe(true);
  await cacher.close();
});

test('a cache that closes first tells what it knows', async () => {
  const cacher = await cache();
  const turns = { wait: () => undefined } as unknown as Turns;
  const watch = cacher.watchChanges({ prefix: '/a/' }, { turns, initialEvents: true });
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
  const refused = watch.nextNotTaken(() => {
    throw new Error('no room');
  });
  await cacher.commit([put('/a/x')]);
  await expect(refused).rejects.toThrow('no room');
  await cacher.close();
});
