import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import type { Storage } from '../storage.js';
import { EmbeddedStorage } from './embedded-storage.js';

const put = (storage: Storage, key: string, value = 'x', ttlSeconds?: number) =>
  storage.commit([{ type: 'put', key, value: Buffer.from(value), ...(ttlSeconds && { ttlSeconds }) }]);

describe('an embedded store', () => {
  test('sends everything to a watch from revision zero', async () => {
    const storage = await EmbeddedStorage.open();
    await put(storage, '/things/a');
    const { value } = await storage.watch('/things/', { after: 0n })[Symbol.asyncIterator]().next();
    expect(value.events.length).toBe(1);
    await storage.close();
  });

  test('keeps history for its window, and no longer than two of them', async () => {
    const clock = new ManualClock();
    const storage = await EmbeddedStorage.open({ historyMilliseconds: 1000, clock });
    const { revision } = await put(storage, '/things/a', 'one');
    await put(storage, '/things/a', 'two');
    const old = () => storage.get('/things/a', { revision }).then(({ entry }) => entry?.value.toString());
    await clock.advance(1000);
    expect(await old()).toBe('one');
    await put(storage, '/things/a', 'three');
    await clock.advance(1000);
    await expect(old()).rejects.toMatchObject({ code: 'compacted' });
    await storage.close();
  });

  test('expires keys after a restart too', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    let time = Date.now();
    const clock = { ...systemClock, now: () => time };
    const first = await EmbeddedStorage.open({ directory, clock });
    await put(first, '/things/a', 'x', 3600);
    await put(first, '/things/b', 'x', 7200);
    await first.close();
    time += 3_600_001;
    const second = await EmbeddedStorage.open({ directory, clock });
    const { value } = await second.watch('/things/', { after: 1n, previous: true })[Symbol.asyncIterator]().next();
    expect(value.events.length).toBeGreaterThan(0);
    const watch = second.watch('/things/', { after: 3n });
    for await (const { events } of watch) {
      expect(events).toMatchObject([{ type: 'delete', key: '/things/a' }]);
      break;
    }
    expect((await second.range('/things/')).entries.map(({ key }) => key)).toEqual(['/things/b']);
    await second.close();
    rmSync(directory, { recursive: true });
  });

  test.each(['on disk', 'in memory'])('expires a key that is written again while it expires, %s', async (where) => {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    let time = 0;
    let whenDue: () => void = () => undefined;
    const after: Clock['after'] = (milliseconds, callback) => {
      if (milliseconds === 0) setImmediate(callback);
      if (milliseconds === 1000) whenDue = callback;
      return () => undefined;
    };
    const clock = { ...systemClock, now: () => time, after };
    const storage = await EmbeddedStorage.open({ clock, ...(where === 'on disk' && { directory }) });
    await put(storage, '/things/a', 'one', 1);
    // Both expire at the same millisecond; the second is not durable yet when the first is due.
    const rewritten = put(storage, '/things/a', 'two', 1);
    time = 1000;
    whenDue();
    const { revision } = await rewritten;
    for await (const { events } of storage.watch('/things/', { after: revision })) {
      expect(events).toMatchObject([{ type: 'delete', key: '/things/a' }]);
      break;
    }
    await storage.close();
    rmSync(directory, { recursive: true });
  });

  test('sweeps away what compaction has given up, so that the file does not grow', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
    const storage = await EmbeddedStorage.open({ directory });
    for (let round = 0; round < 30; round++) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => put(storage, `/things/${index}`, 'x'.repeat(1000))));
      await storage.compact(await storage.currentRevision());
    }
    const { size } = statSync(join(directory, 'data.mdb'));
    // 3,000 writes of 1 kB were made; 100 of them are left.
    expect(size).toBeLessThan(2_000_000);
    await storage.close();
    rmSync(directory, { recursive: true });
  });

  test('lets others read and write while it sweeps', async () => {
    const storage = await EmbeddedStorage.open();
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 500 }, (_, index) => put(storage, `/things/${index}`)));
    }
    const compacting = storage.compact(await storage.currentRevision());
    let swept = false;
    void compacting.then(() => {
      swept = true;
    });
    await put(storage, '/things/meanwhile');
    expect((await storage.get('/things/meanwhile')).entry).toBeDefined();
    expect(swept).toBe(false);
    await compacting;
    await storage.close();
  });

  test.each([
    ['an empty key', ''],
    ['a key that is too long', `/things/${'x'.repeat(3000)}`],
  ])('refuses %s', async (_name, key) => {
    const storage = await EmbeddedStorage.open();
    await expect(put(storage, key)).rejects.toMatchObject({ name: 'StorageError' });
    await storage.close();
  });
});
