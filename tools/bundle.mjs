// Bundles what dist/ holds into lib/: all public doors in one file, and the programs in another. Both are CommonJS, of
// which compiled code can be kept (see src/loading/load-bundle.ts); the doors themselves are ES modules that only name
// what they export. A server is several hundred modules; read one by one they take four times as long to load.
// Dependencies stay outside, save for the JavaScript of LMDB, of which the same is true: it is a bundle of its own, for
// those who store on disk. Without comments and in plain ASCII the text takes half of the memory; names and lines are left
// alone, so that people can read stacks.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

process.chdir(new URL('..', import.meta.url).pathname);
const { exports, bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const nameOf = (file) => /^(?:\.\/)?lib\/(.+)\.js$/.exec(file)[1];
/** Doors to types alone: nothing is there when a program runs. */
const isTypesOnly = (path) => path.startsWith('./api/');
const doors = Object.entries(exports).flatMap(([path, door]) =>
  door.default && !isTypesOnly(path) ? nameOf(door.default) : [],
);
/** Doors to whole servers are in the bundle of the programs, so that the others do not have to load these. */
const isWhole = (door) => door === 'testing/index';
const namespaces = (names) => names.map((name) => `export * as '${name}' from './${name}.js';`).join('\n');

const lmdbInBundle = inPlaceOf(
  'dist/storage/embedded/lmdb-library.js',
  "export * from '../../loading/lmdb-library.js';",
);
/** We store bytes, so this codec, which is native too, would be loaded in vain. */
const withoutMessagePack = inPlaceOf('node_modules/msgpackr/node-index.js', 'export class Encoder {}');

/** Of those of Node.js, these take milliseconds to load, and a start can do without them. */
const withFirstUse = ['child_process', 'http2', 'zlib'];
const builtInsWithFirstUse = {
  name: 'built-in modules that are loaded with their first use',
  renderChunk: (code) => withFirstUse.reduce(loadedWithFirstUse, code),
};

rmSync('lib', { recursive: true, force: true });
// Each by itself: to find and read another file takes longer than to have a few lines twice.
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

/** `text`: of its entry. What Node.js puts around a module is put there here: it is loaded by hand. */
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
  // Code that was kept from an earlier start cannot import.
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

/** Puts a text in the place of a file, whether that is there or not. */
function inPlaceOf(file, text) {
  const path = existsSync(file) ? realpathSync(file) : resolve(file);
  return {
    name: `in place of ${file}`,
    resolveId: (id) => (id === file ? path : undefined),
    load: (id) => (id === path ? text : undefined),
  };
}

/** Of the packages that modules are from. */
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

// The pages of the Swagger UI are data: they are brought along, so that whoever installs this package need not install
// theirs, which reports installations to its maker.
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'favicon-32x32.png'];
for (const file of [...swaggerUi, 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`node_modules/swagger-ui-dist/${file}`, `lib/swagger-ui/${file}`);
}
