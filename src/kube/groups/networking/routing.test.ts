import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = '/apis/networking.k8s.io/v1';
const ingresses = 'namespaces/a/ingresses';
const policies = 'namespaces/a/networkpolicies';
const merge = 'application/merge-patch+json';
const create = (resource: string, name: string, spec: JsonObject) =>
  kube.call('POST', `${group}/${resource}`, { metadata: { name }, spec });
const backend = { service: { name: 's', port: { number: 80 } } };
const rule = (path: JsonObject, host = 'h.example.com') => ({ host, http: { paths: [{ backend, ...path }] } });

test('a policy works both ways if it has rules for what goes out', async () => {
  const { json } = await create(policies, 'both', { podSelector: {}, egress: [{ ports: [{ port: 53 }] }] });
  expect(json['spec']).toEqual({
    podSelector: {},
    egress: [{ ports: [{ port: 53, protocol: 'TCP' }] }],
    policyTypes: ['Ingress', 'Egress'],
  });
  expect(json['metadata']).toMatchObject({ generation: 1 });
});

test('an empty list of rules is another generation of a policy than none', async () => {
  await create(policies, 'counted', { podSelector: {} });
  const path = `${group}/${policies}/counted`;
  const generationAfter = async (spec: JsonObject) =>
    ((await kube.call('PATCH', path, { spec }, merge)).json['metadata'] as JsonObject)['generation'];
  expect(await generationAfter({ egress: null })).toBe(1);
  expect(await generationAfter({ egress: [] })).toBe(2);
  expect((await kube.call('GET', path)).json['spec']).not.toHaveProperty('egress');
});

test('the parameters of a class are in no namespace unless they say so', async () => {
  const parameters = { apiGroup: 'g.example.com', kind: 'K', name: 'n' };
  const { json } = await create('ingressclasses', 'usual', { controller: 'example.com/c', parameters });
  expect(json['spec']).toMatchObject({ parameters: { scope: 'Cluster' } });
});

test.each<[string, string, JsonObject, string[]]>([
  [
    'an ingress to nowhere',
    ingresses,
    {},
    ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
  ],
  [
    'an ingress with rules of which there are none',
    ingresses,
    { rules: [] },
    ['spec: Invalid value: []: either `defaultBackend` or `rules` must be specified'],
  ],
  [
    'a path without type',
    ingresses,
    { rules: [rule({ path: '/' })] },
    ['spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
  ],
  [
    'paths that climb, and hosts that are addresses',
    ingresses,
    { rules: [rule({ path: '/a/../b', pathType: 'Exact' }, '10.0.0.1')] },
    [
      'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      `spec.rules[0].http.paths[0].path: Invalid value: "/a/../b": must not contain '/../'`,
    ],
  ],
  [
    'a backend with two ports',
    ingresses,
    { defaultBackend: { service: { name: 's', port: { name: 'http', number: 80 } } } },
    ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
  ],
  [
    'a class without controller',
    'ingressclasses',
    { parameters: { kind: 'K', name: 'n', scope: 'Namespace' } },
    [
      'spec.controller: Required value',
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
  ],
  [
    'a peer that selects nothing, or too much',
    policies,
    { podSelector: {}, ingress: [{ from: [{}, { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] }] },
    [
      'spec.ingress[0].from[0]: Required value: must specify a peer',
      'spec.ingress[0].from[1]: Forbidden: may not specify both ipBlock and another peer',
    ],
  ],
  [
    'an exception that lies outside',
    policies,
    {
      podSelector: {},
      egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16', '10.1.0.0/16'] } }] }],
    },
    ['spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`'],
  ],
  [
    'a range of ports that ends before it begins',
    policies,
    {
      podSelector: {},
      ingress: [
        {
          ports: [
            { port: 90, endPort: 80 },
            { port: 'http', endPort: 1 },
          ],
        },
      ],
    },
    [
      'spec.ingress[0].ports[0].endPort: Invalid value: 90: must be greater than or equal to `port`',
      'spec.ingress[0].ports[1].endPort: Invalid value: 1: may not be specified when `port` is non-numeric',
    ],
  ],
])('%s is refused', async (_what, resource, spec, causes) => {
  const answer = await create(resource, 'wrong', spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test('the status of an ingress is written apart, and its spec is counted', async () => {
  await create(ingresses, 'apart', { defaultBackend: backend });
  const path = `${group}/${ingresses}/apart`;
  const change = { spec: { ingressClassName: 'c' }, status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } };
  const spec = (await kube.call('PATCH', path, change, merge)).json;
  expect([spec['metadata'], spec['status']]).toMatchObject([{ generation: 2 }, { loadBalancer: {} }]);
  const status = (await kube.call('PATCH', `${path}/status`, change, merge)).json;
  expect([status['metadata'], status['status']]).toMatchObject([{ generation: 2 }, change.status]);
  expect(await kube.cells(path)).toEqual([['apart', 'c', '*', '192.0.2.1', '80', '0s']]);
});

test('the controller of a class does not change', async () => {
  await create('ingressclasses', 'fixed', { controller: 'example.com/c' });
  const change = { spec: { controller: 'example.com/d' } };
  const answer = await kube.call('PATCH', `${group}/ingressclasses/fixed`, change, merge);
  expect(causesOf(answer)).toEqual(['spec.controller: Invalid value: "example.com/d": field is immutable']);
});

const hosts = ['a', 'b', 'c', 'd'].map((host) => rule({ pathType: 'Exact', path: '/' }, host));
test.each<[string, string, JsonObject, JsonValue[]]>([
  ['many hosts', ingresses, { rules: hosts, tls: [{}] }, ['<none>', 'a,b,c + 1 more...', '', '80, 443']],
  [
    'the parameters of a class',
    'ingressclasses',
    { controller: 'example.com/c', parameters: { apiGroup: 'g', kind: 'K', name: 'n' } },
    ['example.com/c', 'K.g/n'],
  ],
  ['the pods that a policy selects', policies, { podSelector: { matchLabels: { app: 'x' } } }, ['app=x']],
])('a table shows %s', async (what, resource, spec, cells) => {
  const name = what.replaceAll(' ', '-');
  await create(resource, name, spec);
  expect(await kube.cells(`${group}/${resource}/${name}`)).toEqual([[name, ...cells, '0s']]);
});
