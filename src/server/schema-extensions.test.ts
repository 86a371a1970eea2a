// The Kubernetes extensions in the schema of a library resource mean what they mean in a CustomResourceDefinition.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import type { JsonSchema } from '../apimachinery/schema/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ApiServer, defineGroup, defineResource } from './index.js';

const named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, value: { type: 'string' } },
};
const texts = { type: 'object', additionalProperties: { type: 'string' } };

const properties = {
  rule: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1', message: 'is too small' }] },
  grows: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self >= oldSelf', message: 'must not shrink' }] },
  closed: { type: 'object', properties: { known: { type: 'string' } } },
  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { known: { type: 'string' } } },
  port: { 'x-kubernetes-int-or-string': true },
  template: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  map: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: named },
  atomic: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: named },
  granular: texts,
  whole: { ...texts, 'x-kubernetes-map-type': 'atomic' },
} as Record<string, JsonSchema>;

const resource = { group: 'example.com', version: 'v1', resource: 'samples' };
const definitionWith = (members: Record<string, JsonSchema>) =>
  defineResource({
    kind: 'Sample',
    plural: 'samples',
    scope: 'Namespaced',
    versions: { v1: { schema: { type: 'object', properties: members } } },
  });

let server: ApiServer;
beforeAll(async () => {
  server = new ApiServer({ storage: await EmbeddedStorage.open() });
  server.install(defineGroup({ name: 'example.com', resources: [definitionWith(properties)] }));
  server.prepare();
});
afterAll(() => server.close());

const samples = () => server.shared.loopback.client.resource<JsonObject>(resource, 'default');
const sample = (name: string, fields: object) =>
  ({ apiVersion: 'example.com/v1', kind: 'Sample', metadata: { name }, ...fields }) as JsonObject;
let names = 0;
const create = (fields: object): Promise<JsonObject> => samples().create(sample(`sample-${++names}`, fields));

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { nodeName: 'b' } };

test.each<[field: string, value: JsonValue, stored: JsonValue]>([
  ['rule', 2, 2],
  ['closed', { known: 'a', other: 'b' }, { known: 'a' }],
  ['open', { known: 'a', other: 'b' }, { known: 'a', other: 'b' }],
  ['port', 80, 80],
  ['port', 'http', 'http'],
  ['template', pod, pod],
  ['set', ['a', 'b'], ['a', 'b']],
  ['map', [{ name: 'a' }, { name: 'b' }], [{ name: 'a' }, { name: 'b' }]],
  ['atomic', [{ name: 'a' }, { name: 'a' }], [{ name: 'a' }, { name: 'a' }]],
])('%s: %j is stored as %j', async (field, value, stored) => {
  expect((await create({ [field]: value }))[field]).toEqual(stored);
});

test.each<[field: string, value: JsonValue, message: string]>([
  ['rule', 1, 'rule: Invalid value: 1: is too small'],
  ['port', true, 'port: Invalid value: "boolean": port in body must be of type integer,string: "boolean"'],
  ['template', { apiVersion: 'v1' }, 'template.kind: Required value'],
  ['template', { ...pod, metadata: { name: 'a/b' } }, 'template.metadata.name: Invalid value: "a/b"'],
  ['set', ['a', 'a'], 'set[1]: Duplicate value: "a"'],
  ['map', [{ name: 'a' }, { name: 'a' }], 'map[1]: Duplicate value: {"name":"a"}'],
])('%s: %j is refused', async (field, value, message) => {
  await expect(create({ [field]: value })).rejects.toThrow(message);
});

test('a transition rule compares with the object before', async () => {
  const stored = await create({ grows: 2 });
  await expect(samples().update({ ...stored, grows: 1 })).rejects.toThrow('grows: Invalid value: 1: must not shrink');
});

describe('server-side apply merges', () => {
  const applied = async (name: string, fields: JsonObject, fieldManager: string) =>
    samples().patch(name, { type: 'apply', body: sample(name, fields) }, { fieldManager, force: true });

  test.each<[field: string, one: JsonValue, other: JsonValue, both: JsonValue]>([
    ['set', ['a'], ['b'], ['a', 'b']],
    ['map', [{ name: 'a', value: '1' }], [{ name: 'b' }], [{ name: 'a', value: '1' }, { name: 'b' }]],
    ['atomic', [{ name: 'a' }], [{ name: 'b' }], [{ name: 'b' }]],
    ['granular', { a: '1' }, { b: '2' }, { a: '1', b: '2' }],
    ['whole', { a: '1' }, { b: '2' }, { b: '2' }],
  ])('%s: %j and %j become %j', async (field, one, other, both) => {
    const name = `applied-${field}`;
    await applied(name, { [field]: one }, 'one');
    expect((await applied(name, { [field]: other }, 'other'))[field]).toEqual(both);
  });
});

test.each<[what: string, schema: object]>([
  ['a rule that does not compile', { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self +' }] }],
  ['keys of a list that is no map', { type: 'array', 'x-kubernetes-list-map-keys': ['name'], items: named }],
  ['a list of type map without keys', { type: 'array', 'x-kubernetes-list-type': 'map', items: named }],
  ['an embedded resource that is no object', { type: 'string', 'x-kubernetes-embedded-resource': true }],
])('a schema with %s cannot be installed', async (_what, schema) => {
  const other = new ApiServer({ storage: EmbeddedStorage.inMemory() });
  const group = defineGroup({ name: 'example.com', resources: [definitionWith({ bad: schema as JsonSchema })] });
  expect(() => other.install(group)).toThrow('x-kubernetes-');
  await other.close();
});
