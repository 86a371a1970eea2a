import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const budgets = '/apis/policy/v1/namespaces/a/poddisruptionbudgets';
const create = (name: string, spec: JsonObject) => kube.call('POST', budgets, { metadata: { name }, spec });
const merge = 'application/merge-patch+json';

test('a budget begins with nothing allowed, and its spec is counted', async () => {
  const { json } = await create('new', { maxUnavailable: '50%' });
  const status = { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 };
  expect([json['metadata'], json['status']]).toMatchObject([{ generation: 1 }, status]);
  const changed = await kube.call('PATCH', `${budgets}/new`, { spec: { maxUnavailable: 1 } }, merge);
  expect(changed.json['metadata']).toMatchObject({ generation: 2 });
  expect(await kube.cells(`${budgets}/new`)).toEqual([['new', 'N/A', '1', 0, '0s']]);
});

test.each<[JsonObject, string[]]>([
  [{ minAvailable: 1, maxUnavailable: 1 }, ['spec']],
  [{ minAvailable: -1 }, ['spec.minAvailable']],
  [{ minAvailable: '110%' }, ['spec.minAvailable']],
  [{ maxUnavailable: 'half' }, ['spec.maxUnavailable']],
  [{ unhealthyPodEvictionPolicy: 'Maybe' }, ['spec.unhealthyPodEvictionPolicy']],
])('%o is refused', async (spec, fields) => {
  const answer = await create('wrong', spec);
  expect([answer.status, causesOf(answer).map((cause) => cause.split(':')[0])]).toEqual([422, fields]);
});

test('what is counted is not below nothing', async () => {
  await create('counted', { minAvailable: 1 });
  const status = { status: { currentHealthy: -1 } };
  const answer = await kube.call('PATCH', `${budgets}/counted/status`, status, merge);
  expect(causesOf(answer)).toEqual(['status.currentHealthy: Invalid value: -1: must be greater than or equal to 0']);
});
