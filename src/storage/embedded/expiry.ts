import type { Clock } from '../../apimachinery/clock/index.js';
import type { CommitQueue } from './commit-queue.js';
import { type Expiring, type Ledger, later } from './ledger.js';

const atOnce = 500;

/** Deletes keys when they expire. One timer, set for the earliest of them. */
export class Expiry {
  readonly #ledger: Ledger;
  readonly #queue: CommitQueue;
  readonly #clock: Clock;
  #cancelTimer: (() => void) | undefined;
  #timerDue = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(ledger: Ledger, queue: CommitQueue, clock: Clock) {
    this.#ledger = ledger;
    this.#queue = queue;
    this.#clock = clock;
  }

  /** Called when a key with this expiry, or the earliest stored one, may be the next to expire. */
  schedule(due = this.#ledger.nextExpiry()): void {
    if (this.#closed || due === undefined || due >= this.#timerDue) return;
    this.#cancelTimer?.();
    this.#timerDue = due;
    const wait = Math.max(0, due - this.#clock.now());
    this.#cancelTimer = this.#clock.after(wait, () => void this.#expire(), { unref: true });
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
  }

  async #expire(): Promise<void> {
    try {
      const before = this.#clock.now() + 1;
      const due = this.#ledger.expiring(before, atOnce);
      for (const { key, revision } of due) void this.#delete(key, revision);
      await this.#queue.maintain(() => ({ droppedExpirations: this.#notReplaced(due, before) }));
      this.#timerDue = Number.POSITIVE_INFINITY;
      this.schedule();
    } catch {
      // The store is closing, or cannot write at the moment; the keys stay until it can.
      this.#timerDue = Number.POSITIVE_INFINITY;
      if (!this.#closed) this.schedule(this.#clock.now() + 1000);
    }
  }

  /**
   * A key that is written again while it expires may expire at the same millisecond as before: its record has replaced
   * the one that was read, and must stay.
   */
  #notReplaced(due: readonly Expiring[], before: number): readonly Expiring[] {
    const newest = due.reduce((newest, { revision }) => later(newest, revision), 0n);
    return this.#ledger.expiring(before, atOnce).filter(({ revision }) => revision <= newest);
  }

  /** Deletes the key unless it has been written again. */
  async #delete(key: string, revision: bigint): Promise<void> {
    await this.#queue.commit([{ type: 'delete', key, expect: revision }]).catch(() => undefined);
  }
}
