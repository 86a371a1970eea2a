import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedStorage, restoreSnapshot, saveSnapshot } from './index.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trestle-snapshot-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const put = (key: string, value: string) => ({ type: 'put', key, value: Buffer.from(value) }) as const;

it('holds what was committed when it was taken, while the store is in use', async () => {
  const [directory, file, restored] = [join(root, 'a.store'), join(root, 'snapshots', 'one.db'), join(root, 'b')];
  const storage = await EmbeddedStorage.open({ directory });
  await storage.commit([put('/a', '1')]);
  await storage.commit([put('/a', '2')]);
  expect(await saveSnapshot({ directory, file })).toEqual({ revision: 3n, objects: 1, problems: [] });
  await storage.commit([put('/b', 'later')]);
  await storage.close();

  expect(await restoreSnapshot({ file, directory: restored })).toMatchObject({ revision: 3n });
  const again = await EmbeddedStorage.open({ directory: restored });
  const { entries, revision } = await again.range('/');
  expect(revision).toBe(3n);
  expect(entries.map(({ key, value }) => [key, value.toString()])).toEqual([['/a', '2']]);
  expect((await again.get('/a', { revision: 2n })).entry?.value.toString()).toBe('1');
  await again.close();
});

it.each([
  [
    'saved from a directory without data',
    () => saveSnapshot({ directory: root, file: join(root, 'x') }),
    'there is no data in',
  ],
  ['restored from nothing', () => restoreSnapshot({ directory: root, file: join(root, 'x') }), 'there is no '],
  [
    'restored from another file',
    () => {
      const file = join(root, 'text');
      writeFileSync(file, 'x'.repeat(100));
      return restoreSnapshot({ directory: join(root, 'new'), file });
    },
    'is no snapshot',
  ],
])('cannot be %s', async (_name, attempt, message) => {
  await expect(attempt()).rejects.toThrow(message);
});

it('takes no place of a file or of data that is there', async () => {
  const [directory, file] = [join(root, 'store'), join(root, 'one')];
  const storage = await EmbeddedStorage.open({ directory });
  await saveSnapshot({ directory, file });
  await expect(saveSnapshot({ directory, file })).rejects.toThrow('exists already');
  await expect(restoreSnapshot({ directory, file, replace: true })).rejects.toThrow('is in use by process');
  await storage.close();
  await expect(restoreSnapshot({ directory, file })).rejects.toThrow('there is data in');
});
