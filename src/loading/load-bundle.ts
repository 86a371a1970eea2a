import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** By then a server has started: the code that V8 has compiled so far is what the next start needs. */
const keepAfterMilliseconds = 1500;
/** A process that exits sooner has not compiled enough to be worth caching. */
const leastMilliseconds = 150;

/**
 * Returns the exports of a bundle. V8's compiled code is cached beside the bundle for the next process, which saves
 * much of its start-up time (docs/adr/0008). The bundle resolves modules as if it were the file `as`.
 */
export function loadBundle<Exports extends object>(bundle: URL, { as }: { as?: string } = {}): Exports {
  const file = fileURLToPath(bundle);
  const run = process.sourceMapsEnabled ? compileWithSourceMap(file) : compile(file);
  const module = { exports: {} };
  const place = as ?? file;
  run(module.exports, createRequire(place), module, place, dirname(place));
  return module.exports as Exports;
}

/** The function that a bundle consists of; its parameters are those of Node.js' module wrapper. */
type Bundle = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

function compile(file: string): Bundle {
  const cacheFile = cacheFileOf(file);
  const cachedData = readIfThere(cacheFile);
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) keepCompiled(script, cacheFile);
  return script.runInThisContext();
}

/**
 * For `node --enable-source-maps`: Node.js reads the maps of modules only, not of scripts. The bundle itself does not
 * name its map, so that nothing else reads it.
 */
function compileWithSourceMap(file: string): Bundle {
  const module = new Module(file) as Module & { _compile(text: string, file: string): void };
  const text = readFileSync(file, 'latin1');
  module._compile(`module.exports = ${text}\n//# sourceMappingURL=${basename(file)}.map\n`, file);
  return module.exports;
}

/** V8 checks only the length of the source against its cache, so the file name must identify the rest. */
function cacheFileOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${file}.${process.arch}.${process.versions.v8}.${size}.${Math.round(mtimeMs)}`;
}

function keepCompiled(script: Script, cacheFile: string): void {
  const keep = (): void => {
    process.removeListener('exit', keepAtExit);
    // V8 accepts cached code only under the flags that it was made with: these are the defaults when a process starts.
    setFlagsFromString('--semi-space-growth-factor=2');
    try {
      const written = `${cacheFile}.${process.pid}`;
      writeFileSync(written, script.createCachedData());
      renameSync(written, cacheFile);
    } catch {
      // If the package is not writable, every start compiles.
    }
  };
  const keepAtExit = (): void => {
    if (performance.now() > leastMilliseconds) keep();
  };
  setTimeout(keep, keepAfterMilliseconds).unref();
  process.once('exit', keepAtExit);
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
