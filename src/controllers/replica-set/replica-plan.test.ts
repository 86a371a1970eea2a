import { describe, expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import { planReplicas } from './replica-plan.js';

const now = Date.parse('2026-01-01T00:00:00Z');

interface Shape {
  readonly node?: string;
  readonly phase?: string;
  readonly readySeconds?: number;
  readonly ageSeconds?: number;
  readonly cost?: string;
  readonly restarts?: number;
}

function pod(name: string, { node, phase = 'Running', readySeconds, ageSeconds = 10, cost, restarts = 0 }: Shape): Pod {
  const time = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: time(ageSeconds),
      annotations: cost === undefined ? {} : { 'controller.kubernetes.io/pod-deletion-cost': cost },
    },
    spec: { nodeName: node },
    status: {
      phase,
      conditions:
        readySeconds === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: time(readySeconds) }],
      containerStatuses: [{ restartCount: restarts }],
    },
  } as unknown as Pod;
}

function deleted(replicas: number, active: Pod[], related = active): (string | undefined)[] {
  return planReplicas({ replicas, active, related: () => related, now }).deletions.map(({ metadata }) => metadata.name);
}

describe('a set with too few pods', () => {
  test('creates what is missing, at most 500 at once', () => {
    const plan = (replicas: number): number =>
      planReplicas({ replicas, active: [pod('a', {})], related: () => [], now }).creations;
    expect([plan(1), plan(4), plan(3000)]).toEqual([0, 3, 500]);
  });
});

describe('a set with too many pods deletes first', () => {
  test.each<{ name: string; first: Shape; second: Shape }>([
    { name: 'what no node has', first: {}, second: { node: 'n', phase: 'Pending' } },
    { name: 'what is pending', first: { node: 'n', phase: 'Pending' }, second: { node: 'n' } },
    { name: 'what is not ready', first: { node: 'n', cost: '9' }, second: { node: 'n', readySeconds: 1 } },
    { name: 'what costs less', first: { node: 'n', cost: '-1' }, second: { node: 'n' } },
    {
      name: 'what became ready later',
      first: { node: 'n', readySeconds: 10 },
      second: { node: 'n', readySeconds: 100 },
    },
    { name: 'what restarted more often', first: { node: 'n', restarts: 2 }, second: { node: 'n', restarts: 1 } },
    { name: 'what is younger', first: { node: 'n', ageSeconds: 1 }, second: { node: 'n', ageSeconds: 100 } },
  ])('$name', ({ first, second }) => {
    expect(deleted(1, [pod('second', second), pod('first', first)])).toEqual(['first']);
  });

  test('what shares its node with more pods of related sets', () => {
    const [a, b] = [pod('a', { node: 'x' }), pod('b', { node: 'y' })];
    expect(deleted(1, [a, b], [a, b, pod('c', { node: 'y' })])).toEqual(['b']);
  });
});
