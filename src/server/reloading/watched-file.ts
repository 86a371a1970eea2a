import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { every, systemClock } from '../../apimachinery/clock/index.js';

export interface WatchedFileOptions {
  readonly path: string;
  /** As the file was read before it is watched. */
  readonly text: string;
  /** Given another content. One that it leaves undone is given to it again at the next look. */
  readonly onChange: (text: string) => Promise<'done' | 'undone'>;
  /** Told that the file cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** The file is looked at when its directory changes, which links to it may not show, and every minute. */
const pollMilliseconds = 60_000;
/** Who writes a file changes it more than once. */
const settleMilliseconds = 20;

/** Tells of a file that changes, for those who configure a server while it runs. Keeps no process alive. */
export class WatchedFile {
  readonly #options: WatchedFileOptions;
  #seen: string;
  #watcher: FSWatcher | undefined;
  #stopPolling: (() => void) | undefined;
  #cancelSettling: (() => void) | undefined;
  #checking: Promise<void> | undefined;

  constructor(options: WatchedFileOptions) {
    this.#options = options;
    this.#seen = options.text;
  }

  start(): void {
    const { path, onError } = this.#options;
    this.#stopPolling = every(systemClock, pollMilliseconds, () => void this.check());
    try {
      this.#watcher = watch(dirname(path), { persistent: false }, () => this.#checkSoon());
      this.#watcher.on('error', onError);
    } catch (error) {
      onError(error);
    }
  }

  /** Looks at the file now. Never rejects. */
  async check(): Promise<void> {
    await this.#checking;
    this.#checking = this.#look();
    await this.#checking;
  }

  /** Does not wait for those who are dealing with a change: that may take a minute. */
  close(): void {
    this.#watcher?.close();
    this.#stopPolling?.();
    this.#cancelSettling?.();
  }

  #checkSoon(): void {
    this.#cancelSettling ??= systemClock.after(
      settleMilliseconds,
      () => {
        this.#cancelSettling = undefined;
        void this.check();
      },
      { unref: true },
    );
  }

  async #look(): Promise<void> {
    const { path, onChange, onError } = this.#options;
    try {
      const text = await readFile(path, 'utf8');
      if (text !== this.#seen && (await onChange(text)) === 'done') this.#seen = text;
    } catch (error) {
      onError(error);
    }
  }
}
