import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** By which a proxy shows who it is. */
export interface KeyPair {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface KeyPairFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  /** How often they are looked at for changes. */
  readonly pollMilliseconds?: number | undefined;
}

const defaultPollMilliseconds = 5000;

/** Certificate and key in two files, which are read again when they change: whoever renews them need not tell. */
export class KeyPairFile {
  readonly #files: KeyPairFiles;
  #current: KeyPair | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(files: KeyPairFiles) {
    this.#files = files;
  }

  /** The same object as long as the files say the same; undefined before the first reading. */
  get current(): KeyPair | undefined {
    return this.#current;
  }

  /** Reads the files. Rejects, and keeps what was there, where they cannot be read or do not belong together. */
  async reload(): Promise<void> {
    const { certificateFile, keyFile } = this.#files;
    const [certificate, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
    const known = this.#current;
    if (known?.certificate.equals(certificate) && known.key.equals(key)) return;
    createSecureContext({ cert: certificate, key });
    this.#current = { certificate, key };
  }

  /** Reads the files whenever they change. */
  watch({ onError }: { onError: (error: unknown) => void }): void {
    const { certificateFile, keyFile, pollMilliseconds: interval = defaultPollMilliseconds } = this.#files;
    const files = [certificateFile, keyFile];
    const reload = (): void => void this.reload().catch(onError);
    for (const file of files) watchFile(file, { interval, persistent: false }, reload);
    this.#stopWatching = () => {
      for (const file of files) unwatchFile(file, reload);
    };
  }

  close(): void {
    this.#stopWatching?.();
  }
}
