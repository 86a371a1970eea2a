import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { FeatureGates, parseFeatureSettings } from '../../server/feature-gates/index.js';
import { SharedServer } from '../../server/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { kubeFeatureGates } from './index.js';

/** Gates that are on by default, and those that are off. */
const turnedOff = [
  'PodLevelResources',
  'InPlacePodLevelResourcesVerticalScaling',
  'MatchLabelKeysInPodTopologySpread',
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'ContainerRestartRules',
  'RestartAllContainersOnContainerExits',
  'HostnameOverride',
  'HPAConfigurableTolerance',
  'DRADeviceTaints',
  'DRAPartitionableDevices',
  'DRADeviceBindingConditions',
  'DRAPrioritizedList',
  'ResourceHealthStatus',
  'ResourceHealthStatusMessage',
  'WatchList',
];
const turnedOn = [
  'HPAScaleToZero',
  'CrossNamespaceVolumeDataSource',
  'MutablePVNodeAffinity',
  'MaxUnavailableStatefulSet',
  'VolumeLimitScaling',
];

let byDefault: TestKube;
let changed: TestKube;

beforeAll(async () => {
  const settings = parseFeatureSettings([
    ...turnedOff.map((name) => `${name}=false`),
    ...turnedOn.map((name) => `${name}=true`),
  ]);
  byDefault = await TestKube.start();
  const features = new FeatureGates({ gates: kubeFeatureGates, settings });
  changed = await TestKube.start({
    shared: new SharedServer({ features, onError: () => undefined }),
    storage: byDefault.storage,
  });
});
afterAll(async () => {
  await changed.server.close();
  await byDefault.close();
});

const namespaced = '/namespaces/a';
const pods = `/api/v1${namespaced}/pods`;
const autoscalers = `/apis/autoscaling/v2${namespaced}/horizontalpodautoscalers`;
const slices = '/apis/resource.k8s.io/v1/resourceslices';
const claims = `/apis/resource.k8s.io/v1${namespaced}/resourceclaims`;

const pod = (spec: JsonObject, container: JsonObject = {}): JsonObject => ({
  spec: { containers: [{ name: 'a', image: 'b', ...container }], ...spec },
});
const slice = (device: JsonObject, spec: JsonObject = { allNodes: true }): JsonObject => ({
  spec: {
    driver: 'd.io',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [{ name: 'd', ...device }],
    ...spec,
  },
});
const request = (content: JsonObject): JsonObject => ({ spec: { devices: { requests: [{ name: 'r', ...content }] } } });
const spread = { maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

let count = 0;
const named = (body: JsonObject): JsonObject => ({ metadata: { name: `object-${++count}` }, ...body });

/** The value at a path such as `spec.containers.0.name`. */
function at(json: JsonObject, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((value, key) => (value as JsonObject | undefined)?.[key], json);
}

describe('a field behind a feature gate', () => {
  it.each<[gate: string, collection: string, body: JsonObject, path: string]>([
    ['PodLevelResources', pods, pod({ resources: { limits: { cpu: '1' } } }), 'spec.resources'],
    [
      'MatchLabelKeysInPodTopologySpread',
      pods,
      pod({ topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['app'] }] }),
      'spec.topologySpreadConstraints.0.matchLabelKeys',
    ],
    ['ContainerRestartRules', pods, pod({}, { restartPolicy: 'Never' }), 'spec.containers.0.restartPolicy'],
    ['HostnameOverride', pods, pod({ hostnameOverride: 'x' }), 'spec.hostnameOverride'],
    [
      'HPAConfigurableTolerance',
      autoscalers,
      { spec: { maxReplicas: 2, scaleTargetRef: target, behavior: { scaleUp: { tolerance: '0.1' } } } },
      'spec.behavior.scaleUp.tolerance',
    ],
    ['DRADeviceTaints', slices, slice({ taints: [{ key: 'k', effect: 'NoSchedule' }] }), 'spec.devices.0.taints'],
    [
      'DRADeviceTaints',
      claims,
      request({ exactly: { deviceClassName: 'x', tolerations: [{ key: 'k', operator: 'Exists' }] } }),
      'spec.devices.requests.0.exactly.tolerations',
    ],
    [
      'DRADeviceBindingConditions',
      slices,
      slice({ bindingConditions: ['a'], bindingFailureConditions: ['b'], bindsToNode: true }),
      'spec.devices.0.bindingConditions',
    ],
  ])('%s is dropped from new objects while the gate is off, and kept if it is used (%#)', async (...row) => {
    const [, collection, body, path] = row;
    const object = named(body);
    const kept = await byDefault.call('POST', collection, object);
    expect([kept.status, at(kept.json, path)]).toEqual([201, expect.anything()]);
    const dropped = await changed.call('POST', collection, named(body));
    expect([dropped.status, at(dropped.json, path)]).toEqual([201, undefined]);
    const name = (object['metadata'] as JsonObject)['name'];
    const patch = { metadata: { labels: { a: 'b' } } };
    const updated = await changed.call('PATCH', `${collection}/${name}`, patch, 'application/merge-patch+json');
    expect([updated.status, at(updated.json, path)]).toEqual([200, at(kept.json, path)]);
  });

  it.each<[gate: string, collection: string, body: JsonObject]>([
    ['DRAPrioritizedList', claims, request({ firstAvailable: [{ name: 'q', deviceClassName: 'x' }] })],
    ['DRAPartitionableDevices', slices, slice({ nodeName: 'n' }, { perDeviceNodeSelection: true })],
  ])('%s makes an object invalid that needs it, while the gate is off', async (_gate, collection, body) => {
    expect((await byDefault.call('POST', collection, named(body))).status).toBe(201);
    expect((await changed.call('POST', collection, named(body))).status).toBe(422);
  });

  const rollingUpdate = (fields: JsonObject): JsonObject => ({
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, ...pod({}) },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: fields },
    },
  });
  const statefulSets = `/apis/apps/v1${namespaced}/statefulsets`;

  it.each<[collection: string, unset: JsonObject, set: JsonObject, path: string, values: JsonValue[]]>([
    [
      statefulSets,
      rollingUpdate({}),
      rollingUpdate({ maxUnavailable: '25%' }),
      'spec.updateStrategy.rollingUpdate.maxUnavailable',
      [1, '25%'],
    ],
    [
      '/apis/storage.k8s.io/v1/csidrivers',
      { spec: {} },
      { spec: { preventPodSchedulingIfMissing: true } },
      'spec.preventPodSchedulingIfMissing',
      [false, true],
    ],
  ])('is defaulted in %s while the gate is on', async (collection, unset, set, path, values) => {
    const valuesIn = async (kube: TestKube) => [
      at((await kube.call('POST', collection, named(unset))).json, path),
      at((await kube.call('POST', collection, named(set))).json, path),
    ];
    expect([await valuesIn(byDefault), await valuesIn(changed)]).toEqual([[undefined, undefined], values]);
  });

  it('is validated while the gate is on', async () => {
    const { json } = await changed.call('POST', statefulSets, named(rollingUpdate({ maxUnavailable: 0 })));
    expect(json['message']).toContain('rollingUpdate.maxUnavailable: Invalid value: 0: cannot be 0');
  });

  it('is dropped from a status', async () => {
    const health = [{ name: 'x.io/y', resources: [{ resourceID: 'r', health: 'Healthy' }] }];
    const container = { name: 'a', image: '', imageID: '', ready: false, restartCount: 0 };
    const status = { containerStatuses: [{ ...container, allocatedResourcesStatus: health }] };
    const statusIn = async (kube: TestKube) => {
      const object = named(pod({}, { resources: { limits: { 'x.io/y': '1' } } }));
      await kube.call('POST', pods, object);
      const name = (object['metadata'] as JsonObject)['name'];
      const { json } = await kube.call('PATCH', `${pods}/${name}/status`, { status }, 'application/merge-patch+json');
      return at(json, 'status.containerStatuses.0.allocatedResourcesStatus');
    };
    expect([await statusIn(byDefault), await statusIn(changed)]).toEqual([health, undefined]);
  });
});

describe('a rule behind a feature gate', () => {
  it('is that autoscalers have a replica at least', async () => {
    const metric = { type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } };
    const autoscaler = { spec: { minReplicas: 0, maxReplicas: 2, scaleTargetRef: target, metrics: [metric] } };
    expect((await byDefault.call('POST', autoscalers, named(autoscaler))).json).toMatchObject({
      message: expect.stringContaining('must be greater than or equal to 1'),
    });
    expect((await changed.call('POST', autoscalers, named(autoscaler))).status).toBe(201);
  });

  it('is that the node affinity of a volume does not change', async () => {
    const volumes = '/api/v1/persistentvolumes';
    const affinity = (value: string) => ({
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: [value] }] }] },
    });
    const capacity = { storage: '1Gi' };
    const volume = named({
      spec: { capacity, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' }, nodeAffinity: affinity('b') },
    });
    expect((await byDefault.call('POST', volumes, volume)).status).toBe(201);
    const path = `${volumes}/${(volume['metadata'] as JsonObject)['name']}`;
    const change = { spec: { nodeAffinity: affinity('c') } };
    const patched = async (kube: TestKube) =>
      (await kube.call('PATCH', path, change, 'application/merge-patch+json')).status;
    expect([await patched(byDefault), await patched(changed)]).toEqual([422, 200]);
  });

  it('is that claims refer to sources in their own namespace', async () => {
    const dataSourceRef = { kind: 'PersistentVolumeClaim', name: 'x', namespace: 'other' };
    const resources = { requests: { storage: '1Gi' } };
    const claim = { spec: { accessModes: ['ReadWriteOnce'], resources, dataSourceRef } };
    const referred = async (kube: TestKube) =>
      at(
        (await kube.call('POST', `/api/v1${namespaced}/persistentvolumeclaims`, named(claim))).json,
        'spec.dataSourceRef',
      );
    expect([await referred(byDefault), await referred(changed)]).toEqual([
      undefined,
      expect.objectContaining(dataSourceRef),
    ]);
  });

  it('is that watches start with a list on request', async () => {
    const watch = `${pods}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`;
    expect((await changed.call('GET', watch)).json).toMatchObject({
      code: 422,
      message: expect.stringContaining('unless the WatchList feature gate is enabled'),
    });
  });
});
