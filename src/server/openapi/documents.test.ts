import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import { type Dialect, plainDialect } from '../dialect/index.js';
import { readJson, resourceOf, sampleService, sparse } from './openapi.test.support.js';
import { OpenApiService } from './openapi-service.js';

const service = sampleService();
const names = Object.keys((await readJson(service, '/openapi/v3'))['paths'] as JsonObject);
const documents: [string, JsonObject][] = [['v2', await readJson(service, '/openapi/v2')]];
for (const name of names) documents.push([name, await readJson(service, `/openapi/v3/${name}`)]);
const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

function* objectsIn(value: JsonValue): Generator<JsonObject> {
  if (Array.isArray(value)) for (const element of value) yield* objectsIn(element);
  if (!isJsonObject(value)) return;
  yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

function* operationsIn(document: JsonObject): Generator<[string, JsonObject, JsonObject]> {
  for (const [path, item] of Object.entries(document['paths'] as Record<string, JsonObject>))
    for (const [method, operation] of Object.entries(item))
      if (methods.has(method)) yield [path, item, operation as JsonObject];
}

function at(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const step of pointer.replace('#/', '').split('/')) value = isJsonObject(value) ? value[step] : undefined;
  return value;
}

describe.each(documents)('the document %s', (_, document) => {
  test('has all that it refers to', async () => {
    const references = [...objectsIn(document)].map(({ $ref }) => $ref).filter((reference) => reference !== undefined);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of references) expect(at(document, reference as string), String(reference)).toBeDefined();
  });

  test('declares every parameter of a path, and none twice', async () => {
    for (const [path, item, operation] of operationsIn(document)) {
      const declared = [item, operation]
        .flatMap(({ parameters = [] }) => parameters as JsonObject[])
        .map(({ $ref, ...own }) => ($ref === undefined ? own : (at(document, $ref as string) as JsonObject)))
        .map((parameter) => `${parameter['in']} ${parameter['name']}`);
      expect(new Set(declared).size, path).toBe(declared.length);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
      expect(declared.filter((name) => name.startsWith('path ')).sort(), path).toEqual(inPath.sort());
    }
  });

  test('has operation ids that are unique', async () => {
    const ids = [...operationsIn(document)].map(([, , { operationId }]) => operationId);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Fails the test if the path does not exist. */
function itemOf(document: JsonObject, path: string): Record<string, JsonObject> {
  const item = (document['paths'] as Record<string, JsonObject>)[path];
  if (!item) throw new Error(`no path ${path}`);
  return item as Record<string, JsonObject>;
}

const flunders = '/apis/wardle.example.com/v1/namespaces/{namespace}/flunders';
const v3 = await readJson(service, '/openapi/v3/apis/wardle.example.com/v1');
const v2 = await readJson(service, '/openapi/v2');

describe('operations', () => {
  test.each([
    [flunders, 'get', 'listWardleExampleComV1NamespacedFlunder', 'list'],
    [flunders, 'post', 'createWardleExampleComV1NamespacedFlunder', 'post'],
    [flunders, 'delete', 'deleteWardleExampleComV1CollectionNamespacedFlunder', 'deletecollection'],
    [`${flunders}/{name}`, 'get', 'readWardleExampleComV1NamespacedFlunder', 'get'],
    [`${flunders}/{name}`, 'put', 'replaceWardleExampleComV1NamespacedFlunder', 'put'],
    [`${flunders}/{name}`, 'patch', 'patchWardleExampleComV1NamespacedFlunder', 'patch'],
    [`${flunders}/{name}`, 'delete', 'deleteWardleExampleComV1NamespacedFlunder', 'delete'],
    [`${flunders}/{name}/status`, 'patch', 'patchWardleExampleComV1NamespacedFlunderStatus', 'patch'],
    ['/apis/wardle.example.com/v1/flunders', 'get', 'listWardleExampleComV1FlunderForAllNamespaces', 'list'],
    [
      '/apis/wardle.example.com/v1/watch/flunders',
      'get',
      'watchWardleExampleComV1FlunderListForAllNamespaces',
      'watchlist',
    ],
    [
      '/apis/wardle.example.com/v1/watch/namespaces/{namespace}/flunders/{name}',
      'get',
      'watchWardleExampleComV1NamespacedFlunder',
      'watch',
    ],
  ])('%s %s is %s', async (path, method, operationId, action) => {
    for (const document of [v3, v2])
      expect(itemOf(document, path)[method]).toMatchObject({
        operationId,
        tags: ['wardleExampleCom_v1'],
        'x-kubernetes-action': action,
        'x-kubernetes-group-version-kind': { group: 'wardle.example.com', version: 'v1', kind: 'Flunder' },
      });
  });

  test('refer to the parameters that they have in common, but for those that old clients look for', async () => {
    const { parameters } = itemOf(v2, `${flunders}/{name}`)['patch']!;
    const [first, ...others] = (parameters as JsonObject[]).map(({ $ref, name }) => $ref ?? name);
    expect(first).toMatch(/^#\/parameters\/body-[\w-]{8}$/);
    expect(others.map((name) => String(name).replace(/-[\w-]{8}$/, ''))).toEqual([
      'dryRun',
      '#/parameters/fieldManager',
      'fieldValidation',
      '#/parameters/force',
    ]);
  });

  test('options of a deletion are a kind of all groups', async () => {
    const named = (document: JsonValue, place: string) =>
      at(document, `#/${place}/io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions`) as JsonObject;
    const kinds = (schema: JsonObject) =>
      (schema['x-kubernetes-group-version-kind'] as JsonObject[]).map(({ group, version }) => `${group}/${version}`);
    expect(kinds(named(v3, 'components/schemas'))).toEqual(['/v1', 'wardle.example.com/v1']);
    expect(kinds(named(v2, 'definitions'))).toContain('wardle.example.com/v1');
  });

  test('say what a patch takes and gives', async () => {
    const reference = { schema: { $ref: '#/components/schemas/com.example.wardle.v1.Flunder' } };
    const patch = { schema: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Patch' } };
    expect(itemOf(v3, `${flunders}/{name}`)['patch']).toMatchObject({
      description: 'partially update the specified Flunder',
      requestBody: {
        required: true,
        content: {
          'application/json-patch+json': patch,
          'application/merge-patch+json': patch,
          'application/strategic-merge-patch+json': patch,
          'application/apply-patch+yaml': patch,
        },
      },
      responses: {
        '200': { description: 'OK', content: { 'application/json': reference, 'application/yaml': reference } },
        '201': { description: 'Created' },
        '401': { description: 'Unauthorized' },
      },
      parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({ in: 'query', name })),
    });
  });

  test('say parameters that all operations of a path have once', async () => {
    const { parameters } = itemOf(v3, `${flunders}/{name}`) as Record<string, JsonValue>;
    expect((parameters as JsonObject[]).map(({ name }) => name)).toEqual(['name', 'namespace', 'pretty']);
  });

  test('have the body as a parameter in v2', async () => {
    const { parameters, consumes, produces } = itemOf(v2, flunders)['post'] as Record<string, JsonValue[]>;
    const schema = { $ref: '#/definitions/com.example.wardle.v1.Flunder' };
    expect(parameters?.[0]).toEqual({ name: 'body', in: 'body', required: true, schema });
    expect([consumes, produces]).toEqual([['*/*'], ['application/json', 'application/yaml']]);
  });

  test.each([
    ['create Endpoints', '/api/v1/namespaces/{namespace}/endpoints', 'post'],
    ['create an Everything', '/apis/tests.example.com/v1/namespaces/{namespace}/everythings', 'post'],
    ['delete a Flunder', `${flunders}/{name}`, 'delete'],
    ['list or watch objects of kind Fischer', '/apis/wardle.example.com/v1/fischers', 'get'],
    [
      'replace scale of the specified Everything',
      '/apis/tests.example.com/v1/namespaces/{namespace}/everythings/{name}/scale',
      'put',
    ],
  ])('are described: %s', async (description, path, method) => {
    expect(itemOf(v2, path)[method]).toMatchObject({ description });
  });

  const scales = async (group: string, dialect: Dialect) => {
    const own = new OpenApiService({ version: 'v1' });
    own.add(resourceOf(group, { kind: 'Sized', plural: 'sizeds', schema: { type: 'object' }, dialect }));
    const path = `/apis/${group}/v1/namespaces/{namespace}/sizeds/{name}/scale`;
    return itemOf(await readJson(own, `/openapi/v3/apis/${group}/v1`), path)['put'];
  };

  test('of a scale are about scales, or about the resource itself, as its dialect says', async () => {
    const schema = { $ref: '#/components/schemas/io.k8s.api.autoscaling.v1.Scale' };
    expect(await scales('sample', plainDialect)).toMatchObject({
      'x-kubernetes-group-version-kind': { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      requestBody: { content: { '*/*': { schema } } },
    });
    expect(await scales('custom', sparse)).toMatchObject({
      'x-kubernetes-group-version-kind': { group: 'custom', version: 'v1', kind: 'Sized' },
      requestBody: { content: { 'application/json': { schema }, 'application/yaml': { schema } } },
    });
  });

  test('are those of the dialect', async () => {
    const document = await readJson(service, '/openapi/v3/apis/tests.example.com/v1');
    expect(document['info']).toEqual({ title: 'Sparse', version: 'v0' });
    const root = '/apis/tests.example.com/v1';
    expect(Object.keys(document['paths'] as JsonObject)).toEqual([
      `${root}/everythings`,
      `${root}/namespaces/{namespace}/everythings`,
      `${root}/namespaces/{namespace}/everythings/{name}`,
      `${root}/namespaces/{namespace}/everythings/{name}/scale`,
      `${root}/namespaces/{namespace}/everythings/{name}/status`,
    ]);
  });
});

const part = '#/components/schemas/io.k8s.api.sample.v1.Part';
const sampleResource = resourceOf('sample', {
  kind: 'Whole',
  plural: 'wholes',
  dialect: plainDialect,
  schema: { type: 'object', properties: { part: { description: 'its part', $ref: part } } },
});

const protobufAndCbor = ['application/vnd.kubernetes.protobuf', 'application/cbor'];

const known: Record<string, JsonSchema> = {
  'io.k8s.api.sample.v1.Part': { type: 'object', properties: { next: { $ref: part } } },
  'io.k8s.api.sample.v1.Unused': { type: 'object' },
};

describe('a server with names and schemas of its own', () => {
  test('refers to them', async () => {
    const own = new OpenApiService({
      version: 'v1',
      models: {
        nameOf: ({ version, kind }) => `io.k8s.api.sample.${version}.${kind}`,
        find: (model) => known[model],
      },
    });
    own.add(sampleResource);
    const schemas = ((await readJson(own, '/openapi/v3/apis/sample/v1'))['components'] as JsonObject)[
      'schemas'
    ] as JsonObject;
    expect(schemas['io.k8s.api.sample.v1.Whole']).toMatchObject({
      properties: { part: { description: 'its part', allOf: [{ $ref: part }] } },
    });
    expect(Object.keys(schemas)).toContain('io.k8s.api.sample.v1.Part');
    expect(Object.keys(schemas)).not.toContain('io.k8s.api.sample.v1.Unused');
    const definitions = (await readJson(own, '/openapi/v2'))['definitions'] as JsonObject;
    expect(definitions['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      type: 'string',
      format: 'int-or-string',
    });
    expect(definitions['io.k8s.api.sample.v1.Whole']).toMatchObject({
      properties: { part: { description: 'its part', $ref: '#/definitions/io.k8s.api.sample.v1.Part' } },
    });
  });

  test('has its media types, or those of a dialect, and those of their streams', async () => {
    const own = new OpenApiService({
      version: 'v1',
      mediaTypes: ['application/json', ...protobufAndCbor],
    });
    own.add(sampleResource);
    own.add(resourceOf('custom', { kind: 'Custom', plural: 'customs', schema: { type: 'object' } }));
    const swagger = await readJson(own, '/openapi/v2');
    const produced = (path: string): JsonValue | undefined => itemOf(swagger, path)['get']?.['produces'];
    const json = ['application/json', 'application/json;stream=watch'];
    expect(produced('/apis/custom/v1/customs')).toEqual(['application/json']);
    expect(produced('/apis/sample/v1/namespaces/{namespace}/wholes/{name}')).toEqual([json[0], ...protobufAndCbor]);
    expect(produced('/apis/sample/v1/wholes')).toEqual([
      json[0],
      ...protobufAndCbor,
      json[1],
      'application/vnd.kubernetes.protobuf;stream=watch',
      'application/cbor-seq',
    ]);
  });
});
