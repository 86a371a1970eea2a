import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/podtemplates';
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'img:1' }] } };

test('a template has the defaults of pods, and counts its changes', async () => {
  const { json } = await kube.call('POST', path, { metadata: { name: 't' }, template });
  expect(json).toMatchObject({ metadata: { generation: 1 }, template: { spec: { restartPolicy: 'Always' } } });
  const changed = { template: { spec: { terminationGracePeriodSeconds: 1 } } };
  const { json: next } = await kube.call('PATCH', `${path}/t`, changed, 'application/merge-patch+json');
  expect(next['metadata']).toMatchObject({ generation: 2 });
  expect(await kube.cells(path)).toEqual([['t', 'c', 'img:1', 'a=b']]);
});

test('what no pod can be is refused', async () => {
  const { status } = await kube.call('POST', path, { metadata: { name: 'w' }, template: { spec: { containers: [] } } });
  expect(status).toBe(422);
});
