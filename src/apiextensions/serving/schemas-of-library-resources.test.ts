import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import { ApiServer, defineGroup, defineResource, type ResourceDefinition } from '../../server/index.js';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { resourceDefinitionOf } from './resource-definition-of.js';

const servers: ApiServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function serve(resource: ResourceDefinition, storage?: EmbeddedStorage): Promise<ApiServer> {
  const server = new ApiServer({ storage: storage ?? (await EmbeddedStorage.open()) });
  server.install(defineGroup({ name: 'example.com', resources: [resource] }));
  server.prepare();
  servers.push(server);
  return server;
}

const library = (schema: JsonSchema): ResourceDefinition =>
  defineResource({ kind: 'Widget', plural: 'widgets', scope: 'Cluster', versions: { v1: { schema } } });

const custom = (openAPIV3Schema: JsonSchema): ResourceDefinition =>
  resourceDefinitionOf({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
    status: { conditions: null, acceptedNames: { kind: 'Widget', plural: 'widgets' }, storedVersions: ['v1'] },
  });

const widget = (spec: JsonObject, version = 'v1'): JsonObject => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { name: 'a' },
  spec,
});

/** Creates an object, or updates it from `old`; returns the stored spec or the error. */
async function outcome(server: ApiServer, spec: JsonObject, old?: JsonObject): Promise<unknown> {
  const client = server.shared.loopback.client.resource({ group: 'example.com', version: 'v1', resource: 'widgets' });
  try {
    const created = await client.create(widget(old ?? spec));
    const stored = old ? await client.update({ ...created, spec }) : created;
    return stored['spec'];
  } catch (error) {
    if (error instanceof StatusError) return [error.code, error.message];
    throw error;
  } finally {
    await client.delete('a').catch(() => undefined);
  }
}

const schema: JsonSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-validations': [
        { rule: '!has(self.max) || self.min <= self.max', message: 'min must not exceed max', fieldPath: '.max' },
      ],
      properties: {
        min: { type: 'integer', default: 1 },
        max: { type: 'integer' },
        name: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'is immutable' }] },
        port: { 'x-kubernetes-int-or-string': true },
        note: { type: 'string', nullable: true, default: 'none' },
        tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        template: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        rows: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
          items: { type: 'object', required: ['key'], properties: { key: { type: 'string' }, n: { type: 'integer' } } },
        },
      },
    },
  },
};

describe('a schema of a library resource behaves like that of a CustomResourceDefinition', () => {
  let both: readonly ApiServer[];
  beforeAll(async () => {
    both = [await serve(library(schema)), await serve(custom(schema))];
  });

  const rows: [what: string, expected: unknown, spec: JsonObject, old?: JsonObject][] = [
    ['defaults', { min: 1, note: 'none' }, {}],
    ['a rule', /spec\.max: Invalid value: min must not exceed max/, { min: 5, max: 3 }],
    ['a transition rule', /spec\.name: Invalid value: "b": is immutable/, { name: 'b' }, { name: 'a' }],
    ['a number that is no integer', /spec\.port: Invalid value: "number"/, { port: 1.5 }],
    ['int-or-string', { min: 1, note: 'none', port: 'http' }, { port: 'http' }],
    ['neither int nor string', /spec\.port: Invalid value: "boolean"/, { port: true }],
    ['nullable', { min: 1, note: null }, { note: null }],
    ['a null with a default', { min: 1, note: 'none' }, { min: null }],
    ['a set', /spec\.tags\[1\]: Duplicate value: "x"/, { tags: ['x', 'x'] }],
    ['a map', /spec\.rows\[1\]: Duplicate value: {"key":"x"}/, { rows: [{ key: 'x' }, { key: 'x' }] }],
    ['a missing key', /spec\.rows\[0\]\.key: Required value/, { rows: [{ n: 1 }] }],
    ['unknown fields', { min: 1, note: 'none', free: { any: 1 } }, { other: 1, free: { any: 1 } }],
    ['an embedded resource', /spec\.template\.kind: Required value/, { template: { apiVersion: 'v1' } }],
    ['a wrong type', /spec\.min: Invalid value: "string"/, { min: 'x' }],
  ]; // biome-ignore format: a row to a line
  test.each(rows)('%s', async (_what, expected, spec, old) => {
    const [ours, theirs] = await Promise.all(both.map((server) => outcome(server, spec, old)));
    if (expected instanceof RegExp) expect(ours).toEqual([422, expect.stringMatching(expected)]);
    else expect(ours).toEqual(expected);
    expect(ours).toEqual(theirs);
  });
});

test('a schema that is invalid is refused when its resource is installed', async () => {
  const spec: JsonSchema = { type: 'string', 'x-kubernetes-validations': [{ rule: 'self > 1' }] };
  const rows: JsonSchema = { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } };
  await expect(serve(library({ type: 'object', properties: { spec, rows } }))).rejects.toThrow(
    /^the schema of widgets in v1 is invalid: .*list-map-keys: Required value.*rule: Invalid value.*compilation failed/s,
  );
});

test('a default that a later release adds is set in objects that are stored already', async () => {
  const text: JsonSchema = { type: 'string' };
  const of = (properties: Record<string, JsonSchema>): ResourceDefinition =>
    library({ type: 'object', properties: { spec: { type: 'object', properties } } });
  const storage = await EmbeddedStorage.open();
  const earlier = await serve(of({ name: text, old: text }), storage);
  const resource = { group: 'example.com', version: 'v1', resource: 'widgets' };
  await earlier.shared.loopback.client.resource(resource).create(widget({ name: 'x', old: 'y' }));
  const later = await serve(of({ name: text, size: { type: 'integer', default: 3 } }), storage);
  const client = later.shared.loopback.client.resource(resource);
  const { items } = await client.list();
  expect([await client.get('a'), items[0]].map((read) => read?.['spec'])).toEqual([
    { name: 'x', size: 3 },
    { name: 'x', size: 3 },
  ]);
});

test('objects are validated in the version in which they are sent, and in the hub version', async () => {
  const sized = (maximum: number): JsonSchema => ({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        required: ['kind'],
        properties: { size: { type: 'integer', maximum }, kind: { type: 'string', default: 'plain' } },
      },
    },
  });
  const old: JsonSchema = { type: 'object', properties: { size: { type: 'integer', maximum: 5 } } };
  const server = await serve(
    defineResource({
      kind: 'Widget',
      plural: 'widgets',
      scope: 'Cluster',
      versions: {
        v1: { schema: sized(3) },
        v1alpha1: {
          schema: old,
          toHub: ({ size = 0, ...rest }) => ({ ...rest, spec: { size } }),
          fromHub: ({ spec, ...rest }) => ({ ...rest, ...(typeof spec === 'object' && spec) }),
        },
      },
    }),
  );
  const client = server.shared.loopback.client.resource({
    group: 'example.com',
    version: 'v1alpha1',
    resource: 'widgets',
  });
  const create = (size: number) =>
    client.create({ apiVersion: 'example.com/v1alpha1', kind: 'Widget', metadata: { name: 'a' }, size });
  await expect(create(9)).rejects.toThrow('size: Invalid value: 9: size in body should be less than or equal to 5');
  await expect(create(4)).rejects.toThrow('spec.size: Invalid value: 4');
  expect(await create(2)).toMatchObject({ size: 2, kind: 'Widget' });
});
