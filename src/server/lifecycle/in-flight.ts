// Follows staging/src/k8s.io/apiserver/pkg/server/filters/waitgroup.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/filters/watch_termination.go (v1.36)

import { type Sleep, within } from './sleep.js';

/** Counts the requests that shutdown waits for: all except long-running ones. */
export class RequestsInFlight {
  #count = 0;
  #draining = false;
  #drained: (() => void) | undefined;

  get count(): number {
    return this.#count;
  }

  /** Returns false if the server no longer accepts requests; otherwise `end` must be called. */
  begin(): boolean {
    if (this.#draining) return false;
    this.#count += 1;
    return true;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#drained?.();
  }

  /** Stops accepting requests; resolves when none is left. */
  drain(): Promise<void> {
    this.#draining = true;
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }
}

const leastWatchesPerSecond = 200;

/** How many watches are stopped at a time, and the pause between batches. */
interface Pace {
  readonly batch: number;
  readonly pauseMilliseconds: number;
}

/** Without a grace period: as fast as possible without delaying other requests. */
const atOnce: Pace = { batch: 100, pauseMilliseconds: 1 };

interface WatchDrainResult {
  readonly before: number;
  /** Watches that did not end in time. */
  readonly after: number;
}

/**
 * Tracks open watches and other long-running requests (logs, exec, proxied requests), so that shutdown can end them.
 * With a grace period they are ended a few at a time: clients whose watches all end at once would all reconnect at once
 * to the remaining servers.
 */
export class WatchesInFlight {
  /** The functions that stop each watch, oldest first. */
  readonly #watches = new Set<() => void>();
  #draining = false;
  #drained: (() => void) | undefined;

  get count(): number {
    return this.#watches.size;
  }

  /** Returns false if the server no longer accepts watches; otherwise `end` must be called with the same function. */
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
   * Stops accepting watches, and stops the open ones: a few at a time, so that all have ended within the grace period.
   * If that is 0, stops all immediately, and waits for none.
   */
  async drain(graceMilliseconds: number, sleep: Sleep): Promise<WatchDrainResult> {
    this.#draining = true;
    const before = this.count;
    if (before === 0) return { before, after: 0 };
    const enough = new AbortController();
    if (graceMilliseconds <= 0) {
      await this.#signal(atOnce, sleep, enough.signal);
      return { before, after: this.count };
    }
    const ended = new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    const reported = this.#signal(paceOf(before, graceMilliseconds), sleep, enough.signal);
    await within(ended, graceMilliseconds, sleep);
    enough.abort();
    await reported;
    return { before, after: this.count };
  }

  async #signal({ batch, pauseMilliseconds }: Pace, sleep: Sleep, enough: AbortSignal): Promise<void> {
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
