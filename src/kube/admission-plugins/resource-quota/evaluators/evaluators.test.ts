import { describe, expect, test } from 'vitest';
import type { Pod } from '../../../../api/core/v1.js';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { known, requestOf } from '../../plugin.test.support.js';
import { amountsText } from '../amounts.js';
import { QuotaEvaluators } from './index.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const gpuClass = { metadata: { name: 'gpu' }, spec: { extendedResourceName: 'example.com/gpu' } };
const extended = { 'resource.kubernetes.io/extended-resource-claim': 'true' };
const owner = { kind: 'Pod', apiVersion: 'v1', name: 'p', uid: 'u', controller: true };
const ownedClaim = (name: string): JsonObject => ({
  metadata: {
    namespace: 'a',
    name,
    annotations: extended,
    ownerReferences: [owner],
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { devices: { requests: [device('gpu', 3)] } },
});
const evaluators = new QuotaEvaluators({
  deviceClasses: known(gpuClass, { metadata: { name: 'nic' }, spec: {} }),
  claims: known(ownedClaim('first'), ownedClaim('other')),
  findPod: async ({ name }) =>
    name === 'p'
      ? ({ metadata: { name, uid: 'u' }, ...podOf({ requests: { 'example.com/gpu': '2' } }) } as Pod)
      : undefined,
  now: () => now,
});

function evaluatorOf(resource: string) {
  const [plural = '', ...group] = resource.split('.');
  const found = evaluators.of({ group: group.join('.'), version: 'v1', resource: plural });
  if (!found) throw new Error(`${resource} is not counted`);
  return found;
}

const usage = async (resource: string, object: JsonObject): Promise<string> =>
  amountsText(await evaluatorOf(resource).usage(object));

function podOf(resources: JsonObject, more: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  return { spec: { containers: [{ name: 'c', resources }], ...spec }, ...more };
}

function device(deviceClassName: string, count: number): JsonObject {
  return { name: 'd', exactly: { deviceClassName, allocationMode: 'ExactCount', count } };
}

describe('a pod uses', () => {
  test.each<[what: string, pod: JsonObject, used: string]>([
    ['itself', podOf({}), 'count/pods=1,pods=1'],
    [
      'what its containers ask for, and are limited to',
      podOf({ requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', 'ephemeral-storage': '1Gi' } }),
      'count/pods=1,cpu=1,limits.cpu=2,limits.ephemeral-storage=1Gi,memory=1Gi,pods=1,requests.cpu=1,requests.memory=1Gi',
    ],
    [
      'huge pages, devices, and extended resources',
      podOf({
        requests: { 'hugepages-2Mi': '4Mi', 'example.com/gpu': '1', 'deviceclass.resource.kubernetes.io/nic': '1' },
      }),
      'count/pods=1,hugepages-2Mi=4Mi,pods=1,requests.deviceclass.resource.kubernetes.io/nic=1,requests.example.com/gpu=1,requests.hugepages-2Mi=4Mi',
    ],
    [
      'what it says of itself as a whole, and what it costs to run',
      podOf(
        { requests: { cpu: '1' } },
        {},
        { resources: { requests: { cpu: '3' } }, overhead: { cpu: '500m', memory: '1' } },
      ),
      'count/pods=1,cpu=3500m,memory=1,pods=1,requests.cpu=3500m,requests.memory=1',
    ],
    [
      'what its most demanding init container needs',
      podOf({ requests: { cpu: '1' } }, {}, { initContainers: [{ name: 'i', resources: { requests: { cpu: '2' } } }] }),
      'count/pods=1,cpu=2,pods=1,requests.cpu=2',
    ],
    [
      'what its node still gives it',
      podOf(
        { requests: { cpu: '1' }, limits: { cpu: '1' } },
        {
          status: {
            containerStatuses: [
              {
                name: 'c',
                resources: { requests: { cpu: '2' }, limits: { cpu: '3' } },
                allocatedResources: { cpu: '4' },
              },
            ],
          },
        },
      ),
      'count/pods=1,cpu=4,limits.cpu=3,pods=1,requests.cpu=4',
    ],
    [
      'what it has while it cannot get what it wants',
      podOf(
        { requests: { cpu: '9' } },
        {
          status: {
            conditions: [{ type: 'PodResizePending', reason: 'Infeasible' }],
            containerStatuses: [{ name: 'c', resources: { requests: { cpu: '2' } } }],
          },
        },
      ),
      'count/pods=1,cpu=2,pods=1,requests.cpu=2',
    ],
    [
      'nothing more when it has ended',
      podOf({ requests: { cpu: '1' } }, { status: { phase: 'Failed' } }),
      'count/pods=1',
    ],
    [
      'nothing more when it should have ended',
      podOf({}, { metadata: { deletionTimestamp: '2025-12-31T23:59:00Z', deletionGracePeriodSeconds: 30 } }),
      'count/pods=1',
    ],
  ])('%s', async (_what, pod, used) => {
    expect(await usage('pods', pod)).toBe(used);
  });
});

describe('a pod is in scope', () => {
  const affinity = (term: JsonObject): JsonObject => ({
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
    },
  });
  test.each<[scope: string, operator: string, values: string[], pod: JsonObject, isIn: boolean]>([
    ['Terminating', 'Exists', [], podOf({}, {}, { activeDeadlineSeconds: 0 }), true],
    ['Terminating', 'Exists', [], podOf({}), false],
    ['NotTerminating', 'Exists', [], podOf({}), true],
    ['BestEffort', 'Exists', [], podOf({}), true],
    ['NotBestEffort', 'Exists', [], podOf({ requests: { cpu: '1' } }), true],
    ['NotBestEffort', 'Exists', [], podOf({}, { status: { qosClass: 'BestEffort' } }), false],
    ['PriorityClass', 'Exists', [], podOf({}, {}, { priorityClassName: 'high' }), true],
    ['PriorityClass', 'DoesNotExist', [], podOf({}), true],
    ['PriorityClass', 'In', ['high'], podOf({}, {}, { priorityClassName: 'high' }), true],
    ['PriorityClass', 'In', ['high'], podOf({}), false],
    ['PriorityClass', 'NotIn', ['high'], podOf({}), true],
    ['PriorityClass', 'NotIn', ['high'], podOf({}, {}, { priorityClassName: 'high' }), false],
    ['CrossNamespacePodAffinity', 'Exists', [], podOf({}, {}, affinity({ namespaceSelector: {} })), true],
    ['CrossNamespacePodAffinity', 'Exists', [], podOf({}, {}, affinity({ namespaces: ['b'] })), true],
    ['CrossNamespacePodAffinity', 'Exists', [], podOf({}, {}, affinity({ topologyKey: 'x' })), false],
    ['VolumeAttributesClass', 'Exists', [], podOf({}), false],
  ])('%s %s %j', (scopeName, operator, values, pod, isIn) => {
    expect(evaluatorOf('pods').isInScope({ scopeName, operator, values }, pod)).toBe(isIn);
  });
});

describe('a service uses', () => {
  const ports = [{ port: 1, nodePort: 30000 }, { port: 2 }];
  test.each<[type: string, spec: JsonObject, nodePorts: number, loadBalancers: number]>([
    ['ClusterIP', {}, 0, 0],
    ['NodePort', {}, 2, 0],
    ['LoadBalancer', {}, 2, 1],
    ['LoadBalancer', { allocateLoadBalancerNodePorts: false }, 1, 1],
  ])('as a %s with %j', async (type, spec, nodePorts, loadBalancers) => {
    expect(await usage('services', { spec: { type, ports, ...spec } })).toBe(
      `count/services=1,services=1,services.loadbalancers=${loadBalancers},services.nodeports=${nodePorts}`,
    );
  });
});

describe('a volume claim', () => {
  const claim = (more: JsonObject, storage = '1Gi'): JsonObject => ({
    spec: { resources: { requests: { storage } }, ...more },
  });

  test.each<[what: string, claim: JsonObject, used: string]>([
    ['storage', claim({}), 'count/persistentvolumeclaims=1,persistentvolumeclaims=1,requests.storage=1Gi'],
    [
      'storage of its class, in whole bytes',
      claim({ storageClassName: 'gold' }, '1500m'),
      'count/persistentvolumeclaims=1,gold.storageclass.storage.k8s.io/persistentvolumeclaims=1,gold.storageclass.storage.k8s.io/requests.storage=2,persistentvolumeclaims=1,requests.storage=2',
    ],
    [
      'what it has been given if that is more',
      { ...claim({}), status: { allocatedResources: { storage: '2Gi' } } },
      'count/persistentvolumeclaims=1,persistentvolumeclaims=1,requests.storage=2Gi',
    ],
  ])('uses %s', async (_what, object, used) => {
    expect(await usage('persistentvolumeclaims', object)).toBe(used);
  });

  test('is counted by names with its class', () => {
    const { counts } = evaluatorOf('persistentvolumeclaims');
    const names = [
      'requests.storage',
      'count/persistentvolumeclaims',
      'gold.storageclass.storage.k8s.io/requests.storage',
    ];
    expect(names.every(counts)).toBe(true);
    expect(['pods', 'gold.storageclass.storage.k8s.io/pods'].some(counts)).toBe(false);
  });

  test('is in the scope of all attribute classes that it has to do with', () => {
    const object = {
      spec: { volumeAttributesClassName: 'a' },
      status: { currentVolumeAttributesClassName: 'b', modifyVolumeStatus: { targetVolumeAttributesClassName: 'c' } },
    };
    const isIn = (operator: string, ...values: string[]): boolean =>
      evaluatorOf('persistentvolumeclaims').isInScope({ scopeName: 'VolumeAttributesClass', operator, values }, object);
    expect(['a', 'b', 'c', 'd'].map((name) => isIn('In', name))).toEqual([true, true, true, false]);
    expect([isIn('Exists'), isIn('DoesNotExist'), isIn('NotIn', 'a'), isIn('NotIn', 'a', 'b', 'c')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('is looked at again when its status changes', () => {
    const attributes = { resource: 'persistentvolumeclaims', operation: 'UPDATE', subresource: 'status' } as const;
    expect(evaluatorOf('persistentvolumeclaims').handles(requestOf(attributes))).toBe(true);
  });
});

describe('a resource claim uses', () => {
  const count = 'count/resourceclaims.resource.k8s.io=1';
  const claim = (...requests: JsonObject[]): JsonObject => ({ metadata: {}, spec: { devices: { requests } } });
  const alternative = (deviceClassName: string, allocationMode: string, amount: number): JsonObject => ({
    name: 'x',
    deviceClassName,
    allocationMode,
    count: amount,
  });

  test.each<[what: string, claim: JsonObject, used: string]>([
    [
      'devices of a class',
      claim(device('nic', 2), device('nic', 1)),
      `${count},nic.deviceclass.resource.k8s.io/devices=3,requests.deviceclass.resource.kubernetes.io/nic=3`,
    ],
    [
      'devices that pods have another name for',
      claim(device('gpu', 2)),
      `${count},gpu.deviceclass.resource.k8s.io/devices=2,requests.deviceclass.resource.kubernetes.io/gpu=2,requests.example.com/gpu=2`,
    ],
    [
      'the most of its alternatives',
      claim({ name: 'd', firstAvailable: [alternative('nic', 'ExactCount', 5), alternative('nic', 'All', 0)] }),
      `${count},nic.deviceclass.resource.k8s.io/devices=32,requests.deviceclass.resource.kubernetes.io/nic=32`,
    ],
    [
      'what its pod is not charged for already',
      ownedClaim('first'),
      `${count},gpu.deviceclass.resource.k8s.io/devices=3,requests.deviceclass.resource.kubernetes.io/gpu=3,requests.example.com/gpu=1`,
    ],
    [
      'all of it if it is not the first claim of its pod',
      ownedClaim('other'),
      `${count},gpu.deviceclass.resource.k8s.io/devices=3,requests.deviceclass.resource.kubernetes.io/gpu=3,requests.example.com/gpu=3`,
    ],
  ])('%s', async (_what, object, used) => {
    expect(await usage('resourceclaims.resource.k8s.io', object)).toBe(used);
  });

  test('what quotas count by the names of device classes that there are', () => {
    const { counts } = evaluatorOf('resourceclaims.resource.k8s.io');
    const implicit = 'requests.deviceclass.resource.kubernetes.io';
    expect(
      [`${implicit}/nic`, `${implicit}/none`, 'requests.example.com/gpu', 'requests.example.com/fpga'].map(counts),
    ).toEqual([true, false, true, false]);
  });
});

test('objects of other kinds are counted, some also by their plain names', async () => {
  expect(await usage('deployments.apps', {})).toBe('count/deployments.apps=1');
  expect(await usage('secrets', {})).toBe('count/secrets=1,secrets=1');
  expect(evaluators.of({ group: 'events.k8s.io', version: 'v1', resource: 'events' })).toBeUndefined();
});
