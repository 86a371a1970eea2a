import { describe, expect, test } from 'vitest';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/core/v1.js';
import type { DeviceClass, ResourceClaim, ResourceSlice } from '../../../api/resource/v1.js';
import type { StorageClass } from '../../../api/storage/v1.js';
import { type DeviceObjects, deviceKey, planDevices } from './devices.js';
import { planVolumes, type VolumeObjects } from './volumes.js';

const node = (name: string, labels: Record<string, string> = {}): Node =>
  ({
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: {},
    status: {},
  }) as unknown as Node;

describe('the volumes of a pod', () => {
  const bound = { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } };
  const claims: Record<string, object> = {
    bound: { metadata: { name: 'bound', ...bound }, spec: { volumeName: 'on-a' } },
    orphan: { metadata: { name: 'orphan', ...bound }, spec: { volumeName: 'absent' } },
    zonal: { metadata: { name: 'zonal', ...bound }, spec: { volumeName: 'zonal' } },
    lost: { metadata: { name: 'lost' }, spec: { volumeName: 'x' }, status: { phase: 'Lost' } },
    deleted: { metadata: { name: 'deleted', deletionTimestamp: 'now' }, spec: {} },
    immediate: { metadata: { name: 'immediate' }, spec: { storageClassName: 'immediate' } },
    local: { metadata: { name: 'local', namespace: 'a' }, spec: { storageClassName: 'local', resources: {} } },
    cloud: { metadata: { name: 'cloud', namespace: 'a' }, spec: { storageClassName: 'cloud', resources: {} } },
    selected: {
      metadata: { name: 'selected', annotations: { 'volume.kubernetes.io/selected-node': 'b' } },
      spec: { storageClassName: 'cloud', resources: {} },
    },
  };
  const onA = [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['a'] }] }];
  const volume = (name: string, more: { labels?: object; storageClassName?: string } = {}) => ({
    metadata: { name, labels: more.labels },
    spec: {
      capacity: { storage: '1Gi' },
      ...(more.storageClassName && { storageClassName: more.storageClassName }),
      ...(!more.labels && { nodeAffinity: { required: { nodeSelectorTerms: onA } } }),
    },
    status: { phase: 'Available' },
  });
  const volumes: Record<string, object> = {
    'on-a': volume('on-a'),
    free: volume('free', { storageClassName: 'local' }),
    zonal: volume('zonal', { labels: { 'topology.kubernetes.io/zone': 'x__y' } }),
  };
  const lazy = { volumeBindingMode: 'WaitForFirstConsumer' };
  const inZoneX = [{ matchLabelExpressions: [{ key: 'topology.kubernetes.io/zone', values: ['x'] }] }];
  const classes: Record<string, object> = {
    immediate: { provisioner: 'example.com/disk' },
    local: { provisioner: 'kubernetes.io/no-provisioner', ...lazy },
    cloud: { provisioner: 'example.com/disk', ...lazy, allowedTopologies: inZoneX },
  };
  const objects: VolumeObjects = {
    claimNamed: (_namespace, name) => claims[name] as PersistentVolumeClaim | undefined,
    volumeNamed: (name) => volumes[name] as PersistentVolume | undefined,
    classNamed: (name) => classes[name] as StorageClass | undefined,
    volumes: () => Object.values(volumes) as PersistentVolume[],
  };
  const using = (...names: string[]): Pod =>
    ({
      metadata: { name: 'pod', namespace: 'a' },
      spec: { volumes: names.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })) },
    }) as unknown as Pod;
  const nodes = [node('a', { 'topology.kubernetes.io/zone': 'x' }), node('b', { 'topology.kubernetes.io/zone': 'z' })];
  const noVolume = "node(s) didn't find available persistent volumes to bind";

  test.each<[claim: string, refusal: string]>([
    ['absent', 'persistentvolumeclaim "absent" not found'],
    ['deleted', 'persistentvolumeclaim "deleted" is being deleted'],
    ['lost', 'persistentvolumeclaim "lost" bound to non-existent persistentvolume "x"'],
    ['immediate', 'pod has unbound immediate PersistentVolumeClaims'],
  ])('keep it off all nodes: a claim that is %s', (claim, refusal) => {
    expect(planVolumes(using(claim), objects)).toBe(refusal);
  });

  test.each<[claim: string, refusals: (string | undefined)[]]>([
    ['bound', [undefined, "node(s) didn't match PersistentVolume's node affinity"]],
    ['orphan', Array(2).fill('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)')],
    ['zonal', [undefined, 'node(s) had no available volume zone']],
    ['local', [undefined, noVolume]],
    ['cloud', [undefined, noVolume]],
    ['selected', [noVolume, noVolume]],
  ])('decide where it can run: a claim that is %s', (claim, refusals) => {
    const plan = planVolumes(using(claim), objects);
    expect(typeof plan === 'object' && nodes.map((each) => plan.refuse(each))).toEqual(refusals);
  });

  test('are chosen, or left to a provisioner', () => {
    const plan = planVolumes(using('local', 'cloud'), objects);
    const bindings = typeof plan === 'object' ? plan.bindingsOn(nodes[0]!) : undefined;
    expect(bindings?.matched.map(({ claim, volume: { metadata } }) => [claim.metadata.name, metadata.name])).toEqual([
      ['local', 'free'],
    ]);
    expect(bindings?.provisioned.map(({ metadata }) => metadata.name)).toEqual(['cloud']);
  });

  test('are none of its business if it has no claims', () => {
    expect(planVolumes(using(), objects)).toBeUndefined();
  });
});

describe('the devices of a pod', () => {
  const device = (name: string, model: string, more: object = {}) => ({
    name,
    attributes: { model: { string: model }, driverVersion: { version: '2.1.0' }, 'example.com/rack': { int: 1 } },
    capacity: { memory: { value: model === 'big' ? '80Gi' : '16Gi' } },
    ...more,
  });
  const slice = (nodeName: string, devices: object[], pool: object = {}): ResourceSlice =>
    ({
      spec: {
        driver: 'gpu.example.com',
        pool: { name: nodeName, generation: 1, resourceSliceCount: 1, ...pool },
        nodeName,
        devices,
      },
    }) as unknown as ResourceSlice;
  const slices = [
    slice('a', [device('a0', 'small'), device('a1', 'big'), device('a2', 'big')]),
    slice('b', [device('b0', 'small'), device('b1', 'small', { taints: [{ key: 'broken', effect: 'NoSchedule' }] })]),
    slice('c', [device('c0', 'big')], { resourceSliceCount: 2 }),
    slice('d', [device('old', 'big')]),
    slice('d', [device('d0', 'small')], { generation: 2 }),
  ];
  const gpu = { spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] } };
  const nodes = ['a', 'b', 'c', 'd'].map((name) => node(name));

  function allocated(devices: object, { used = [], status = {} }: { used?: string[]; status?: object } = {}): string[] {
    const claim = {
      metadata: { name: 'claim', namespace: 'x' },
      spec: { devices },
      status,
    } as unknown as ResourceClaim;
    const objects: DeviceObjects = {
      claimNamed: () => claim,
      classNamed: (name) => (name === 'gpu' ? (gpu as unknown as DeviceClass) : undefined),
      slices: () => slices,
      used: new Set(used.map((name) => deviceKey('gpu.example.com', name[0] ?? '', name))),
    };
    const pod = {
      metadata: { name: 'pod', namespace: 'x', uid: 'u' },
      spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'claim' }] },
      status: {},
    } as unknown as Pod;
    const plan = planDevices(pod, objects);
    if (typeof plan !== 'object') return [plan ?? 'none'];
    return nodes.map((each) => {
      const refusal = plan.refuse(each);
      if (refusal !== undefined) return refusal;
      const results = plan.allocationsOn(each)?.[0]?.allocation?.devices.results ?? [];
      return results.map(({ request, device: name }) => `${request}=${name}`).join();
    });
  }
  const one = (more: object = {}) => ({ name: 'r', exactly: { deviceClassName: 'gpu', ...more } });
  const selecting = (expression: string) => one({ selectors: [{ cel: { expression } }] });
  const no = 'cannot allocate all claims';

  test.each<[what: string, devices: object, options: object, on: string[]]>([
    ['any that is free', { requests: [one()] }, { used: ['a0'] }, ['r=a1', 'r=b0', no, 'r=d0']],
    [
      'by attribute',
      { requests: [selecting('device.attributes["gpu.example.com"].model == "big"')] },
      {},
      ['r=a1', no, no, no],
    ],
    [
      'by version',
      { requests: [selecting('device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("2.0.0"))')] },
      {},
      ['r=a0', 'r=b0', no, 'r=d0'],
    ],
    [
      'by capacity',
      { requests: [selecting('device.capacity["gpu.example.com"].memory.compareTo(quantity("32Gi")) > 0')] },
      {},
      ['r=a1', no, no, no],
    ],
    [
      'none if an attribute is missing',
      { requests: [selecting('device.attributes["other.example.com"].x == 1')] },
      {},
      [no, no, no, no],
    ],
    ['of an absent class: none', { requests: [one({ deviceClassName: 'absent' })] }, {}, [no, no, no, no]],
    ['two', { requests: [one({ count: 2 })] }, {}, ['r=a0,r=a1', no, no, no]],
    ['all', { requests: [one({ allocationMode: 'All' })] }, {}, ['r=a0,r=a1,r=a2', 'r=b0', no, 'r=d0']],
    [
      'all: none if one is in use',
      { requests: [one({ allocationMode: 'All' })] },
      { used: ['a2'] },
      [no, 'r=b0', no, 'r=d0'],
    ],
    [
      'tainted, if it is tolerated',
      { requests: [one({ tolerations: [{ operator: 'Exists' }] })] },
      { used: ['b0', 'd0'] },
      ['r=a0', 'r=b1', no, no],
    ],
    [
      'the first alternative that is available',
      {
        requests: [
          {
            name: 'r',
            firstAvailable: [
              { name: 'two', deviceClassName: 'gpu', count: 2 },
              { name: 'one', deviceClassName: 'gpu' },
            ],
          },
        ],
      },
      {},
      ['r/two=a0,r/two=a1', 'r/one=b0', no, 'r/one=d0'],
    ],
    [
      'of the same model',
      { requests: [one({ count: 2 })], constraints: [{ matchAttribute: 'gpu.example.com/model' }] },
      {},
      ['r=a1,r=a2', no, no, no],
    ],
    [
      'of different models',
      { requests: [one({ count: 2 })], constraints: [{ distinctAttribute: 'gpu.example.com/model' }] },
      {},
      ['r=a0,r=a1', no, no, no],
    ],
    [
      'in use, for an administrator',
      { requests: [one({ adminAccess: true })] },
      { used: ['a0'] },
      ['r=a0', 'r=b0', no, 'r=d0'],
    ],
  ])('%s', (_what, devices, options, on) => expect(allocated(devices, options)).toEqual(on));

  test('keep it on the node where they are', () => {
    const matchFields = [{ key: 'metadata.name', operator: 'In', values: ['b'] }];
    const allocation = { devices: { results: [] }, nodeSelector: { nodeSelectorTerms: [{ matchFields }] } };
    const elsewhere = 'resourceclaim not available on the node';
    expect(allocated({ requests: [] }, { status: { allocation } })).toEqual([elsewhere, '', elsewhere, elsewhere]);
  });

  test('keep it off all nodes if as many pods use them as may', () => {
    const reservedFor = Array.from({ length: 256 }, (_, index) => ({ resource: 'pods', name: 'p', uid: `${index}` }));
    expect(allocated({ requests: [] }, { status: { reservedFor } })).toEqual(['resourceclaim in use']);
  });
});
