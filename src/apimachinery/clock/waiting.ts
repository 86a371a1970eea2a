import type { Clock, TimerOptions } from './clock.js';

/**
 * Calls back periodically, first after one interval, without keeping the process alive. Returns a function that stops
 * it.
 */
export function every(clock: Clock, milliseconds: number, callback: () => void): () => void {
  let cancel = clock.after(milliseconds, tick, { unref: true });
  let isOver = false;
  function tick(): void {
    callback();
    if (!isOver) cancel = clock.after(milliseconds, tick, { unref: true });
  }
  return () => {
    isOver = true;
    cancel();
  };
}

/** Yields to the event loop, so that pending events can run. */
export function nextIteration(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.immediate(resolve));
}

/** Rejects with the signal's reason if it is aborted first. */
export function sleep(clock: Clock, milliseconds: number, { signal, ...options }: SleepOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const wake = (): void => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const cancel = clock.after(milliseconds, wake, options);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Options of `sleep`. */
export interface SleepOptions extends TimerOptions {
  readonly signal?: AbortSignal | undefined;
}
