import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kubeApiServerFlags } from '../src/app/config/kube-apiserver-flags.js';

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

describe('a flag is one record, in the file that uses it', () => {
  // Without a dash a name is also an ordinary word.
  const names = Object.keys(kubeApiServerFlags).filter((name) => name.includes('-'));
  const others = [
    // Values that `trestle start` sets unless they are given.
    'app/complete-config.ts',
    // Commands about a server take some of its flags, and read those of a running one.
    'app/commands/',
    'app/run-kube-apiserver.ts',
    // Flags of other API servers, which declare them themselves.
    'server/options/',
    // The ConfigMap extension-apiserver-authentication has keys with the names of flags.
    'server/delegation/front-proxy.ts',
    'aggregator/controllers/authentication-info.ts',
  ];

  it('finds the flags', () => expect(names.length).toBeGreaterThan(100));

  // The names of some flags of auditing are composed.
  it.each(names)('--%s touches one file at most', (name) => {
    const users = [...files].filter(([, content]) => content.includes(`'${name}'`)).map(([file]) => file);
    expect(users.filter((file) => !others.some((other) => file.startsWith(other)))).not.toHaveProperty('1');
  });
});
