// Follows vendor/gopkg.in/natefinch/lumberjack.v2/lumberjack.go (v1.36)

import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { backupPath, type Retention, tidyOldFiles } from './old-files.js';

/** When the file is rotated, and how rotated files are kept. */
export interface Rotation extends Retention {
  /** `--audit-log-maxsize`; 0: never rotated. */
  readonly maxSizeMegabytes: number;
}

export interface RotatingFileOptions extends Rotation {
  readonly now: () => number;
  /** Called when rotated files cannot be removed or compressed. */
  readonly onError: (error: unknown) => void;
}

const megabyte = 1024 * 1024;

/**
 * An append-only file that is rotated at a maximum size: it is renamed with a timestamp and a new one is started.
 * Written data is in the page cache, and survives when the process is killed. Writes are synchronous: they take
 * microseconds, and the caller needs no promise.
 */
export class RotatingFile {
  readonly #path: string;
  readonly #options: RotatingFileOptions;
  readonly #maxBytes: number;
  #descriptor: number;
  #bytes: number;
  #tidying: Promise<void> | undefined;
  #isUntidy = false;

  /** Throws if the file cannot be opened. */
  constructor(path: string, options: RotatingFileOptions) {
    this.#path = path;
    this.#options = options;
    this.#maxBytes = options.maxSizeMegabytes === 0 ? Number.POSITIVE_INFINITY : options.maxSizeMegabytes * megabyte;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#descriptor = openSync(path, 'a', 0o600);
    this.#bytes = fstatSync(this.#descriptor).size;
    this.#tidy();
  }

  /** Throws if the text was not written completely; the partial write is then removed where possible. */
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

  /** The new file is opened before the old one is closed: if that fails, the old one stays in use. */
  #rotate(): void {
    const { mode } = fstatSync(this.#descriptor);
    renameSync(this.#path, backupPath(this.#path, this.#options.now()));
    const descriptor = openSync(this.#path, 'a', mode & 0o777);
    closeSync(this.#descriptor);
    [this.#descriptor, this.#bytes] = [descriptor, 0];
    this.#tidy();
  }

  /**
   * A partial line would corrupt the next one. Targets that are not regular files, such as pipes, cannot be truncated.
   */
  #cutBack(): void {
    try {
      if (fstatSync(this.#descriptor).size > this.#bytes) ftruncateSync(this.#descriptor, this.#bytes);
    } catch {
      // Best effort.
    }
  }

  /** Runs in the background, one run at a time. */
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

/** Writes the rest after a short write; throws if the disk is full. */
function writeRest(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}
