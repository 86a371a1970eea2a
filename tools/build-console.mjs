// Builds console/ into lib/console/: one HTML file, and scripts and styles whose names contain a hash of their content. Only
// the compressed files are kept. The scripts that the first page needs must stay small; editor, plots and graphs are
// chunks of their own, which are loaded with their first use.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { licensesOf } from './licenses.mjs';
import { terminalStyles } from './terminal-styles.mjs';

/** Of what the first page loads, compressed. */
const maxFirstBytes = 200 * 1024;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const folder = 'lib/console';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const build = await rolldown({
  input: { main: 'console/src/main.tsx' },
  platform: 'browser',
  tsconfig: 'console/tsconfig.json',
  plugins: [terminalStyles],
});
const { output } = await build.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
});
const sizes = new Map(output.map(({ fileName, code }) => [fileName, write(fileName, code)]));
const styles = ['console/src/style.css', 'node_modules/@xterm/xterm/css/xterm.css'];
const style = hashed('style', 'css', Buffer.concat(styles.map((file) => readFileSync(file))));
const icon = hashed('icon', 'svg', readFileSync('console/icon.svg'));
const entry = output.find(({ isEntry }) => isEntry);
const first = [entry.fileName, ...entry.imports];
const page = readFileSync('console/index.html', 'utf8')
  .replace('style.css', style)
  .replace('icon.svg', icon)
  .replace('main.js', entry.fileName)
  .replace('</head>', `${entry.imports.map((name) => `<link rel="modulepreload" href="${name}">\n`).join('')}</head>`);
const pageSize = write('index.html', page);
write('licenses.txt', licensesOf(output.flatMap(({ moduleIds = [] }) => moduleIds)));

const firstBytes = [...first, style].reduce((sum, name) => sum + sizes.get(name), pageSize);
for (const [name, size] of sizes) console.log(`console: ${(size / 1024).toFixed(1).padStart(6)} KiB  ${name}`);
console.log(`console: ${(firstBytes / 1024).toFixed(1).padStart(6)} KiB  first load`);
if (firstBytes > maxFirstBytes) throw new Error('the first page of the console has become too large');

function hashed(name, extension, content) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const file = `${name}-${hash}.${extension}`;
  sizes.set(file, write(file, content));
  return file;
}

/** Returns the compressed size. */
function write(name, content) {
  const compressed = gzipSync(content, { level: 9 });
  writeFileSync(`${folder}/${name}.gz`, compressed);
  return compressed.length;
}
