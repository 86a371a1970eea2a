import { describe, expect, test } from 'vitest';
import type { Node, Pod, Service } from '../../api/core/v1.js';
import type { EndpointSlice } from '../../api/discovery/v1.js';
import { planSlices } from './endpoint-slices.js';

const service = (spec: object = {}, labels = {}): Service =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'a', uid: 'of-service', labels },
    spec: { clusterIP: '10.0.0.1', ports: [{ name: 'http', port: 80, targetPort: 8080 }], ...spec },
  }) as unknown as Service;

const ipOf = (number: number): string => `10.1.${number >> 8}.${number & 255}`;

const pod = (number: number, { ready = true, phase = 'Running', ...metadata }: Record<string, unknown> = {}): Pod =>
  ({
    metadata: { name: `pod-${number}`, namespace: 'a', uid: `uid-${number}`, ...metadata },
    spec: { nodeName: 'node', containers: [] },
    status: {
      phase,
      podIP: ipOf(number),
      podIPs: [{ ip: ipOf(number) }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  }) as unknown as Pod;

const pods = (count: number): Pod[] => Array.from({ length: count }, (_, index) => pod(index + 1));
const node = { metadata: { name: 'node', labels: { 'topology.kubernetes.io/zone': 'z' } } } as unknown as Node;

function plan(subject: Service, selected: readonly Pod[], existing: readonly EndpointSlice[] = []) {
  return planSlices({ service: subject, pods: selected, existing, nodeOf: () => node });
}

/** The slices that the server has after the changes. */
function apply(subject: Service, selected: readonly Pod[], existing: readonly EndpointSlice[] = []): EndpointSlice[] {
  const { create, update, delete: remove } = plan(subject, selected, existing);
  const written = new Map(update.map((slice) => [slice.metadata.name, slice]));
  const kept = existing.filter((slice) => !remove.includes(slice));
  const created = create.map((slice, index) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `web-${existing.length + index}`, uid: `${existing.length + index}` },
  }));
  return [...kept.map((slice) => written.get(slice.metadata.name) ?? slice), ...created];
}

const counts = (slices: readonly EndpointSlice[]): number[] => slices.map(({ endpoints }) => endpoints?.length ?? 0);

describe('slices of a service', () => {
  test.each([
    { name: 'without pods: one that is empty', selected: [], sizes: [0] },
    { name: 'with a pod', selected: pods(1), sizes: [1] },
    { name: 'with pods that have ended', selected: [pod(1, { phase: 'Succeeded' })], sizes: [0] },
    { name: 'with a hundred pods', selected: pods(100), sizes: [100] },
    { name: 'with more', selected: pods(250), sizes: [100, 100, 50] },
  ])('$name', ({ selected, sizes }) => {
    expect(counts(apply(service(), selected))).toEqual(sizes);
  });

  test.each([
    { name: 'is ready', given: pod(1), wanted: { ready: true, serving: true, terminating: false } },
    {
      name: 'is not ready',
      given: pod(1, { ready: false }),
      wanted: { ready: false, serving: false, terminating: false },
    },
    {
      name: 'ends',
      given: pod(1, { deletionTimestamp: 'now' }),
      wanted: { ready: false, serving: true, terminating: true },
    },
  ])('say whether a pod $name', ({ given, wanted }) => {
    expect(apply(service(), [given])[0]?.endpoints?.[0]?.conditions).toEqual(wanted);
  });

  test.each([
    { distribution: undefined, hints: undefined },
    { distribution: 'PreferClose', hints: { forZones: [{ name: 'z' }] } },
    { distribution: 'PreferSameNode', hints: { forZones: [{ name: 'z' }], forNodes: [{ name: 'node' }] } },
  ])('hint at zones and nodes: $distribution', ({ distribution, hints }) => {
    const [slice] = apply(service({ trafficDistribution: distribution }), pods(1));
    expect(slice?.endpoints?.[0]?.hints).toEqual(hints);
  });

  test('stay as they are when nothing has changed', () => {
    const first = apply(service(), pods(150));
    expect(plan(service(), pods(150), first)).toEqual({ create: [], update: [], delete: [] });
  });

  test('are filled before new ones are created', () => {
    const first = apply(service(), pods(150));
    const { create, update } = plan(service(), pods(200), first);
    expect([create.length, counts(update)]).toEqual([0, [100]]);
  });

  test('have the labels of the service, and say whether it is headless', () => {
    const [slice] = apply(service({ clusterIP: 'None', ipFamilies: ['IPv4'] }, { team: 'a' }), []);
    expect(slice?.metadata.labels).toEqual({
      team: 'a',
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      'kubernetes.io/service-name': 'web',
      'service.kubernetes.io/headless': '',
    });
  });

  test('of another service of that name are deleted', () => {
    const [old] = apply(service(), pods(1));
    const foreign = { ...old!, metadata: { ...old!.metadata, ownerReferences: [] } };
    const { create, delete: remove } = plan(service(), pods(1), [foreign]);
    expect([counts(create), remove]).toEqual([[1], [foreign]]);
  });
});
