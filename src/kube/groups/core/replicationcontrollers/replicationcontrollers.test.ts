import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/replicationcontrollers';
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'img:1' }] } };
const create = (name: string, spec: JsonObject): Promise<TestResponse> =>
  kube.call('POST', path, { metadata: { name }, spec });
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);

test('a controller selects the pods that it makes, and has their labels', async () => {
  expect((await create('plain', { template })).json).toMatchObject({
    metadata: { generation: 1, labels: { a: 'b' } },
    spec: { replicas: 1, selector: { a: 'b' } },
    status: { replicas: 0 },
  });
  const { json } = await kube.call('GET', `${path}/plain/scale`);
  expect(json).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 0, selector: 'a=b' } });
  expect(await kube.cells(path)).toEqual([['plain', 1, 0, 0, expect.any(String), 'c', 'img:1', 'a=b']]);
});

test.each<[what: string, spec: JsonObject, causes: string[]]>([
  ['no pods to make', { selector: { a: 'b' } }, ['spec.template:FieldValueRequired']],
  [
    'pods that the selector does not match',
    { selector: { c: 'd' }, template },
    ['spec.template.metadata.labels:FieldValueInvalid'],
  ],
  ['pods without labels', { template: { spec: template.spec } }, ['spec.selector:FieldValueRequired']],
])('%s', async (_what, spec, causes) => {
  expect(causesOf(await create('wrong', spec))).toEqual(causes);
});

test('of a name that is made, only the whole is checked', async () => {
  const made = await kube.call('POST', path, { metadata: { generateName: 'A_' }, spec: { template } });
  expect(causesOf(made)).toEqual(['metadata.name:FieldValueInvalid']);
  const { json } = await create('a'.repeat(254), { template });
  expect(json['message']).toContain('must be no more than 253 bytes');
});

test('its pods outlive it', async () => {
  await create('gone', { template });
  const { json } = await kube.call('DELETE', `${path}/gone`);
  expect(json['metadata']).toMatchObject({ finalizers: ['orphan'] });
});

test('it can be selected by how many there are', async () => {
  const { json } = await kube.call('GET', `${path}?fieldSelector=status.replicas%3D0`);
  expect((json['items'] as JsonObject[]).length).toBeGreaterThan(0);
});
