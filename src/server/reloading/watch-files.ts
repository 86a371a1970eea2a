import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { every, systemClock } from '../../apimachinery/clock/index.js';

/** Changes behind symbolic links, and in file systems without notifications, are found by polling. */
const defaultPollMilliseconds = 5000;
/** A file is usually written in several steps, and a certificate with its key. */
const settleMilliseconds = 50;

/** Calls back when one of the files has changed, soon after. Does not keep the process alive. Returns how to stop. */
export function watchFiles(
  files: readonly string[],
  onChange: () => void,
  { pollMilliseconds = defaultPollMilliseconds }: { readonly pollMilliseconds?: number | undefined } = {},
): () => void {
  let seen: string | undefined;
  let cancelSettling: (() => void) | undefined;
  let isOver = false;
  const check = async (): Promise<void> => {
    const found = await stateOf(files);
    const isChanged = seen !== undefined && seen !== found;
    seen = found;
    if (isChanged && !isOver) onChange();
  };
  const checkSoon = (): void => {
    cancelSettling ??= systemClock.after(
      settleMilliseconds,
      () => {
        cancelSettling = undefined;
        void check();
      },
      { unref: true },
    );
  };
  void check();
  const stopPolling = every(systemClock, pollMilliseconds, () => void check());
  const watchers = [...new Set(files.map(dirname))].flatMap((directory) => watcherOf(directory, checkSoon));
  return () => {
    isOver = true;
    stopPolling();
    cancelSettling?.();
    for (const watcher of watchers) watcher.close();
  };
}

/** Empty if the directory cannot be watched: polling has to suffice. */
function watcherOf(directory: string, onChange: () => void): FSWatcher[] {
  try {
    const watcher = watch(directory, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

/** What changes with the content of the files; a missing file is a state as well. */
async function stateOf(files: readonly string[]): Promise<string> {
  const states = await Promise.all(
    files.map((file) =>
      stat(file, { bigint: true }).then(
        ({ ino, size, mtimeNs, ctimeNs }) => [ino, size, mtimeNs, ctimeNs].join(),
        () => 'missing',
      ),
    ),
  );
  return states.join('|');
}
