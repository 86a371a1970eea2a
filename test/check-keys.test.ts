import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const tool = fileURLToPath(new URL('../tools/check-keys.mjs', import.meta.url));

/** The tool's output for a source file, with another one that it may import. «a» stands for a template placeholder. */
function check(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'source.ts'), text.replaceAll('«', '$' + '{').replaceAll('»', '}'));
  writeFileSync(join(directory, 'other.ts'), "export function placeOf(a: string, b: string) { return a + '/' + b; }\n");
  const { stdout, stderr } = spawnSync(process.execPath, [tool, directory], { encoding: 'utf8' });
  return `${stderr}${stdout}`;
}

it.each([
  ['a template', 'map.get(`«a»/«b»`);'],
  ['a sum', "map.has(a + ' ' + b);"],
  ['a list that is joined', "map.delete([a, b].join('\\n'));"],
  ['a constant', 'const name = `«a».«b»`;\nmap.set(name, 1);'],
  ['a function', 'function keyOf(a: string, b: string) { return `«a»:«b»`; }'],
  ['a function of another file', "import { placeOf } from './other.js';\nmap.get(placeOf(a, b));"],
  ['an argument that is used as a key', 'function seen(x: string) { return set.has(x); }\nseen(`«a» «b»`);'],
  ['the entries of a new map', 'new Map(list.map(({ a, b }) => [`«a»«b»`, 1]));'],
  ['the name of a property', 'record[`«a»-«b»`] = 1;'],
])('a key of several parts is found as %s', (_title, text) => {
  expect(check(text)).toMatch(/is a key of several parts: use compositeKey.*keys: 2 files, 1 problems/s);
});

it.each([
  ['a composite key', 'map.get(compositeKey(a, b));'],
  ['one part', "const prefix = 'x/';\nmap.get(`«prefix»«a»/y`);"],
  ['a text that is no key', 'log(`«a»/«b»`);'],
  ['a reason why it cannot be confused', '// Unambiguous: both are numbers.\nmap.get(`«a»/«b»`);'],
])('nothing is found in %s', (_title, text) => expect(check(text)).toBe('keys: 2 files, 0 problems\n'));
