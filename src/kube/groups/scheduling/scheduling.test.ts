import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';
import { systemClasses } from './priorityclasses/system-classes.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const create = (name: string, fields: JsonObject) => kube.call('POST', classes, { metadata: { name }, ...fields });
const merge = 'application/merge-patch+json';

test('a class preempts lower ones unless it says otherwise', async () => {
  const { json } = await create('usual', { value: 1000 });
  expect(json).toMatchObject({ metadata: { generation: 1 }, preemptionPolicy: 'PreemptLowerPriority', value: 1000 });
  expect(await kube.cells(`${classes}/usual`)).toEqual([['usual', 1000, false, '0s', 'PreemptLowerPriority']]);
});

const reserved = "priority class names with 'system-' prefix are reserved for system use only. error:";
test.each<[string, string, JsonObject, string[]]>([
  [
    'a value above those of users',
    'high',
    { value: 1_000_000_001 },
    ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
  ],
  [
    'an unknown class of the system',
    'system-mine',
    { value: 1 },
    [`metadata.name: Forbidden: ${reserved} system-mine is not a known system priority class`],
  ],
  [
    'another value of a class of the system',
    'system-node-critical',
    { value: 1 },
    [`metadata.name: Forbidden: ${reserved} value of system-node-critical PriorityClass must be 2000001000`],
  ],
  [
    'an unknown policy',
    'policy',
    { value: 1, preemptionPolicy: 'Maybe' },
    ['preemptionPolicy: Unsupported value: "Maybe": supported values: "PreemptLowerPriority", "Never"'],
  ],
  ['no policy', 'policy', { value: 1, preemptionPolicy: '' }, ['preemptionPolicy: Required value']],
])('%s is refused', async (_what, name, fields, causes) => {
  const answer = await create(name, fields);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('the value does not change', async () => {
  await create('fixed', { value: 1 });
  const answer = await kube.call('PATCH', `${classes}/fixed`, { value: 2 }, merge);
  expect([answer.status, causesOf(answer)]).toEqual([422, ['value: Forbidden: may not be changed in an update.']]);
});

test('the classes of the system stay', async () => {
  for (const [name, fields] of Object.entries(systemClasses)) {
    expect((await create(name, { ...fields })).status).toBe(201);
    const { status, json } = await kube.call('DELETE', `${classes}/${name}`);
    const problem = 'this is a system priority class and cannot be deleted';
    expect([status, json['message']]).toEqual([
      403,
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: ${problem}`,
    ]);
  }
});
