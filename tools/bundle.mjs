// Bundles what dist/ holds into lib/: one file for each public door and the program, and chunks that they share. A server
// is several hundred modules; read one by one they take four times as long to load. Dependencies stay outside.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

process.chdir(new URL('..', import.meta.url).pathname);
const { exports, bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const doors = [...Object.values(exports).flatMap((door) => door.default ?? []), ...Object.values(bin)];
const names = doors.map((file) => /^(?:\.\/)?lib\/(.+)\.js$/.exec(file)[1]);

rmSync('lib', { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `dist/${name}.js`])),
  platform: 'node',
  external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
});
await bundle.write({ dir: 'lib', format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js' });

// The pages of the Swagger UI are data: they are brought along, so that whoever installs this package need not install
// theirs, which reports installations to its maker.
const swaggerUi = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css', 'favicon-32x32.png'];
for (const file of [...swaggerUi, 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  cpSync(`node_modules/swagger-ui-dist/${file}`, `lib/swagger-ui/${file}`);
}
