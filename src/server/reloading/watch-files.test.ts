import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFiles } from './watch-files.js';

let directory: string;
let stop: () => void = () => {};
let changes: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'watch-files-'));
  changes = 0;
});
afterEach(() => {
  stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Resolves when there are so many changes; rejects after two seconds, long before the default poll. */
async function untilChanges(count: number): Promise<void> {
  for (let waited = 0; changes < count; waited += 20) {
    if (waited > 2000) throw new Error(`${changes} changes`);
    await pause(20);
  }
}

const file = (): string => join(directory, 'ca.crt');

async function start(): Promise<void> {
  stop = watchFiles([file()], () => changes++, { pollMilliseconds: 60_000 });
  // The state at the beginning is read asynchronously.
  await pause(50);
}

test('a file that is written or replaced is noticed at once', async () => {
  writeFileSync(file(), 'one');
  await start();
  writeFileSync(file(), 'two');
  await untilChanges(1);
  writeFileSync(join(directory, 'new'), 'three');
  renameSync(join(directory, 'new'), file());
  await untilChanges(2);
});

test('a link that points to another file is noticed, and so is a file that disappears', async () => {
  writeFileSync(join(directory, 'a'), 'one');
  writeFileSync(join(directory, 'b'), 'two');
  symlinkSync(join(directory, 'a'), file());
  await start();
  symlinkSync(join(directory, 'b'), join(directory, 'link'));
  renameSync(join(directory, 'link'), file());
  await untilChanges(1);
  unlinkSync(file());
  await untilChanges(2);
});

test('other files in the directory do not matter', async () => {
  writeFileSync(file(), 'one');
  await start();
  writeFileSync(join(directory, 'other'), 'x');
  await pause(150);
  expect(changes).toBe(0);
});
