import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = '/apis/resource.k8s.io/v1';
const claims = 'namespaces/a/resourceclaims';
const templates = 'namespaces/a/resourceclaimtemplates';
const create = (resource: string, name: string, spec: JsonObject) =>
  kube.call('POST', `${group}/${resource}`, { metadata: { name }, spec });
const request = { name: 'r', exactly: { deviceClassName: 'c' } };
const claim = { devices: { requests: [request] } };
const slice = { driver: 'd.example.com', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' };

test.each<[string, JsonObject, JsonObject]>([
  [claims, claim, { devices: { requests: [{ exactly: { allocationMode: 'ExactCount', count: 1 } }] } }],
  [
    templates,
    { spec: claim },
    { spec: { devices: { requests: [{ exactly: { allocationMode: 'ExactCount', count: 1 } }] } } },
  ],
  ['deviceclasses', { selectors: [{ cel: { expression: 'true' } }] }, {}],
  ['resourceslices', slice, slice],
])('%s begin with what is usual', async (resource, spec, expected) => {
  const { status, json } = await create(resource, 'usual', spec);
  expect([status, json['spec']]).toMatchObject([201, expected]);
});

test.each<[string, string, JsonObject, string[]]>([
  [
    'a request of nothing',
    claims,
    { devices: { requests: [{ name: '' }] } },
    [
      'spec.devices.requests[0].name: Required value',
      'spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    ],
  ],
  [
    'a number of all',
    templates,
    {
      spec: {
        devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', allocationMode: 'All', count: 2 } }] },
      },
    },
    [
      "spec.spec.devices.requests[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'",
    ],
  ],
  ['a selector that selects nothing', 'deviceclasses', { selectors: [{}] }, ['spec.selectors[0].cel: Required value']],
  [
    'a slice that is nowhere',
    'resourceslices',
    { driver: 'd', pool: { name: 'p', generation: 1, resourceSliceCount: 0 } },
    [
      'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
      'spec: Required value: exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required',
    ],
  ],
])('%s is refused', async (_what, resource, spec, causes) => {
  const answer = await create(resource, 'wrong', spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('a claim asks for the same for ever', async () => {
  await create(claims, 'fixed', claim);
  const change = { spec: { devices: { requests: [{ ...request, name: 'other' }] } } };
  const answer = await kube.call('PATCH', `${group}/${claims}/fixed`, change, 'application/merge-patch+json');
  expect(causesOf(answer)[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
});

test.each<[string, JsonObject, JsonValue[]]>([
  [claims, claim, ['pending']],
  ['resourceslices', slice, ['n', 'd.example.com', 'p']],
  ['deviceclasses', {}, []],
])('a table of %s', async (resource, spec, cells) => {
  await create(resource, 'shown', spec);
  expect(await kube.cells(`${group}/${resource}/shown`)).toEqual([['shown', ...cells, '0s']]);
});
