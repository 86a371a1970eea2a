import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedStorage } from './embedded-storage.js';

let root: string;
const path = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trestle-identity-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function makeStore(name: string): Promise<void> {
  const storage = await EmbeddedStorage.open({ directory: path(name) });
  await storage.commit([{ type: 'put', key: '/a', value: Buffer.from(name) }]);
  await storage.close();
}

async function valueIn(name: string): Promise<string | undefined> {
  const storage = await EmbeddedStorage.open({ directory: path(name) });
  const { entry } = await storage.get('/a');
  await storage.close();
  return entry?.value.toString();
}

describe('data that was there', () => {
  const cases: [string, () => void, string][] = [
    ['is missing', () => rmSync(path('one/data.mdb')), 'is missing, but store.json shows'],
    ['is empty', () => writeFileSync(path('one/data.mdb'), ''), 'is empty, but store.json shows'],
    [
      'is missing with its identity, while a lock is there',
      () => {
        rmSync(path('one/data.mdb'));
        rmSync(path('one/store.json'));
      },
      'is missing, but lock.mdb shows',
    ],
    [
      'is missing with all but the process that had it',
      () => {
        for (const name of ['data.mdb', 'store.json', 'lock.mdb']) rmSync(path('one', name));
        writeFileSync(path('one/owner.json'), '{"pid":1000000000,"birth":""}');
      },
      'is missing, but owner.json shows',
    ],
    [
      'is that of another store',
      () => {
        renameSync(path('one/data.mdb'), path('aside'));
        renameSync(path('two/data.mdb'), path('one/data.mdb'));
        renameSync(path('aside'), path('two/data.mdb'));
      },
      'is not the store that store.json beside it belongs to',
    ],
    ['has a damaged identity', () => writeFileSync(path('one/store.json'), '{"id":'), 'store.json is damaged'],
  ];
  test.each(cases)('and %s is refused, with what to do', async (_name, change, message) => {
    await makeStore('one');
    await makeStore('two');
    change();
    const refused = { code: 'unreadable', message: expect.stringContaining(message) };
    await expect(EmbeddedStorage.open({ directory: path('one') })).rejects.toMatchObject(refused);
    await expect(EmbeddedStorage.open({ directory: path('one') })).rejects.toMatchObject(refused);
  });

  test('and is empty is refused also where an empty store is in its place', async () => {
    await makeStore('one');
    await EmbeddedStorage.open({ directory: path('fresh') }).then((storage) => storage.close());
    copyFileSync(path('fresh/data.mdb'), path('one/data.mdb'));
    await expect(EmbeddedStorage.open({ directory: path('one') })).rejects.toThrow('is not the store that');
  });

  test('says how to begin with nothing, which works', async () => {
    await makeStore('one');
    rmSync(path('one/data.mdb'));
    await expect(EmbeddedStorage.open({ directory: path('one') })).rejects.toThrow(
      `or remove ${path('one')} to begin with an empty cluster`,
    );
    rmSync(path('one'), { recursive: true });
    expect(await valueIn('one')).toBeUndefined();
  });
});

describe('data that comes alone', () => {
  test('is taken as it is, and remembered from then on', async () => {
    await makeStore('one');
    mkdirSync(path('moved'));
    renameSync(path('one/data.mdb'), path('moved/data.mdb'));
    expect(await valueIn('moved')).toBe('one');
    expect(readFileSync(path('moved/store.json'), 'utf8')).toBe(readFileSync(path('one/store.json'), 'utf8'));
  });
});

describe('a first start that was cut short', () => {
  test.each([
    ['before there was data', () => undefined],
    ['when the file for it was made', () => writeFileSync(path('one/data.mdb'), '')],
    ['when LMDB had begun', () => writeFileSync(path('one/lock.mdb'), '')],
  ])('%s is begun again', async (_name, change) => {
    mkdirSync(path('one'));
    writeFileSync(path('one/store.json'), '{"id":"5b0b8a52-3f38-4d9c-a8f1-000000000000","isNew":true}');
    change();
    await makeStore('one');
    expect(await valueIn('one')).toBe('one');
    expect(JSON.parse(readFileSync(path('one/store.json'), 'utf8'))).toEqual({
      id: '5b0b8a52-3f38-4d9c-a8f1-000000000000',
    });
  });
});

test.skipIf(process.platform === 'win32')('what is stored is for its owner alone, also where it was not', async () => {
  const modes = () =>
    ['.', 'data.mdb', 'lock.mdb', 'store.json'].map((name) => statSync(path('one', name)).mode & 0o777);
  const before = process.umask(0);
  try {
    await makeStore('one');
    expect(modes()).toEqual([0o700, 0o600, 0o600, 0o600]);
    for (const name of ['data.mdb', 'lock.mdb']) chmodSync(path('one', name), 0o644);
    const storage = await EmbeddedStorage.open({ directory: path('one') });
    expect(modes()).toEqual([0o700, 0o600, 0o600, 0o600]);
    expect(statSync(path('one/owner.json')).mode & 0o777).toBe(0o600);
    await storage.close();
  } finally {
    process.umask(before);
  }
});
