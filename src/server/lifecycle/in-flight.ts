import { type Sleep, within } from './sleep.js';

/** Counts the requests that shutdown waits for: all but the long-running ones. */
export class RequestsInFlight {
  #count = 0;
  #draining = false;
  #drained: (() => void) | undefined;

  get count(): number {
    return this.#count;
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

const leastWatchesPerSecond = 200;

/** So many are told to end each time, and so long is waited between these times. */
interface Pace {
  readonly batch: number;
  readonly pauseMilliseconds: number;
}

/** Without a grace period: as fast as other requests are not held up. */
const atOnce: Pace = { batch: 100, pauseMilliseconds: 1 };

export interface WatchDrainResult {
  readonly before: number;
  /** Watches that did not end in time. */
  readonly after: number;
}

/**
 * Knows the open watches, and whatever else lasts (logs, exec, what a proxy hands on), so that shutdown can end them. With a
 * grace period it is a few at a time: clients whose watches end all at once come back all at once, to the servers that
 * are left.
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

  /**
   * Takes no more watches, and tells those that are there to end: a few at a time, so that all are told and have ended
   * within the grace period. If that is 0, all are told at once, and none is waited for.
   */
  async drain(graceMilliseconds: number, sleep: Sleep): Promise<WatchDrainResult> {
    this.#draining = true;
    const before = this.count;
    if (before === 0) return { before, after: 0 };
    const enough = new AbortController();
    if (graceMilliseconds <= 0) {
      await this.#tell(atOnce, sleep, enough.signal);
      return { before, after: this.count };
    }
    const ended = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    const told = this.#tell(paceOf(before, graceMilliseconds), sleep, enough.signal);
    await within(ended, graceMilliseconds, sleep);
    enough.abort();
    await told;
    return { before, after: this.count };
  }

  async #tell({ batch, pauseMilliseconds }: Pace, sleep: Sleep, enough: AbortSignal): Promise<void> {
    const waiting = [...this.#watches];
    for (let begin = 0; begin < waiting.length && !enough.aborted; begin += batch) {
      if (begin > 0) await sleep(pauseMilliseconds, enough);
      for (const stop of waiting.slice(begin, begin + batch)) if (this.#watches.has(stop)) stop();
    }
  }
}

function paceOf(count: number, graceMilliseconds: number): Pace {
  const pauseMilliseconds = 50;
  const perSecond = Math.max(leastWatchesPerSecond, (count * 1000) / graceMilliseconds);
  return { batch: Math.ceil((perSecond * pauseMilliseconds) / 1000), pauseMilliseconds };
}
