import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const base = '/apis/apps/v1/namespaces/a';
const merge = 'application/merge-patch+json';
const labels = { app: 'x' };
const podSpec = { containers: [{ name: 'c', image: 'img:1' }] };
const minimum = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } };
let count = 0;
const create = (plural: string, spec: JsonObject = {}): Promise<TestResponse> =>
  kube.call('POST', `${base}/${plural}`, { metadata: { name: `w${++count}` }, spec: { ...minimum, ...spec } });
const nameOf = ({ json }: TestResponse): unknown => (json['metadata'] as JsonObject)['name'];
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);
const patch = (path: string, body: JsonObject): Promise<TestResponse> =>
  kube.call('PATCH', `${base}/${path}`, body, merge);

test('an object with another name is rejected, with the key that it would have', async () => {
  const name = nameOf(await create('deployments'));
  const body = { metadata: { name, uid: 'u' }, spec: minimum } as JsonObject;
  const { status, json } = await kube.call('PUT', `${base}/deployments/${name}`, body);
  expect([status, json['message']]).toEqual([
    409,
    expect.stringContaining(`Key: /registry/deployments/a/${name}, ResourceVersion: 0`),
  ]);
});

test.each<[plural: string, spec: JsonObject]>([
  [
    'deployments',
    {
      replicas: 1,
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    },
  ],
  ['replicasets', { replicas: 1 }],
  [
    'daemonsets',
    {
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
    },
  ],
  [
    'statefulsets',
    {
      podManagementPolicy: 'OrderedReady',
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    },
  ],
])('%s have their defaults', async (plural, spec) => {
  const { json } = await create(plural);
  expect(json).toMatchObject({ metadata: { generation: 1 }, spec });
});

test.each<[plural: string, what: string, spec: JsonObject, causes: string[]]>([
  [
    'deployments',
    'no selector',
    { selector: null },
    ['spec.selector:FieldValueRequired', 'spec.template.metadata.labels:FieldValueInvalid'],
  ],
  [
    'deployments',
    'pods that it does not select',
    { selector: { matchLabels: { a: 'b' } } },
    ['spec.template.metadata.labels:FieldValueInvalid'],
  ],
  ['deployments', 'fewer than no pods', { replicas: -1 }, ['spec.replicas:FieldValueInvalid']],
  [
    'deployments',
    'a strategy that is none',
    { strategy: { type: 'Slowly' } },
    ['spec.strategy:FieldValueNotSupported'],
  ],
  [
    'deployments',
    'no way to go on',
    { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } },
    ['spec.strategy.rollingUpdate.maxUnavailable:FieldValueInvalid'],
  ],
  [
    'deployments',
    'pods that end',
    { template: { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'Never' } } },
    ['spec.template.spec.restartPolicy:FieldValueNotSupported'],
  ],
  [
    'deployments',
    'too little time',
    { minReadySeconds: 10, progressDeadlineSeconds: 10 },
    ['spec.progressDeadlineSeconds:FieldValueInvalid'],
  ],
  [
    'daemonsets',
    'more and fewer at once',
    { updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } },
    ['spec.updateStrategy.rollingUpdate.maxSurge:FieldValueInvalid'],
  ],
  [
    'statefulsets',
    'an order that is none',
    { podManagementPolicy: 'Random' },
    ['spec.podManagementPolicy:FieldValueInvalid'],
  ],
  [
    'statefulsets',
    'a claim of nothing',
    { volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: { accessModes: ['ReadWriteOnce'] } }] },
    ['spec.volumeClaimTemplates[0].spec.resources[storage]:FieldValueRequired'],
  ],
  [
    'statefulsets',
    'pods with a label that is none',
    { template: { metadata: { labels: { ...labels, a: '!' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } },
    ['spec.template.labels:FieldValueInvalid', 'spec.template.labels:FieldValueInvalid'],
  ],
])('%s with %s are refused', async (plural, _what, spec, causes) => {
  expect(causesOf(await create(plural, spec))).toEqual(causes);
});

test('claims of a stateful set are volumes of its pods', async () => {
  const claim = {
    metadata: { name: 'd' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  const containers = [{ name: 'c', image: 'i', volumeMounts: [{ name: 'd', mountPath: '/d' }] }];
  const { status } = await create('statefulsets', {
    template: { metadata: { labels }, spec: { containers } },
    volumeClaimTemplates: [claim],
  });
  expect(status).toBe(201);
});

describe('a change', () => {
  test.each(['deployments', 'replicasets', 'daemonsets'])('of the selector of %s is refused', async (plural) => {
    const name = nameOf(await create(plural));
    const other = { app: 'x', b: 'c' };
    const spec = { selector: { matchLabels: other }, template: { metadata: { labels: other } } };
    expect(causesOf(await patch(`${plural}/${name}`, { spec }))).toEqual(['spec.selector:FieldValueInvalid']);
  });

  test('of what stateful sets are made of is refused', async () => {
    const name = nameOf(await create('statefulsets'));
    expect((await patch(`statefulsets/${name}`, { spec: { replicas: 3 } })).status).toBe(200);
    expect(causesOf(await patch(`statefulsets/${name}`, { spec: { serviceName: 's' } }))).toEqual([
      'spec:FieldValueForbidden',
    ]);
  });

  test('of the template of a daemon set is counted by itself', async () => {
    const created = await create('daemonsets');
    const name = nameOf(created);
    const generation = 'deprecated.daemonset.template.generation';
    expect(created.json['metadata']).toMatchObject({
      managedFields: [{ fieldsV1: { 'f:metadata': { 'f:annotations': { [`f:${generation}`]: {} } } } }],
    });
    const { json } = await patch(`daemonsets/${name}`, { spec: { minReadySeconds: 1 } });
    expect(json['metadata']).toMatchObject({ generation: 2, annotations: { [generation]: '1' } });
    const template = { spec: { containers: [{ name: 'c', image: 'img:2' }] } };
    const status = await kube.call('PUT', `${base}/daemonsets/${name}/status`, { metadata: { name: String(name) } });
    expect(status.json['metadata']).toMatchObject({ annotations: { [generation]: '1' } });
    const { json: next } = await patch(`daemonsets/${name}`, { spec: { template } });
    expect(next['metadata']).toMatchObject({ generation: 3, annotations: { [generation]: '2' } });
    expect(await kube.metadata(`${base}/daemonsets/${name}`)).not.toHaveProperty('annotations');
  });

  test('of annotations counts for deployments', async () => {
    const name = nameOf(await create('deployments'));
    const { json } = await patch(`deployments/${name}`, { metadata: { annotations: { a: 'b' } } });
    expect(json['metadata']).toMatchObject({ generation: 2 });
  });
});

test('a scale changes the replicas, and shows the selector', async () => {
  const name = nameOf(await create('deployments'));
  const { json } = await patch(`deployments/${name}/scale`, { spec: { replicas: 4 } });
  expect(json).toMatchObject({ kind: 'Scale', spec: { replicas: 4 }, status: { replicas: 0, selector: 'app=x' } });
  expect((await kube.call('GET', `${base}/deployments/${name}`)).json).toMatchObject({
    metadata: { generation: 2 },
    spec: { replicas: 4 },
  });
});

test('no part of a status is more than the whole', async () => {
  const name = nameOf(await create('deployments'));
  const status = { replicas: 1, readyReplicas: 2, availableReplicas: 1 };
  expect(causesOf(await patch(`deployments/${name}/status`, { status }))).toEqual([
    'status.readyReplicas:FieldValueInvalid',
  ]);
});

test.each([
  ['deployments', {}, 'null'],
  ['daemonsets', { labels: {} }, '{}'],
])('labels of %s that are %j are shown as %s', async (plural, metadata, shown) => {
  const { json } = await create(plural, { template: { metadata, spec: podSpec } });
  expect(json['message']).toContain(`Invalid value: ${shown}: \`selector\` does not match template \`labels\``);
});

test('a revision is what it was', async () => {
  const path = `${base}/controllerrevisions`;
  expect(causesOf(await kube.call('POST', path, { metadata: { name: 'r' }, revision: 1 }))).toEqual([
    'data:FieldValueRequired',
  ]);
  await kube.call('POST', path, { metadata: { name: 'r' }, revision: 1, data: { a: 1 } });
  expect(causesOf(await patch('controllerrevisions/r', { data: { a: 2 } }))).toEqual(['data:FieldValueInvalid']);
});

test('a table of revisions shows whose they are', async () => {
  const path = `${base}/controllerrevisions`;
  const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true };
  await kube.call('POST', path, { metadata: { name: 'of-none' }, revision: 1, data: {} });
  await kube.call('POST', path, { metadata: { name: 'of-one', ownerReferences: [owner] }, revision: 2, data: {} });
  const rows = await kube.cells(path);
  expect(rows.filter(([name]) => String(name).startsWith('of-'))).toEqual([
    ['of-none', '<none>', 1, '0s'],
    ['of-one', 'statefulset.apps/db', 2, '0s'],
  ]);
});
