import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript.
import { affectedBy, byUpstreamFile, missingFrom, readProvenance } from './provenance-lines.mjs';

const folder = mkdtempSync(join(tmpdir(), 'provenance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(folder, 'tree-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const sound = {
  'apps/validation.ts':
    '// Follows pkg/apps/validation.go (v1.36)\n// Follows pkg/core/validation.go (v1.35)\n\nexport {};\n',
  'core/validation.ts': '// Follows pkg/core/validation.go (v1.36)\n\nexport {};\n',
  'own.ts': '/** Follows redirects. */\nexport {};\n',
};

test('our files are listed by upstream file', () => {
  const { entries, problems } = readProvenance(write(sound));
  expect(problems).toEqual([]);
  expect([...byUpstreamFile(entries)]).toEqual([
    ['pkg/apps/validation.go', ['apps/validation.ts']],
    ['pkg/core/validation.go', ['apps/validation.ts', 'core/validation.ts']],
  ]);
  expect(entries[1]).toEqual({ file: 'apps/validation.ts', upstream: 'pkg/core/validation.go', version: 'v1.35' });
});

test('changed upstream files lead to our files, and to other sources in the same folders', () => {
  const { entries } = readProvenance(write(sound));
  const changed = ['pkg/core/validation.go', 'pkg/core/events.go', 'pkg/core/events_test.go', 'pkg/node/validation.go'];
  const { followed, others } = affectedBy(entries, changed);
  expect([...followed]).toEqual([['pkg/core/validation.go', ['apps/validation.ts', 'core/validation.ts']]]);
  expect(others).toEqual(['pkg/core/events.go']);
});

test('upstream files that do not exist in a tree are found', () => {
  const { entries } = readProvenance(write(sound));
  const missing = missingFrom(write({ 'pkg/core/validation.go': '' }), entries);
  expect(missing).toEqual([{ file: 'apps/validation.ts', upstream: 'pkg/apps/validation.go', version: 'v1.36' }]);
});

test.each([
  ['without a version', '// Follows pkg/a.go\n\n', 'a.ts:1: is not "// Follows <path> (v1.<minor>)"'],
  ['without the path from the root', '// Follows validation.go (v1.36)\n\n', 'a.ts:1: is not '],
  ['twice', '// Follows pkg/a.go (v1.36)\n// Follows pkg/a.go (v1.36)\n\n', 'a.ts:2: names pkg/a.go again'],
  ['below the top', 'export {};\n// Follows pkg/a.go (v1.36)\n', 'a.ts:2: "// Follows" must be at the top'],
])('a line %s is a problem', (_name, text, problem) => {
  expect(readProvenance(write({ 'a.ts': text })).problems).toEqual([expect.stringContaining(problem)]);
});

test('a file without a line is a problem in folders whose files follow others, unless it is listed', () => {
  const tree = write({ ...sound, 'apps/frame.ts': 'export {};\n', 'apps/more.ts': '', 'apps/more.test.ts': '' });
  const rules = { followingFolders: ['apps'], ownFiles: ['apps/frame.ts', 'apps/validation.ts', 'apps/gone.ts'] };
  expect(readProvenance(tree, rules).problems).toEqual([
    'apps/more.ts: does not say what it follows',
    'apps/validation.ts: is listed as our own, but is not',
    'apps/gone.ts: is listed as our own, but is not',
  ]);
});

test('a folder without sources is a problem', () => {
  expect(readProvenance(write({ 'a.js': '' })).problems).toEqual([expect.stringContaining('no source files')]);
});
