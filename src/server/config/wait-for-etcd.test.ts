import { expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { waitForEtcd } from './wait-for-etcd.js';

const endpoints = 'http://etcd:2379';

test('etcd that never responds is given up after 20 seconds, with a line for each attempt after the first', async () => {
  const clock = new ManualClock();
  const lines: string[] = [];
  const health = () => Promise.reject(new Error('refused'));
  const ended = waitForEtcd({ health }, { endpoints, clock, report: (line) => lines.push(line) }).catch(
    (error: Error) => `${error.name}: ${error.message}`,
  );
  await clock.advance(30_000);
  expect(await ended).toBe('UsageError: etcd at http://etcd:2379 does not respond: refused');
  expect(new Set(lines)).toEqual(new Set(['waiting for etcd at http://etcd:2379: refused\n']));
  expect(lines).toHaveLength(20);
});

test('etcd that responds after a moment is not worth a word', async () => {
  const clock = new ManualClock();
  const lines: string[] = [];
  let attempts = 0;
  const health = async () => {
    if (++attempts === 1) throw new Error('refused');
  };
  const healthy = waitForEtcd({ health }, { endpoints, clock, report: (line) => lines.push(line) });
  await clock.advance(2000);
  await healthy;
  expect([attempts, lines]).toEqual([2, []]);
});
