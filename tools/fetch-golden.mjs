// Finds Kubernetes' golden objects (JSON, YAML and protobuf of every built-in kind), which Debian packages with the Go
// types, and prints the folder. Fetches and unpacks the package where it is not there yet; nothing of it is committed.
//   node tools/fetch-golden.mjs           fetches if need be
//   node tools/fetch-golden.mjs --find    prints nothing where it is not on this machine
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const debianPackage = 'golang-k8s-api-dev';
const suite = 'sid';
const testdata = 'usr/share/gocode/src/k8s.io/api/testdata';
const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache', 'golden');

/** The folder with the golden objects if it is on this machine; looks, and fetches nothing. */
export function findGolden() {
  return [join('/', testdata), join(cache, testdata)].find((folder) => existsSync(join(folder, 'HEAD')));
}

/** The folder with the golden objects, fetched if need be. Throws where apt cannot get the package. */
export function fetchGolden() {
  const found = findGolden();
  if (found) return found;
  const work = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    unpack(download(work), work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const fetched = findGolden();
  if (!fetched) throw new Error(`${debianPackage} has no ${testdata}/HEAD`);
  return fetched;
}

/** Downloads the package from whichever of apt's own mirrors has the suite; leaves apt's state as it is. */
function download(work) {
  const mirrors = mirrorsOfApt();
  const problems = [];
  for (const mirror of mirrors) {
    try {
      return downloadFrom(mirror, work);
    } catch (error) {
      problems.push(String(error.stderr || error.message).trim());
    }
  }
  throw new Error(`apt cannot get ${debianPackage} of ${suite}: ${problems.join('\n') || 'it has no mirrors'}`);
}

function mirrorsOfApt() {
  const format = '$(REPO_URI)';
  const listed = apt(['indextargets', '--format', format, 'Created-By: Packages', 'Component: main']);
  const mirrors = new Set(listed.split('\n').filter(Boolean));
  // The archive itself rather than its security updates, which have no such suite.
  return [...mirrors].sort((a, b) => a.length - b.length);
}

function downloadFrom(mirror, work) {
  const folders = ['lists/partial', 'cache/archives/partial', 'sourceparts'];
  for (const folder of folders) mkdirSync(join(work, folder), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  writeFileSync(join(work, 'sources.list'), `deb ${mirror} ${suite} main\n`);
  const options = {
    'Dir::Etc::sourcelist': join(work, 'sources.list'),
    'Dir::Etc::sourceparts': join(work, 'sourceparts'),
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': '',
    'APT::Update::Error-Mode': 'any',
  };
  const given = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  apt([...given, 'update', '-qq'], work);
  apt([...given, 'download', '-qq', debianPackage], work);
  return join(work, readdirSync(work).find((name) => name.endsWith('.deb')) ?? 'nothing.deb');
}

/** Unpacks beside the cache and moves it in one step, so that a cache that is there is whole. */
function unpack(file, work) {
  const unpacked = join(work, 'unpacked');
  execFileSync('dpkg-deb', ['-x', file, unpacked], { stdio: 'pipe' });
  const target = join(cache, testdata);
  mkdirSync(dirname(target), { recursive: true });
  const staged = `${target}.${process.pid}`;
  execFileSync('cp', ['-R', join(unpacked, testdata), staged], { stdio: 'pipe' });
  try {
    renameSync(staged, target);
  } catch (error) {
    // Somebody else was faster.
    rmSync(staged, { recursive: true, force: true });
    if (!findGolden()) throw error;
  }
}

function apt(parameters, cwd = process.cwd()) {
  return execFileSync('apt-get', parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(process.argv.includes('--find') ? (findGolden() ?? '') : fetchGolden());
}
