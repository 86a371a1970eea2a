// node tools/release/build-tarball.mjs [DIR]: build/trestle-VERSION-PLATFORM.tar.gz with bin/ and libexec/, as package managers
// such as Homebrew install it. It needs Node.js on the PATH. Prints the file and its SHA-256.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyPackage } from './package-tree.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const output = resolve(process.argv[2] ?? join(root, 'build'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `trestle-${version}-${process.platform}-${process.arch}`;
const folder = join(output, name);
rmSync(folder, { recursive: true, force: true });
copyPackage(join(folder, 'libexec'));
mkdirSync(join(folder, 'bin'));
for (const [program, script] of Object.entries({ trestle: 'main', 'kube-trestle': 'main' })) {
  // Follows the link by which a package manager puts the program on the PATH.
  const text = `#!/bin/sh
file=$0
while [ -L "$file" ]; do
  target=$(readlink "$file")
  case $target in /*) file=$target ;; *) file=$(dirname "$file")/$target ;; esac
done
exec node "$(dirname "$file")/../libexec/lib/app/${script}.js" "$@"
`;
  writeFileSync(join(folder, 'bin', program), text, { mode: 0o755 });
}
const file = join(output, `${name}.tar.gz`);
execFileSync('tar', ['--create', '--gzip', '--file', file, '--directory', output, name]);
rmSync(folder, { recursive: true });
console.log(file);
console.log(createHash('sha256').update(readFileSync(file)).digest('hex'));
