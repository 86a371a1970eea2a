import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { every, systemClock } from '../../apimachinery/clock/index.js';

interface WatchedFileOptions {
  readonly path: string;
  /** The content that was read before watching starts. */
  readonly text: string;
  /** Called with changed content. If it resolves to `undone`, it is called again at the next check. */
  readonly onChange: (text: string) => Promise<'done' | 'undone'>;
  /** Called if the file cannot be read. */
  readonly onError: (error: unknown) => void;
}

/**
 * The file is checked when its directory changes, and every minute, since changes behind symbolic links may go
 * unnoticed.
 */
const pollMilliseconds = 60_000;
/** A file is usually written in several steps. */
const settleMilliseconds = 20;

/** Watches a file, for configuration that can be reloaded at runtime. Does not keep the process alive. */
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

  /** Checks the file now. Never rejects. */
  async check(): Promise<void> {
    await this.#checking;
    this.#checking = this.#look();
    await this.#checking;
  }

  /** Does not wait for a running `onChange`, which may take a minute. */
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
