import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pod } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { resourceAccess } from '../../server/authorization/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { NodeAuthorizer } from './node-authorizer.js';
import { neededBy } from './pod-references.js';

let kube: TestKube;
let nodes: NodeAuthorizer;
beforeAll(async () => {
  kube = await TestKube.start();
  const { stores, onError } = kube.server.shared;
  nodes = new NodeAuthorizer({ stores, onError, features: kube.server.features });
  await run('web', {
    nodeName: 'n1',
    serviceAccountName: 'robot',
    volumes: [
      { name: 'v', secret: { secretName: 'mounted' } },
      { name: 'c', persistentVolumeClaim: { claimName: 'claimed' } },
    ],
  });
  await create('/api/v1/persistentvolumes', {
    metadata: { name: 'disk' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      claimRef: { namespace: 'a', name: 'claimed' },
      csi: {
        driver: 'd.example',
        volumeHandle: 'x',
        nodeStageSecretRef: { namespace: 'vault', name: 'stage' },
        controllerPublishSecretRef: { namespace: 'vault', name: 'control' },
      },
    },
  });
  for (const [name, nodeName] of [
    ['slice-1', 'n1'],
    ['slice-2', 'n2'],
  ] as const) {
    await create('/apis/resource.k8s.io/v1/resourceslices', {
      metadata: { name },
      spec: {
        driver: 'd.example',
        nodeName,
        pool: { name, generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'a' }],
      },
    });
  }
  await run('elsewhere', { nodeName: 'n2', volumes: [{ name: 'v', secret: { secretName: 'other' } }] });
});
afterAll(() => kube.close());

const node = { name: 'system:node:n1', groups: ['system:nodes'] };
const containers = [{ name: 'c', image: 'x', envFrom: [{ configMapRef: { name: 'settings' } }] }];

async function create(path: string, object: JsonObject): Promise<void> {
  const { status, json } = await kube.call('POST', path, object);
  expect([status, json['message']]).toEqual([201, undefined]);
}

async function run(name: string, spec: JsonObject): Promise<void> {
  await create('/api/v1/namespaces/a/pods', { metadata: { name }, spec: { containers, ...spec } });
}

type Requested = Partial<Parameters<typeof resourceAccess>[0]>;
const get = (resource: string, name: string, more: Requested = {}): Requested => ({
  verb: 'get',
  resource,
  name,
  namespace: 'a',
  ...more,
});
const slice = (verb: string, name: string): Requested => ({
  verb,
  apiGroup: 'resource.k8s.io',
  resource: 'resourceslices',
  name,
});
const decide = (requested: Requested, user = node) =>
  nodes.authorize(user, resourceAccess({ verb: 'get', ...requested }));

describe('a node', () => {
  test.each<[string, Requested, boolean]>([
    ['reads secrets of its pods', get('secrets', 'mounted'), true],
    ['reads no other secrets', get('secrets', 'other'), false],
    ['writes none', get('secrets', 'mounted', { verb: 'update' }), false],
    ['does not list them', get('secrets', '', { verb: 'list' }), false],
    ['reads settings of its pods', get('configmaps', 'settings', { verb: 'watch' }), true],
    ['reads its pods', get('pods', 'web'), true],
    ['reads no other pods', get('pods', 'elsewhere'), false],
    ['lists its pods', { verb: 'list', resource: 'pods', fieldSelector: 'spec.nodeName=n1' }, true],
    ['does not list others', { verb: 'list', resource: 'pods', fieldSelector: 'spec.nodeName=n2' }, false],
    ['says how its pods are', get('pods', 'web', { verb: 'patch', subresource: 'status' }), true],
    ['gets tokens for its pods', get('serviceaccounts', 'robot', { verb: 'create', subresource: 'token' }), true],
    ['gets no other tokens', get('serviceaccounts', 'x', { verb: 'create', subresource: 'token' }), false],
    ['reads itself', get('nodes', 'n1', { namespace: '' }), true],
    ['reads no other node', get('nodes', 'n2', { namespace: '' }), false],
    ['does not delete itself', get('nodes', 'n1', { verb: 'delete', namespace: '' }), false],
    [
      'renews its lease',
      get('leases', 'n1', { verb: 'update', apiGroup: 'coordination.k8s.io', namespace: 'kube-node-lease' }),
      true,
    ],
    [
      'renews no other',
      get('leases', 'n2', { verb: 'update', apiGroup: 'coordination.k8s.io', namespace: 'kube-node-lease' }),
      false,
    ],
    ['reads volumes of its pods', get('persistentvolumes', 'disk', { namespace: '' }), true],
    ['reads secrets that volumes of its pods need', get('secrets', 'stage', { namespace: 'vault' }), true],
    ['reads no secrets that others need for them', get('secrets', 'control', { namespace: 'vault' }), false],
    ['reads its slices', slice('get', 'slice-1'), true],
    ['changes its slices', slice('update', 'slice-1'), true],
    ['reads no other slices', slice('get', 'slice-2'), false],
    ['deletes no slices that are not there', slice('delete', 'slice-3'), false],
    ['creates slices', slice('create', ''), true],
    ['lists its slices', { ...slice('list', ''), fieldSelector: 'spec.nodeName=n1' }, true],
    ['does not list others', slice('list', ''), false],
    ['asks about tokens', { verb: 'create', apiGroup: 'authentication.k8s.io', resource: 'tokenreviews' }, true],
    ['watches services', { verb: 'watch', resource: 'services' }, true],
    ['creates no services', { verb: 'create', resource: 'services' }, false],
  ])('%s', async (_what, requested, allowed) => {
    expect((await decide(requested)).decision).toBe(allowed ? 'allow' : 'no-opinion');
  });

  test('is not a user with only the name, or only the group', async () => {
    const requested = get('nodes', 'n1', { namespace: '' });
    expect(await decide(requested, { ...node, groups: [] })).toEqual({ decision: 'no-opinion' });
    expect(await decide(requested, { ...node, name: 'n1' })).toEqual({ decision: 'no-opinion' });
  });

  test('loses what a pod needed when the pod is gone', async () => {
    await run('short', { nodeName: 'n1', volumes: [{ name: 'v', configMap: { name: 'brief' } }] });
    expect((await decide(get('configmaps', 'brief'))).decision).toBe('allow');
    await kube.call('DELETE', '/api/v1/namespaces/a/pods/short?gracePeriodSeconds=0');
    expect(await decide(get('configmaps', 'brief'))).toEqual({
      decision: 'no-opinion',
      reason: "no relationship found between node 'n1' and this object",
    });
    expect((await decide(get('configmaps', 'settings'))).decision).toBe('allow');
  });

  test('cannot list its rights', async () => {
    expect(await nodes.listRules(node)).toMatchObject({ incomplete: true });
    expect(await nodes.listRules({ name: 'x', groups: [] })).toMatchObject({ incomplete: false });
  });
});

test('a pod needs what its fields name', () => {
  const pod = {
    metadata: { name: 'p' },
    spec: {
      serviceAccountName: 'account',
      imagePullSecrets: [{ name: 'pull' }],
      initContainers: [
        {
          env: [{ valueFrom: { secretKeyRef: { name: 'env' } } }, { valueFrom: { configMapKeyRef: { name: 'map' } } }],
        },
      ],
      containers: [{ envFrom: [{ secretRef: { name: 'from' } }] }],
      volumes: [
        { name: 'e', ephemeral: {} },
        { name: 'c', persistentVolumeClaim: { claimName: 'claim' } },
        { name: 'r', rbd: { secretRef: { name: 'rbd' } } },
        { name: 'd', csi: { nodePublishSecretRef: { name: 'csi' } } },
        { name: 'p', projected: { sources: [{ secret: { name: 'part' } }, { configMap: { name: 'piece' } }] } },
      ],
      resourceClaims: [{ resourceClaimName: 'device' }],
    },
  };
  const names = (resource: string) =>
    neededBy(pod as JsonObject as Pod)
      .filter((one) => one.resource === resource)
      .map(({ name }) => name);
  expect(names('secrets').sort()).toEqual(['csi', 'env', 'from', 'part', 'pull', 'rbd']);
  expect(names('configmaps').sort()).toEqual(['map', 'piece']);
  expect(names('persistentvolumeclaims').sort()).toEqual(['claim', 'p-e']);
  expect([...names('serviceaccounts'), ...names('resourceclaims'), ...names('pods')]).toEqual([
    'account',
    'device',
    'p',
  ]);
  const mirror = { ...pod, metadata: { name: 'p', annotations: { 'kubernetes.io/config.mirror': 'x' } } };
  expect(neededBy(mirror as JsonObject as Pod)).toEqual([{ resource: 'pods', name: 'p' }]);
});
