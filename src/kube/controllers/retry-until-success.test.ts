import { expect, test } from 'vitest';
import { retryUntilSuccess } from './retry-until-success.js';

test('what fails is done again until it succeeds', async () => {
  const reported: unknown[] = [];
  const failures = [new Error('one'), new Error('two')];
  const left = [...failures];
  const task = async (): Promise<void> => {
    const failure = left.shift();
    if (failure) throw failure;
  };
  const { signal } = new AbortController();
  await retryUntilSuccess(task, { signal, onError: (error) => reported.push(error), retryMilliseconds: 0 });
  expect(reported).toEqual(failures);
});

test('retries end with the server', async () => {
  const ending = new AbortController();
  const onError = (): void => ending.abort();
  await retryUntilSuccess(() => Promise.reject(new Error('never')), { signal: ending.signal, onError });
  expect(ending.signal.aborted).toBe(true);
});
