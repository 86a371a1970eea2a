import { describe, expect, test } from 'vitest';
import type { ControllerRevision, StatefulSet } from '../../api/apps/v1.js';
import type { PersistentVolumeClaim, Pod } from '../../api/core/v1.js';
import type { OwnerReference } from '../../api/meta/v1.js';
import { claimsOf, hasIdentity, hasStorage, isInRange, newPod, ordinalOf, wantedOwners } from './identity.js';
import { StatefulPods } from './stateful-pods.js';
import { statefulStatus } from './stateful-status.js';

const now = Date.parse('2026-01-01T00:00:00Z');

function statefulSet(spec: object = {}): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', namespace: 'a', uid: 'of-set', generation: 3 },
    spec: {
      serviceName: 'web',
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }],
      updateStrategy: { type: 'RollingUpdate' },
      ...spec,
    },
    status: {},
  } as unknown as StatefulSet;
}

function revision(name: string, data: object = {}): ControllerRevision {
  return { metadata: { name }, data } as unknown as ControllerRevision;
}

test.each<{ name: string; ordinal: number | undefined; isWanted: boolean }>([
  { name: 'web-0', ordinal: 0, isWanted: false },
  { name: 'web-5', ordinal: 5, isWanted: true },
  { name: 'web-6', ordinal: 6, isWanted: true },
  { name: 'web-7', ordinal: 7, isWanted: false },
  { name: 'web-x', ordinal: undefined, isWanted: false },
  { name: 'other-5', ordinal: undefined, isWanted: false },
])('$name in a set of two that starts at five', ({ name, ordinal, isWanted }) => {
  const set = statefulSet({ replicas: 2, ordinals: { start: 5 } });
  expect(ordinalOf({ metadata: { name } } as Pod, set)).toBe(ordinal);
  expect(isInRange(ordinal ?? -1, set)).toBe(isWanted);
});

test('a pod has its name, its labels, its host name, and its volume', () => {
  const set = statefulSet();
  const pod = newPod(set, 2, revision('web-123', { spec: { template: set.spec.template } }));
  expect(pod.metadata.labels).toEqual({
    app: 'web',
    'apps.kubernetes.io/pod-index': '2',
    'controller-revision-hash': 'web-123',
    'statefulset.kubernetes.io/pod-name': 'web-2',
  });
  expect([pod.metadata.name, pod.spec.hostname, pod.spec.subdomain]).toEqual(['web-2', 'web-2', 'web']);
  expect(pod.spec.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-2' } }]);
  expect([hasIdentity(pod, set), hasStorage(pod, set, 2), hasStorage(pod, set, 3)]).toEqual([true, true, false]);
  expect(claimsOf(set, 2).map(({ metadata }) => [metadata.name, metadata.labels])).toEqual([
    ['data-web-2', { app: 'web' }],
  ]);
});

describe('the owners of a claim', () => {
  const pod = { metadata: { name: 'web-1', namespace: 'a', uid: 'of-pod' } } as Pod;
  const owner = (kind: string, name: string, uid: string, controller = true): OwnerReference => ({
    apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1',
    kind,
    name,
    uid,
    ...(controller && { controller: true, blockOwnerDeletion: true }),
  });
  const bySet = owner('StatefulSet', 'web', 'of-set');
  const byPod = owner('Pod', 'web-1', 'of-pod');
  const another = owner('Backup', 'nightly', 'b', false);

  test.each<{
    name: string;
    policy?: object;
    replicas?: number;
    owners?: OwnerReference[];
    wanted: OwnerReference[] | undefined;
  }>([
    { name: 'none by default', wanted: undefined },
    { name: 'go when claims are retained again', owners: [bySet, another], wanted: [another] },
    { name: 'the set, if claims go with it', policy: { whenDeleted: 'Delete' }, wanted: [bySet] },
    { name: 'the set already', policy: { whenDeleted: 'Delete' }, owners: [bySet], wanted: undefined },
    {
      name: 'the pod, when the set is scaled down and claims go with pods',
      policy: { whenScaled: 'Delete', whenDeleted: 'Delete' },
      replicas: 1,
      owners: [bySet],
      wanted: [byPod],
    },
    { name: 'not the pod before', policy: { whenScaled: 'Delete' }, owners: [byPod], wanted: [] },
    {
      name: 'are left to another controller',
      policy: { whenDeleted: 'Delete' },
      owners: [owner('Backup', 'nightly', 'b')],
      wanted: undefined,
    },
    {
      name: 'are left alone if they are of a former set of the name',
      policy: { whenDeleted: 'Delete' },
      owners: [owner('StatefulSet', 'web', 'former')],
      wanted: undefined,
    },
  ])('$name', ({ policy, replicas = 3, owners = [], wanted }) => {
    const set = statefulSet({ replicas, persistentVolumeClaimRetentionPolicy: policy });
    const claim = { metadata: { name: 'data-web-1', ownerReferences: owners } } as PersistentVolumeClaim;
    expect(wantedOwners(claim, set, pod)).toEqual(wanted);
  });
});

describe('the status', () => {
  const revisions = { current: revision('old'), update: revision('new'), collisionCount: 0, now };
  const pod = (hash: string, isReady = true): Pod =>
    ({
      metadata: { labels: { 'controller-revision-hash': hash } },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
    }) as unknown as Pod;

  test('counts pods by revision during an update', () => {
    const pods = [pod('old'), pod('new', false)];
    expect(statefulStatus(statefulSet({ replicas: 2 }), pods, revisions)).toMatchObject({
      ...{ observedGeneration: 3, replicas: 2, readyReplicas: 1, availableReplicas: 1 },
      ...{ currentReplicas: 1, updatedReplicas: 1, currentRevision: 'old', updateRevision: 'new' },
    });
  });

  test('makes the update the current revision when all pods are updated and ready', () => {
    const status = statefulStatus(statefulSet({ replicas: 2 }), [pod('new'), pod('new')], revisions);
    expect(status).toMatchObject({ currentReplicas: 2, currentRevision: 'new', updateRevision: 'new' });
  });

  test('does not do so by itself if pods are updated when they are deleted', () => {
    const set = statefulSet({ replicas: 1, updateStrategy: { type: 'OnDelete' } });
    expect(statefulStatus(set, [pod('new')], revisions).currentRevision).toBe('old');
  });
});

test.each([{ pods: 0 }, { pods: 3 }])(
  'of two billion replicas, $pods of which exist, a pass considers some',
  ({ pods }) => {
    const set = statefulSet({ replicas: 2_000_000_000 });
    const current = revision('web-123', { spec: { template: set.spec.template } });
    const existing = Array.from({ length: pods }, (_, ordinal) => newPod(set, ordinal, current));
    // Only what the constructor reads.
    const options = {
      set,
      pods: existing,
      revisions: { current, update: current },
    } as unknown as ConstructorParameters<typeof StatefulPods>[0];
    const { remaining } = new StatefulPods(options);
    expect(remaining.slice(0, pods)).toEqual(existing);
    expect(remaining.length).toBe(pods + 1000);
  },
);
