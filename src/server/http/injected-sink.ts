import type { ResponseSink } from './api-response.js';

const highWaterBytes = 64 * 1024;

/** An in-process pipe from the handler, which writes, to the caller, which reads. */
export class InjectedSink implements ResponseSink {
  readonly closed: AbortSignal;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #end: { readonly error?: unknown } | undefined;
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];

  constructor(closed: AbortSignal) {
    this.closed = closed;
    closed.addEventListener('abort', () => this.#wakeBoth(), { once: true });
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  write(chunk: Buffer): boolean {
    if (this.closed.aborted) return false;
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    this.#wakeReader?.();
    return this.#pendingBytes < highWaterBytes;
  }

  drained(): Promise<void> {
    if (this.closed.aborted || this.#pendingBytes < highWaterBytes) return Promise.resolve();
    return new Promise((resolve) => this.#wakeWriters.push(resolve));
  }

  readonly end = (): void => {
    this.#end = {};
    this.#wakeReader?.();
  };

  /** The reader gets the error after the data that was written before it. */
  readonly fail = (error: unknown): void => {
    this.#end = { error };
    this.#wakeReader?.();
  };

  /** Calls `leave` if the reader stops before the end. Throws the signal's reason when it is aborted. */
  async *chunks(leave: () => void): AsyncIterableIterator<Buffer> {
    try {
      for (;;) {
        yield* this.#take();
        if (this.#pending.length > 0) continue;
        if (this.#end !== undefined) break;
        this.closed.throwIfAborted();
        await new Promise<void>((resolve) => {
          this.#wakeReader = resolve;
        });
      }
      if ('error' in this.#end) throw this.#end.error;
    } finally {
      if (this.#end === undefined) leave();
    }
  }

  #take(): Buffer[] {
    const taken = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#wakeAllWriters();
    return taken;
  }

  #wakeBoth(): void {
    this.#wakeReader?.();
    this.#wakeAllWriters();
  }

  #wakeAllWriters(): void {
    const waiting = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of waiting) wake();
  }
}
