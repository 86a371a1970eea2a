import { expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import { untilDisruptionIsStale, withoutDisruption } from './stale-disruption.js';

const now = Date.parse('2026-01-01T00:02:00Z');
const ready = { type: 'Ready', status: 'True' };
const target = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  lastTransitionTime: '2026-01-01T00:00:30Z',
};
const pod = (condition: object, { phase = 'Running', ...metadata }: Record<string, string> = {}): Pod =>
  ({ metadata: { generation: 2, ...metadata }, status: { phase, conditions: [condition, ready] } }) as unknown as Pod;

test.each([
  { name: 'two minutes after it was set', subject: pod(target), milliseconds: 30_000 },
  {
    name: 'at once, if it is older',
    subject: pod({ ...target, lastTransitionTime: '2025-12-31T00:00:00Z' }),
    milliseconds: 0,
  },
  { name: 'never, if the pod is deleted', subject: pod(target, { deletionTimestamp: 'now' }), milliseconds: undefined },
  { name: 'never, if the pod has ended', subject: pod(target, { phase: 'Failed' }), milliseconds: undefined },
  {
    name: 'never, if a kubelet set it',
    subject: pod({ ...target, reason: 'TerminationByKubelet' }),
    milliseconds: undefined,
  },
  { name: 'never, if it is false', subject: pod({ ...target, status: 'False' }), milliseconds: undefined },
  { name: 'never, if there is none', subject: pod(ready), milliseconds: undefined },
])('a disruption is stale $name', ({ subject, milliseconds }) => {
  expect(untilDisruptionIsStale(subject, now)).toBe(milliseconds);
});

test('a stale disruption becomes false, without a reason', () => {
  expect(withoutDisruption(pod(target), now)).toEqual([
    {
      type: 'DisruptionTarget',
      observedGeneration: 2,
      status: 'False',
      lastProbeTime: null,
      lastTransitionTime: '2026-01-01T00:02:00Z',
    },
    ready,
  ]);
});
