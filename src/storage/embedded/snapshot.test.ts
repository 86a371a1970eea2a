import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedStorage, restoreSnapshot, saveSnapshot, verifySnapshot } from './index.js';
import { damageBytes } from './testing/damage.js';

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

async function makeStore(directory: string, value: string): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory });
  for (let index = 0; index < 50; index++) await storage.commit([put(`/a/${index}`, value.padEnd(index * 100, value))]);
  await storage.close();
}

async function firstValue(directory: string): Promise<string | undefined> {
  const storage = await EmbeddedStorage.open({ directory });
  const { entry } = await storage.get('/a/0');
  await storage.close();
  return entry?.value.toString();
}

it.skipIf(process.platform === 'win32')('is for its owner alone, and leaves nothing beside it', async () => {
  const before = process.umask(0);
  try {
    await makeStore(join(root, 'store'), 'secret');
    await saveSnapshot({ directory: join(root, 'store'), file: join(root, 'snapshots/one') });
  } finally {
    process.umask(before);
  }
  expect(statSync(join(root, 'snapshots/one')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(root, 'snapshots'))).toEqual(['one']);
});

it('replaces a store on request, and is another store then', async () => {
  const [directory, file] = [join(root, 'store'), join(root, 'one')];
  const identity = () => readFileSync(join(directory, 'store.json'), 'utf8');
  await makeStore(directory, 'then');
  const before = identity();
  await saveSnapshot({ directory, file });
  await makeStore(directory, 'now');
  await restoreSnapshot({ directory, file, replace: true });
  expect(await firstValue(directory)).toBe('then');
  expect(identity()).not.toBe(before);
  expect(readdirSync(directory).sort()).toEqual(['data.mdb', 'lock.mdb', 'store.json']);
});

it('is the way back where the data is damaged or gone', async () => {
  const [directory, file] = [join(root, 'store'), join(root, 'one')];
  await makeStore(directory, 'then');
  await saveSnapshot({ directory, file });
  writeFileSync(join(directory, 'data.mdb'), 'noise');
  await expect(EmbeddedStorage.open({ directory })).rejects.toThrow("'trestle snapshot restore --replace'");
  await restoreSnapshot({ directory, file, replace: true });
  expect(await firstValue(directory)).toBe('then');
  rmSync(join(directory, 'data.mdb'));
  await expect(EmbeddedStorage.open({ directory })).rejects.toThrow("'trestle snapshot restore'");
  await restoreSnapshot({ directory, file });
  expect(await firstValue(directory)).toBe('then');
});

describe('a damaged snapshot', () => {
  const half = (data: Buffer) => data.subarray(0, data.length / 2);
  const flipped = (at: (length: number) => number) => (data: Buffer) => {
    data[at(data.length)]! ^= 1;
    return data;
  };
  const cases: [string, (data: Buffer) => Buffer, string][] = [
    ['is empty', () => Buffer.alloc(0), 'it is empty'],
    ['is cut to half', half, 'cut short'],
    ['is cut to 100 bytes', (data) => data.subarray(0, 100), 'ends after 100 bytes'],
    ['lacks its last byte', (data) => data.subarray(0, -1), 'its end is missing'],
    ['lacks its trailer', (data) => data.subarray(0, -56), 'its end is missing'],
    ['has noise after it', (data) => Buffer.concat([data, Buffer.from('noise')]), 'its end is missing'],
    ['has a flipped bit in the middle', flipped((length) => length >> 1), 'its checksum does not match'],
    ['has a flipped bit in its first page', flipped(() => 160), 'its checksum does not match'],
    ['has a flipped bit in its checksum', flipped((length) => length - 1), 'its checksum does not match'],
    ['is something else', () => Buffer.from('not a snapshot at all '.repeat(500)), "not one of LMDB's"],
  ];
  it.each(cases)('that %s is refused, and nothing is replaced', async (_name, change, message) => {
    const [directory, file] = [join(root, 'store'), join(root, 'one')];
    await makeStore(directory, 'here');
    await saveSnapshot({ directory, file });
    writeFileSync(file, change(readFileSync(file)));
    const refused = { code: 'unreadable', message: expect.stringContaining(`${file} is no snapshot, or damaged: `) };
    await expect(verifySnapshot({ file })).rejects.toMatchObject(refused);
    await expect(verifySnapshot({ file })).rejects.toThrow(message);
    await expect(restoreSnapshot({ directory, file, replace: true })).rejects.toMatchObject(refused);
    await expect(restoreSnapshot({ directory: join(root, 'new'), file })).rejects.toMatchObject(refused);
    expect(existsSync(join(root, 'new'))).toBe(false);
    expect(await firstValue(directory)).toBe('here');
  });
});

it('of a store with a damaged record says so, and holds everything else', async () => {
  const [directory, file, restored] = [join(root, 'store'), join(root, 'one'), join(root, 'restored')];
  await makeStore(directory, 'here');
  const storage = await EmbeddedStorage.open({ directory });
  await storage.commit([put('/b', 'needle')]);
  await storage.close();
  damageBytes(directory, 'needle');
  const problems = ['/b, revision 52: its value is damaged'];
  expect(await saveSnapshot({ directory, file })).toEqual({ revision: 52n, objects: 51, problems });
  expect(await verifySnapshot({ file })).toEqual({ revision: 52n, objects: 51, problems });
  await restoreSnapshot({ directory: restored, file });
  expect(await firstValue(restored)).toBe('here');
});
