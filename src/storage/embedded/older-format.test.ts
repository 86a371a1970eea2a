import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../apimachinery/clock/index.js';
import { EmbeddedStorage, examineStore, restoreSnapshot, saveSnapshot, verifySnapshot } from './index.js';
import { damageBytes } from './testing/damage.js';
import { writePlainStore } from './testing/plain-store.js';

let root: string;
let directory: string;
const later = Date.now() + 1e6;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'trestle-plain-'));
  directory = join(root, 'store');
  await writePlainStore(directory, [
    { key: '/a', value: 'one' },
    { key: '/b', value: 'two', expiresAt: later },
    { key: '/a', value: 'three' },
    { key: '/c', value: 'four' },
    { key: '/c' },
  ]);
});
afterEach(() => rmSync(root, { recursive: true }));

const textsOf = async (storage: EmbeddedStorage, revision?: bigint) =>
  (await storage.range('/', revision === undefined ? {} : { revision })).entries.map(
    ({ key, value }) => `${key} ${value}`,
  );

test('a store without checksums is read, with its history', async () => {
  const storage = await EmbeddedStorage.open({ directory });
  expect(await storage.currentRevision()).toBe(6n);
  expect(await textsOf(storage)).toEqual(['/a three', '/b two']);
  expect(await textsOf(storage, 3n)).toEqual(['/a one', '/b two']);
  expect(await textsOf(storage, 5n)).toEqual(['/a three', '/b two', '/c four']);
  await storage.close();
});

test('what it had stays as it is, and what is written from now on has checksums', async () => {
  const storage = await EmbeddedStorage.open({ directory });
  await storage.commit([{ type: 'put', key: '/d', value: Buffer.from('something new') }]);
  await storage.commit([{ type: 'put', key: '/b', value: Buffer.from('two again'), expect: 3n }]);
  await storage.close();
  const { settings, fileProblems, recordProblems } = await examineStore({ directory });
  expect([...fileProblems, ...recordProblems]).toEqual([]);
  expect(settings).toMatchObject({ format: 2, plainUpTo: 6n, revision: 8n, id: expect.stringMatching(/^.{36}$/) });

  damageBytes(directory, 'something new');
  const again = await EmbeddedStorage.open({ directory });
  const { entries } = await again.range('/');
  expect(entries.map(({ key }) => key)).toEqual(['/a', '/b', '/d']);
  expect([0, 1].map((index) => entries[index]!.value.toString())).toEqual(['three', 'two again']);
  expect(() => entries[2]!.value).toThrow('/d at revision 7 is damaged on disk');
  await again.close();
});

test('it expires what it was to expire, and is compacted', async () => {
  const storage = await EmbeddedStorage.open({ directory, clock: { ...systemClock, now: () => later + 1000 } });
  await expect.poll(() => textsOf(storage)).toEqual(['/a three']);
  await storage.compact(await storage.currentRevision());
  await storage.close();
  const { recordProblems, counted } = await examineStore({ directory });
  expect(recordProblems).toEqual([]);
  expect(counted).toEqual({ objects: 1, deletions: 0, versions: 1, expirations: 0 });
});

test('it can be examined before it is opened, which changes nothing', async () => {
  const before = readFileSync(join(directory, 'data.mdb'));
  const { settings, recordProblems } = await examineStore({ directory });
  expect(settings).toMatchObject({ format: 1, id: undefined, revision: 6n });
  expect(recordProblems).toEqual([]);
  expect(readFileSync(join(directory, 'data.mdb')).equals(before)).toBe(true);
});

test('a snapshot of it, with a checksum or as version 0.1 wrote them, can be restored', async () => {
  const [old, saved] = [join(root, 'old'), join(root, 'saved')];
  expect(await saveSnapshot({ directory, file: saved })).toMatchObject({ revision: 6n, objects: 2 });
  // Version 0.1 wrote a plain copy of the data file.
  copyFileSync(join(directory, 'data.mdb'), old);
  for (const file of [old, saved]) {
    expect(await verifySnapshot({ file })).toEqual({ revision: 6n, objects: 2, problems: [] });
    const restored = `${file}-store`;
    await restoreSnapshot({ directory: restored, file });
    const storage = await EmbeddedStorage.open({ directory: restored });
    expect(await textsOf(storage)).toEqual(['/a three', '/b two']);
    await storage.close();
  }
});
