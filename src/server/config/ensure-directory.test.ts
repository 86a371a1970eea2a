import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureDirectory } from './index.js';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ensure-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

it('creates a directory and its parents', () => {
  const path = join(temporaryDirectory(), 'a', 'b');
  ensureDirectory('--data-dir', path);
  ensureDirectory('--data-dir', path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it('refuses a file, and a directory below a file', () => {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, '');
  const refusal = (path: string) => () => ensureDirectory('--data-dir', path);
  expect(refusal(file)).toThrow(`--data-dir: ${file} cannot be used: it is not a directory`);
  expect(refusal(join(file, 'a'))).toThrow('cannot be used: a part of it is a file, not a directory');
});

it.runIf(process.platform === 'linux')('refuses a place where nothing can be created', () => {
  expect(() => ensureDirectory('--data-dir', '/proc/nope/data')).toThrow(
    '--data-dir: /proc/nope/data cannot be used: directories cannot be created there',
  );
});
