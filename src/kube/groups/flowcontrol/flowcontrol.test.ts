import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { defaultConfiguration } from '../../../server/flow-control/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = '/apis/flowcontrol.apiserver.k8s.io/v1';
const schemas = 'flowschemas';
const levels = 'prioritylevelconfigurations';
const create = (resource: string, name: string, spec: JsonObject) =>
  kube.call('POST', `${group}/${resource}`, { metadata: { name }, spec });
const rule = {
  subjects: [{ kind: 'User', user: { name: 'u' } }],
  nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }],
};
const queue = { limitResponse: { type: 'Queue', queuing: {} } };

test('a level that queues begins with what is usual', async () => {
  const { json } = await create(levels, 'usual', { type: 'Limited', limited: queue });
  expect([json['metadata'], json['spec']]).toMatchObject([
    { generation: 1 },
    {
      limited: {
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: { queuing: { handSize: 8, queueLengthLimit: 50, queues: 64 } },
      },
    },
  ]);
  expect(await kube.cells(`${group}/${levels}/usual`)).toEqual([['usual', 'Limited', 30, 64, 8, 50, '0s']]);
});

test('a schema without precedence comes in the middle', async () => {
  const spec = { priorityLevelConfiguration: { name: 'usual' }, rules: [rule] };
  const { json } = await create(schemas, 'usual', spec);
  expect(json['spec']).toEqual({ ...spec, matchingPrecedence: 1000 });
  expect(await kube.cells(`${group}/${schemas}/usual`)).toEqual([['usual', 'usual', 1000, '<none>', '0s', '?']]);
});

test('what flow control begins with is valid, and what is mandatory does not change', async () => {
  const { flowSchemas, priorityLevels } = defaultConfiguration();
  for (const { metadata, spec } of priorityLevels) {
    expect((await create(levels, metadata.name, spec as unknown as JsonObject)).status).toBe(201);
  }
  for (const { metadata, spec } of flowSchemas) {
    expect((await create(schemas, metadata.name, spec as unknown as JsonObject)).status).toBe(201);
  }
  const change = { spec: { matchingPrecedence: 9999 } };
  const answer = await kube.call('PATCH', `${group}/${schemas}/catch-all`, change, 'application/merge-patch+json');
  expect(causesOf(answer)[0]).toContain("spec of 'catch-all' must equal the fixed value");
});

test.each<[string, string, JsonObject, string[]]>([
  [
    'a schema without level, of everybody',
    schemas,
    { priorityLevelConfiguration: {}, matchingPrecedence: 1, rules: [{ subjects: [] }] },
    [
      `spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1`,
      'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
      'spec.rules[0].subjects: Required value: subjects must contain at least one value',
      'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
    ],
  ],
  [
    'a schema with rules that mean nothing',
    schemas,
    {
      priorityLevelConfiguration: { name: 'l' },
      rules: [
        {
          subjects: [{ kind: 'User', group: { name: 'g' } }],
          resourceRules: [{ verbs: ['*', 'get'], apiGroups: [''], resources: ['pods'] }],
          nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a*'] }],
        },
      ],
    },
    [
      `spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'`,
      `spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'`,
      `spec.rules[0].resourceRules[0].verbs: Invalid value: ["*","get"]: if '*' is present, must not specify other verbs`,
      'spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
      'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a*": wildcard can only do suffix matching',
    ],
  ],
  [
    'a second exempt level',
    levels,
    { type: 'Exempt' },
    ["spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'"],
  ],
  [
    'a level with more hands than queues',
    levels,
    { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 2, handSize: 3 } } } },
    ['spec.limited.limitResponse.queuing.handSize: Invalid value: 3: should not be greater than queues (2)'],
  ],
])('%s is refused', async (_what, resource, spec, causes) => {
  const answer = await create(resource, 'wrong', spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});
