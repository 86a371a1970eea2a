// Bundles dist/ into lib/: all public entry points in one file, and the programs in another. Both are CommonJS, whose
// compiled code can be cached (see src/loading/load-bundle.ts); the entry points themselves are ES modules that only
// re-export. A server has several hundred modules; loading them one by one takes four times as long. Dependencies are
// not bundled, except LMDB's JavaScript, which has the same problem: it is a separate bundle, for servers that store on
// disk. Removing comments and emitting ASCII halves the memory for the text; names and lines are kept, so that stack
// traces stay readable. Source maps lead to src/; they are separate files, which only `node --enable-source-maps` reads.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licensesOf } from './licenses.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
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
/** Re-exports from other entry points, so that a class is the same wherever it was imported from. */
const isMain = (door) => door === 'entry/index';
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
  renderChunk: (code) => ({ code: withFirstUse.reduce(loadedWithFirstUse, code), map: null }),
};

/** The maps of the compiler, from dist/ to src/; those of the bundles are composed with them. */
const mapsOfCompiler = {
  name: 'maps of the compiler',
  load(id) {
    if (!existsSync(`${id}.map`) || !id.startsWith(resolve('dist'))) return undefined;
    return { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) };
  },
};

rmSync('lib', { recursive: true, force: true });
// One file each: finding and reading another file takes longer than duplicating a few lines.
const single = [
  'app/envtest-etcd',
  'loading/library',
  'loading/program',
  'apimachinery/codec/yaml-worker',
  'apimachinery/pattern/pattern-worker',
];
for (const name of [...Object.values(bin).map(nameOf), ...single]) {
  await bundle([name], { format: 'esm', codeSplitting: false });
}
const commands = "export { testServer } from './testing/control/run-test-server.js';";
await bundleScript('program', `export * from './app/program.js';\n${commands}\n${namespaces(doors.filter(isWhole))}`);
await bundleScript('library', namespaces(doors.filter((door) => !isWhole(door) && !isMain(door))));
const lmdb = await bundleScript('lmdb', `export { open } from 'lmdb';`, {
  external: [],
  plugins: [withoutMessagePack],
});
writeFileSync('lib/lmdb.licenses.txt', licensesOf(lmdb.moduleIds));
// Its loader derives the name of the package with the native part from the name in this file.
mkdirSync('lib/lmdb');
writeFileSync('lib/lmdb/package.json', `${JSON.stringify({ name: 'lmdb', type: 'commonjs' })}\n`);
for (const loader of ['loading/program', 'loading/library']) {
  await bundle([loader], { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false });
}
for (const door of doors.filter((one) => !isMain(one))) {
  await writeDoor(door);
  writeCommonJsDoor(door);
}
for (const door of doors.filter(isWhole)) writeCommonJsTypes(door);
for (const door of doors.filter(isMain)) writeMainDoor(door);
mkdirSync('lib/api', { recursive: true });
writeFileSync('lib/api/types.js', 'export {};\n');
writeFileSync('lib/api/types.cjs', '');

/** `text`: the source of its entry. Adds the module wrapper of Node.js, because the bundle is loaded by hand. */
async function bundleScript(name, text, { plugins = [lmdbInBundle, mapsOfCompiler], ...input } = {}) {
  const file = `lib/${name}.cjs`;
  const [chunk] = await bundle([name], {
    input: { plugins: [inPlaceOf(`dist/${name}.js`, text), builtInsWithFirstUse, ...plugins], ...input },
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    banner: '(function (exports, require, module, __filename, __dirname) {',
    footer: '})',
    // Of our own sources only.
    sourcemap: plugins.includes(mapsOfCompiler) && 'hidden',
    sourcemapExcludeSources: true,
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

/**
 * `let node_zlib = require("node:zlib")` becomes a function, and every `node_zlib.gzip` calls it. No line is added: the
 * source map stays valid.
 */
function loadedWithFirstUse(code, builtIn) {
  const [name, loaded] = [`node_${builtIn}`, `node_${builtIn}_loaded`];
  return code
    .replace(`let ${name} = require(`, `let ${loaded}, ${name} = () => ${loaded} ??= require(`)
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

/** With the separator of modules, whatever that of the system is. */
function importPath(from, to) {
  return relative(dirname(from), to).replaceAll('\\', '/');
}

async function writeDoor(door) {
  const names = Object.keys(await import(`../dist/${door}.js`));
  const bundle = isWhole(door) ? 'program' : 'library';
  const path = importPath(door, `loading/${bundle}.js`);
  const text = `import { ${bundle} } from '${path}';\n\nexport const { ${names.join(', ')} } = ${bundle}['${door}'];\n`;
  mkdirSync(dirname(`lib/${door}`), { recursive: true });
  writeFileSync(`lib/${door}.js`, text);
}

/** For test runners that load CommonJS only, such as Jest. */
function writeCommonJsDoor(door) {
  const bundle = isWhole(door) ? 'program' : 'library';
  const loader = importPath(door, `loading/${bundle}.cjs`);
  writeFileSync(`lib/${door}.cjs`, `module.exports = require('${loader}').${bundle}['${door}'];\n`);
}

/** The compiled file has nothing but re-exports, which hold in lib/ as well. */
function writeMainDoor(door) {
  const text = readFileSync(`dist/${door}.js`, 'utf8');
  const lines = [...text.matchAll(/^export \{([^}]*)\} from '([^']+)\.js';$/gm)];
  if (lines.length !== text.match(/^export /gm)?.length) throw new Error(`${door} has more than re-exports`);
  mkdirSync(dirname(`lib/${door}`), { recursive: true });
  writeFileSync(`lib/${door}.js`, lines.map(([line]) => `${line}\n`).join(''));
  const required = lines.map(([, names, path]) => `({${names}} = require('${path}.cjs'));\n`);
  const all = lines.flatMap(([, names]) => names.split(',').map((name) => name.trim()));
  writeFileSync(
    `lib/${door}.cjs`,
    `let ${all.join(', ')};\n${required.join('')}module.exports = { ${all.join(', ')} };\n`,
  );
}

/** Older compilers do not find the types of an ES module from a CommonJS one. */
function writeCommonJsTypes(door) {
  const declarations = readFileSync(`dist/${door}.d.ts`, 'utf8');
  const names = [...declarations.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, areTypes, list]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        isType: areTypes !== undefined || name.startsWith('type '),
        name: name.replace(/^type /, ''),
      })),
  );
  // Functions, unlike classes, are no types.
  const isFunction = (name) => /^[a-z]/.test(name);
  const lines = names.flatMap(({ isType, name }) => [
    ...(isType ? [] : [`export declare const ${name}: typeof door.${name};`]),
    ...(isType || !isFunction(name) ? [`export type ${name} = door.${name};`] : []),
  ]);
  const types = `import type * as door from './index.js' with { 'resolution-mode': 'import' };\n\n${lines.join('\n')}\n`;
  writeFileSync(`dist/${door}.d.cts`, types);
}

// The pages of the Swagger UI are data: they are copied, so that users of this package need not install theirs, which
// reports installations to its maker.
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'favicon-32x32.png'];
for (const file of [...swaggerUi, 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`node_modules/swagger-ui-dist/${file}`, `lib/swagger-ui/${file}`);
}
