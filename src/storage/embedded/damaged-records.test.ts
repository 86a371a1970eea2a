import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Cacher } from '../cacher/index.js';
import type { KeyValue, WatchBatch } from '../storage.js';
import { EmbeddedStorage } from './embedded-storage.js';
import { examineStore } from './index.js';
import { damageBytes } from './testing/damage.js';

let directory: string;
const repairs: string[] = [];
const open = () => EmbeddedStorage.open({ directory, onRepair: (message) => repairs.push(message) });
const put = (key: string, value: string) => ({ type: 'put', key, value: Buffer.from(value) }) as const;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-records-'));
  repairs.length = 0;
  const storage = await open();
  await storage.commit([put('/pods/a', 'alpha')]);
  await storage.commit([put('/pods/h', 'old of h')]);
  await storage.commit([put('/pods/h', 'beta')]);
  await storage.commit([put('/pods/p', 'gamma')]);
  await storage.close();
});
afterEach(() => rmSync(directory, { recursive: true }));

const damage = (text: string | Buffer) => damageBytes(directory, text);

function textOf(entry: KeyValue | undefined): string | undefined {
  try {
    return entry?.value.toString();
  } catch (error) {
    return (error as Error).message;
  }
}

const isDamaged = '/pods/h at revision 4 is damaged on disk: its checksum does not match; see trestle doctor';

describe('a damaged value', () => {
  beforeEach(() => damage('beta'));

  test('fails only its readers', async () => {
    const storage = await open();
    expect(textOf((await storage.get('/pods/h')).entry)).toBe(isDamaged);
    expect((await storage.range('/pods/')).entries.map(textOf)).toEqual(['alpha', isDamaged, 'gamma']);
    expect((await storage.range('/pods/', { keysOnly: true })).entries.map(({ key }) => key)).toHaveLength(3);
    expect((await storage.get('/pods/h')).entry).toMatchObject({ createRevision: 3n, modRevision: 4n });
    await storage.close();
  });

  test('can be read as it was before, where history has it', async () => {
    const storage = await open();
    expect((await storage.range('/pods/', { revision: 3n })).entries.map(textOf)).toEqual(['alpha', 'old of h']);
    await storage.close();
  });

  test('is in the conflict of a write, and in watches', async () => {
    const storage = await open();
    const conflict = await storage.commit([{ ...put('/pods/h', 'new'), expect: 1n }, put('/pods/t', 'delta')]);
    expect(conflict.committed ? [] : conflict.current.map(textOf)).toEqual([isDamaged, undefined]);
    const batch = await firstBatch(storage, { after: 3n, previous: true });
    expect(batch.events.map((event) => event.type === 'put' && textOf(event.entry))).toEqual([isDamaged, 'gamma']);
    expect(textOf(batch.events[0]!.previous)).toBe('old of h');
    await storage.close();
  });

  test('is gone when it is written again, or deleted and swept away', async () => {
    const storage = await open();
    expect(await storage.commit([{ ...put('/pods/h', 'new'), expect: 4n }])).toMatchObject({ committed: true });
    expect(textOf((await storage.get('/pods/h')).entry)).toBe('new');
    const event = (await firstBatch(storage, { after: 5n, previous: true })).events[0]!;
    expect([event.type, textOf(event.previous)]).toEqual(['put', isDamaged]);
    await storage.compact(await storage.currentRevision());
    await storage.close();
    expect(await examineStore({ directory })).toMatchObject({ fileProblems: [], recordProblems: [] });
  });

  test('does not keep a cache from being filled', async () => {
    const cacher = await Cacher.start({ storage: await open(), prefix: '/pods/' });
    const { entries } = await cacher.list('/pods/');
    expect(entries.map(({ key }) => key)).toEqual(['/pods/a', '/pods/h', '/pods/p']);
    expect(entries.map(textOf)).toEqual(['alpha', isDamaged, 'gamma']);
    expect(textOf((await cacher.get('/pods/p')).entry)).toBe('gamma');
    await cacher.commit([put('/pods/t', 'delta')]);
    expect(textOf((await cacher.get('/pods/t')).entry)).toBe('delta');
    await cacher.close();
  });

  test('is found by an examination of the store', async () => {
    const { fileProblems, recordProblems, counted } = await examineStore({ directory });
    expect(fileProblems).toEqual([]);
    expect(recordProblems).toEqual(['/pods/h, revision 4: its value is damaged']);
    expect(counted).toEqual({ objects: 3, deletions: 0, versions: 4, expirations: 0 });
  });
});

describe('a version whose key is damaged', () => {
  const lost = 'what was written at revision 4 is damaged on disk: its checksum does not match; see trestle doctor';
  // Only versions have the key length before the key, big endian.
  beforeEach(() => damage(Buffer.from([0, 7, ...Buffer.from('/pods/h')])));

  test('is an entry that cannot be read', async () => {
    const storage = await open();
    expect((await storage.range('/pods/')).entries.map(textOf)).toEqual(['alpha', lost, 'gamma']);
    expect((await storage.get('/pods/h')).entry?.modRevision).toBe(4n);
    await storage.close();
  });

  test('ends the watches that cover it, and no others', async () => {
    const storage = await open();
    await expect(firstBatch(storage, { after: 3n })).rejects.toMatchObject({ code: 'unreadable', message: lost });
    expect((await firstBatch(storage, { after: 4n })).events).toHaveLength(1);
    await storage.close();
  });

  test('does not stop compaction', async () => {
    const storage = await open();
    await storage.compact(5n);
    expect(storage.oldestRevision).toBe(5n);
    expect(textOf((await storage.get('/pods/p')).entry)).toBe('gamma');
    await storage.close();
  });
});

describe('a damaged index', () => {
  /** Only heads have the place of the version followed by the create revision. */
  const headOfH = Buffer.from([0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);

  test('is made anew from the versions, and nothing is lost', async () => {
    damage(headOfH);
    expect((await examineStore({ directory })).recordProblems).toEqual(['/pods/h: its index entry is damaged']);
    const storage = await open();
    expect(repairs).toEqual([expect.stringContaining('has been made anew: 1 keys recovered')]);
    expect((await storage.range('/pods/')).entries.map(textOf)).toEqual(['alpha', 'beta', 'gamma']);
    expect((await storage.get('/pods/h')).entry).toMatchObject({ createRevision: 3n, modRevision: 4n });
    await storage.close();
    expect((await examineStore({ directory })).recordProblems).toEqual([]);
  });

  test('finds keys that are damaged in it by their versions', async () => {
    damage(Buffer.from([7, 0, ...Buffer.from('/pods/h')]));
    const storage = await open();
    expect(repairs).toHaveLength(1);
    expect((await storage.get('/pods/i')).entry).toBeUndefined();
    expect((await storage.range('/pods/')).entries.map(textOf)).toEqual(['alpha', 'beta', 'gamma']);
    await storage.close();
  });
});

describe('the record of the newest revision', () => {
  test('is missed when it is damaged', async () => {
    damage(Buffer.concat([Buffer.from('revision'), Buffer.from([0, 0, 0, 0, 0, 0, 0, 5])]));
    await expect(open()).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(
        /^the data directory .* is damaged: the setting revision cannot be read; see 'trestle doctor'/,
      ),
    });
    expect((await examineStore({ directory })).recordProblems[0]).toContain('the setting revision cannot be read');
  });
});

async function firstBatch(
  storage: EmbeddedStorage,
  options: { after: bigint; previous?: boolean },
): Promise<WatchBatch> {
  for await (const batch of storage.watch('/pods/', options)) return batch;
  throw new Error('the watch has ended');
}
