import { sleep, systemClock } from '../../apimachinery/clock/index.js';

export interface UntilDoneOptions {
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly retryMilliseconds?: number;
}

/**
 * Does a task again until it succeeds, or the signal says that nobody needs it any more. A server that cannot make
 * objects that it needs, because the store cannot be read, is not ready; that is no reason for it to end.
 */
export async function untilDone(task: () => Promise<void>, options: UntilDoneOptions): Promise<void> {
  const { signal, onError, retryMilliseconds = 1000 } = options;
  while (!signal.aborted) {
    try {
      await task();
      return;
    } catch (error) {
      onError(error);
      await sleep(systemClock, retryMilliseconds, { signal }).catch(() => undefined);
    }
  }
}
