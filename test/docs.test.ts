import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const { sectionsOf } = await import('../tools/site/pages.mjs' as string);
const root = fileURLToPath(new URL('..', import.meta.url));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(`${root}/docs`, { recursive: true }).map((page) => `docs/${page}`),
].filter((page) => page.endsWith('.md'));

describe.each(pages)('%s', (page) => {
  const text = readFileSync(`${root}/${page}`, 'utf8');

  test('names only files that exist', () => {
    const named = [...text.matchAll(/`((?:src|tools|test|bench|docs|examples)\/[\w./-]+)`/g)].map((match) => match[1]!);
    const ofKubernetes = page === 'docs/conformance.md' ? /^test\/(?:cmd|integration)\b/ : /^$/;
    const own = named.filter((path) => !ofKubernetes.test(path));
    expect(own.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
  });

  test('links only to files and headings that exist', () => {
    expect(linksOf(text).filter((link) => !exists(page, link))).toEqual([]);
  });
});

/** Files that are not packed are linked to by these addresses. */
const repository =
  /^https:\/\/(?:github\.com\/kube-trestle\/trestle\/blob|raw\.githubusercontent\.com\/kube-trestle\/trestle)\/main\//;

/** The links within the repository. */
function linksOf(text: string): string[] {
  const withoutCode = text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, '');
  const links = [...withoutCode.matchAll(/\]\(([^()\s]+)\)/g)].map((match) => match[1]!);
  return links.filter((link) => repository.test(link) || !/^[a-z]+:/.test(link));
}

function exists(page: string, link: string): boolean {
  const [target = '', anchor] = link.replace(repository, '/').split('#');
  const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(page), target);
  const file = `${root}/${target === '' ? page : path}`;
  if (!existsSync(file)) return false;
  if (anchor === undefined) return true;
  return sectionsOf(readFileSync(file, 'utf8')).some((section: { anchor: string }) => section.anchor === anchor);
}

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
