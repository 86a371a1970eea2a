// Copies what the program needs at run time into a folder: the built package, and its dependencies for one platform.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Not needed to run: maps, declarations, the compiled code of earlier starts, other formats of modules. */
const isLeftOut = (path) => /\.map$|\.d\.[cm]?ts$|\.cjs\.[^/]+$/.test(path);

/** `platform`: as in process.platform and process.arch. */
export function copyPackage(target, platform = `${process.platform}-${process.arch}`) {
  if (!existsSync(join(root, 'lib/program.cjs'))) throw new Error('run npm run build first');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of ['lib', 'package.json', 'LICENSE', 'README.md']) copy(join(root, name), join(target, name));
  const manifest = manifestOf(root);
  const native = `@lmdb/lmdb-${platform}`;
  if (!manifest.optionalDependencies[native]) throw new Error(`there is no embedded store for ${platform}`);
  for (const name of withTheirs([...Object.keys(manifest.dependencies), native])) {
    copy(join(root, 'node_modules', name), join(target, 'node_modules', name));
  }
}

function copy(from, to) {
  cpSync(from, to, { recursive: true, dereference: true, filter: (path) => !isLeftOut(path) });
}

/** The packages, and those that they depend on. */
function withTheirs(names) {
  const all = new Set(names);
  for (const name of all) {
    for (const one of Object.keys(manifestOf(join(root, 'node_modules', name)).dependencies ?? {})) all.add(one);
  }
  return all;
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
