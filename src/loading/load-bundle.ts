import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** By then a server has started: what V8 has compiled for that is what the next start needs. */
const keepAfterMilliseconds = 1500;
/** A process that ends sooner has not come far enough to know. */
const leastMilliseconds = 150;

/**
 * What a bundle of the build exports. What V8 compiles of it is kept beside the bundle for the next process, which saves
 * a good part of its start (docs/adr/0008). The bundle finds what it requires as if it were the file `as`.
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

/** V8 knows what it compiled by the length of the text alone, so the name says the rest. */
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
      // Where the package may not be written to, every start compiles.
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
