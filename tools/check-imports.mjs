// Checks that no imports, type-only ones included, form a cycle through files of different folders, that every name which an
// index.ts exports is imported somewhere or belongs to the package's interface, and that other files import every value
// which a file exports.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cyclesBetweenFolders } from './imports/cycles.mjs';
import { readModules } from './imports/import-graph.mjs';
import { publishedIndexes, unusedExports, unusedValues } from './imports/unused-exports.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** The bundler imports what these files export, in modules that it generates. */
const bundled = new Set([
  'src/loading/library.ts',
  'src/loading/lmdb-library.ts',
  'src/loading/program.ts',
  'src/testing/control/run-test-server.ts',
]);
const modules = readModules(root, ['src', 'test', 'bench', 'examples', 'tools']);

const problems = [
  ...cyclesBetweenFolders(modules).map((cycle) => `${cycle.join(' imports\n    ')}`),
  ...[
    ...unusedExports(modules, publishedIndexes(manifest)),
    ...unusedValues(modules, { folders: ['src', 'test/parity/support'], except: bundled }),
  ].map((name) => `${name} is exported, but imported nowhere`),
];
if (modules.size === 0) problems.push(`no source files in ${root}`);
for (const problem of problems) console.error(problem);
console.log(`imports: ${modules.size} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
