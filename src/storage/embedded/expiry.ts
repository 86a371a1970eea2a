import type { CommitQueue } from './commit-queue.js';
import type { Ledger } from './ledger.js';

const atOnce = 500;
/** Longer waits overflow a timer. */
const longestWait = 2 ** 31 - 1;

/** Deletes keys when their time has come. One timer, set for the first of them. */
export class Expiry {
  readonly #ledger: Ledger;
  readonly #queue: CommitQueue;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #timerDue = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(ledger: Ledger, queue: CommitQueue, now: () => number) {
    this.#ledger = ledger;
    this.#queue = queue;
    this.#now = now;
  }

  /** To be called when a key with this expiry, or the first ones ever, may be the next to go. */
  schedule(due = this.#ledger.nextExpiry()): void {
    if (this.#closed || due === undefined || due >= this.#timerDue) return;
    clearTimeout(this.#timer);
    this.#timerDue = due;
    const wait = Math.min(Math.max(0, due - this.#now()), longestWait);
    this.#timer = setTimeout(() => void this.#expire(), wait);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #expire(): Promise<void> {
    try {
      const due = this.#ledger.expiring(this.#now() + 1, atOnce);
      for (const { key, revision } of due) void this.#delete(key, revision);
      await this.#queue.maintain(() => ({ droppedExpirations: due }));
      this.#timerDue = Number.POSITIVE_INFINITY;
      this.schedule();
    } catch {
      // The store is closing, or cannot write now; then the keys stay until it can.
      this.#timerDue = Number.POSITIVE_INFINITY;
      if (!this.#closed) this.schedule(this.#now() + 1000);
    }
  }

  /** Unless it was written again. */
  async #delete(key: string, revision: bigint): Promise<void> {
    await this.#queue.commit([{ type: 'delete', key, expect: revision }]).catch(() => undefined);
  }
}
