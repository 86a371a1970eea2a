// Checks the imports between layers in src/, and that a folder with an index.ts is imported through its index.ts only.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Each layer with the layers that it may import. A layer may always import itself. */
const mayImport = {
  loading: [],
  apimachinery: [],
  api: ['apimachinery'],
  client: ['api', 'apimachinery'],
  storage: ['apimachinery'],
  server: ['api', 'apimachinery', 'client', 'storage'],
  kube: ['api', 'apimachinery', 'client', 'server'],
  apiextensions: ['api', 'apimachinery', 'client', 'server'],
  aggregator: ['api', 'apimachinery', 'client', 'server'],
  controllers: ['api', 'apimachinery', 'client'],
  console: ['apimachinery', 'client', 'server'],
  app: [
    'loading',
    'console',
    'controllers',
    'api',
    'apimachinery',
    'client',
    'storage',
    'server',
    'kube',
    'apiextensions',
    'aggregator',
  ],
  entry: ['apimachinery', 'client', 'server', 'storage', 'testing'],
  testing: [
    'controllers',
    'api',
    'apimachinery',
    'client',
    'storage',
    'server',
    'kube',
    'apiextensions',
    'aggregator',
    'app',
  ],
};

const source = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const files = readdirSync(source, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'));
const rooms = new Set(files.filter((file) => file.endsWith('index.ts')).map((file) => dirname(file)));

const problems = [];
for (const file of files) {
  for (const target of relativeImports(file)) {
    const problem = layerProblem(file, target) ?? doorProblem(file, target);
    if (problem) problems.push(`src/${file}: ${problem}`);
  }
}
if (files.length === 0) problems.push(`no source files in ${source}`);
for (const problem of problems) console.error(problem);
console.log(`layers: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function relativeImports(file) {
  const text = readFileSync(join(source, file), 'utf8');
  const found = text.matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map((match) => relative(source, resolve(source, dirname(file), match[1])).replace(/\.js$/, '.ts'));
}

function layerProblem(file, target) {
  const [from, to] = [file.split(sep)[0], target.split(sep)[0]];
  if (target.startsWith('..')) return `imports ${target}, outside of src/`;
  if (!(from in mayImport)) return `${from} is not a known layer`;
  if (isTest(file) && to === 'storage') return undefined;
  if (from !== to && !mayImport[from].includes(to)) return `${from} may not import ${to} (${target})`;
  return undefined;
}

/** Tests choose a storage for their subject, like the app. */
function isTest(file) {
  return /\.test(\.support)?\.ts$/.test(file);
}

/**
 * The innermost indexed folder of the target that does not contain the importing file must be entered by its index.ts.
 */
function doorProblem(file, target) {
  if (!statSync(join(source, target), { throwIfNoEntry: false })) return `imports ${target}, which does not exist`;
  // Tests may use the test support of other folders.
  if (isTest(file) && target.endsWith('.test.support.ts')) return undefined;
  const outermost = roomsOf(target).find((room) => !`${file}`.startsWith(room + sep));
  if (outermost === undefined || isDoorOf(target, outermost)) return undefined;
  return `imports ${target}; enter ${outermost} through its index.ts`;
}

/** The indexed folders of a file, innermost last; the layer itself counts only for files of other layers. */
function roomsOf(file) {
  const parts = dirname(file).split(sep);
  return parts.map((_part, index) => parts.slice(0, index + 1).join(sep)).filter((room) => rooms.has(room));
}

/** A folder's own index.ts is an entry point; so is the index.ts of a folder within it (a separate subpath). */
function isDoorOf(target, room) {
  return target === join(room, 'index.ts') || (target.startsWith(room + sep) && target.endsWith(`${sep}index.ts`));
}
