// node tools/release/second-name.mjs [DIR]: the package under its second name, build/kube-trestle-VERSION.tgz by default. Needs
// `npm run build`. Prints the file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = resolve(process.argv[2] ?? join(root, 'build'));
const folder = join(output, 'second-name');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const packed = pack(root, folder);
execFileSync('tar', ['--extract', '--gzip', '--file', packed, '--directory', folder]);
const manifestFile = join(folder, 'package/package.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, name: 'kube-trestle' }, null, 2)}\n`);
const file = pack(join(folder, 'package'), output);
rmSync(folder, { recursive: true });
console.log(file);

/** Returns the tarball. */
function pack(source, target) {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target];
  const name = execFileSync('npm', args, { cwd: source, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  return join(target, name);
}
