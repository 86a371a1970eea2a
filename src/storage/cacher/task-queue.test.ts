import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../embedded/index.js';
import { type CacheBatch, Cacher, TaskQueue } from './index.js';
import type { Task } from './task-queue.js';

const put = (key: string) => ({
  type: 'put' as const,
  key,
  value: Buffer.from('{"metadata":{}}'),
  expected: undefined,
});
const nextRound = () => new Promise((resolve) => setImmediate(resolve));

async function cache(tasks?: TaskQueue): Promise<Cacher> {
  return Cacher.start({ storage: await EmbeddedStorage.open(), prefix: '/a/', ...(tasks && { tasks }) });
}

test('an event loop iteration runs a few steps, and all tasks run in order', async () => {
  const tasks = new TaskQueue();
  const seen: number[] = [];
  for (const task of [0, 50, 100]) {
    let step = 0;
    tasks.enqueue({ runStep: () => step < 50 && seen.push(task + step++) > 0 });
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

test('events that arrive while a watch is queued are read in one batch', async () => {
  const held = new Set<Task>();
  const cacher = await cache({ enqueue: (task: Task) => void held.add(task) } as TaskQueue);
  const watch = cacher.watchChanges({ prefix: '/a/' }, { isDeferred: true, initialEvents: true });
  await watch.next();
  const batches: CacheBatch[] = [];
  const ended = watch.drain({ accept: (batch) => batches.push(batch) > 0 });
  for (const name of ['x', 'y', 'z']) await cacher.commit([put(`/a/${name}`)]);
  await cacher.fresh();
  expect([held.size, batches.length]).toEqual([1, 0]);
  for (const task of held) while (task.runStep());
  expect(batches.map(({ deliveries }) => deliveries.map(({ type }) => type))).toEqual([['added', 'added', 'added']]);
  await watch.return();
  expect((await ended).done).toBe(true);
  await cacher.close();
});

test('events that arrive during a pass reach every watch once, and readers at one position share a batch', async () => {
  const cacher = await cache();
  const seen = new Map<number, CacheBatch[]>();
  const watches = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const watch = cacher.watchChanges({ prefix: '/a/' }, { isDeferred: true, initialEvents: true });
      await watch.next();
      seen.set(index, []);
      return { watch, ended: watch.drain({ accept: (batch) => seen.get(index)!.push(batch) > 0 }) };
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

test('a cache that closes delivers pending events first', async () => {
  const cacher = await cache({ wait: () => undefined } as unknown as TaskQueue);
  const watch = cacher.watchChanges({ prefix: '/a/' }, { isDeferred: true, initialEvents: true });
  await watch.next();
  const batch = watch.next();
  await cacher.commit([put('/a/x')]);
  await cacher.fresh();
  await cacher.close();
  expect((await batch).value.deliveries.length).toBe(1);
  await expect(watch.next()).rejects.toMatchObject({ code: 'closed' });
});

test('an error of the sink rejects the pending read', async () => {
  const cacher = await cache();
  const watch = cacher.watchChanges({ prefix: '/a/' }, { initialEvents: true });
  await watch.next();
  const refused = watch.drain({
    accept: () => {
      throw new Error('no room');
    },
  });
  await cacher.commit([put('/a/x')]);
  await expect(refused).rejects.toThrow('no room');
  await cacher.close();
});
