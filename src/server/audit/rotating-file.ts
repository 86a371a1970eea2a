// Follows lumberjack.v2, which kube-apiserver rotates its audit log with.
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { backupPath, type Retention, tidyOldFiles } from './old-files.js';

/** When a file is put aside and a new one begun, and what becomes of those put aside. */
export interface Rotation extends Retention {
  /** `--audit-log-maxsize`; 0: the file grows for ever. */
  readonly maxSizeMegabytes: number;
}

export interface RotatingFileOptions extends Rotation {
  readonly now: () => number;
  /** Called where files that were put aside cannot be removed or compressed. */
  readonly onError: (error: unknown) => void;
}

const megabyte = 1024 * 1024;

/**
 * A file that only grows, up to a size: then it is renamed after the time, and begins anew. What has been written is with the
 * operating system, and stays when this process is killed. Written at once: it takes microseconds, and whoever waits for it
 * need not wait for anything else.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #options: RotatingFileOptions;
  readonly #maxBytes: number;
  #descriptor: number;
  #bytes: number;
  #tidying: Promise<void> | undefined;
  #isUntidy = false;

  /** Throws where the file cannot be opened. */
  constructor(path: string, options: RotatingFileOptions) {
    this.#path = path;
    this.#options = options;
    this.#maxBytes = options.maxSizeMegabytes === 0 ? Number.POSITIVE_INFINITY : options.maxSizeMegabytes * megabyte;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#descriptor).size;
    this.#tidy();
  }

  /** Throws where it was not written as a whole; then nothing of it stays, as far as that is possible. */
  write(text: string): void {
    const length = Buffer.byteLength(text);
    if (length > this.#maxBytes) {
      throw new Error(`write length ${length} exceeds maximum file size ${this.#maxBytes}`);
    }
    if (this.#bytes + length > this.#maxBytes) this.#rotate();
    try {
      const written = writeSync(this.#descriptor, text);
      if (written < length) writeRest(this.#descriptor, Buffer.from(text).subarray(written));
    } catch (error) {
      this.#cutBack();
      throw error;
    }
    this.#bytes += length;
  }

  async close(): Promise<void> {
    closeSync(this.#descriptor);
    await this.#tidying;
  }

  /** The new file is opened before the old one is left: where that fails, the old one goes on. */
  #rotate(): void {
    const { mode } = fstatSync(this.#descriptor);
    renameSync(this.#path, backupPath(this.#path, this.#options.now()));
    const descriptor = openSync(this.#path, 'a', mode & 0o777);
    closeSync(this.#descriptor);
    [this.#descriptor, this.#bytes] = [descriptor, 0];
    this.#tidy();
  }

  /** Half a line would make the next one unreadable. What is no file, such as a pipe, cannot be cut. */
  #cutBack(): void {
    try {
      if (fstatSync(this.#descriptor).size > this.#bytes) ftruncateSync(this.#descriptor, this.#bytes);
    } catch {
      // It is left as it is.
    }
  }

  /** In the background, one run at a time. */
  #tidy(): void {
    this.#isUntidy = true;
    this.#tidying ??= this.#tidyUp().finally(() => {
      this.#tidying = undefined;
    });
  }

  async #tidyUp(): Promise<void> {
    const { now, onError } = this.#options;
    while (this.#isUntidy) {
      this.#isUntidy = false;
      await tidyOldFiles(this.#path, this.#options, now()).catch(onError);
    }
  }
}

/** What did not fit is tried again: it fails where there is no room. */
function writeRest(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
