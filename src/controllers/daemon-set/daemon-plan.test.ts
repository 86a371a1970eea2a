import { describe, expect, test } from 'vitest';
import type { DaemonSet } from '../../api/apps/v1.js';
import type { Node, Pod, Taint } from '../../api/core/v1.js';
import { type DaemonPlan, daemonStatus, planDaemons, planUpdate, shouldRun, templateFor } from './daemon-plan.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const hash = 'new';

function daemonSet(rollingUpdate: object = {}, template: object = {}): DaemonSet {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate };
  return {
    metadata: { name: 'agent', namespace: 'a' },
    spec: {
      updateStrategy,
      template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [], ...template } },
    },
    status: {},
  } as unknown as DaemonSet;
}

function node(name: string, { taints = [] as Taint[], labels = {} } = {}): Node {
  return { metadata: { name, labels }, spec: { taints }, status: {} } as unknown as Node;
}

interface Shape {
  readonly on: string;
  readonly revision?: string;
  readonly isReady?: boolean;
  readonly phase?: string;
  readonly isEnding?: boolean;
  readonly created?: string;
}

function pod(
  name: string,
  { on, revision = hash, isReady = true, phase = 'Running', isEnding, created = '2025-12-31T00:00:00Z' }: Shape,
): Pod {
  const metadata = { name, labels: { 'controller-revision-hash': revision }, creationTimestamp: created };
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False', lastTransitionTime: created }];
  return {
    metadata: { ...metadata, ...(isEnding && { deletionTimestamp: created }) },
    spec: { nodeName: on },
    status: { phase, conditions },
  } as unknown as Pod;
}

const names = ({ create, delete: deleted }: DaemonPlan): object => ({
  create,
  delete: deleted.map(({ metadata }) => metadata.name),
});
const noSchedule: Taint = { key: 'k', effect: 'NoSchedule' };
const noExecute: Taint = { key: 'k', effect: 'NoExecute' };
const nodes = [node('x'), node('y'), node('z')];

describe('a daemon set', () => {
  test.each<{ name: string; set?: DaemonSet; nodes?: Node[]; pods: Pod[]; create?: string[]; deleted?: string[] }>([
    { name: 'has a pod on each node', pods: [pod('a', { on: 'y' })], create: ['x', 'z'] },
    { name: 'waits for a pod that ends', nodes: [node('x')], pods: [pod('a', { on: 'x', isEnding: true })] },
    {
      name: 'keeps the oldest of several pods on a node',
      nodes: [node('x')],
      pods: [pod('a', { on: 'x', created: '2025-12-31T00:00:01Z' }), pod('b', { on: 'x' })],
      deleted: ['a'],
    },
    {
      name: 'replaces failed pods',
      nodes: [node('x')],
      pods: [pod('a', { on: 'x', phase: 'Failed' })],
      deleted: ['a'],
    },
    { name: 'starts nothing on a tainted node', nodes: [node('x', { taints: [noSchedule] })], pods: [] },
    {
      name: 'lets stay what runs on a node that only keeps others away',
      nodes: [node('x', { taints: [noSchedule] })],
      pods: [pod('a', { on: 'x' })],
    },
    {
      name: 'leaves a node that evicts',
      nodes: [node('x', { taints: [noExecute] })],
      pods: [pod('a', { on: 'x' })],
      deleted: ['a'],
    },
    {
      name: 'leaves a node that its selector does not match any more',
      set: daemonSet({}, { nodeSelector: { disk: 'ssd' } }),
      nodes: [node('x'), node('y', { labels: { disk: 'ssd' } })],
      pods: [pod('a', { on: 'x' })],
      create: ['y'],
      deleted: ['a'],
    },
    {
      name: 'with a surge, ends the old pod when the new one is available',
      set: daemonSet({ maxSurge: 1, maxUnavailable: 0 }),
      nodes: [node('x')],
      pods: [pod('old', { on: 'x', revision: 'old' }), pod('new', { on: 'x' })],
      deleted: ['old'],
    },
    {
      name: 'with a surge, keeps the old pod until then',
      set: daemonSet({ maxSurge: 1, maxUnavailable: 0 }),
      nodes: [node('x')],
      pods: [pod('old', { on: 'x', revision: 'old' }), pod('new', { on: 'x', isReady: false })],
    },
  ])('$name', ({ set = daemonSet(), nodes: given = nodes, pods, create = [], deleted = [] }) => {
    expect(names(planDaemons({ set, nodes: given, pods, hash, now }))).toEqual({ create, delete: deleted });
  });
});

describe('an update', () => {
  const old = (name: string, on: string, isReady = true): Pod => pod(name, { on, revision: 'old', isReady });

  test.each<{ name: string; rolling: object; pods: Pod[]; create?: string[]; deleted?: string[] }>([
    { name: 'replaces one pod', rolling: {}, pods: [old('a', 'x'), old('b', 'y'), old('c', 'z')], deleted: ['a'] },
    {
      name: 'waits for the new pod to be available',
      rolling: {},
      pods: [pod('a', { on: 'x', isReady: false }), old('b', 'y'), old('c', 'z')],
    },
    {
      name: 'replaces a share of the pods, rounded up',
      rolling: { maxUnavailable: '50%' },
      pods: [old('a', 'x'), old('b', 'y'), old('c', 'z')],
      deleted: ['a', 'b'],
    },
    {
      name: 'replaces what is not available anyway, and nothing else',
      rolling: {},
      pods: [old('a', 'x'), old('b', 'y', false), old('c', 'z')],
      deleted: ['b'],
    },
    {
      name: 'with a surge, starts a new pod beside an old one',
      rolling: { maxSurge: 1, maxUnavailable: 0 },
      pods: [old('a', 'x'), old('b', 'y'), old('c', 'z')],
      create: ['x'],
    },
    { name: 'ends', rolling: {}, pods: [pod('a', { on: 'x' }), pod('b', { on: 'y' }), pod('c', { on: 'z' })] },
  ])('$name', ({ rolling, pods, create = [], deleted = [] }) => {
    const plan = planUpdate({ set: daemonSet(rolling), nodes, pods, hash, now });
    expect(names(plan)).toEqual({ create, delete: deleted });
  });
});

test('the pod of a node is bound to it, tolerates what daemons do, and has the revision', () => {
  const { metadata, spec } = templateFor(daemonSet({}, { hostNetwork: true }), 'x', hash);
  expect(metadata?.labels).toEqual({ app: 'agent', 'controller-revision-hash': hash });
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['x'] }];
  expect(spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual({
    nodeSelectorTerms: [{ matchFields }],
  });
  expect(spec?.tolerations?.map(({ key }) => key?.replace('node.kubernetes.io/', ''))).toEqual([
    ...['not-ready', 'unreachable', 'disk-pressure', 'memory-pressure', 'pid-pressure', 'unschedulable'],
    'network-unavailable',
  ]);
});

test('a set for one node runs on no other', () => {
  const set = daemonSet({}, { nodeName: 'x' });
  expect([shouldRun(node('x'), set), shouldRun(node('y'), set)]).toEqual([
    { starts: true, stays: true },
    { starts: false, stays: false },
  ]);
});

test('the status counts nodes', () => {
  const pods = [pod('a', { on: 'x' }), pod('b', { on: 'y', revision: 'old', isReady: false }), pod('c', { on: 'w' })];
  const all = [...nodes, node('w', { taints: [noSchedule] })];
  expect(daemonStatus({ set: daemonSet(), nodes: all, pods, hash, now })).toEqual({
    desiredNumberScheduled: 3,
    currentNumberScheduled: 2,
    numberMisscheduled: 1,
    numberReady: 1,
    updatedNumberScheduled: 1,
    numberAvailable: 1,
    numberUnavailable: 2,
  });
});
