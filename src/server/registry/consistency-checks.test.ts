import { expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import { MetricsRegistry } from '../metrics/index.js';
import { ConsistencyChecks } from './consistency-checks.js';

const pods = { group: '', resource: 'pods' };
const lost = { cached: { key: '/pods/a', modRevision: 7n }, stored: undefined };

test('caches are compared with their stores every five minutes, until they are closed', async () => {
  const [metrics, clock, problems]: [MetricsRegistry, ManualClock, unknown[]] = [
    new MetricsRegistry(),
    new ManualClock(),
    [],
  ];
  const checks = new ConsistencyChecks({ metrics, clock, onError: (error) => problems.push((error as Error).message) });
  const results = [async () => undefined, async () => lost, () => Promise.reject(new Error('gone'))];
  const unfollow = checks.follow(pods, () => results.shift()!());
  const count = (status: string): number => {
    const series = `apiserver_storage_consistency_checks_total{group="",resource="pods",status="${status}"} `;
    return Number(metrics.expose().split(series)[1]?.split('\n')[0] ?? 0);
  };
  for (const counts of [
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ]) {
    await clock.advance(5 * 60_000);
    expect([count('success'), count('failure'), count('error')]).toEqual(counts);
  }
  expect(problems).toEqual([
    'the cache of pods differs from the store: it has /pods/a of revision 7, the store nothing',
    'the cache of pods could not be compared with the store',
  ]);
  unfollow();
  expect(clock.waiting).toEqual([]);
});
