import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
// @ts-expect-error: plain JavaScript.
import { cyclesBetweenFolders } from './cycles.mjs';
// @ts-expect-error: plain JavaScript.
import { readModules } from './import-graph.mjs';
// @ts-expect-error: plain JavaScript.
import { publishedIndexes, unusedExports, unusedValues } from './unused-exports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(files: Readonly<Record<string, string>>): unknown {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return readModules(root, ['src', 'tools', 'test']);
}

const inA = "import type { B } from '../b/b.js'; export type A = B;";

test.each([
  ['types', "import type { A } from '../a/a.js'; export type B = A;"],
  ['a type in an expression', "export type B = import('../a/a.js').A;"],
  ['values', "import { A } from '../a/a.js'; export class B extends A {}"],
  ['a dynamic import', "export const b = () => import('../a/a.js');"],
  ['an export', "export { A as B } from '../a/a.js';"],
  ['an export of everything', "export * from '../a/a.js';"],
])('a cycle of folders by %s is found', (_name, text) => {
  expect(cyclesBetweenFolders(read({ 'src/a/a.ts': inA, 'src/b/b.ts': text }))).toEqual([
    ['src/a/a.ts', 'src/b/b.ts', 'src/a/a.ts'],
  ]);
});

test('of several cycles among the same files, the shortest is shown', () => {
  const modules = read({
    'src/a/a.ts': "import '../b/b.js';",
    'src/b/b.ts': "import '../c/c.js'; import '../d/d.js';",
    'src/c/c.ts': "import '../d/d.js';",
    'src/d/d.ts': "import '../a/a.js';",
  });
  expect(cyclesBetweenFolders(modules)).toEqual([['src/a/a.ts', 'src/b/b.ts', 'src/d/d.ts', 'src/a/a.ts']]);
});

test('files of one folder may import each other, and imports without a way back are no cycle', () => {
  const modules = read({
    'src/a/a.ts': "import './b.js'; import '../c/c.js';",
    'src/a/b.ts': "import './a.js';",
    'src/c/c.ts': "import 'node:fs';",
    'src/c/d.ts': "import '../a/a.js';",
  });
  expect(cyclesBetweenFolders(modules)).toEqual([]);
});

test('what an index exports must be imported from another folder', () => {
  const modules = read({
    'src/a/a.ts': 'export const one = 1; export const two = 2; export type Three = 3; export const built = 4;',
    'src/a/index.ts': "export { built, one, type Three, two as renamed } from './a.js';",
    'src/a/own.ts': "import { renamed } from './index.js';",
    'src/b/b.ts': "import { one } from '../a/index.js';",
    'tools/tool.mjs': "import { built } from '../dist/a/index.js';",
  });
  expect(unusedExports(modules, new Set())).toEqual(['src/a/index.ts: Three', 'src/a/index.ts: renamed']);
});

test.each([
  ['an index further up exports it', { 'src/index.ts': "export { one } from './a/index.js';" }],
  ['all of it is imported', { 'src/b.ts': "import * as a from './a/index.js';" }],
  ['a test imports it', { 'test/a.test.ts': "import { one } from '../src/a/index.js';" }],
])('an export is used if %s', (_name, more) => {
  const modules = read({ 'src/a/index.ts': 'export const one = 1;', ...more });
  expect(unusedExports(modules, new Set(['src/index.ts']))).toEqual([]);
});

test('a value that a file exports must be imported from another file', () => {
  const modules = read({
    'src/a/a.ts': 'export const one = 1; export function two() {} export class Three {} export type Four = 4;',
    'src/a/index.ts': "export { one } from './a.js';",
    'src/a/all.ts': 'export const any = 1;',
    'src/a/named.ts': 'export const named = 1;',
    'src/b/b.ts': "export const used = 1; export const all = import('../a/all.js');",
    'test/b.test.ts': "import { used } from '../src/b/b.js';",
    'test/support.mjs': 'export const five = 5;',
  });
  const options = { folders: ['src'], except: new Set(['src/a/named.ts']) };
  expect(unusedValues(modules, options)).toEqual(['src/a/a.ts: two', 'src/a/a.ts: Three', 'src/b/b.ts: all']);
});

test('the index files of the package may export anything', () => {
  const manifest = { exports: { './a': { types: './dist/a/index.d.ts', default: './lib/a/index.js' }, './b': './b' } };
  const published = publishedIndexes(manifest);
  expect([...published]).toEqual(['src/a/index.ts']);
  expect(unusedExports(read({ 'src/a/index.ts': 'export const one = 1;' }), published)).toEqual([]);
});
