import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const networking = '/apis/networking.k8s.io/v1';
const causesOf = (json: JsonObject): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);
const parentRef = { resource: 'services', namespace: 'a', name: 's' };

test.each<[string, string, JsonObject, string[]]>([
  [
    'a name that is no address',
    'x',
    { parentRef },
    ['metadata.name: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
  ],
  [
    'a name that is not canonical',
    '2001:DB8::1',
    { parentRef },
    ['metadata.name: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")'],
  ],
  ['no parent', '192.0.2.1', {}, ['spec.parentRef: Required value']],
  [
    'a parent without resource and name',
    '192.0.2.1',
    { parentRef: { namespace: 'a' } },
    ['spec.parentRef.resource: Required value', 'spec.parentRef.name: Required value'],
  ],
])('%s is refused', async (_what, name, spec, causes) => {
  const { status, json } = await kube.call('POST', `${networking}/ipaddresses`, { metadata: { name }, spec });
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test('a table shows whose it is; the parent stays', async () => {
  const target = `${networking}/ipaddresses/192.0.2.9`;
  await kube.call('POST', `${networking}/ipaddresses`, { metadata: { name: '192.0.2.9' }, spec: { parentRef } });
  expect(await kube.cells(target)).toEqual([['192.0.2.9', 'services/a/s', '0s']]);
  const changed = { spec: { parentRef: { name: 't' } } };
  const { json } = await kube.call('PATCH', target, changed, 'application/merge-patch+json');
  expect(causesOf(json)[0]).toContain('spec.parentRef: Invalid value');
});

test.each<[string, string[], string[]]>([
  ['no network', [], ['spec.cidrs: Required value: at least one CIDR required']],
  [
    'two of one family',
    ['10.0.0.0/24', '10.1.0.0/24'],
    [
      'spec.cidrs: Invalid value: ["10.0.0.0/24","10.1.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ],
  ],
  [
    'an address with bits of a host',
    ['10.0.0.1/24'],
    ['spec.cidrs[0]: Invalid value: "10.0.0.1/24": must not have bits set beyond the prefix length'],
  ],
])('a ServiceCIDR with %s is refused', async (_what, cidrs, causes) => {
  const body = { metadata: { name: 'wrong' }, spec: { cidrs } };
  const { status, json } = await kube.call('POST', `${networking}/servicecidrs`, body);
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test('the networks of a ServiceCIDR stay', async () => {
  const target = `${networking}/servicecidrs/fixed`;
  await kube.call('POST', `${networking}/servicecidrs`, {
    metadata: { name: 'fixed' },
    spec: { cidrs: ['10.0.0.0/24'] },
  });
  const change = async (cidrs: string[] | null) => {
    const { json } = await kube.call('PATCH', target, { spec: { cidrs } }, 'application/merge-patch+json');
    return causesOf(json);
  };
  expect(await change(['10.1.0.0/24'])).toEqual(['spec.cidrs[0]: Invalid value: "10.1.0.0/24": field is immutable']);
  expect(await change(null)).toEqual(['spec.cidrs: Invalid value: null: field is immutable']);
  expect(await change([])).toEqual(['spec.cidrs: Invalid value: []: field is immutable']);
  expect(await kube.cells(target)).toEqual([['fixed', '10.0.0.0/24', '0s']]);
});
