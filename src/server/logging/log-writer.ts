import { write, writeSync } from 'node:fs';
import { systemClock } from '../../apimachinery/clock/index.js';

/** Writes lines. Not called again before the returned promise settles. */
export type LogOutput = (text: string) => Promise<void>;

/** Maximum buffered size if the output is blocked; further lines are dropped. */
const maxPendingCharacters = 8 * 1024 * 1024;

/** Buffers lines and writes them asynchronously, so that logging never blocks. */
export class LogWriter {
  readonly #output: LogOutput;
  #pending: string[] = [];
  #pendingCharacters = 0;
  #dropped = 0;
  #writing: Promise<void> | undefined;

  constructor(output: LogOutput) {
    this.#output = output;
  }

  write(line: string): void {
    if (this.#pendingCharacters > maxPendingCharacters) {
      this.#dropped++;
      return;
    }
    this.#pending.push(line);
    this.#pendingCharacters += line.length;
    this.#writing ??= new Promise<void>((resolve) => systemClock.immediate(resolve)).then(() => this.#drain());
  }

  /** Resolves when all lines written so far have been output. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** Returns and clears the buffered lines, for a synchronous write at process exit. */
  takePending(): string {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingCharacters = 0;
    return text;
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const text = this.takePending();
      // There is nowhere to report that the log cannot be written.
      await this.#output(text).catch(() => undefined);
      if (this.#dropped > 0) this.#pending.push(`${this.#dropped} lines were dropped\n`);
      this.#dropped = 0;
    }
    this.#writing = undefined;
  }
}

/** Writes to an open file, such as 2 for standard error. */
export function fileOutput(descriptor: number): LogOutput {
  return (text) => writeAll(descriptor, Buffer.from(text));
}

/** Writes synchronously, for process exit. */
export function writeNow(descriptor: number, text: string): void {
  if (text !== '') writeSync(descriptor, text);
}

function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (offset: number): void => {
      write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
        if (error?.code === 'EAGAIN') systemClock.after(10, () => next(offset));
        else if (error) reject(error);
        else if (offset + written < bytes.length) next(offset + written);
        else resolve();
      });
    };
    next(0);
  });
}
