import { afterEach, beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import type { StatusError } from '../../apimachinery/status/index.js';
import type { ApiResponse } from '../../server/http/index.js';
import type { RequestContext } from '../../server/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { awaitStorageVersions, StorageVersionUpdates } from './index.js';

const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const versions = '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions';
const pods = { group: '', resource: 'pods' };

const passed: ApiResponse = { status: 200, headers: {}, body: Buffer.alloc(0) };

let kube: TestKube;
let clock: ManualClock;
let ending: AbortController;
let updates: StorageVersionUpdates;
let problems: unknown[];

beforeEach(async () => {
  kube = await TestKube.start({ isServed: () => true });
  await kube.call('POST', '/api/v1/namespaces', { metadata: { name: 'kube-system' } });
  clock = new ManualClock();
  ending = new AbortController();
  problems = [];
  const { loopback } = kube.server.shared;
  updates = new StorageVersionUpdates({
    client: loopback.client,
    serverId: 'me',
    resources: () => kube.server.shared.resources,
    onError: (error) => problems.push(error),
    clock,
  });
});
afterEach(async () => {
  ending.abort();
  await kube.close();
});

function answerTo(verb: string, resource: string, more: object = {}): string {
  const info = { isResourceRequest: true, verb, apiGroup: '', resource, namespace: 'a', ...more };
  const user = { name: 'jane', groups: [] };
  try {
    awaitStorageVersions(updates)({ info, user } as unknown as RequestContext, () => passed);
    return 'passes';
  } catch (error) {
    return (error as StatusError).status.message ?? '';
  }
}

async function publish(): Promise<void> {
  await kube.call('POST', leases, { metadata: { name: 'me' } });
  await updates.run(ending.signal);
}

test('writes wait until the versions of their resource are published, which needs the identity of the server', async () => {
  const running = updates.run(ending.signal);
  await clock.untilWaiting();
  expect([answerTo('create', 'pods'), answerTo('delete', 'events', { apiGroup: 'events.k8s.io' })]).toEqual([
    'wait for storage version registration to complete for resource: pods, last seen error: <nil>',
    'wait for storage version registration to complete for resource: events.events.k8s.io, last seen error: <nil>',
  ]);
  expect(answerTo('list', 'pods')).toBe('passes');
  expect(answerTo('create', 'tokenreviews', { apiGroup: 'authentication.k8s.io' })).toBe('passes');
  expect(answerTo('update', 'leases', { apiGroup: 'coordination.k8s.io', namespace: 'kube-system' })).toBe('passes');
  expect(answerTo('update', 'storageversions', { apiGroup: 'internal.apiserver.k8s.io' })).toBe('passes');
  expect(answerTo('create', 'namespaces')).not.toBe('passes');
  await kube.call('POST', leases, { metadata: { name: 'me' } });
  await clock.advance(100);
  await running;
  expect([updates.isComplete, updates.isPending(pods), answerTo('create', 'pods')]).toEqual([true, false, 'passes']);
  expect(problems).toEqual([]);
});

test('records of other servers stay, and those of this one are renewed every ten minutes', async () => {
  const other = { apiServerID: 'other', encodingVersion: 'v0', decodableVersions: ['v0'], servedVersions: ['v0'] };
  const { json } = await kube.call('POST', versions, { metadata: { name: 'core.pods' }, spec: {}, status: {} });
  await kube.call('PUT', `${versions}/core.pods/status`, {
    ...json,
    status: { storageVersions: [other], commonEncodingVersion: 'v0' },
  });
  await publish();
  const mine = { apiServerID: 'me', encodingVersion: 'v1', decodableVersions: ['v1'], servedVersions: ['v1'] };
  const { status } = (await kube.call('GET', `${versions}/core.pods`)).json as { status: object };
  expect(status).toMatchObject({ storageVersions: [other, mine], conditions: [{ status: 'False' }] });
  await kube.call('DELETE', `${versions}/core.pods`);
  await clock.advance(10 * 60_000);
  await expect
    .poll(async () => (await kube.call('GET', `${versions}/core.pods`)).json['status'])
    .toMatchObject({
      commonEncodingVersion: 'v1',
      storageVersions: [mine],
    });
});
