import { expect, test } from 'vitest';
import type { Node, Pod } from '../../api/core/v1.js';
import { collectablePods, isCandidate } from './collectable-pods.js';

interface PodOptions {
  readonly name?: string;
  readonly node?: string;
  readonly phase?: string;
  readonly reason?: string;
  readonly isBeingDeleted?: boolean;
  readonly hour?: number;
}

function pod({ name = 'a', node = '', phase = 'Running', reason, isBeingDeleted, hour = 0 }: PodOptions): Pod {
  return {
    metadata: {
      name,
      creationTimestamp: `2030-01-01T0${hour}:00:00Z`,
      ...(isBeingDeleted && { deletionTimestamp: '2030-01-01T10:00:00Z' }),
    },
    spec: { nodeName: node },
    status: { phase, reason },
  } as Pod;
}

const shutDown = { spec: { taints: [{ key: 'node.kubernetes.io/out-of-service' }] } };
const ready = { status: { conditions: [{ type: 'Ready', status: 'True' }] } };
const nodes: Readonly<Record<string, Node>> = {
  live: ready as Node,
  down: shutDown as Node,
  'ready but tainted': { ...shutDown, ...ready } as Node,
};

const collect = (pods: readonly Pod[], terminatedPods = 100) =>
  collectablePods({ pods, node: (name) => nodes[name], isNodeGone: (name) => name === 'gone', terminatedPods });

test.each<[string, PodOptions, 'goes' | 'stays']>([
  ['without a node', {}, 'stays'],
  ['without a node that is being deleted', { isBeingDeleted: true }, 'goes'],
  ['of a live node', { node: 'live', isBeingDeleted: true }, 'stays'],
  ['of a node that is gone', { node: 'gone' }, 'goes'],
  ['of a node that may be gone', { node: 'unknown' }, 'stays'],
  ['of a node that is out of service', { node: 'down' }, 'stays'],
  ['that is being deleted, of a node that is out of service', { node: 'down', isBeingDeleted: true }, 'goes'],
  [
    'that is being deleted, of a node that is ready again',
    { node: 'ready but tainted', isBeingDeleted: true },
    'stays',
  ],
])('a pod %s', (_name, options, fate) => {
  expect(collect([pod(options)]).length).toBe(fate === 'goes' ? 1 : 0);
});

test('a pod of a node that is gone says why it was disrupted', () => {
  expect(collect([pod({ node: 'gone' })])[0]?.condition).toEqual({
    reason: 'DeletionByPodGC',
    message: 'PodGC: node no longer exists',
  });
});

test('of too many terminated pods, evicted ones go first, then the oldest', () => {
  const pods = [
    pod({ name: 'young', phase: 'Succeeded', hour: 3 }),
    pod({ name: 'b', phase: 'Failed', hour: 1 }),
    pod({ name: 'a', phase: 'Failed', hour: 1 }),
    pod({ name: 'evicted', phase: 'Failed', reason: 'Evicted', hour: 4 }),
    pod({ name: 'running' }),
  ];
  const names = (count: number) => collect(pods, count).map((each) => each.pod.metadata.name);
  expect([names(4), names(3), names(2), names(1)]).toEqual([[], ['evicted'], ['evicted', 'a'], ['evicted', 'a', 'b']]);
});

test.each<[PodOptions, boolean]>([
  [{}, false],
  [{ isBeingDeleted: true }, true],
  [{ node: 'live' }, false],
  [{ node: 'unknown' }, true],
  [{ node: 'down' }, false],
  [{ node: 'down', isBeingDeleted: true }, true],
])('%j is a candidate: %s', (options, expected) => {
  expect(isCandidate(pod(options), (name) => nodes[name])).toBe(expected);
});
