import { type Clock, every } from '../../apimachinery/clock/index.js';
import type { Revision, Storage } from '../storage.js';

export interface HistoryWindowOptions {
  readonly milliseconds: number;
  readonly storage: Pick<Storage, 'currentRevision' | 'compact'>;
  readonly clock: Clock;
}

/**
 * Compacts in the background: on every tick, to the revision of the tick before. So a revision stays readable for at
 * least one interval after it was overwritten, and for less than two.
 */
export class HistoryWindow {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #storage: Pick<Storage, 'currentRevision' | 'compact'>;
  #stopTicking: (() => void) | undefined;
  #lastTick: Revision | undefined;

  constructor(options: HistoryWindowOptions) {
    this.#clock = options.clock;
    this.#milliseconds = options.milliseconds;
    this.#storage = options.storage;
  }

  start(): void {
    this.#stopTicking = every(this.#clock, this.#milliseconds, () => void this.tick());
  }

  close(): void {
    this.#stopTicking?.();
  }

  async tick(): Promise<void> {
    try {
      const [previous, current] = [this.#lastTick, await this.#storage.currentRevision()];
      this.#lastTick = current;
      if (previous !== undefined && previous < current) await this.#storage.compact(previous);
    } catch {
      // Compacted further by another caller, closing, or out of space: the next tick tries again.
    }
  }
}
