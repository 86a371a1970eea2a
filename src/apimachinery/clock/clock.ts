/** Where time comes from: whoever runs the code decides what time it is, and when what is scheduled is called. */
export interface Clock {
  /** Milliseconds since 1970: for timestamps that others read. */
  now(): number;
  /** Milliseconds that never jump: for intervals and deadlines. */
  monotonic(): number;
  /** Calls back once, after that long; what is returned takes that back. */
  after(milliseconds: number, callback: () => void, options?: TimerOptions): () => void;
  /** Calls back once, when what is ready on the event loop has run. */
  immediate(callback: () => void): void;
}

export interface TimerOptions {
  /** The process may end before the timer is due. */
  readonly unref?: true;
}

/** Node fires a timer at once if it is set for longer than this. */
const longestTimer = 2 ** 31 - 1;

/** The time of the machine. */
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
