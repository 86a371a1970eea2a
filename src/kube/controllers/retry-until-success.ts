import { sleep, systemClock } from '../../apimachinery/clock/index.js';

export interface RetryOptions {
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  readonly retryMilliseconds?: number;
}

/**
 * Retries a task until it succeeds or the signal aborts. A server that cannot create required objects, because the
 * storage is unavailable, is not ready, but keeps running.
 */
export async function retryUntilSuccess(task: () => Promise<void>, options: RetryOptions): Promise<void> {
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
