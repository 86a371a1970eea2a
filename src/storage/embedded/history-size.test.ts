import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { Revision, Storage } from '../storage.js';
import { EmbeddedStorage } from './embedded-storage.js';

const mebibyte = 2 ** 20;
const minute = 60_000;

/** A store whose clock the test controls, and which compacts nothing by age. */
async function open(options: { historyBytes?: number; directory?: string } = {}) {
  const clock = { milliseconds: 0 };
  const storage = await EmbeddedStorage.open({
    historyMilliseconds: 2 ** 31 - 1,
    clock: { ...systemClock, monotonic: () => clock.milliseconds },
    ...options,
  });
  onTestFinished(() => storage.close());
  return { storage, clock };
}

/** Overwrites the same keys with 16 KiB values, one per second. */
async function overwrite(storage: Storage, clock: { milliseconds: number }, bytes: number): Promise<Revision[]> {
  const revisions: Revision[] = [];
  for (let written = 0; written < bytes; written += 16_384) {
    const key = `/things/${revisions.length % 10}`;
    const { revision } = await storage.commit([{ type: 'put', key, value: Buffer.alloc(16_384, 'x') }]);
    revisions.push(revision);
    clock.milliseconds += 1000;
  }
  return revisions;
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function isGivenUp(storage: Storage, revision: Revision): Promise<boolean> {
  const { value } = await storage
    .watch('/things/', { after: revision })
    [Symbol.asyncIterator]()
    .next()
    .catch((error) => ({ value: error.code }));
  return value === 'compacted';
}

describe.each([
  ['in memory', () => undefined],
  ['on disk', temporaryDirectory],
])('history %s', (_where, directoryOf) => {
  const place = () => {
    const directory = directoryOf();
    return directory === undefined ? {} : { directory };
  };

  test('is given up ahead of time where it takes up more than it may', async () => {
    const { storage, clock } = await open({ ...place(), historyBytes: 2 * mebibyte });
    const revisions = await overwrite(storage, clock, 12 * mebibyte);
    expect(await isGivenUp(storage, revisions[0]!)).toBe(true);
    await expect(storage.get('/things/0', { revision: revisions[0]! })).rejects.toMatchObject({ code: 'compacted' });
    // Half of the limit is kept: 64 versions of 16 KiB.
    expect(await isGivenUp(storage, revisions.at(-50)!)).toBe(false);
    expect((await storage.range('/things/')).entries.length).toBe(10);
  });

  test('stays where it takes up less', async () => {
    const { storage, clock } = await open({ ...place(), historyBytes: 32 * mebibyte });
    const revisions = await overwrite(storage, clock, 12 * mebibyte);
    expect(await isGivenUp(storage, revisions[0]!)).toBe(false);
  });

  test('stays for half a minute whatever it takes up', async () => {
    const { storage } = await open({ ...place(), historyBytes: mebibyte });
    const revisions = await overwrite(storage, { milliseconds: 0 }, 4 * mebibyte);
    expect(await isGivenUp(storage, revisions[0]!)).toBe(false);
  });

  test('may take up as much as the newest versions do', async () => {
    const { storage, clock } = await open({ ...place(), historyBytes: mebibyte });
    const value = Buffer.alloc(16_384, 'x');
    for (let index = 0; index < 512; index++) {
      await storage.commit([{ type: 'put', key: `/large/${index}`, value }]);
    }
    clock.milliseconds += minute;
    await storage.compact(await storage.currentRevision());
    const revisions = await overwrite(storage, clock, 6 * mebibyte);
    expect(await isGivenUp(storage, revisions[0]!)).toBe(false);
    const later = await overwrite(storage, clock, 16 * mebibyte);
    expect(await isGivenUp(storage, revisions[0]!)).toBe(true);
    expect(await isGivenUp(storage, later.at(-50)!)).toBe(false);
  });
});

test('the file of a store levels off: pages of what is given up are used again', async () => {
  const directory = temporaryDirectory();
  const { storage, clock } = await open({ directory, historyBytes: 2 * mebibyte });
  const size = () => statSync(join(directory, 'data.mdb')).size;
  await overwrite(storage, clock, 8 * mebibyte);
  const settled = size();
  await overwrite(storage, clock, 24 * mebibyte);
  expect(settled).toBeLessThan(6 * mebibyte);
  expect(size()).toBeLessThan(settled * 1.25);
});
