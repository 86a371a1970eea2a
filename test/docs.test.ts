import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['README.md', ...readdirSync(`${root}/docs`, { recursive: true }).map((page) => `docs/${page}`)].filter(
  (page) => page.endsWith('.md'),
);

describe.each(pages)('%s', (page) => {
  const text = readFileSync(`${root}/${page}`, 'utf8');

  test('names only files that exist', () => {
    const named = [...text.matchAll(/`((?:src|tools|test|bench|docs|examples)\/[\w./-]+)`/g)].map((match) => match[1]!);
    const ofKubernetes = page === 'docs/conformance.md' ? /^test\/(?:cmd|integration)\b/ : /^$/;
    const own = named.filter((path) => !ofKubernetes.test(path));
    expect(own.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
  });

  test('links only to pages that exist', () => {
    const folder = page.slice(0, page.lastIndexOf('/') + 1);
    const links = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(`${root}/${folder}${link}`))).toEqual([]);
  });
});

test('docs/glossary.md names what is in the file or folder beside it', () => {
  const rows = readFileSync(`${root}/docs/glossary.md`, 'utf8').matchAll(/^\| (.+?) +\| .+ \| `(src\/[^`]+)` +\|$/gm);
  const found = [...rows].flatMap(([, here, place]) => {
    const names = [...here!.matchAll(/`(\w+)`/g)].map((match) => match[1]!);
    return names.map((name) => [name, place!] as const);
  });
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(([name, place]) => !new RegExp(`\\b${name}\\b`).test(textOf(`${root}/${place}`)))).toEqual([]);
});

/** The text of a file, or of all sources in a folder. */
function textOf(path: string): string {
  if (path.endsWith('.ts')) return readFileSync(path, 'utf8');
  const sources = readdirSync(path).filter((file) => file.endsWith('.ts'));
  return sources.map((file) => readFileSync(`${path}/${file}`, 'utf8')).join('\n');
}

test('docs/library.md is what the declaration files say', () => {
  execFileSync(process.execPath, [`${root}/tools/generate-library-reference.mjs`, '--check']);
});

test('every public export has a comment', () => {
  const text = readFileSync(`${root}/docs/library.md`, 'utf8');
  const bare = [...text.matchAll(/^### (\S+)\n\n```ts/gm)].map((match) => match[1]);
  expect(bare).toEqual([]);
});

test('every public door can be opened', async () => {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const { './api/*': types, ...others } = manifest.exports;
  expect(existsSync(`${root}/${types.types.replace('*', 'core/v1')}`)).toBe(true);
  const exports = Object.values(others) as { types?: string; default?: string }[];
  const doors = exports.flatMap((door) => door.default ?? []);
  expect(doors.length).toBeGreaterThan(5);
  for (const door of exports) if (door.types) expect(existsSync(`${root}/${door.types}`)).toBe(true);
  for (const door of doors) expect(Object.keys(await import(`${root}/${door}`)).length).toBeGreaterThan(0);
});
