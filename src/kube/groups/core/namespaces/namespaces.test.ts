import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const namespaces = '/api/v1/namespaces';
const create = (name: string, more = {}) => kube.call('POST', namespaces, { metadata: { name }, ...more });

test('a namespace begins active, labelled with its name, held by its content', async () => {
  const { status, json } = await create('new', { status: { phase: 'Terminating' } });
  expect([status, json['spec'], json['status']]).toEqual([201, { finalizers: ['kubernetes'] }, { phase: 'Active' }]);
  expect(json['metadata']).toMatchObject({ labels: { 'kubernetes.io/metadata.name': 'new' } });
});

test('finalizers are owned by the manager that applies them', async () => {
  const config = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'held' }, spec: { finalizers: ['x.y/z'] } };
  const { json } = await kube.call(
    'PATCH',
    `${namespaces}/held?fieldManager=one`,
    config,
    'application/apply-patch+yaml',
  );
  expect(json['spec']).toEqual({ finalizers: ['x.y/z', 'kubernetes'] });
  expect(json['metadata']).toMatchObject({ managedFields: [{ fieldsV1: { 'f:spec': { 'f:finalizers': {} } } }] });
});

test('the name is a DNS label', async () => {
  const { status, json } = await create('not.a.label');
  expect([status, json['reason']]).toEqual([422, 'Invalid']);
});

test('replacing a namespace changes neither what holds it nor its phase', async () => {
  await create('kept');
  const replaced = { metadata: { name: 'kept', labels: { a: 'b' } }, spec: {}, status: { phase: 'Terminating' } };
  const { json } = await kube.call('PUT', `${namespaces}/kept`, replaced);
  expect([json['spec'], json['status']]).toEqual([{ finalizers: ['kubernetes'] }, { phase: 'Active' }]);
});

test('a deleted namespace takes nothing new, and goes when it is finalized', async () => {
  await create('ending');
  const deleted = await kube.call('DELETE', `${namespaces}/ending`);
  expect([deleted.status, deleted.json['status']]).toEqual([200, { phase: 'Terminating' }]);
  const refused = await kube.call('POST', `${namespaces}/ending/configmaps`, { metadata: { name: 'late' } });
  expect([refused.status, refused.json['reason'], refused.json['details']]).toMatchObject([
    403,
    'Forbidden',
    { causes: [{ reason: 'NamespaceTerminating' }] },
  ]);
  const finalized = { ...deleted.json, spec: {} };
  expect((await kube.call('PUT', `${namespaces}/ending/finalize`, finalized)).status).toBe(200);
  expect((await kube.call('GET', `${namespaces}/ending`)).status).toBe(404);
});

test('nothing can be created where there is no namespace', async () => {
  const { status, json } = await kube.call('POST', `${namespaces}/nowhere/configmaps`, { metadata: { name: 'lost' } });
  expect([status, json['message']]).toEqual([404, 'namespaces "nowhere" not found']);
});

test.each(['default', 'kube-system', 'kube-public'])('the namespace %s stays', async (name) => {
  await create(name);
  const { status, json } = await kube.call('DELETE', `${namespaces}/${name}`);
  expect([status, json['message']]).toEqual([
    403,
    `namespaces "${name}" is forbidden: this namespace may not be deleted`,
  ]);
});

test.each([
  ['propagationPolicy=Foreground', ['foregroundDeletion']],
  ['propagationPolicy=Orphan', ['orphan']],
  ['orphanDependents=true', ['orphan']],
  ['propagationPolicy=Background', undefined],
])('a deletion with %s is finished with the finalizers %j', async (query, finalizers) => {
  const name = query.toLowerCase().replace('=', '-');
  await kube.call('POST', namespaces, { metadata: { name } });
  const { json } = await kube.call('DELETE', `${namespaces}/${name}?${query}`);
  expect((json['metadata'] as JsonObject)['finalizers']).toEqual(finalizers);
});

test('a deletion of another namespace of the name is refused in words of its own', async () => {
  await kube.call('POST', namespaces, { metadata: { name: 'another' } });
  const { status, json } = await kube.call('DELETE', `${namespaces}/another?uid=x`);
  expect([status, json['details']]).toEqual([409, { kind: 'namespaces', name: 'another' }]);
  expect(json['message']).toContain('Precondition failed: UID in precondition: x, UID in object meta: ');
});

test('a namespace without content is marked as terminating first, and removed by the second deletion', async () => {
  const path = `${namespaces}/emptied`;
  const { json } = await kube.call('POST', namespaces, { metadata: { name: 'emptied' } });
  await kube.call('PUT', `${path}/finalize`, { ...json, spec: {} });
  expect((await kube.call('DELETE', path)).json['status']).toEqual({ phase: 'Terminating' });
  await kube.call('DELETE', path);
  expect((await kube.call('GET', path)).status).toBe(404);
});

test('namespaces cannot be deleted together', async () => {
  expect((await kube.call('DELETE', namespaces)).status).toBe(405);
});

test.each([
  [{ phase: 'Terminating' }, 422],
  [{ phase: 'Active' }, 200],
])('the status of a living namespace may be %o: %d', async (status, code) => {
  await create('phases');
  expect((await kube.call('PUT', `${namespaces}/phases/status`, { metadata: { name: 'phases' }, status })).status).toBe(
    code,
  );
});
