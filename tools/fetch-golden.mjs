// Finds Kubernetes' golden objects (JSON, YAML and protobuf of every built-in kind), which Debian packages with the Go
// types, and prints the folder. Fetches and unpacks the package if necessary; nothing of it is committed.
//   node tools/fetch-golden.mjs           fetches if necessary
//   node tools/fetch-golden.mjs --find    prints nothing if it is not on this machine
//   node tools/fetch-golden.mjs <folder>  copies them from the folder `k8s.io` of Go sources instead of fetching them
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { unpackPackages } from './debian-packages.mjs';

const debianPackage = 'golang-k8s-api-dev';
const suite = 'sid';
const testdata = 'usr/share/gocode/src/k8s.io/api/testdata';
const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'golden');

/** The folder with the golden objects if it is on this machine; never fetches. */
export function findGolden() {
  return [join('/', testdata), join(cache, testdata)].find((folder) => existsSync(join(folder, 'HEAD')));
}

/** The folder with the golden objects, copied or fetched if necessary. Throws if apt cannot get the package. */
export function fetchGolden(sources) {
  const found = findGolden();
  if (found) return found;
  if (sources) {
    keep(join(sources, 'api/testdata'));
    return findGolden();
  }
  const work = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    keep(join(unpackPackages([debianPackage], { suite, work }), testdata));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const fetched = findGolden();
  if (!fetched) throw new Error(`${debianPackage} has no ${testdata}/HEAD`);
  return fetched;
}

/** Copies to a staging folder and renames it, so that the cache is always complete. */
function keep(folder) {
  const target = join(cache, testdata);
  mkdirSync(dirname(target), { recursive: true });
  const staged = `${target}.${process.pid}`;
  cpSync(folder, staged, { recursive: true });
  try {
    renameSync(staged, target);
  } catch (error) {
    // Another process was faster.
    rmSync(staged, { recursive: true, force: true });
    if (!findGolden()) throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [given] = process.argv.slice(2);
  console.log(given === '--find' ? (findGolden() ?? '') : fetchGolden(given));
}
