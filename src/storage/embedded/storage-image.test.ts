import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { storageContract } from '../contract/index.js';
import type { Storage } from '../storage.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { StorageImage } from './storage-image.js';

const put = (storage: Storage, key: string, value: string, ttlSeconds?: number) =>
  storage.commit([{ type: 'put', key, value: Buffer.from(value), ...(ttlSeconds && { ttlSeconds }) }]);
const all = async (storage: Storage) =>
  (await storage.range('')).entries.map(({ key, value }) => `${key}=${value.toString()}`);

const forkOf = (storage: EmbeddedStorage, options = {}) => EmbeddedStorage.open({ ...options, image: storage.image() });

storageContract('a fork of an empty store', async () => {
  const original = await EmbeddedStorage.open();
  const storage = await forkOf(original);
  return { storage, dispose: () => original.close() };
});

test('a fork has the same content, and neither sees later changes of the other', async () => {
  const original = await EmbeddedStorage.open();
  for (let index = 0; index < 200; index++) await put(original, `/a/${String(index).padStart(3, '0')}`, 'old');
  const fork = await forkOf(original);
  const before = await all(original);
  expect(await all(fork)).toEqual(before);
  await put(fork, '/a/000', 'of the fork');
  await fork.commit([{ type: 'delete', key: '/a/001' }]);
  expect(await all(original)).toEqual(before);
  await put(original, '/a/002', 'of the original');
  expect((await fork.get('/a/002')).entry?.value.toString()).toBe('old');
  expect((await fork.get('/a/000')).entry?.value.toString()).toBe('of the fork');
  expect((await fork.get('/a/001')).entry).toBeUndefined();
  await original.close();
  expect((await all(fork)).length).toBe(199);
  await fork.close();
});

test('the revisions of a fork go on from those of the original, and older ones cannot be read', async () => {
  const original = await EmbeddedStorage.open();
  const first = await put(original, '/a', 'one');
  const second = await put(original, '/a', 'two');
  const fork = await forkOf(original);
  expect(await fork.currentRevision()).toBe(second.revision);
  expect((await fork.get('/a', { revision: second.revision })).entry?.value.toString()).toBe('two');
  await expect(fork.get('/a', { revision: first.revision })).rejects.toMatchObject({ code: 'compacted' });
  const expected = { type: 'put', key: '/a', value: Buffer.from('three'), expect: second.revision } as const;
  expect(await fork.commit([expected])).toMatchObject({ committed: true, revision: second.revision + 1n });
  expect((await fork.get('/a', { revision: second.revision })).entry?.value.toString()).toBe('two');
  expect(await original.currentRevision()).toBe(second.revision);
  await Promise.all([original.close(), fork.close()]);
});

test('a watch of a fork knows what was there before its first change', async () => {
  const original = await EmbeddedStorage.open();
  const { revision } = await put(original, '/a', 'old');
  const fork = await forkOf(original);
  await put(fork, '/a', 'new');
  const watch = fork.watch('/', { after: revision, previous: true })[Symbol.asyncIterator]();
  const { value } = await watch.next();
  expect(value.events).toMatchObject([
    { entry: { value: Buffer.from('new') }, previous: { value: Buffer.from('old') } },
  ]);
  await Promise.all([original.close(), fork.close()]);
});

test('what a fork has replaced is gone from it after compaction', async () => {
  const original = await EmbeddedStorage.open();
  const { revision } = await put(original, '/a', 'old');
  const fork = await forkOf(original);
  const { revision: newest } = await put(fork, '/a', 'new');
  await fork.compact(newest);
  await expect(fork.get('/a', { revision })).rejects.toMatchObject({ code: 'compacted' });
  expect((await fork.get('/a')).entry?.value.toString()).toBe('new');
  expect((await original.get('/a')).entry?.value.toString()).toBe('old');
  await Promise.all([original.close(), fork.close()]);
});

test('a key expires in the original and in the fork', async () => {
  const clock = new ManualClock();
  const original = await EmbeddedStorage.open({ clock });
  await put(original, '/a', 'x', 10);
  const fork = await forkOf(original, { clock });
  expect(await all(fork)).toEqual(['/a=x']);
  await clock.advance(11_000);
  expect([await all(original), await all(fork)]).toEqual([[], []]);
  await Promise.all([original.close(), fork.close()]);
});

test('an image can be made of entries', async () => {
  const image = StorageImage.of([
    { key: '/b', value: Buffer.from('2') },
    { key: '/a', value: Buffer.from('1') },
  ]);
  const storage = await EmbeddedStorage.open({ image });
  expect(await all(storage)).toEqual(['/a=1', '/b=2']);
  const { revision } = await put(storage, '/a', 'new');
  expect(revision).toBe(3n);
  await storage.close();
});

test('there are no images of a store that is closed, nor of one on disk', async () => {
  const storage = await EmbeddedStorage.open();
  await storage.close();
  expect(() => storage.image()).toThrow('closed');
  const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  const onDisk = await EmbeddedStorage.open({ directory });
  expect(() => onDisk.image()).toThrow('in memory');
  await onDisk.close();
  rmSync(directory, { recursive: true });
});
