/** The source of time and timers; tests replace it. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970: for timestamps that others read. */
  now(): number;
  /** Milliseconds of a clock that never jumps: for intervals and deadlines. */
  monotonic(): number;
  /** Calls back once, after the delay. Returns a function that cancels the timer. */
  after(milliseconds: number, callback: () => void, options?: TimerOptions): () => void;
  /** Calls back once, after pending I/O events, like `setImmediate`. */
  immediate(callback: () => void): void;
}

/** Options of a timer. */
export interface TimerOptions {
  /** The timer does not keep the process alive. */
  readonly unref?: true;
}

/** Node fires timers with a longer delay immediately. */
const longestTimer = 2 ** 31 - 1;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, callback, options) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    if (options?.unref) timer.unref();
    return () => clearTimeout(timer);
  },
  immediate: (callback) => void setImmediate(callback),
};
