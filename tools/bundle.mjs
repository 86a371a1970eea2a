// Bundles what dist/ holds into lib/: all public doors in one file, and the programs in another. Both are CommonJS, of
// which compiled code can be kept (see src/loading/load-bundle.ts); the doors themselves are ES modules that only name
// what they export. A server is several hundred modules; read one by one they take four times as long to load.
// Dependencies stay outside. Without comments and in plain ASCII the text takes half of the memory; names and lines are
// left alone, so that people can read stacks.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { rolldown } from 'rolldown';

process.chdir(new URL('..', import.meta.url).pathname);
const { exports, bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const nameOf = (file) => /^(?:\.\/)?lib\/(.+)\.js$/.exec(file)[1];
const doors = Object.values(exports).flatMap((door) => (door.default ? nameOf(door.default) : []));
/** Doors to whole servers are in the bundle of the programs, so that the others do not have to load these. */
const isWhole = (door) => door === 'testing/index';
const namespaces = (names) => names.map((name) => `export * as '${name}' from './${name}.js';`).join('\n');

rmSync('lib', { recursive: true, force: true });
await bundle([...Object.values(bin).map(nameOf), 'app/etcd-stand-in', 'loading/library', 'loading/program'], {
  format: 'esm',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundleScript('program', `export * from './app/program.js';\n${namespaces(doors.filter(isWhole))}`);
await bundleScript('library', namespaces(doors.filter((door) => !isWhole(door))));
for (const door of doors) await writeDoor(door);

/** `text`: of its entry. What Node.js puts around a module is put there here: it is loaded by hand. */
async function bundleScript(name, text) {
  const file = `lib/${name}.cjs`;
  await bundle([name], {
    text,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    banner: '(function (exports, require, module, __filename, __dirname) {',
    footer: '})',
  });
  // Code that was kept from an earlier start cannot import.
  if (/\bimport\(/.test(readFileSync(file, 'utf8'))) throw new Error(`${file} imports as it runs`);
}

/** `text`: of an entry that is in no file. */
async function bundle(names, { text, ...format }) {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
    platform: 'node',
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: text ? [entryOf(`dist/${names[0]}.js`, text)] : [],
  });
  await build.write({
    dir: 'lib',
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    ...format,
  });
}

function entryOf(file, text) {
  const path = `${process.cwd()}/${file}`;
  return {
    name: 'entry',
    resolveId: (id) => (id === file ? path : undefined),
    load: (id) => (id === path ? text : undefined),
  };
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
