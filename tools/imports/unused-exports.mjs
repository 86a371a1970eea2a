// Finds exports that nothing imports.
import { dirname } from 'node:path';
import { everything } from './import-graph.mjs';

/**
 * Returns `file: name` for each name that an index.ts exports and that no module outside of its folder imports. The
 * index files in `published` belong to the package's interface: they may export anything.
 */
export function unusedExports(modules, published) {
  const imported = new Map();
  for (const [file, { imports }] of modules) {
    for (const { target, names } of imports) {
      if (file.startsWith(`${dirname(target)}/`)) continue;
      imported.set(target, [...(imported.get(target) ?? []), ...names]);
    }
  }
  const indexes = [...modules].filter(([file]) => file.endsWith('/index.ts') && !published.has(file));
  return indexes.flatMap(([file, { exports }]) => {
    const used = new Set(imported.get(file));
    return used.has(everything) ? [] : [...exports].filter((name) => !used.has(name)).map((name) => `${file}: ${name}`);
  });
}

/**
 * Returns `file: name` for each value that a file below one of the folders declares and exports, and that no other file
 * imports, except for some files. Types are left out: they describe the parameters and results of what a file exports.
 */
export function unusedValues(modules, { folders, except }) {
  const imported = new Map();
  for (const { imports } of modules.values())
    for (const { target, names } of imports) imported.set(target, [...(imported.get(target) ?? []), ...names]);
  const isChecked = (file) => !except.has(file) && folders.some((folder) => file.startsWith(`${folder}/`));
  const declaring = [...modules].filter(([file]) => isChecked(file));
  return declaring.flatMap(([file, { values }]) => {
    const used = new Set(imported.get(file));
    return used.has(everything) ? [] : [...values].filter((name) => !used.has(name)).map((name) => `${file}: ${name}`);
  });
}

/** The index files of the `exports` of a package.json. */
export function publishedIndexes(manifest) {
  const types = Object.values(manifest.exports).flatMap((entry) => entry.types ?? []);
  return new Set(types.map((path) => path.replace(/^\.\/dist\//, 'src/').replace(/\.d\.ts$/, '.ts')));
}
