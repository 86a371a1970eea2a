// Reads the declaration files of an npm package without installing it: only its text is used here, so its dependencies
// and supported Node.js versions do not matter.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const cache = fileURLToPath(new URL('../../node_modules/.cache/packages', import.meta.url));
const blockBytes = 512;

/**
 * The `.d.ts` files of a package by path. Fetches it once, through npm; throws if it does not match the pinned
 * integrity.
 */
export function declarationFiles({ name, version, integrity }) {
  const archive = readFileSync(archiveOf(name, version));
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} has the integrity ${found}, not ${integrity}`);
  return new Map(entries(gunzipSync(archive)));
}

function archiveOf(name, version) {
  const file = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const options = ['--pack-destination', cache, '--prefer-offline', '--silent'];
  // On Windows, npm is a script, which only a shell can run.
  execFileSync('npm', ['pack', `${name}@${version}`, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  if (!existsSync(file)) throw new Error(`npm pack did not make ${file}, but ${readdirSync(cache)}`);
  return file;
}

/** [path, text] of the declaration files in a tar archive: a header block each, then the content in whole blocks. */
function* entries(tar) {
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + blockBytes);
    const size = Number.parseInt(field(header, 124, 12), 8);
    const path = [field(header, 345, 155), field(header, 0, 100)].filter(Boolean).join('/');
    at += blockBytes;
    if (path.endsWith('.d.ts')) yield [path.slice(path.indexOf('/') + 1), tar.toString('utf8', at, at + size)];
    at += Math.ceil(size / blockBytes) * blockBytes;
  }
}

function field(header, offset, length) {
  const end = header.indexOf(0, offset);
  return header.toString('utf8', offset, Math.min(end < 0 ? offset + length : end, offset + length)).trim();
}
