import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src/', import.meta.url));

/** The texts of all sources, by path below src/. */
const files = new Map(
  readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !/\.(test|test\.support|generated)\.ts$/.test(file))
    .map((file) => [file.split(sep).join('/'), readFileSync(join(source, file), 'utf8')]),
);

describe('a built-in resource is its folder and one line in its group', () => {
  const folders = [...files.keys()].flatMap((file) => {
    const [, folder, resource] = /^(kube\/groups\/[a-z]+\/([a-z]+))\/\2\.ts$/.exec(file) ?? [];
    return folder === undefined ? [] : [{ folder, definition: `${folder}/${resource}.ts` }];
  });
  const importers = new Map<string, Set<string>>();
  for (const [file, content] of files) {
    for (const [, path] of content.matchAll(/from '(\.[^']+)\.js'/g)) {
      const target = `${relative(source, resolve(source, dirname(file), path!))
        .split(sep)
        .join('/')}.ts`;
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }

  it('finds the resources', () => expect(folders.length).toBeGreaterThan(60));

  // The definition, its group, and the server for kinds that need something of it.
  it.each(folders)('$folder touches at most three files', ({ folder, definition }) => {
    const outside = [...(importers.get(definition) ?? [])].filter((file) => !file.startsWith(`${folder}/`));
    expect(outside.length).toBeGreaterThan(0);
    expect([definition, ...outside].length, outside.join()).toBeLessThanOrEqual(3);
  });
});
