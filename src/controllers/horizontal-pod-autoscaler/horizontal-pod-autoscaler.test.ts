import { describe, expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';
import {
  groupPods,
  type PodMetric,
  replicasForAverage,
  replicasForRatio,
  replicasForUsage,
  replicasForUtilization,
} from './replica-calculator.js';
import { type Limits, normalizeReplicas, rememberScale, type ScalingHistory } from './scaling-rules.js';

const now = Date.parse('2030-01-01T12:00:00Z');
const tolerances = { up: 0.1, down: 0.1 };

function pod(name: string, { phase = 'Running', ready = 'True', age = 3600, cpu = '1' } = {}): Pod {
  const started = formatTime(now - age * 1000);
  return {
    metadata: { name },
    spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
    status: { phase, startTime: started, conditions: [{ type: 'Ready', status: ready, lastTransitionTime: started }] },
  } as unknown as Pod;
}

function metrics(values: Record<string, number>): Map<string, PodMetric> {
  const of = (value: number): PodMetric => ({ value, timestamp: now, windowMilliseconds: 60_000 });
  return new Map(Object.entries(values).map(([name, value]) => [name, of(value)]));
}

describe('replicas for a utilization of 50 %', () => {
  const all = [pod('a'), pod('b')];
  test.each<[string, Pod[], Record<string, number>, number, number]>([
    ['double with twice the use', all, { a: 1000, b: 1000 }, 4, 100],
    ['stay within the tolerance', all, { a: 540, b: 540 }, 2, 54],
    ['are fewer with less', all, { a: 200, b: 200 }, 1, 20],
    ['count a pod without metrics as idle when they grow', all, { a: 1000 }, 2, 100],
    ['count a pod without metrics as busy when they shrink', all, { a: 100 }, 2, 10],
    ['count pods that start as idle when they grow', [pod('a'), pod('b', { phase: 'Pending' })], { a: 2000 }, 4, 200],
    ['do not count pods that failed', [pod('a'), pod('b', { phase: 'Failed' })], { a: 1000, b: 0 }, 2, 100],
  ])('%s', (_name, pods, values, replicas, utilization) => {
    const input = { pods, metrics: metrics(values), currentReplicas: 2, tolerances, now };
    const proposal = replicasForUtilization({ ...input, resource: 'cpu', container: '', target: 50 });
    expect(proposal).toMatchObject({ replicas, utilization });
  });

  test.each<[string, Pod[], Record<string, number>]>([
    ['no pods returned by selector while calculating replica count', [], { a: 1 }],
    ['did not receive metrics for targeted pods (pods might be unready)', [pod('a', { phase: 'Pending' })], { a: 1 }],
    ['missing request for memory in container main of Pod a', [pod('a')], { a: 1 }],
  ])('need pods with requests: %s', (message, pods, values) => {
    const input = { pods, metrics: metrics(values), currentReplicas: 2, tolerances, now };
    const of = { ...input, resource: 'memory', container: '', target: 50 };
    expect(() => replicasForUtilization(of)).toThrow(message);
  });
});

test('replicas for an average use of pods', () => {
  const input = { pods: [pod('a'), pod('b')], currentReplicas: 2, tolerances, now, resource: '', target: 100 };
  expect(replicasForUsage({ ...input, metrics: metrics({ a: 300, b: 100 }) })).toEqual({ replicas: 4, usage: 200 });
});

test('replicas for totals', () => {
  const of = { pods: [pod('a'), pod('b')], currentReplicas: 2, tolerances };
  expect([
    replicasForRatio(1.05, of),
    replicasForRatio(2, of),
    replicasForRatio(3, { ...of, currentReplicas: 0 }),
  ]).toEqual([2, 4, 3]);
  expect(replicasForAverage(1000, { target: 100, statusReplicas: 3, tolerances })).toEqual({
    replicas: 10,
    usage: 334,
  });
});

test('processor time of pods that have just started does not count', () => {
  const young = pod('young', { age: 20 });
  const { ready, unready } = groupPods([pod('old'), young], {
    metrics: metrics({ old: 1, young: 1 }),
    resource: 'cpu',
    now,
  });
  expect([ready, [...unready]]).toEqual([1, ['young']]);
});

describe('a scale', () => {
  const history = (more: Partial<ScalingHistory> = {}): ScalingHistory => ({
    recommendations: [],
    ups: [],
    downs: [],
    ...more,
  });
  const limits = (more: Partial<Limits> = {}): Limits => ({
    current: 4,
    min: 2,
    max: 20,
    behavior: undefined,
    now,
    ...more,
  });
  const scaleUp = {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
  };
  const scaleDown = {
    selectPolicy: 'Max',
    stabilizationWindowSeconds: 0,
    policies: [{ type: 'Percent', value: 50, periodSeconds: 60 }],
  };
  const behavior = { scaleUp, scaleDown };
  test.each<[string, number, Partial<Limits>, Partial<ScalingHistory>, number, string, string]>([
    ['is what is wanted', 5, {}, {}, 5, 'ReadyForNewScale', 'DesiredWithinRange'],
    ['at most doubles', 15, {}, {}, 8, 'ReadyForNewScale', 'ScaleUpLimit'],
    ['is at most the maximum', 15, { max: 6 }, {}, 6, 'ReadyForNewScale', 'TooManyReplicas'],
    ['is at least the minimum', 1, {}, {}, 2, 'ReadyForNewScale', 'TooFewReplicas'],
    [
      'is the largest that was recommended lately',
      2,
      {},
      { recommendations: [{ replicas: 4, at: now - 1000 }] },
      4,
      'ScaleDownStabilized',
      'DesiredWithinRange',
    ],
    [
      'forgets old recommendations',
      2,
      {},
      { recommendations: [{ replicas: 4, at: now - 301_000 }] },
      2,
      'ReadyForNewScale',
      'DesiredWithinRange',
    ],
    ['grows as a policy allows', 10, { behavior }, {}, 5, 'ReadyForNewScale', 'ScaleUpLimit'],
    [
      'has grown already in the period of a policy',
      10,
      { behavior },
      { ups: [{ change: 1, at: now - 1000 }] },
      4,
      'ReadyForNewScale',
      'ScaleUpLimit',
    ],
    ['shrinks as a policy allows', 1, { behavior, min: 1 }, {}, 2, 'ReadyForNewScale', 'ScaleDownLimit'],
    [
      'does not shrink if that is disabled',
      1,
      { behavior: { scaleUp, scaleDown: { ...scaleDown, selectPolicy: 'Disabled' } } },
      {},
      4,
      'ReadyForNewScale',
      'ScaleDownLimit',
    ],
  ])('%s', (_name, wanted, given, known, replicas, able, limited) => {
    const normalized = normalizeReplicas(wanted, limits(given), history(known));
    expect([normalized.replicas, normalized.able.reason, normalized.limited.reason]).toEqual([replicas, able, limited]);
  });

  test('that has changed is remembered as long as the policies need it', () => {
    const known = history({ ups: [{ change: 1, at: now - 61_000 }] });
    rememberScale({ from: 4, to: 6 }, { behavior, now }, known);
    expect(known.ups).toEqual([{ change: 2, at: now }]);
  });
});
