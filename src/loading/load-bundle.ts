import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const cacheFile = cacheFileOf(file);
  const cachedData = readIfThere(cacheFile);
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, ...(cachedData && { cachedData }) });
  if (!cachedData || script.cachedDataRejected) keepCompiled(script, cacheFile);
  const module = { exports: {} };
  const place = as ?? file;
  script.runInThisContext()(module.exports, createRequire(place), module, place, dirname(place));
  return module.exports as Exports;
}

/** V8 checks only the length of the source against its cache, so the file name must identify the rest. */
function cacheFileOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${file}.${process.arch}.${process.versions.v8}.${size}.${Math.round(mtimeMs)}`;
}

function keepCompiled(script: Script, cacheFile: string): void {
  const keep = (): void => {
    process.removeListener('exit', keepAtExit);
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
