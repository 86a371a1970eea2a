// Bundles dist/ into lib/: all public entry points in one file, and the programs in another. Both are CommonJS, whose
// compiled code can be cached (see src/loading/load-bundle.ts); the entry points themselves are ES modules that only
// re-export. A server has several hundred modules; loading them one by one takes four times as long. Dependencies are
// not bundled, except LMDB's JavaScript, which has the same problem: it is a separate bundle, for servers that store on
// disk. Removing comments and emitting ASCII halves the memory for the text; names and lines are kept, so that stack
// traces stay readable.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

process.chdir(new URL('..', import.meta.url).pathname);
const { exports, bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const nameOf = (file) => /^(?:\.\/)?lib\/(.+)\.js$/.exec(file)[1];
/** Entry points with types only: there is no code at run time. */
const isTypesOnly = (path) => path.startsWith('./api/');
const doors = Object.entries(exports).flatMap(([path, door]) =>
  door.default && !isTypesOnly(path) ? nameOf(door.default) : [],
);
/**
 * Entry points that start whole servers are in the bundle of the programs, so that the others do not have to load them.
 */
const isWhole = (door) => door === 'testing/index';
const namespaces = (names) => names.map((name) => `export * as '${name}' from './${name}.js';`).join('\n');

const lmdbInBundle = inPlaceOf(
  'dist/storage/embedded/lmdb-library.js',
  "export * from '../../loading/lmdb-library.js';",
);
/** We store bytes, so loading this codec, which is also native, would be useless. */
const withoutMessagePack = inPlaceOf('node_modules/msgpackr/node-index.js', 'export class Encoder {}');

/** Node.js modules that take milliseconds to load, and that a start does not need. */
const withFirstUse = ['child_process', 'http2', 'zlib'];
const builtInsWithFirstUse = {
  name: 'built-in modules that are loaded with their first use',
  renderChunk: (code) => withFirstUse.reduce(loadedWithFirstUse, code),
};

rmSync('lib', { recursive: true, force: true });
// One file each: finding and reading another file takes longer than duplicating a few lines.
for (const name of [...Object.values(bin).map(nameOf), 'app/etcd-stand-in', 'loading/library', 'loading/program']) {
  await bundle([name], { format: 'esm', codeSplitting: false });
}
await bundleScript('program', `export * from './app/program.js';\n${namespaces(doors.filter(isWhole))}`);
await bundleScript('library', namespaces(doors.filter((door) => !isWhole(door))));
const lmdb = await bundleScript('lmdb', `export { open } from 'lmdb';`, {
  external: [],
  plugins: [withoutMessagePack],
});
writeFileSync('lib/lmdb.licenses.txt', licensesOf(lmdb.moduleIds));
for (const door of doors) await writeDoor(door);
mkdirSync('lib/api', { recursive: true });
writeFileSync('lib/api/types.js', 'export {};\n');

/** `text`: the source of its entry. Adds the module wrapper of Node.js, because the bundle is loaded by hand. */
async function bundleScript(name, text, { plugins = [lmdbInBundle], ...input } = {}) {
  const file = `lib/${name}.cjs`;
  const [chunk] = await bundle([name], {
    input: { plugins: [inPlaceOf(`dist/${name}.js`, text), builtInsWithFirstUse, ...plugins], ...input },
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    banner: '(function (exports, require, module, __filename, __dirname) {',
    footer: '})',
  });
  // Cached code cannot use dynamic import.
  if (/\bimport\(/.test(readFileSync(file, 'utf8'))) throw new Error(`${file} imports as it runs`);
  return chunk;
}

async function bundle(names, { input = {}, ...format }) {
  const build = await rolldown({
    checks: { eval: false },
    input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
    platform: 'node',
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
    ...input,
  });
  const { output } = await build.write({
    dir: 'lib',
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    ...format,
  });
  return output;
}

/** `let node_zlib = require("node:zlib")` becomes a function, and every `node_zlib.gzip` calls it. */
function loadedWithFirstUse(code, builtIn) {
  const [name, loaded] = [`node_${builtIn}`, `node_${builtIn}_loaded`];
  return code
    .replace(`let ${name} = require(`, `let ${loaded};\nlet ${name} = () => ${loaded} ??= require(`)
    .replace(new RegExp(`\\b${name}\\.`, 'g'), `${name}().`);
}

/** Replaces a file with a text, whether it exists or not. */
function inPlaceOf(file, text) {
  const path = existsSync(file) ? realpathSync(file) : resolve(file);
  return {
    name: `in place of ${file}`,
    resolveId: (id) => (id === file ? path : undefined),
    load: (id) => (id === path ? text : undefined),
  };
}

/** The licenses of the packages that the modules belong to. */
function licensesOf(modules) {
  const packages = new Set(modules.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  return [...packages]
    .map((directory) => {
      const { name, version, license } = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8'));
      const text = existsSync(`${directory}/LICENSE`) ? readFileSync(`${directory}/LICENSE`, 'utf8') : '';
      return `${name} ${version}: ${license}\n\n${text}`.trim();
    })
    .join('\n\n----\n\n')
    .concat('\n');
}

async function writeDoor(door) {
  const names = Object.keys(await import(`../dist/${door}.js`));
  const bundle = isWhole(door) ? 'program' : 'library';
  const path = relative(dirname(door), `loading/${bundle}.js`);
  const text = `import { ${bundle} } from '${path}';\n\nexport const { ${names.join(', ')} } = ${bundle}['${door}'];\n`;
  mkdirSync(dirname(`lib/${door}`), { recursive: true });
  writeFileSync(`lib/${door}.js`, text);
}

// The pages of the Swagger UI are data: they are copied, so that users of this package need not install theirs, which
// reports installations to its maker.
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'favicon-32x32.png'];
for (const file of [...swaggerUi, 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`node_modules/swagger-ui-dist/${file}`, `lib/swagger-ui/${file}`);
}
