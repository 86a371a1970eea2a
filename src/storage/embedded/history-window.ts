import type { Revision, Storage } from '../storage.js';

/**
 * Compacts in the background: on every tick, to where the store was at the tick before. So a revision can be read for
 * at least one interval after it was overwritten, and for less than two.
 */
export class HistoryWindow {
  readonly #milliseconds: number;
  readonly #storage: Pick<Storage, 'currentRevision' | 'compact'>;
  #timer: NodeJS.Timeout | undefined;
  #lastTick: Revision | undefined;

  constructor(options: { milliseconds: number; storage: Pick<Storage, 'currentRevision' | 'compact'> }) {
    this.#milliseconds = options.milliseconds;
    this.#storage = options.storage;
  }

  start(): void {
    this.#timer = setInterval(() => void this.tick(), this.#milliseconds);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async tick(): Promise<void> {
    try {
      const [previous, current] = [this.#lastTick, await this.#storage.currentRevision()];
      this.#lastTick = current;
      if (previous !== undefined && previous < current) await this.#storage.compact(previous);
    } catch {
      // Compacted further by somebody else, closing, or no room to write: the next tick tries again.
    }
  }
}
