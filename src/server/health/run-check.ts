import { systemClock } from '../../apimachinery/clock/index.js';
import type { HealthCheck } from './health-check.js';

/**
 * Runs the check; resolves to the reason of its failure, or to undefined. Never rejects, and never exceeds the time
 * limit.
 */
export async function failureOf(
  check: HealthCheck,
  signal: AbortSignal,
  timeoutMilliseconds: number,
): Promise<Error | undefined> {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('the request was cancelled'));
  if (signal.aborted) stop();
  try {
    const running = check.check(controller.signal);
    // Most checks end at once, so that there is nothing to limit.
    if (running === undefined) controller.signal.throwIfAborted();
    else await withinLimits(running);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }

  async function withinLimits(running: Promise<void>): Promise<void> {
    const cancelTimer = systemClock.after(timeoutMilliseconds, () =>
      controller.abort(new Error(`timed out after ${timeoutMilliseconds / 1000}s`)),
    );
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([running, aborted(controller.signal)]);
    } finally {
      cancelTimer();
      signal.removeEventListener('abort', stop);
    }
  }
}

/** Rejects with the signal's reason. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
