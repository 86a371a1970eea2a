// The main script of the executable that build-executable.mjs builds: unpacks the program into the user's cache at the first
// start, because its store is a native module, which must be a file, and runs it from there.
const { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { basename, dirname, join } = require('node:path');
const { getAsset } = require('node:sea');
const { gunzipSync } = require('node:zlib');

const folder = join(cacheDirectory(), `trestle-${getAsset('id', 'utf8')}`);
if (!existsSync(folder)) unpack();
// A worker is started with the path of its program, which is this one, before its arguments.
process.argv[1] = process.execPath;
if (process.argv[2] === process.execPath) process.argv.splice(2, 1);
const { program } = createRequire(join(folder, 'lib/loading/'))('./program.cjs');
const isKubeApiServer = basename(process.argv0).startsWith('kube-apiserver');
void (isKubeApiServer ? program.kubeApiServer() : program.trestle({ 'test-server': program.testServer }));

/** Only the user may write there: what is found is executed. */
function cacheDirectory() {
  const windows = process.env.LOCALAPPDATA;
  const directory = join(process.env.XDG_CACHE_HOME || windows || join(homedir(), '.cache'), 'trestle');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { uid, mode } = statSync(directory);
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)) {
    process.stderr.write(
      `trestle: ${directory} can be written to by other users: set XDG_CACHE_HOME to another directory\n`,
    );
    process.exit(1);
  }
  return directory;
}

/** In one step: a start at the same time must not see half of it. */
function unpack() {
  const archive = gunzipSync(Buffer.from(getAsset('archive')));
  const end = archive.indexOf('\n');
  const temporary = `${folder}.${process.pid}`;
  let at = end + 1;
  for (const [name, length] of JSON.parse(archive.subarray(0, end))) {
    const file = join(temporary, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, archive.subarray(at, at + length), { mode: 0o600 });
    at += length;
  }
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
