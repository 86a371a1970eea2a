// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (v1.36)

import {
  isInternalError,
  isTimeout,
  isTooManyRequests,
  suggestedDelaySeconds,
} from '../../apimachinery/status/index.js';
import { type Clock, sleep, systemClock } from '../clock/index.js';
import { HttpError } from '../http/index.js';

export interface RetryOptions {
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  readonly firstMilliseconds?: number | undefined;
}

const attempts = 5;
const factor = 1.5;
const jitter = 0.2;

/** Retries transient failures with increasing delays; rejects with the error of the last attempt. */
export async function withRetries<Result>(work: () => Promise<Result>, options: RetryOptions = {}): Promise<Result> {
  const { clock = systemClock, random = Math.random, firstMilliseconds = 500 } = options;
  let delay = firstMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw error;
    }
    await sleep(clock, delay * (1 + jitter * random()));
    delay *= factor;
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return error.reason === 'connection reset';
  return (
    isInternalError(error) || isTimeout(error) || isTooManyRequests(error) || suggestedDelaySeconds(error) !== undefined
  );
}
