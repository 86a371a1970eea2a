import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const classes = '/apis/node.k8s.io/v1/runtimeclasses';
const create = (name: string, fields: JsonObject) => kube.call('POST', classes, { metadata: { name }, ...fields });

test('a class can be created by replacing it; its handler stays', async () => {
  const made = await kube.call('PUT', `${classes}/put`, { metadata: { name: 'put' }, handler: 'h' });
  expect(made.status).toBe(201);
  const answer = await kube.call('PATCH', `${classes}/put`, { handler: 'i' }, 'application/merge-patch+json');
  expect(causesOf(answer)).toEqual(['handler: Invalid value: "i": field is immutable']);
  expect(await kube.cells(`${classes}/put`)).toEqual([['put', 'h', '0s']]);
  const overhead = { podFixed: { cpu: '-1' } };
  const refused = await kube.call('PATCH', `${classes}/put`, { overhead }, 'application/merge-patch+json');
  expect(causesOf(refused)).toEqual(['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0']);
});

const always = { key: 'k', operator: 'Exists' };
test.each<[string, JsonObject, string[]]>([
  ['no handler', {}, ['handler: Required value']],
  [
    'a negative overhead',
    { handler: 'h', overhead: { podFixed: { cpu: '-1' } } },
    ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  ],
  [
    'a toleration twice',
    { handler: 'h', scheduling: { tolerations: [always, always] } },
    [
      'scheduling.tolerations[1]: Duplicate value: {"Key":"k","Operator":"Exists","Value":"","Effect":"","TolerationSeconds":null}',
    ],
  ],
])('%s is refused', async (_what, fields, causes) => {
  const answer = await create('wrong', fields);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});
