import { describe, expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import type { PodDisruptionBudget } from '../../api/policy/v1.js';
import { disruptionStatus, expectedPods, pendingEvictions } from './disruption-status.js';

const now = Date.parse('2026-01-01T00:10:00Z');
const pods = (ready: number, unready = 0): Pod[] =>
  Array.from({ length: ready + unready }, (_, index) => ({
    metadata: { name: `pod-${index}` },
    status: { conditions: [{ type: 'Ready', status: index < ready ? 'True' : 'False' }] },
  })) as unknown as Pod[];
const budget = (spec: PodDisruptionBudget['spec'], disruptedPods = {}): PodDisruptionBudget =>
  ({ metadata: { generation: 1 }, spec, status: { disruptedPods } }) as unknown as PodDisruptionBudget;

describe('a budget allows as many disruptions as', () => {
  test.each([
    { spec: { minAvailable: 2 }, ready: 3, unready: 0, scale: 0, allowed: 1 },
    { spec: { minAvailable: 2 }, ready: 2, unready: 1, scale: 0, allowed: 0 },
    { spec: { minAvailable: '50%' }, ready: 4, unready: 0, scale: 5, allowed: 1 },
    { spec: { maxUnavailable: 1 }, ready: 5, unready: 0, scale: 5, allowed: 1 },
    { spec: { maxUnavailable: 1 }, ready: 4, unready: 1, scale: 5, allowed: 0 },
    { spec: { maxUnavailable: '20%' }, ready: 5, unready: 0, scale: 5, allowed: 1 },
    { spec: { minAvailable: 1 }, ready: 0, unready: 0, scale: 0, allowed: 0 },
  ])('$spec with $ready of $scale: $allowed', ({ spec, ready, unready, scale, allowed }) => {
    const subject = budget(spec);
    const all = pods(ready, unready);
    const counts = expectedPods(subject, all, () => scale);
    const status = disruptionStatus(subject, all, { ...counts, disruptedPods: {}, now });
    expect(status.disruptionsAllowed).toBe(allowed);
    expect(status.conditions?.[0]?.reason).toBe(allowed > 0 ? 'SufficientPods' : 'InsufficientPods');
  });
});

test('an eviction counts until the pod is gone, but not for ever', () => {
  const subject = budget(
    {},
    { 'pod-0': '2026-01-01T00:09:30Z', 'pod-1': '2026-01-01T00:00:00Z', gone: '2026-01-01T00:09:30Z' },
  );
  const { disruptedPods, overdue, nextCheck } = pendingEvictions(subject, pods(3), now);
  expect(disruptedPods).toEqual({ 'pod-0': '2026-01-01T00:09:30Z' });
  expect(overdue.map(({ metadata }) => metadata.name)).toEqual(['pod-1']);
  expect(nextCheck).toBe(90_000);
});
