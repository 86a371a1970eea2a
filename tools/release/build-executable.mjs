// node tools/release/build-executable.mjs [FILE]: one executable with Node.js, the program and its dependencies (Node's single
// executable applications), for the platform and the Node.js that run this script. FILE is build/trestle by default.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { copyPackage } from './package-tree.mjs';

/** Puts the program into a copy of Node.js. Not a dependency: only this script needs it. */
const injector = 'postject@1.0.0-alpha.6';
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const here = dirname(fileURLToPath(import.meta.url));
const file = resolve(
  process.argv[2] ?? join(here, '../../build', process.platform === 'win32' ? 'trestle.exe' : 'trestle'),
);
const folder = mkdtempSync(join(tmpdir(), 'trestle-executable-'));
const tree = join(folder, 'tree');
copyPackage(tree);
const archive = gzipSync(archiveOf(tree));
writeFileSync(join(folder, 'archive'), archive);
writeFileSync(join(folder, 'id'), createHash('sha256').update(archive).digest('hex').slice(0, 16));
const config = {
  main: join(here, 'executable-main.cjs'),
  output: join(folder, 'blob'),
  disableExperimentalSEAWarning: true,
  assets: { archive: join(folder, 'archive'), id: join(folder, 'id') },
};
writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')], { stdio: 'ignore' });
mkdirSync(dirname(file), { recursive: true });
rmSync(file, { force: true });
copyFileSync(process.execPath, file);
chmodSync(file, 0o755);
if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file]);
const macho = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
const injecting = [file, 'NODE_SEA_BLOB', join(folder, 'blob'), '--sentinel-fuse', fuse, ...macho];
execFileSync('npm', ['exec', '--yes', `--package=${injector}`, '--', 'postject', ...injecting], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});
if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', file]);
rmSync(folder, { recursive: true });
console.log(`${file}, ${Math.round(statSync(file).size / 1e6)} MB`);

/** A line of JSON that lists the files, and their contents one after the other. */
function archiveOf(directory) {
  const names = readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(directory, name)).isFile())
    .sort();
  const contents = names.map((name) => readFileSync(join(directory, name)));
  const index = names.map((name, at) => [name.replaceAll('\\', '/'), contents[at].length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]);
}
