import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { causesOf } from './groups/refusals.test.support.js';
import { TestKube } from './kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const merge = 'application/merge-patch+json';
const budget = { spec: { minAvailable: 1 } };
const volume = { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } } };

test.each<[target: string, object: JsonObject, times: number]>([
  ['/api/v1/namespaces/a/configmaps', {}, 4],
  ['/api/v1/namespaces/a/resourcequotas', {}, 3],
  ['/api/v1/namespaces/a/limitranges', { spec: { limits: [] } }, 3],
  ['/api/v1/persistentvolumes', volume, 4],
  ['/apis/policy/v1/namespaces/a/poddisruptionbudgets', budget, 2],
  ['/apis/rbac.authorization.k8s.io/v1/clusterroles', {}, 4],
])('a wrong label in an update of %s is named as often as upstream looks at it', async (target, object, times) => {
  await kube.call('POST', target, { metadata: { name: 'labelled' }, ...object });
  const response = await kube.call('PATCH', `${target}/labelled`, { metadata: { labels: { a: '-' } } }, merge);
  expect([response.status, causesOf(response).length, new Set(causesOf(response)).size]).toEqual([422, times, 1]);
});

const binding = {
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' },
  subjects: [{ kind: 'User', name: 'u' }],
};
test.each<[target: string, object: JsonObject, change: JsonObject, places: string[]]>([
  [
    '/api/v1/namespaces/a/configmaps',
    { immutable: true },
    { immutable: false, data: { '!': '' } },
    ['metadata.labels', 'immutable', 'data', 'metadata.labels', 'data[!]'],
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
    binding,
    { roleRef: { name: 's' }, subjects: [{ kind: 'Odd', name: 'u' }] },
    ['metadata.labels', 'subjects[0].kind', 'metadata.labels', 'roleRef'],
  ],
])(
  'what else is wrong with an update of %s is named where upstream finds it',
  async (target, object, change, places) => {
    await kube.call('POST', target, { metadata: { name: 'ordered' }, ...object });
    const wrong = { metadata: { labels: { a: '-' } }, ...change };
    const response = await kube.call('PATCH', `${target}/ordered`, wrong, merge);
    const found = causesOf(response).map((cause) => cause.slice(0, cause.indexOf(':')));
    expect(found).toEqual(['metadata.labels', 'metadata.labels', ...places]);
  },
);

test('a uid that is another one is named twice', async () => {
  await kube.call('POST', '/api/v1/namespaces/a/services', { metadata: { name: 's' }, spec: { clusterIP: 'None' } });
  const response = await kube.call('PATCH', '/api/v1/namespaces/a/services/s', { metadata: { uid: 'x' } }, merge);
  const problem = 'metadata.uid: Invalid value: "x": field is immutable';
  expect(causesOf(response)).toEqual([problem, problem]);
});

test.each<[finalizer: string, target: string, status: number]>([
  ['mine', '/api/v1/namespaces/a/configmaps', 422],
  ['orphan', '/api/v1/namespaces/a/configmaps', 201],
  ['example.com/mine', '/api/v1/namespaces/a/configmaps', 201],
  ['mine', '/apis/coordination.k8s.io/v1/namespaces/a/leases', 201],
])('a finalizer %s in %s', async (finalizer, target, status) => {
  const metadata = { generateName: 'held-', finalizers: [finalizer] };
  const response = await kube.call('POST', `${target}?dryRun=All`, { metadata });
  const detail = 'name is neither a standard finalizer name nor is it fully qualified';
  expect([response.status, causesOf(response)]).toEqual([
    status,
    status === 201 ? [] : [`metadata.finalizers[0]: Invalid value: "${finalizer}": ${detail}`],
  ]);
});
