// Bundles the targets with the source under test into one module, with a counter in every branch of that source.
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { counterCount, instrument } from './instrument.mjs';

const root = resolve(import.meta.dirname, '../../..');
/** Dependencies that decode input are instrumented as well. */
const decoders = /\/node_modules\/(js-yaml|@bufbuild\/protobuf)\//;

/** The targets by name, and the counters: a Uint8Array that every call of a target increments. */
export async function loadTargets() {
  globalThis.__branches ??= new Uint8Array(counterCount);
  let branches = 0;
  const build = await rolldown({
    input: join(root, 'test/fuzz/coverage/targets.ts'),
    platform: 'node',
    external: [/^lmdb/],
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'counters',
        transform(code, id) {
          const file = id.replaceAll('\\', '/');
          const isOurs = file.startsWith(`${root.replaceAll('\\', '/')}/src/`);
          return isOurs || decoders.test(file) ? instrument(code, file, () => branches++) : null;
        },
      },
    ],
    logLevel: 'silent',
  });
  const directory = mkdtempSync(join(root, 'node_modules', '.fuzz-'));
  try {
    await build.write({ dir: directory, format: 'esm', codeSplitting: false, entryFileNames: 'targets.mjs' });
    const { targets, Random } = await import(pathToFileURL(join(directory, 'targets.mjs')).href);
    // Unused counters need not be examined.
    const used = Math.min(counterCount, (branches + 3) & ~3);
    return { targets, Random, branches: globalThis.__branches.subarray(0, used) };
  } finally {
    await build.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
