import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ serviceRanges: ['10.0.0.0/24', '2001:db8::/112'] });
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/services';
const ports = [{ port: 80 }];
let count = 0;
const create = (spec: JsonObject): Promise<TestResponse> =>
  kube.call('POST', path, { metadata: { name: `s${++count}` }, spec: { ports, ...spec } });
const patch = ({ json }: TestResponse, spec: JsonObject): Promise<TestResponse> => {
  const { name } = json['metadata'] as JsonObject;
  return kube.call('PATCH', `${path}/${name}`, { spec }, 'application/merge-patch+json');
};
const specOf = ({ json }: TestResponse): JsonObject => json['spec'] as JsonObject;
const familiesOf = (answer: TestResponse): unknown[] => [
  specOf(answer)['ipFamilyPolicy'],
  specOf(answer)['ipFamilies'],
];
const addressesOf = (answer: TestResponse): string[] => specOf(answer)['clusterIPs'] as string[];
const isTaken = async (address: string): Promise<boolean> =>
  (await kube.call('GET', `/apis/networking.k8s.io/v1/ipaddresses/${address}`)).status === 200;
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);

describe('a new service', () => {
  test.each<[string, JsonObject, unknown[]]>([
    ['one family unless it asks for more', {}, ['SingleStack', ['IPv4']]],
    ['the family that it names', { ipFamilies: ['IPv6'] }, ['SingleStack', ['IPv6']]],
    ['the family of its address', { clusterIP: '2001:db8::9' }, ['SingleStack', ['IPv6']]],
    ['both where it prefers them', { ipFamilyPolicy: 'PreferDualStack' }, ['PreferDualStack', ['IPv4', 'IPv6']]],
    [
      'both in the order that it wants',
      { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6'] },
      ['RequireDualStack', ['IPv6', 'IPv4']],
    ],
  ])('has %s', async (_what, spec, families) => {
    const answer = await create(spec);
    expect([answer.status, familiesOf(answer)]).toEqual([201, families]);
    expect(addressesOf(answer)).toHaveLength((families[1] as string[]).length);
    expect(specOf(answer)['clusterIP']).toBe(addressesOf(answer)[0]);
  });

  test.each<[string, JsonObject, string[]]>([
    [
      'two families and wants one',
      { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ],
    ],
    [
      'an address of another family than it names',
      { clusterIP: '10.0.0.7', ipFamilies: ['IPv6'] },
      ['spec.clusterIPs[0]: Invalid value: "10.0.0.7": expected an IPv6 value as indicated by `ipFamilies[0]`'],
    ],
    ['a family twice', { ipFamilies: ['IPv4', 'IPv4'] }, ['spec.ipFamilies[1]: Duplicate value: "IPv4"']],
    [
      'a list of addresses without the first by itself',
      { clusterIPs: ['10.0.0.7'] },
      ['spec.clusterIPs: Invalid value: ["10.0.0.7"]: must be empty when `clusterIP` is not specified'],
    ],
  ])('is refused that has %s', async (_what, spec, causes) => {
    const answer = await create(spec);
    expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
  });
});

describe('a second family', () => {
  test('comes and goes, with its address', async () => {
    const single = await create({});
    const both = await patch(single, { ipFamilyPolicy: 'PreferDualStack' });
    const [first, second] = addressesOf(both) as [string, string];
    expect([familiesOf(both), [first]]).toEqual([['PreferDualStack', ['IPv4', 'IPv6']], addressesOf(single)]);
    expect(await isTaken(second)).toBe(true);
    const again = await patch(both, { ipFamilyPolicy: 'SingleStack' });
    expect([familiesOf(again), addressesOf(again)]).toEqual([['SingleStack', ['IPv4']], [first]]);
    expect([await isTaken(first), await isTaken(second)]).toEqual([true, false]);
  });

  test('does not go unless the policy says so', async () => {
    const both = await create({ ipFamilyPolicy: 'RequireDualStack' });
    const refused = await patch(both, { ipFamilies: ['IPv4'] });
    expect(causesOf(refused)).toEqual([
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be \'SingleStack\' to release the secondary IP family',
    ]);
  });

  test('goes with the first when the service becomes a name', async () => {
    const both = await create({ ipFamilyPolicy: 'RequireDualStack' });
    const named = await patch(both, { type: 'ExternalName', externalName: 'x.example.com' });
    expect([named.status, Object.keys(specOf(named)).sort()]).toEqual([
      200,
      ['externalName', 'ports', 'sessionAffinity', 'type'],
    ]);
    expect(await Promise.all(addressesOf(both).map(isTaken))).toEqual([false, false]);
  });
});
