import { expect, test } from 'vitest';
import { untilDone } from './until-done.js';

test('what fails is done again until it succeeds', async () => {
  const told: unknown[] = [];
  const failures = [new Error('one'), new Error('two')];
  const left = [...failures];
  const task = async (): Promise<void> => {
    const failure = left.shift();
    if (failure) throw failure;
  };
  const { signal } = new AbortController();
  await untilDone(task, { signal, onError: (error) => told.push(error), retryMilliseconds: 0 });
  expect(told).toEqual(failures);
});

test('nobody waits for it any longer than the server lives', async () => {
  const ending = new AbortController();
  const onError = (): void => ending.abort();
  await untilDone(() => Promise.reject(new Error('never')), { signal: ending.signal, onError });
  expect(ending.signal.aborted).toBe(true);
});
