/** Where time comes from, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970: for timestamps that others read. */
  now(): number;
  /** Milliseconds that never jump: for intervals and deadlines. */
  monotonic(): number;
  /** Calls back once, after that long; what is returned takes that back. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Node fires a timer at once if it is set for longer than this. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  },
};

/** Rejects with the signal's reason when that is aborted first. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}
