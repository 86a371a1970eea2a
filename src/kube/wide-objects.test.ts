import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../apimachinery/clock/index.js';
import { measureIterationsWith } from '../apimachinery/event-loop/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { TestKube } from './kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());
afterEach(() => measureIterationsWith(systemClock));

const many = (item: (index: number) => JsonObject): JsonObject[] => Array.from({ length: 1100 }, (_, i) => item(i));
const everything = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['*'] };
const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
const match = { matchConstraints: { resourceRules: [everything] } };
const mounts = (last: string) => [
  { name: 'v0', mountPath: '/a' },
  { name: last, mountPath: '/b' },
];

test.each<[what: string, path: string, object: JsonObject, causes: number | undefined]>([
  [
    'mounts of volumes',
    '/api/v1/namespaces/a/pods',
    {
      spec: {
        volumes: many((index) => ({ name: `v${index}`, emptyDir: {} })),
        containers: many((index) => ({ name: `c${index}`, image: 'i', volumeMounts: mounts('v1099') })),
      },
    },
    undefined,
  ],
  [
    'containers with the same name, and mounts of no volume',
    '/api/v1/namespaces/a/pods',
    {
      spec: {
        volumes: many((index) => ({ name: `v${index}`, emptyDir: {} })),
        containers: many((index) => ({ name: `c${index >> 1}`, image: 'i', volumeMounts: mounts(`v${index * 50}`) })),
      },
    },
    // One stands for those that are not listed.
    1001,
  ],
  [
    'expressions that use variables',
    policies,
    {
      spec: {
        ...match,
        variables: many((index) => ({ name: `v${index}`, expression: '1' })),
        validations: many((index) => ({ expression: `variables.v${index} == 1` })),
      },
    },
    undefined,
  ],
  [
    'expressions that use other variables',
    policies,
    {
      spec: {
        ...match,
        variables: many((index) => ({ name: `v${index}`, expression: '1' })),
        validations: many((index) => ({ expression: `variables.v${index * 2} == 1` })),
      },
    },
    550,
  ],
])('%s are validated alike with and without interruptions', async (_what, path, object, causes) => {
  const post = () => kube.call('POST', `${path}?dryRun=All`, { metadata: { name: 'x' }, ...object });
  const outcomeOf = async () => {
    const { status, json } = await post();
    return { status, details: json['details'] };
  };
  const expected = await outcomeOf();
  const { causes: found } = (expected.details ?? {}) as { causes?: unknown[] };
  expect([expected.status, found?.length]).toEqual([causes === undefined ? 201 : 422, causes]);
  let now = 0;
  measureIterationsWith({ monotonic: () => (now += 10) });
  expect(await outcomeOf()).toEqual(expected);
});
