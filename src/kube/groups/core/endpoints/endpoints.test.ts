import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/endpoints';
const create = (subsets: JsonObject[], name: string) => kube.call('POST', path, { metadata: { name }, subsets });
const causesOf = (json: JsonObject): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);

test('ports are TCP unless they say otherwise', async () => {
  const { json } = await create([{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80 }] }], 'plain');
  expect(json['subsets']).toEqual([{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80, protocol: 'TCP' }] }]);
});

test.each<[string, JsonObject, string[]]>([
  ['a subset without addresses', {}, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
  [
    'an address of this machine',
    { addresses: [{ ip: '127.0.0.1' }] },
    ['subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ],
  [
    'two ports without names',
    { addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 1 }, { port: 2 }] },
    ['subsets[0].ports[0].name: Required value', 'subsets[0].ports[1].name: Required value'],
  ],
  [
    'a port that is none',
    { addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 0 }] },
    ['subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
  ],
])('%s is refused', async (_what, subset, causes) => {
  const { status, json } = await create([subset], 'wrong');
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test.each<[string, JsonObject[], string]>([
  ['no subsets', [], '<none>'],
  ['addresses without ports', [{ addresses: [{ ip: '192.0.2.1' }] }], '192.0.2.1'],
  [
    'many addresses',
    [
      {
        addresses: [{ ip: '192.0.2.1' }, { ip: '2001:db8::1' }],
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
    ],
    '192.0.2.1:1,[2001:db8::1]:1,192.0.2.1:2 + 1 more...',
  ],
])('a table shows %s', async (what, subsets, shown) => {
  const name = what.replaceAll(' ', '-');
  await create(subsets, name);
  expect(await kube.cells(`${path}/${name}`)).toEqual([[name, shown, '0s']]);
});
