import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** The client certificate of a proxy. */
export interface KeyPair {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface KeyPairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** How often the files are checked for changes. */
  readonly pollMilliseconds?: number | undefined;
}

const defaultPollMilliseconds = 5000;

/** A certificate and key, in two files that are reloaded when they change, or in memory. */
export class KeyPairFile {
  readonly #files: KeyPairFiles | undefined;
  #current: KeyPair | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(source: KeyPairFiles | KeyPair) {
    if ('key' in source) this.#current = source;
    else this.#files = source;
  }

  /** The same object as long as the contents are unchanged; undefined before the first load. */
  get current(): KeyPair | undefined {
    return this.#current;
  }

  /** Reads the files. Rejects, and keeps the current pair, if they cannot be read or do not match. */
  async reload(): Promise<void> {
    if (!this.#files) return;
    const { certificateFile, keyFile } = this.#files;
    const [certificate, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
    const known = this.#current;
    if (known?.certificate.equals(certificate) && known.key.equals(key)) return;
    createSecureContext({ cert: certificate, key });
    this.#current = { certificate, key };
  }

  /** Reloads the files whenever they change. */
  watch({ onError }: { onError: (error: unknown) => void }): void {
    if (!this.#files) return;
    const { certificateFile, keyFile, pollMilliseconds: interval = defaultPollMilliseconds } = this.#files;
    const files = [certificateFile, keyFile];
    const reload = (): void => void this.reload().catch(onError);
    // Many servers of one process may watch the same file.
    for (const file of files) watchFile(file, { interval, persistent: false }, reload).setMaxListeners(0);
    this.#stopWatching = () => {
      for (const file of files) unwatchFile(file, reload);
    };
  }

  close(): void {
    this.#stopWatching?.();
  }
}
