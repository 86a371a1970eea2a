// Runs the files of docs/testing.md: blocks that begin with a name.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'trestle-testing-docs-'));
const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
const blocks = [...page.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!);
const files = blocks.map((text) => [/^\/\/ (\S+\.test\.mjs)\n/.exec(text)?.[1] ?? '', text] as const);

beforeAll(() => {
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(root, join(directory, 'node_modules/trestle'));
  for (const [folder, example] of [
    ['crd', 'crd.yaml'],
    ['samples', 'nightly.yaml'],
  ] as const) {
    mkdirSync(join(directory, 'config', folder), { recursive: true });
    copyFileSync(join(root, 'examples/crontabs', example), join(directory, 'config', folder, example));
  }
  for (const [name, text] of files) writeFileSync(join(directory, name || 'unnamed'), text);
});
afterAll(() => rmSync(directory, { recursive: true }));

test('every block has a name', () => {
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter(([name]) => name === '')).toEqual([]);
});

test.each(files)(
  '%s passes',
  async (name) => {
    const args = ['--test', '--test-reporter=tap', name];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: directory, timeout: 60_000 });
    expect(stdout).toMatch(/^# pass [1-9]/m);
    expect(stdout).toContain('# fail 0');
  },
  90_000,
);
