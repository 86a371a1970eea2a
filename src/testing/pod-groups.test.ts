import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pod } from '../api/core/v1.js';
import type { PodGroup } from '../api/scheduling/v1alpha2.js';
import { isNotFound } from '../apimachinery/status/index.js';
import { TestServer } from './test-server.js';

const podGroups = { group: 'scheduling.k8s.io', version: 'v1alpha2', resource: 'podgroups' };
const pods = { group: '', version: 'v1', resource: 'pods' };
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({
    flags: ['--feature-gates=GenericWorkload=true', '--runtime-config=scheduling.k8s.io/v1alpha2=true'],
  });
});

afterAll(() => server.close());

const groups = () => server.client.resource<PodGroup>(podGroups, 'default');

async function newGroup(name: string): Promise<PodGroup> {
  const object = { apiVersion: 'scheduling.k8s.io/v1alpha2', kind: 'PodGroup', metadata: { name } };
  return groups().create({ ...object, spec: { schedulingPolicy: { basic: {} } } } as PodGroup);
}

async function untilGone(name: string): Promise<void> {
  for (;;) {
    const found = await groups()
      .get(name)
      .catch((error: unknown) => error);
    if (isNotFound(found)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test('a group without pods can be deleted', async () => {
  const { metadata } = await newGroup('empty');
  expect(metadata.finalizers).toEqual(['scheduling.k8s.io/podgroup-protection']);
  await groups().delete('empty');
  await untilGone('empty');
});

test('a group is kept until its pods have ended', async () => {
  await newGroup('used');
  const ofPods = server.client.resource<Pod>(pods, 'default');
  const spec = { containers: [{ name: 'a', image: 'a' }], schedulingGroup: { podGroupName: 'used' } };
  await ofPods.create({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'member' }, spec } as unknown as Pod);
  await groups().delete('used');
  // Another group that is deleted later shows that the controller has seen the first one.
  await newGroup('later');
  await groups().delete('later');
  await untilGone('later');
  expect((await groups().get('used')).metadata.deletionTimestamp).toBeDefined();
  await ofPods.subresource('member', 'status').patch({ type: 'merge', body: { status: { phase: 'Succeeded' } } });
  await untilGone('used');
});
