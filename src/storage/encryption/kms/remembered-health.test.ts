import { expect, test } from 'vitest';
import { RememberedHealth, sectionFailure } from './remembered-health.js';

test('a result is remembered, a problem without the step in which it occurred', async () => {
  let [now, checks] = [0, 0];
  let problem: Error | undefined;
  const source = {
    async check() {
      checks++;
      if (problem) throw problem;
    },
  };
  const health = new RememberedHealth(source, { now: () => now });
  const found = () => health.check().catch((error: Error) => error.message);
  expect([await found(), await found(), checks]).toEqual([undefined, undefined, 1]);
  problem = sectionFailure('encrypt', 'vault', new Error('locked'));
  now = 19_999;
  expect([await found(), checks]).toEqual([undefined, 1]);
  now++;
  const first = 'failed to perform encrypt section of the healthz check for KMS Provider vault, error: locked';
  expect([await found(), await found(), checks]).toEqual([first, 'locked', 2]);
  now += 3000;
  expect([await found(), checks]).toEqual([first, 3]);
  problem = new Error('not healthy');
  now += 3000;
  expect([await found(), await found()]).toEqual(['not healthy', 'not healthy']);
});
