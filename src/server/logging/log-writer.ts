import { write, writeSync } from 'node:fs';
import { systemClock } from '../../apimachinery/clock/index.js';

/** Where lines go: told of some of them at a time, and not again before it is done. */
export type LogOutput = (text: string) => Promise<void>;

/** More than this is not kept for an output that takes nothing. */
const maxPendingCharacters = 8 * 1024 * 1024;

/** Collects lines and hands them over when the server has a moment: nobody who logs waits. */
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

  /** Resolves when all that was written before is out. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  /** What is still to be handed over; for those who cannot wait, as the process ends. */
  takePending(): string {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingCharacters = 0;
    return text;
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const text = this.takePending();
      // Nobody can be told that the log cannot be written.
      await this.#output(text).catch(() => undefined);
      if (this.#dropped > 0) this.#pending.push(`${this.#dropped} lines were dropped\n`);
      this.#dropped = 0;
    }
    this.#writing = undefined;
  }
}

/** Writes to an open file, such as 2 for the standard error output. */
export function fileOutput(descriptor: number): LogOutput {
  return (text) => writeAll(descriptor, Buffer.from(text));
}

/** At once, for the end of the process. */
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
