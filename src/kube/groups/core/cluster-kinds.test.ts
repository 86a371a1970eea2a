import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const merge = 'application/merge-patch+json';
const claims = 'namespaces/a/persistentvolumeclaims';
const quotas = 'namespaces/a/resourcequotas';
const limits = 'namespaces/a/limitranges';
const create = (resource: string, name: string, fields: JsonObject) =>
  kube.call('POST', `/api/v1/${resource}`, { metadata: { name }, ...fields });
const patch = (target: string, change: JsonObject) => kube.call('PATCH', `/api/v1/${target}`, change, merge);

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } };
const volume = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } };

test.each<[string, string, JsonObject, JsonObject]>([
  [
    'a volume',
    'persistentvolumes',
    { spec: volume },
    {
      spec: { ...volume, hostPath: { path: '/x', type: '' }, persistentVolumeReclaimPolicy: 'Retain' },
      status: { phase: 'Pending', lastPhaseTransitionTime: expect.any(String) as unknown as string },
    },
  ],
  ['a claim', claims, { spec: claim }, { spec: { ...claim, volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }],
  [
    'a node',
    'nodes',
    { status: { capacity: { cpu: '1' } } },
    { spec: {}, status: { capacity: { cpu: '1' }, allocatable: { cpu: '1' } } },
  ],
  [
    'a node of which nothing can be had',
    'nodes',
    { metadata: { name: 'usual-empty' }, status: { capacity: { cpu: '1' }, allocatable: {} } },
    { status: { capacity: { cpu: '1' } } },
  ],
  [
    'a range of limits',
    limits,
    { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }] } },
    { spec: { limits: [{ default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Mi' } }] } },
  ],
])('%s begins with what is usual', async (_what, resource, given, expected) => {
  const { status, json } = await create(resource, 'usual', given);
  expect([status, json]).toMatchObject([201, expected]);
});

test.each<[string, string, JsonObject, string[]]>([
  [
    'a volume without anything',
    'persistentvolumes',
    {},
    [
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: null: supported values: "storage"',
      'spec: Required value: must specify a volume type',
    ],
  ],
  [
    'a volume that holds nothing',
    'persistentvolumes',
    { ...volume, capacity: {} },
    ['spec.capacity: Required value', 'spec.capacity: Unsupported value: {}: supported values: "storage"'],
  ],
  [
    'a volume of two kinds',
    'persistentvolumes',
    { ...volume, nfs: { server: 's', path: '/' } },
    ['spec.nfs: Forbidden: may not specify more than 1 volume type'],
  ],
  [
    'a local volume anywhere',
    'persistentvolumes',
    { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, local: { path: '/../x' } },
    [
      `spec.local.path: Invalid value: "/../x": must not contain '..'`,
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ],
  ],
  [
    'a volume with an invalid node affinity',
    'persistentvolumes',
    {
      ...volume,
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] } },
    },
    [
      'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ],
  ],
  [
    'a volume of a driver with half a secret',
    'persistentvolumes',
    {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'd', volumeHandle: '', nodePublishSecretRef: { name: 's' } },
    },
    ['spec.csi.volumeHandle: Required value', 'spec.csi.nodePublishSecretRef.namespace: Required value'],
  ],
  [
    'the root of a node that is to be recycled',
    'persistentvolumes',
    { ...volume, hostPath: { path: '/./' }, persistentVolumeReclaimPolicy: 'Recycle' },
    ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
  ],
  [
    'a disk on the network without a secret',
    'persistentvolumes',
    {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      iscsi: { targetPortal: 'p', iqn: 'x', lun: 256, chapAuthSession: true },
    },
    [
      'spec.iscsi.iqn: Invalid value: "x": must be valid format',
      'spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
      'spec.iscsi.secretRef: Required value',
    ],
  ],
  [
    'a claim of data of two sources',
    claims,
    {
      ...claim,
      dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
    },
    ['spec: Invalid value: {}: must match dataSourceRef'],
  ],
  [
    'a claim of nothing',
    claims,
    { accessModes: ['Sometimes'], resources: { requests: { storage: '0' } } },
    [
      'spec.accessModes: Unsupported value: "Sometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      'spec.resources[storage]: Invalid value: "0": must be greater than zero',
    ],
  ],
  [
    'a quota of parts of pods',
    quotas,
    { hard: { pods: '1500m', nope: '1' } },
    [
      'spec.hard[pods]: Invalid value: "1500m": must be an integer',
      'spec.hard[nope]: Invalid value: "nope": must be a standard resource type or fully qualified',
      'spec.hard[nope]: Invalid value: "nope": must be a standard resource for quota',
    ],
  ],
  [
    'a quota of a thousandth',
    quotas,
    { hard: { pods: '1e-3' } },
    ['spec.hard[pods]: Invalid value: "1e-3": must be an integer'],
  ],
  [
    'a quota with scopes that exclude each other',
    quotas,
    { hard: { services: '1' }, scopes: ['BestEffort', 'NotBestEffort'] },
    [
      'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: unsupported scope applied to resource',
      'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: unsupported scope applied to resource',
      'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
    ],
  ],
  [
    'limits that contradict each other',
    limits,
    { limits: [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } }] },
    [
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
      'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
    ],
  ],
  [
    'limits of what containers do not have, and of a ratio that cannot be',
    limits,
    {
      limits: [
        { type: 'Pod', max: { k: '1' } },
        { type: 'Container', min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } },
      ],
    },
    [
      'spec.limits[0].max[k]: Invalid value: "k": must be a standard resource type or fully qualified',
      'spec.limits[0].max[k]: Invalid value: "k": must be a standard resource for containers',
      'spec.limits[1].maxLimitRequestRatio[cpu]: Invalid value: "3": ratio 3 is greater than max/min = 2.000000',
    ],
  ],
  [
    'a quota of what is not in its scope',
    quotas,
    { hard: { pods: '1', 'requests.cpu': '1' }, scopes: ['VolumeAttributesClass'] },
    [
      'spec.scopes: Invalid value: ["VolumeAttributesClass"]: unsupported scope applied to resource',
      'spec.scopes: Invalid value: ["VolumeAttributesClass"]: unsupported scope applied to resource',
    ],
  ],
  [
    'a node with wrong networks and taints',
    'nodes',
    { podCIDR: 'x', taints: [{ key: 'k', effect: 'Nope' }] },
    [
      'metadata.taints[0].effect: Unsupported value: "Nope": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
  ],
])('%s is refused', async (_what, resource, spec, causes) => {
  const answer = await create(resource, 'wrong', { spec });
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('the requests of a claim are immutable until it is bound; then they may grow', async () => {
  await create(claims, 'grows', { spec: claim });
  const more = { spec: { resources: { requests: { storage: '3Gi' } } } };
  expect(causesOf(await patch(`${claims}/grows`, more))).toEqual([
    `spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims
@@ -6,7 +6,7 @@
  "Resources": {
   "Limits": null,
   "Requests": {
-   "storage": "2Gi"
+   "storage": "3Gi"
   }
  },
  "VolumeName": "",
`,
  ]);
  const [named] = causesOf(await patch(`${claims}/grows`, { spec: { ...more.spec, volumeName: 'v' } }));
  expect(named).toContain('\n  "VolumeName": "v",\n');
  const bound = { status: { phase: 'Bound', capacity: { storage: '2Gi' } } };
  expect((await patch(`${claims}/grows/status`, bound)).status).toBe(200);
  expect((await patch(`${claims}/grows`, more)).status).toBe(200);
  const less = { spec: { resources: { requests: { storage: '1Gi' } } } };
  expect(causesOf(await patch(`${claims}/grows`, less))).toEqual([
    'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
  ]);
});

test.each<[string, JsonObject, JsonObject]>([
  [
    'of a claim',
    { kind: 'PersistentVolumeClaim', name: 'c' },
    { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'c' },
  ],
  ['of something else under the old name only', { kind: 'Other', name: 'o', apiGroup: 'x.io' }, {}],
])('a claim for data %s', async (_what, dataSource, kept) => {
  const { json } = await create(`${claims}?dryRun=All`, 'data', { spec: { ...claim, dataSource } });
  const { dataSource: source = {}, dataSourceRef: reference = {} } = json['spec'] as JsonObject;
  expect([source, reference]).toEqual([kept, kept]);
});

test('the nodes of a volume stay the same; their labels may get their later names', async () => {
  const nodes = (key: string, value: string): JsonObject => {
    const matchExpressions = [{ key, operator: 'In', values: [value] }];
    return { spec: { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } } };
  };
  const old = nodes('failure-domain.beta.kubernetes.io/zone', 'z');
  await create('persistentvolumes', 'zoned', { spec: { ...volume, ...(old['spec'] as JsonObject) } });
  const answer = await patch('persistentvolumes/zoned', nodes('failure-domain.beta.kubernetes.io/zone', 'y'));
  expect(causesOf(answer)[0]).toMatch(/^nodeAffinity: Invalid value: .*: field is immutable, except for updating/);
  expect((await patch('persistentvolumes/zoned', nodes('topology.kubernetes.io/zone', 'z'))).status).toBe(200);
});

test('the source of a volume does not change, when its phase changes is noted', async () => {
  await create('persistentvolumes', 'fixed', { spec: volume });
  const answer = await patch('persistentvolumes/fixed', { spec: { hostPath: { path: '/y' } } });
  expect(causesOf(answer)[0]).toMatch(/^spec.persistentvolumesource: Forbidden/);
  const { json } = await patch('persistentvolumes/fixed/status', {
    status: { phase: 'Available', lastPhaseTransitionTime: null },
  });
  expect(json['status']).toMatchObject({ phase: 'Available', lastPhaseTransitionTime: expect.any(String) });
});

test('what nodes can do is named in order', async () => {
  const status = { declaredFeatures: ['B', 'A', 'A', 'a b'] };
  const answer = await create('nodes', 'able', { status });
  expect(causesOf(answer)).toEqual([
    'status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically',
    'status.declaredFeatures[2]: Duplicate value: "A"',
    expect.stringMatching(
      /^status.declaredFeatures\[3\]: Invalid value: "a b": invalid feature name "a b": must start/,
    ),
  ]);
});

test('nodes are selected by whether they take pods, and keep their provider', async () => {
  await create('nodes', 'closed', { spec: { unschedulable: true, providerID: 'p' } });
  const { json } = await kube.call('GET', '/api/v1/nodes?fieldSelector=spec.unschedulable%3Dtrue');
  expect((json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name'])).toEqual(['closed']);
  expect(causesOf(await patch('nodes/closed', { spec: { providerID: 'q' } }))).toEqual([
    'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
  ]);
});

test.each<[string, string, JsonObject, JsonValue[]]>([
  [
    'persistentvolumes',
    'persistentvolumes',
    { spec: { ...volume, claimRef: { namespace: 'a', name: 'c' } } },
    ['1Gi', 'RWO', 'Retain', 'Pending', 'a/c', '', '<unset>', '', '0s', 'Filesystem'],
  ],
  [
    'claims, whose class an annotation may give',
    claims,
    {
      metadata: { name: 'shown', annotations: { 'volume.beta.kubernetes.io/storage-class': 'old' } },
      spec: { ...claim, storageClassName: 'new' },
    },
    ['Pending', '', '', '', 'old', '<unset>', '0s', 'Filesystem'],
  ],
  [
    'nodes',
    'nodes',
    {
      metadata: { name: 'shown', labels: { 'node-role.kubernetes.io/control-plane': '' } },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True' }],
        addresses: [{ type: 'InternalIP', address: '192.0.2.1' }],
      },
    },
    [
      'Ready,SchedulingDisabled',
      'control-plane',
      '0s',
      '',
      '192.0.2.1',
      '<none>',
      '<unknown>',
      '<unknown>',
      '<unknown>',
    ],
  ],
  ['quotas', quotas, { spec: { hard: { pods: '1' } } }, ['', '', '0s']],
])('a table of %s', async (_what, resource, fields, cells) => {
  await create(resource, 'shown', fields);
  expect(await kube.cells(`/api/v1/${resource}/shown`)).toEqual([['shown', ...cells]]);
});

test('the components that the server depends on are checked on each request', async () => {
  const { json } = await kube.call('GET', '/api/v1/componentstatuses');
  const names = (json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name']);
  expect([json['kind'], names]).toEqual(['ComponentStatusList', ['scheduler', 'controller-manager', 'etcd-0']]);
  expect((await kube.cells('/api/v1/componentstatuses')).map(([name]) => name)).toEqual(names);
  expect(await kube.cells('/api/v1/componentstatuses/etcd-0')).toEqual([['etcd-0', 'Healthy', 'ok', '']]);
  expect((await kube.call('GET', '/api/v1/componentstatuses/etcd-0')).json['conditions']).toEqual([
    { type: 'Healthy', status: 'True', message: 'ok' },
  ]);
  expect((await kube.call('GET', '/api/v1/componentstatuses/other')).status).toBe(404);
  expect((await kube.cells('/api/v1/componentstatuses?fieldSelector=metadata.name%3Detcd-0')).length).toBe(1);
  expect((await kube.call('GET', '/api/v1/componentstatuses?fieldSelector=x%3D1')).status).toBe(400);
  const watched = await kube.call('GET', '/api/v1/componentstatuses?watch=1');
  expect([watched.status, watched.json['details']]).toEqual([405, { kind: 'componentstatuses' }]);
  expect((await kube.call('GET', '/api/v1/watch/componentstatuses')).status).toBe(404);
});

test('a range of limits needs no name', async () => {
  const { status, json } = await kube.call('POST', `/api/v1/${limits}`, {});
  expect([status, json['metadata']]).toMatchObject([201, { name: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test('a namespace whose status says nothing is active', async () => {
  const { status, json } = await patch('namespaces/a/status?dryRun=All', { status: null });
  expect([status, json['status']]).toEqual([200, { phase: 'Active' }]);
});

test('an object that cannot be applied to is reported with its path', async () => {
  const accounts = 'namespaces/a/serviceaccounts';
  await create(accounts, 'odd', { metadata: { name: 'odd', managedFields: [] }, secrets: [{ namespace: 'a' }] });
  const config = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'odd' } };
  const target = `/api/v1/${accounts}/odd?fieldManager=m`;
  const { json } = await kube.call('PATCH', target, config, 'application/apply-patch+yaml');
  expect(json['message']).toContain('(a/odd; /v1, Kind=ServiceAccount) to smd typed: .secrets: element 0: associative');
});
