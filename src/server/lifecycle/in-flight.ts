import { type Sleep, within } from './sleep.js';

/** Counts the requests that shutdown waits for: all but the long-running ones. */
export class RequestsInFlight {
  #count = 0;
  #draining = false;
  #drained: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  /** No more requests are taken, and never again. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** False when the server no longer takes requests; else `end` must follow. */
  begin(): boolean {
    if (this.#draining) return false;
    this.#count += 1;
    return true;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#drained?.();
  }

  /** Takes no more requests, and resolves when none is left. */
  drain(): Promise<void> {
    this.#draining = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}

const tellEveryMilliseconds = 50;
const leastWatchesPerSecond = 200;

export interface WatchDrainResult {
  readonly before: number;
  /** Watches that did not end in time. */
  readonly after: number;
}

/**
 * Knows the open watches, so that shutdown can end them a few at a time: clients whose watches end all at once come back
 * all at once, to the servers that are left.
 */
export class WatchesInFlight {
  /** What tells a watch to end, the oldest first. */
  readonly #watches = new Set<() => void>();
  #draining = false;
  #drained: (() => void) | undefined;

  get count(): number {
    return this.#watches.size;
  }

  /** False when the server no longer takes watches; else `end` must follow, with the same function. */
  begin(stop: () => void): boolean {
    if (this.#draining) return false;
    this.#watches.add(stop);
    return true;
  }

  end(stop: () => void): void {
    this.#watches.delete(stop);
    if (this.#watches.size === 0) this.#drained?.();
  }

  /** Takes no more watches, and ends those that are there within the time; none is waited for if that is 0. */
  async drain(graceMilliseconds: number, sleep: Sleep): Promise<WatchDrainResult> {
    this.#draining = true;
    const before = this.count;
    if (before === 0 || graceMilliseconds <= 0) return { before, after: before };
    const ended = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    const perSecond = Math.max(leastWatchesPerSecond, (before * 1000) / graceMilliseconds);
    const enough = new AbortController();
    const told = this.#tell(Math.ceil((perSecond * tellEveryMilliseconds) / 1000), sleep, enough.signal);
    await within(ended, graceMilliseconds, sleep);
    enough.abort();
    await told;
    return { before, after: this.count };
  }

  async #tell(batch: number, sleep: Sleep, enough: AbortSignal): Promise<void> {
    const waiting = [...this.#watches];
    for (let begin = 0; begin < waiting.length && !enough.aborted; begin += batch) {
      if (begin > 0) await sleep(tellEveryMilliseconds, enough);
      for (const stop of waiting.slice(begin, begin + batch)) if (this.#watches.has(stop)) stop();
    }
  }
}
