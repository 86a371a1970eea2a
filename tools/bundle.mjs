// Bundles what dist/ holds into lib/: one file for each public door, and chunks that they share; and apart from these one
// for the programs, as CommonJS, of which compiled code can be kept (see src/app/load-program.ts). A server is several
// hundred modules; read one by one they take four times as long to load. Dependencies stay outside. Without comments and
// in plain ASCII the text takes half of the memory; names and lines are left alone, so that people can read stacks.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

process.chdir(new URL('..', import.meta.url).pathname);
const { exports, bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const output = {
  dir: 'lib',
  comments: false,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
};

rmSync('lib', { recursive: true, force: true });
const doors = Object.values(exports).flatMap((door) => door.default ?? []);
await bundle([...doors, ...Object.values(bin)], { format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });
await bundle(['lib/app/program.js'], {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  codeSplitting: false,
  // What Node.js puts around a module; it is loaded by hand.
  banner: '(function (exports, require, module, __filename, __dirname) {',
  footer: '})',
});

// Code that was kept from an earlier start cannot import.
if (/\bimport\(/.test(readFileSync('lib/app/program.cjs', 'utf8'))) throw new Error('the programs import as they run');

async function bundle(files, format) {
  const names = files.map((file) => /^(?:\.\/)?lib\/(.+)\.js$/.exec(file)[1]);
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
    platform: 'node',
    external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
  });
  await build.write({ ...output, ...format });
}

// The pages of the Swagger UI are data: they are brought along, so that whoever installs this package need not install
// theirs, which reports installations to its maker.
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'favicon-32x32.png'];
for (const file of [...swaggerUi, 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`node_modules/swagger-ui-dist/${file}`, `lib/swagger-ui/${file}`);
}
