import { sleep, systemClock } from '../../apimachinery/clock/index.js';

/** Resolves after the time, or as soon as the signal is aborted. Never rejects. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const sleepWithTimer: Sleep = (milliseconds, signal) =>
  sleep(systemClock, milliseconds, { signal }).catch(() => {});

/** Waits for `work`, at most for the given time. Returns whether it completed. */
export async function within(work: Promise<unknown>, milliseconds: number, sleep: Sleep): Promise<boolean> {
  const done = new AbortController();
  const finished = work.then(() => true);
  const late = sleep(milliseconds, done.signal).then(() => false);
  try {
    return await Promise.race([finished, late]);
  } finally {
    done.abort();
  }
}
