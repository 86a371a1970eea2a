import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const leases = '/apis/coordination.k8s.io/v1/namespaces/a/leases';

test('replacing a lease that is not there creates it; without a resourceVersion it is not replaced again', async () => {
  const lease = { metadata: { name: 'l' }, spec: { holderIdentity: 'me', leaseDurationSeconds: 10 } };
  expect((await kube.call('PUT', `${leases}/l`, lease)).status).toBe(201);
  const { status, json } = await kube.call('PUT', `${leases}/l`, lease);
  expect([status, json['details']]).toMatchObject([422, { causes: [{ field: 'metadata.resourceVersion' }] }]);
});

test.each([
  [{ leaseDurationSeconds: 0 }, 'spec.leaseDurationSeconds'],
  [{ leaseTransitions: -1 }, 'spec.leaseTransitions'],
])('%o is refused', async (spec, field) => {
  const { status, json } = await kube.call('POST', leases, { metadata: { name: 'wrong' }, spec });
  expect([status, json['details']]).toMatchObject([422, { causes: [{ field, reason: 'FieldValueInvalid' }] }]);
});

test('fields of coordinated leader election are not kept', async () => {
  const { json } = await kube.call('POST', leases, { metadata: { name: 'c' }, spec: { preferredHolder: 'a' } });
  expect(json['spec']).toEqual({});
});
