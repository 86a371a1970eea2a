import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ isServed: () => true });
});
afterAll(() => kube.close());

const group = '/apis/resource.k8s.io';
const claims = 'namespaces/a/resourceclaims';
const templates = 'namespaces/a/resourceclaimtemplates';
const merge = 'application/merge-patch+json';
const requests = (...list: JsonObject[]): JsonObject => ({ devices: { requests: list } });
const [flat, alternative] = [
  { name: 'r', deviceClassName: 'c' },
  { name: 's', deviceClassName: 'c' },
];
const counted = { allocationMode: 'ExactCount', count: 1 };

test.each<[string, (spec: JsonObject) => JsonObject]>([
  [claims, (spec) => spec],
  [templates, (spec) => ({ metadata: {}, spec })],
])('%s of the first beta want things themselves', async (resource, inSpec) => {
  const spec = inSpec(requests(flat, { name: 'f', firstAvailable: [alternative] }));
  const created = await kube.call('POST', `${group}/v1beta1/${resource}`, { metadata: { name: 'both' }, spec });
  const choice = { name: 'f', firstAvailable: [{ ...alternative, ...counted }] };
  expect(created.json['spec']).toEqual(inSpec(requests({ ...flat, ...counted }, { ...choice, deviceClassName: '' })));
  const { json } = await kube.call('GET', `${group}/v1/${resource}/both`);
  expect(json['spec']).toEqual(inSpec(requests({ name: 'r', exactly: { deviceClassName: 'c', ...counted } }, choice)));
});

test('an empty list is a wish too', async () => {
  const spec = requests({ name: 'f', firstAvailable: [alternative], selectors: [] });
  const answer = await kube.call('POST', `${group}/v1beta1/${claims}`, { metadata: { name: 'twice' }, spec });
  expect(causesOf(answer)).toEqual([
    'spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
  ]);
});

test('devices of the first beta are basic', async () => {
  const slice = { driver: 'd', pool: { name: 'p', resourceSliceCount: 1, generation: 1 }, allNodes: true };
  const basic = { attributes: { a: { int: 1 } }, taints: [{ key: 'k', effect: 'None' }] };
  const body = { metadata: { name: 's' }, spec: { ...slice, devices: [{ name: 'x', basic }] } };
  const created = await kube.call('POST', `${group}/v1beta1/resourceslices`, body);
  const taints = [{ key: 'k', effect: 'None', timeAdded: expect.any(String) }];
  expect(created.json['spec']).toEqual({ ...slice, devices: [{ name: 'x', basic: { ...basic, taints } }] });
  const { json } = await kube.call('GET', `${group}/v1/resourceslices/s`);
  expect(json['spec']).toEqual({ ...slice, devices: [{ name: 'x', ...basic, taints }] });
});

test('devices that others use are given to marked namespaces only', async () => {
  await kube.call('POST', `${group}/v1/${claims}`, { metadata: { name: 'admin' }, spec: requests() });
  const results = [{ request: 'r', driver: 'd', pool: 'p', device: 'x', adminAccess: true }];
  const status = { allocation: { devices: { results } } };
  const answer = await kube.call('PATCH', `${group}/v1/${claims}/admin/status`, { status }, merge);
  expect(causesOf(answer)[0]).toBe(
    'status.allocation.devices.results[0].adminAccess: Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
  );
});
