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

const device = (more: JsonObject): JsonObject => ({ ...slice, devices: [{ name: 'd', ...more }] });
const requesting = (exactly: JsonObject, more: JsonObject = {}): JsonObject => ({
  devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', ...exactly } }], ...more },
});

test.each<[string, string, JsonObject, string[]]>([
  [
    'a selector that is no expression',
    'deviceclasses',
    { selectors: [{ cel: { expression: 'device.' } }] },
    [expect.stringMatching(/^spec.selectors\[0\].cel.expression: Invalid value: "device.": compilation failed: /)],
  ],
  [
    'a selector that says neither yes nor no',
    'deviceclasses',
    { selectors: [{ cel: { expression: 'device.driver' } }] },
    [
      'spec.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
    ],
  ],
  [
    'a selector that never ends',
    'deviceclasses',
    {
      selectors: [
        {
          cel: {
            expression: Array(4)
              .fill('device.attributes.all(')
              .map((part, index) => `${part}a${index}, `)
              .join('')
              .concat('true))))'),
          },
        },
      ],
    },
    ['spec.selectors[0].cel.expression: Forbidden: too complex, exceeds cost limit'],
  ],
  [
    'a class with parameters without a driver',
    'deviceclasses',
    { config: [{ opaque: { driver: '', parameters: 1 } }], extendedResourceName: 'cpu' },
    [
      'spec.config[0].opaque.driver: Required value',
      'spec.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
      'spec.extendedResourceName: Invalid value: "cpu": must be a valid extended resource name',
    ],
  ],
  [
    'a claim that tolerates anything but in its own way',
    claims,
    requesting({ tolerations: [{ operator: 'Near', effect: 'Odd' }] }),
    [
      'spec.devices.requests[0].exactly.tolerations[0].operator: Unsupported value: "Near": supported values: "Equal", "Exists"',
      'spec.devices.requests[0].exactly.tolerations[0].effect: Unsupported value: "Odd": supported values: "NoExecute", "NoSchedule", "None"',
    ],
  ],
  [
    'a claim whose selectors take too long to read',
    claims,
    requesting({ selectors: Array.from({ length: 33 }, () => ({ cel: { expression: 'x'.repeat(10_240) } })) }),
    ['spec.devices.requests: Too long: may not be more than 327680 bytes'],
  ],
  [
    'a constraint on what is not requested',
    claims,
    requesting({}, { constraints: [{ requests: ['q'], matchAttribute: 'model' }], config: [{}] }),
    [
      'spec.devices.constraints[0].requests[0]: Invalid value: "q": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
      'spec.devices.constraints[0].matchAttribute: Invalid value: "model": a fully qualified name must be a domain and a name separated by a slash',
      'spec.devices.config[0].opaque: Required value',
    ],
  ],
  [
    'what belongs to others',
    claims,
    requesting({ adminAccess: true }),
    [
      'spec.devices.requests[0].adminAccess: Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing namespace',
    ],
  ],
  [
    'a device with two values of an attribute',
    'resourceslices',
    device({ attributes: { a: { int: 1, version: 'x' }, 'b/c/': {} }, allNodes: true }),
    [
      'spec.devices[0].attributes[a].version: Invalid value: "x": must be a string compatible with semver.org spec 2.0.0',
      expect.stringMatching(
        /^spec.devices\[0\].attributes\[a\]: Invalid value: .*: exactly one value must be specified$/,
      ),
      expect.stringMatching(
        /^spec.devices\[0\].attributes\[b.c.\]: Invalid value: "": exactly one value must be specified$/,
      ),
      'spec.devices[0]: Invalid value: null: `nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec',
    ],
  ],
  [
    'a device whose capacity is requested in odd steps',
    'resourceslices',
    device({
      allowMultipleAllocations: true,
      capacity: {
        memory: { value: '10', requestPolicy: { default: '3', validRange: { min: '2', max: '12', step: '2' } } },
        cores: { value: '4', requestPolicy: { default: '3', validValues: ['1', '5'] } },
      },
    }),
    [
      'spec.devices[0].capacity[memory].requestPolicy.validRange.max: Invalid value: "12": max is larger than capacity value: 10',
      'spec.devices[0].capacity[memory].requestPolicy.validRange.step: Invalid value: "3": value is not a multiple of a given step (2) from (2)',
      'spec.devices[0].capacity[cores].requestPolicy.validValues[1]: Invalid value: "5": option is larger than capacity value: 4',
      'spec.devices[0].capacity[cores].requestPolicy.validValues: Invalid value: "3": default value is not valid according to the requestPolicy',
    ],
  ],
  [
    'a device that takes from counters that are not said, and is tainted in no known way',
    'resourceslices',
    device({
      consumesCounters: [{ counterSet: 'A', counters: {} }],
      taints: [{ key: 'k', effect: 'Odd' }],
      bindingConditions: ['a'],
    }),
    [
      'spec.devices[0].taints[0].effect: Unsupported value: "Odd": supported values: "NoExecute", "NoSchedule", "None"',
      expect.stringMatching(/^spec.devices\[0\].consumesCounters\[0\].counterSet: Invalid value: "A"/),
      'spec.devices[0].consumesCounters[0].counters: Required value',
      'spec.devices[0].bindingFailureConditions: Invalid value: null: bindingFailureConditions are required to use bindingConditions',
    ],
  ],
  [
    'a request of nothing',
    claims,
    { devices: { requests: [{ name: '' }] } },
    [
      expect.stringMatching(/^spec.devices.requests\[0\].name: Invalid value: "": a lowercase RFC 1123 label/),
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
  [
    'a template with more metadata than claims can have',
    templates,
    { metadata: { finalizers: ['a/b'], uid: 'u', name: 'n', labels: { a: 'b' } }, spec: {} },
    ['name', 'uID', 'finalizers'].map((field) => `spec.metadata.${field}: Forbidden: cannot be set`),
  ],
  [
    'a range without what is usual',
    'resourceslices',
    device({
      capacity: { c: { value: '4', requestPolicy: { validRange: { min: '1' } } } },
      allowMultipleAllocations: true,
    }),
    ['spec.devices[0].capacity[c].requestPolicy.default: Required value: required when validRange is defined'],
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

test('the spec of a claim is immutable', async () => {
  await create(claims, 'fixed', claim);
  const change = { spec: { devices: { requests: [{ ...request, name: 'other' }] } } };
  const answer = await kube.call('PATCH', `${group}/${claims}/fixed`, change, 'application/merge-patch+json');
  expect(causesOf(answer)[0]).toMatch(/^spec: Invalid value: .*: field is immutable$/);
});

test('what a claim got is checked once, and what is said of devices goes with them', async () => {
  await create(claims, 'got', claim);
  const put = (status: JsonObject) =>
    kube.call('PATCH', `${group}/${claims}/got/status`, { status }, 'application/merge-patch+json');
  const result = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'x' };
  const wrong = await put({
    allocation: { devices: { results: [{ ...result, request: 'q' }] } },
    devices: [{ ...result, device: 'y' }],
    reservedFor: [{ resource: 'pods', name: 'p', uid: '' }],
  });
  expect(causesOf(wrong)).toEqual([
    'status.reservedFor[0].uid: Required value',
    'status.devices[0]: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"y","ShareID":""}: must be an allocated device in the claim',
    'status.allocation.devices.results[0].request: Invalid value: "q": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
  ]);
  const { driver, pool, device: name } = result;
  const right = await put({
    allocation: { devices: { results: [result] } },
    devices: [{ driver, pool, device: name }],
  });
  expect([right.status, right.json['status']]).toMatchObject([200, { devices: [{ device: 'x' }] }]);
  const moved = await put({ allocation: { devices: { results: [{ ...result, device: 'z' }] } } });
  expect(causesOf(moved)[0]).toMatch(/^status.allocation: Invalid value: .*: field is immutable$/);
  const released = await put({ allocation: null });
  expect(released.json['status']).toEqual({});
});

test.each<[string, JsonObject, JsonValue[]]>([
  [claims, claim, ['pending']],
  ['resourceslices', slice, ['n', 'd.example.com', 'p']],
  ['deviceclasses', {}, []],
])('a table of %s', async (resource, spec, cells) => {
  await create(resource, 'shown', spec);
  expect(await kube.cells(`${group}/${resource}/shown`)).toEqual([['shown', ...cells, '0s']]);
});
