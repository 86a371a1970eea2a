import { describe, expect, test } from 'vitest';
import type { Node, Pod, PodSpec } from '../../../api/core/v1.js';
import type { PodDisruptionBudget } from '../../../api/policy/v1.js';
import { ClusterState } from './cluster-state.js';
import { filterFor } from './filters.js';
import { NodeInfo, podInfo } from './node-info.js';
import { planPreemption } from './preemption.js';
import { bestNode } from './scores.js';

function node(name: string, more: { spec?: object; labels?: Record<string, string>; pods?: Pod[] } = {}): NodeInfo {
  const info = new NodeInfo();
  info.node = {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...more.labels } },
    spec: more.spec ?? {},
    status: { allocatable: { cpu: '2', memory: '4Gi', pods: '3' } },
  } as unknown as Node;
  for (const pod of more.pods ?? []) info.add(podInfo(pod));
  return info;
}

let count = 0;

function pod(spec: object = {}, labels: Record<string, string> = {}): Pod {
  const name = `pod-${count++}`;
  return {
    metadata: { name, namespace: 'default', uid: name, labels },
    spec: { containers: [{ name: 'c', resources: {} }], ...spec } as PodSpec,
    status: {},
  } as unknown as Pod;
}

const requesting = (cpu: string, more: object = {}): Pod =>
  pod({ containers: [{ name: 'c', resources: { requests: { cpu } } }], ...more });

function contextOf(nodes: readonly NodeInfo[]) {
  return {
    nodes,
    hasAntiAffinity: nodes.some(({ antiAffinityCount }) => antiAffinityCount > 0),
    namespaceLabels: () => ({}),
    random: () => 0,
  };
}

function reasons(wanted: Pod, nodes: readonly NodeInfo[]): (string | undefined)[] {
  const filter = filterFor(podInfo(wanted), contextOf(nodes));
  return nodes.map((each) => filter(each)?.reasons.join(', '));
}

const antiAffinity = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
};

test('a pod whose affinity names nodes is not tried on others', () => {
  const term = (...names: string[]) => ({ matchFields: [{ key: 'metadata.name', operator: 'In', values: names }] });
  const naming = (...terms: object[]) =>
    pod({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
    });
  const nodes = [node('a'), node('b', { spec: { unschedulable: true } })];
  const other = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
  expect(reasons(naming(term('a')), nodes)).toEqual([undefined, other]);
  expect(reasons(naming(term('b')), nodes)).toEqual([other, 'node(s) were unschedulable']);
  expect(reasons(naming(term('c')), nodes)).toEqual([other, other]);
  expect(reasons(naming(term('a'), {}), nodes)).toEqual([undefined, 'node(s) were unschedulable']);
});

describe('a pod does not fit on a node', () => {
  const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' };
  test.each<{ name: string; wanted: Pod; on: NodeInfo; because: string | undefined }>([
    { name: 'with room', wanted: requesting('2'), on: node('a'), because: undefined },
    { name: 'without room', wanted: requesting('2001m'), on: node('a'), because: 'Insufficient cpu' },
    {
      name: 'whose room others have',
      wanted: requesting('1'),
      on: node('a', { pods: [requesting('1500m')] }),
      because: 'Insufficient cpu',
    },
    {
      name: 'with as many pods as it may have',
      wanted: pod(),
      on: node('a', { pods: [pod(), pod(), pod()] }),
      because: 'Too many pods',
    },
    {
      name: 'that is cordoned',
      wanted: pod(),
      on: node('a', { spec: { unschedulable: true } }),
      because: 'node(s) were unschedulable',
    },
    {
      name: 'with a taint',
      wanted: pod(),
      on: node('a', { spec: { taints: [taint] } }),
      because: 'node(s) had untolerated taint(s)',
    },
    {
      name: 'with a taint that it tolerates',
      wanted: pod({ tolerations: [{ key: 'gpu', operator: 'Exists' }] }),
      on: node('a', { spec: { taints: [taint] } }),
      because: undefined,
    },
    {
      name: 'without the label that it selects',
      wanted: pod({ nodeSelector: { disk: 'ssd' } }),
      on: node('a', { labels: { disk: 'hdd' } }),
      because: "node(s) didn't match Pod's node affinity/selector",
    },
    {
      name: 'whose port is taken',
      wanted: pod({ containers: [{ name: 'c', resources: {}, ports: [{ hostPort: 80, containerPort: 80 }] }] }),
      on: node('a', {
        pods: [pod({ containers: [{ name: 'c', resources: {}, ports: [{ hostPort: 80, containerPort: 80 }] }] })],
      }),
      because: "node(s) didn't have free ports for the requested pod ports",
    },
    {
      name: 'with a pod that it avoids',
      wanted: pod(antiAffinity, { app: 'web' }),
      on: node('a', { pods: [pod({}, { app: 'web' })] }),
      because: "node(s) didn't match pod anti-affinity rules",
    },
    {
      name: 'with a pod that avoids it',
      wanted: pod({}, { app: 'web' }),
      on: node('a', { pods: [pod(antiAffinity)] }),
      because: "node(s) didn't satisfy existing pods anti-affinity rules",
    },
  ])('$name: $because', ({ wanted, on, because }) => {
    expect(reasons(wanted, [on])).toEqual([because]);
  });

  test('whose zone has more pods than the others', () => {
    const spread = {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: 'web' } },
        },
      ],
    };
    const nodes = [
      node('a', { labels: { zone: 'x' }, pods: [pod({}, { app: 'web' })] }),
      node('b', { labels: { zone: 'y' } }),
      node('c'),
    ];
    expect(reasons(pod(spread, { app: 'web' }), nodes)).toEqual([
      "node(s) didn't match pod topology spread constraints",
      undefined,
      "node(s) didn't match pod topology spread constraints (missing required label)",
    ]);
  });
});

describe('of the nodes on which a pod fits', () => {
  test('the one with most room is chosen', () => {
    const nodes = [node('full', { pods: [requesting('1')] }), node('free')];
    expect(bestNode(podInfo(requesting('500m')), nodes, contextOf(nodes))?.node?.metadata.name).toBe('free');
  });
});

describe('preemption', () => {
  const urgent = (): Pod => requesting('1500m', { priority: 100 });
  const preempt = (wanted: Pod, nodes: readonly NodeInfo[], budgets: readonly PodDisruptionBudget[] = []) => {
    const context = contextOf(nodes);
    const filter = filterFor(podInfo(wanted), context);
    const refusals = new Map(nodes.map((each) => [each, filter(each)!] as const));
    return planPreemption({ info: podInfo(wanted), refusals, context, budgets });
  };

  test('takes the node whose pods matter least, and no more of them than needed', () => {
    const [small, large] = [requesting('500m', { priority: 1 }), requesting('1500m', { priority: 1 })];
    const nodes = [node('a', { pods: [requesting('2', { priority: 50 })] }), node('b', { pods: [small, large] })];
    const plan = preempt(urgent(), nodes);
    expect(plan).toMatchObject({ node: nodes[1], victims: [{ pod: large }] });
  });

  test('takes pods that a budget protects only if there are no others', () => {
    const labelled = (app: string): Pod => {
      const { metadata, ...rest } = requesting('2', { priority: app === 'db' ? 1 : 50 });
      return { ...rest, metadata: { ...metadata, labels: { app } } };
    };
    const budget = {
      metadata: { namespace: 'default', name: 'db' },
      spec: { selector: { matchLabels: { app: 'db' } } },
      status: { disruptionsAllowed: 0 },
    } as unknown as PodDisruptionBudget;
    const nodes = [node('a', { pods: [labelled('db')] }), node('b', { pods: [labelled('web')] })];
    expect(preempt(urgent(), nodes, [budget])).toMatchObject({ node: nodes[1], violations: 0 });
    expect(preempt(urgent(), nodes.slice(0, 1), [budget])).toMatchObject({ node: nodes[0], violations: 1 });
  });

  test('keeps the room that it makes', () => {
    const state = new ClusterState();
    const { node: object } = node('a');
    state.putNode(object!);
    const [waiting, other] = [podInfo(urgent()), podInfo(requesting('1', { priority: 1 }))];
    state.nominate(waiting, 'a');
    const [only] = state.nodes;
    const kept = state.withNominated(only!, other);
    expect(kept && filterFor(other, contextOf([kept]))(kept)?.reasons).toEqual(['Insufficient cpu']);
    expect(state.withNominated(only!, waiting)).toBeUndefined();
    state.removeNomination(waiting.key);
    expect(state.withNominated(only!, other)).toBeUndefined();
  });

  test('does not help against pods of the same priority', () => {
    expect(preempt(urgent(), [node('a', { pods: [requesting('2', { priority: 100 })] })])).toBe(
      '0/1 nodes are available: 1 No preemption victims found for incoming pod.',
    );
  });
});
