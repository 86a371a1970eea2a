// Bundles the simulation and the source under test into one module, so that it runs without a build, and with mutants
// in the source when the simulation itself is tested.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** `part`: 'storage' or 'api' for a part only. `mutant`: a mistake to make in a file of src/. */
export async function loadSimulation({ part = '.', mutant } = {}) {
  const build = await rolldown({
    input: join(root, 'test/simulation', part, 'scenarios.ts'),
    platform: 'node',
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: mutant ? [mutation(mutant)] : [],
    logLevel: 'silent',
  });
  // Within the project, so that dependencies resolve.
  const directory = mkdtempSync(join(root, 'node_modules', '.simulation-'));
  try {
    await build.write({ dir: directory, format: 'esm', codeSplitting: false, entryFileNames: 'simulation.mjs' });
    return await import(pathToFileURL(join(directory, 'simulation.mjs')).href);
  } finally {
    await build.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function mutation({ file, find, replace }) {
  let isApplied = false;
  return {
    name: 'mutation',
    transform(code, id) {
      if (id.replaceAll('\\', '/').endsWith(`/src/${file}`)) {
        if (!code.includes(find))
          throw new Error(`src/${file} has no ${JSON.stringify(find)}: the mutant is out of date`);
        isApplied = true;
        return code.replace(find, replace);
      }
      return null;
    },
    buildEnd(error) {
      if (!error && !isApplied) throw new Error(`src/${file} is not part of the simulation`);
    },
  };
}
