import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/apis/discovery.k8s.io/v1/namespaces/a/endpointslices';
const create = (name: string, fields: JsonObject) =>
  kube.call('POST', path, { metadata: { name }, addressType: 'IPv4', ...fields });
const patch = (name: string, body: JsonObject) =>
  kube.call('PATCH', `${path}/${name}`, body, 'application/merge-patch+json');
const causesOf = (json: JsonObject): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);
const generationOf = ({ metadata }: JsonObject): unknown => (metadata as JsonObject)['generation'];
const addresses = ['192.0.2.1'];

test('ports have an empty name and TCP unless they say otherwise; topology is not written', async () => {
  const endpoint = { addresses, deprecatedTopology: { 'kubernetes.io/hostname': 'n' } };
  const { json } = await create('plain', { endpoints: [endpoint], ports: [{ port: 80 }] });
  expect([json['ports'], json['endpoints']]).toEqual([
    [{ name: '', port: 80, protocol: 'TCP' }],
    [{ addresses, conditions: {} }],
  ]);
});

test('changes of content and labels are counted, others are not', async () => {
  const { json } = await create('counted', { endpoints: [{ addresses }] });
  expect(generationOf(json)).toBe(1);
  const annotated = await patch('counted', { metadata: { annotations: { a: 'b' } } });
  expect(generationOf(annotated.json)).toBe(1);
  const labelled = await patch('counted', { metadata: { labels: { a: 'b' } } });
  expect(generationOf(labelled.json)).toBe(2);
  const changed = await patch('counted', { endpoints: [{ addresses: ['192.0.2.2'] }] });
  expect(generationOf(changed.json)).toBe(3);
});

test('what cannot be written counts, too', async () => {
  const endpoints = [{ addresses, deprecatedTopology: { zone: 'z' } }];
  await create('dropped', { endpoints });
  const { json } = await patch('dropped', { endpoints });
  expect([generationOf(json), json['endpoints']]).toEqual([
    2,
    [expect.not.objectContaining({ deprecatedTopology: {} })],
  ]);
});

test('lists without anything are stored as nothing', async () => {
  const { json } = await create('empty', { endpoints: [], ports: [] });
  expect(json).toMatchObject({ endpoints: null, ports: null });
  expect(JSON.stringify((json['metadata'] as JsonObject)['managedFields'])).toContain('"f:ports":{}');
});

test('the type of addresses stays', async () => {
  await create('typed', { endpoints: [] });
  const { json } = await patch('typed', { addressType: 'IPv6' });
  expect(causesOf(json)).toEqual(['addressType: Invalid value: "IPv6": field is immutable']);
});

test.each<[string, JsonObject, string[]]>([
  ['no type', { addressType: '', endpoints: [] }, ['addressType: Required value']],
  [
    'an unknown type',
    { addressType: 'MAC', endpoints: [{ addresses: ['x'] }] },
    ['addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"'],
  ],
  [
    'no address',
    { endpoints: [{ addresses: [] }] },
    ['endpoints[0].addresses: Required value: must contain at least 1 address'],
  ],
  [
    'an address of the other family',
    { addressType: 'IPv6', endpoints: [{ addresses }] },
    ['endpoints[0].addresses: Invalid value: "192.0.2.1": must be an IPv6 address'],
  ],
  [
    'a name that is not fully qualified',
    { addressType: 'FQDN', endpoints: [{ addresses: ['name'] }] },
    [
      'endpoints[0].addresses[0]: Invalid value: "name": should be a domain with at least two segments separated by dots',
    ],
  ],
  [
    'ports of the same name',
    { endpoints: [], ports: [{ port: 1 }, { port: 2 }] },
    ['ports[1].name: Duplicate value: ""'],
  ],
  [
    'a zone twice',
    { endpoints: [{ addresses, hints: { forZones: [{ name: 'z' }, { name: 'z' }] } }] },
    ['endpoints[0].hints.forZones[1].name: Duplicate value: "z"'],
  ],
])('%s is refused', async (_what, fields, causes) => {
  const { status, json } = await create('wrong', fields);
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test('a table shows the first of ports and addresses', async () => {
  const ports = [1, 2, 3, 4].map((port) => ({ name: `p${port}`, port }));
  await create('many', { endpoints: [{ addresses }, { addresses: ['192.0.2.2'] }], ports });
  await create('none', { endpoints: [] });
  expect(await kube.cells(`${path}/many`)).toEqual([
    ['many', 'IPv4', '1,2,3 + 1 more...', '192.0.2.1,192.0.2.2', '0s'],
  ]);
  expect(await kube.cells(`${path}/none`)).toEqual([['none', 'IPv4', '<unset>', '<unset>', '0s']]);
});
