import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/apimachinery/meta/index.js';
import { many, thing, things, thingsPath } from './definitions.js';
import { expectScales } from './expect-scales.js';
import { isFull } from './full.js';
import { type ScalingRequest, ScalingServer } from './scaling-server.js';

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([things]);
  const merged = await server.send({
    method: 'POST',
    path: thingsPath,
    body: thing('merged', { map: mapOf(1000, (index) => [`k${index}`, 'x']) }),
  });
  expect(merged.status, merged.text).toBe(201);
});
afterAll(() => server?.close());

function mapOf<Value>(size: number, entry: (index: number) => [string, Value]): Record<string, Value> {
  return Object.fromEntries(many(size, entry));
}

/** As many as the limit on the parts of a body allows, of the number that the full suite sends. */
const share = isFull ? 1 : 1 / 4;

interface Wide {
  readonly upTo: number;
  readonly make: (size: number) => ScalingRequest;
}

const created = (path: string, type: { apiVersion: string; kind: string }, rest: object) => ({
  method: 'POST',
  path: `${path}?dryRun=All`,
  body: Buffer.from(JSON.stringify({ ...type, metadata: { name: 'x' }, ...rest })),
});
const custom = (spec: JsonObject) => ({ method: 'POST', path: `${thingsPath}?dryRun=All`, body: thing('x', spec) });
const applied = (spec: JsonObject) => ({
  method: 'PATCH',
  path: `${thingsPath}/x?dryRun=All&fieldManager=a`,
  type: 'application/apply-patch+yaml',
  body: thing('x', spec),
});
const core = (plural: string, kind: string, rest: object) =>
  created(`/api/v1/namespaces/default/${plural}`, { apiVersion: 'v1', kind }, rest);
const inGroup = (path: string, kind: string, rest: object) =>
  created(`/apis/${path}`, { apiVersion: path.split('/').slice(0, 2).join('/'), kind }, rest);
const pod = (spec: object) => core('pods', 'Pod', { spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const definition = (property: (index: number) => JsonValue, size: number) =>
  inGroup('apiextensions.k8s.io/v1/customresourcedefinitions', 'CustomResourceDefinition', {
    metadata: { name: 'wides.scaling.example.com' },
    spec: {
      group: 'scaling.example.com',
      names: { plural: 'wides', kind: 'Wide' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: mapOf(size, (i) => [`f${i}`, property(i)]) } },
            },
          },
        },
      ],
    },
  });

/** Valid objects that are about as wide as a body can be. */
const wide: Record<string, Wide> = {
  'keys of a map': { upTo: 98_000, make: (size) => custom({ map: mapOf(size, (index) => [`k${index}`, 'x']) }) },
  'keys of a map without a schema': {
    upTo: 98_000,
    make: (size) => custom({ open: mapOf(size, (index) => [`k${index}`, 'x']) }),
  },
  'keys of a map by a merge patch': {
    upTo: 45_000,
    make: (size) => ({
      method: 'PATCH',
      path: `${thingsPath}/merged?dryRun=All`,
      type: 'application/merge-patch+json',
      body: Buffer.from(JSON.stringify({ spec: { map: mapOf(size, (index) => [`k${index}`, 'y']) } })),
    }),
  },
  'keys of a map by an apply': { upTo: 98_000, make: (size) => applied({ map: mapOf(size, (i) => [`k${i}`, 'x']) }) },
  'items of a list with keys by an apply': {
    upTo: 32_000,
    make: (size) => applied({ keyed: many(size, (index) => ({ name: `n${index}`, v: 1 })) }),
  },
  'items of a set by an apply': { upTo: 98_000, make: (size) => applied({ set: many(size, (index) => `n${index}`) }) },
  containers: {
    upTo: 20_000,
    make: (size) => pod({ containers: many(size, (index) => ({ name: `c${index}`, image: 'i' })) }),
  },
  'environment variables': {
    upTo: 32_000,
    make: (size) =>
      pod({ containers: [{ name: 'c', image: 'i', env: many(size, (i) => ({ name: `E${i}`, value: 'v' })) }] }),
  },
  volumes: { upTo: 20_000, make: (size) => pod({ volumes: many(size, (i) => ({ name: `v${i}`, emptyDir: {} })) }) },
  tolerations: {
    upTo: 32_000,
    make: (size) => pod({ tolerations: many(size, (index) => ({ key: `v${index}`, operator: 'Exists' })) }),
  },
  addresses: {
    upTo: 40_000,
    make: (size) => {
      const ips = many(size, (index) => ({ ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }));
      return core('endpoints', 'Endpoints', { subsets: [{ addresses: ips, ports: [{ port: 80 }] }] });
    },
  },
  'ports of a service': {
    upTo: 20_000,
    make: (size) =>
      core('services', 'Service', { spec: { ports: many(size, (i) => ({ name: `p${i}`, port: 1 + i })) } }),
  },
  'data of a config map': {
    upTo: 90_000,
    make: (size) => core('configmaps', 'ConfigMap', { data: mapOf(size, (index) => [`k${index}`, 'x']) }),
  },
  labels: {
    upTo: 90_000,
    make: (size) =>
      core('configmaps', 'ConfigMap', { metadata: { name: 'x', labels: mapOf(size, (i) => [`k${i}`, 'x']) } }),
  },
  annotations: {
    upTo: 30_000,
    make: (size) =>
      core('configmaps', 'ConfigMap', { metadata: { name: 'x', annotations: mapOf(size, (i) => [`k${i}`, 'x']) } }),
  },
  'rules of a role': {
    upTo: 13_500,
    make: (size) =>
      inGroup('rbac.authorization.k8s.io/v1/namespaces/default/roles', 'Role', {
        rules: many(size, () => ({ verbs: ['get'], apiGroups: [''], resources: ['pods'] })),
      }),
  },
  'peers of a network policy': {
    upTo: 14_000,
    make: (size) =>
      inGroup('networking.k8s.io/v1/namespaces/default/networkpolicies', 'NetworkPolicy', {
        spec: {
          podSelector: {},
          ingress: [{ from: many(size, (index) => ({ podSelector: { matchLabels: { a: `b${index}` } } })) }],
        },
      }),
  },
  'expressions of a policy': {
    upTo: 45_000,
    make: (size) =>
      inGroup('admissionregistration.k8s.io/v1/validatingadmissionpolicies', 'ValidatingAdmissionPolicy', {
        spec: {
          matchConstraints: {
            resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          },
          validations: many(size, (index) => ({ expression: `object.metadata.name != 'n${index}'` })),
        },
      }),
  },
  'properties of a definition': { upTo: 30_000, make: (size) => definition(() => ({ type: 'string' }), size) },
  'rules of a definition': {
    upTo: 5000,
    make: (size) =>
      definition(
        (index) => ({
          type: 'string',
          maxLength: 10,
          'x-kubernetes-validations': [{ rule: `self != 'a${index}'` }],
        }),
        size,
      ),
  },
};

describe('an object about as wide as a body can be is no trouble for others', () => {
  test.each(Object.entries(wide))('%s', (name, { upTo, make }) =>
    expectScales(server, { name, upTo: Math.ceil(upTo * share), status: [200, 201], make }),
  );
});
