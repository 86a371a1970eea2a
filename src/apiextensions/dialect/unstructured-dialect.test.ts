import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import { SampleServer, type TestResponse } from '../../server/sample-server.test.support.js';
import { received, widgets } from '../definition/widgets.test.support.js';
import { resourceDefinitionOf } from '../serving/index.js';

const gadget = received(
  widgets({
    group: 'toys.example.com',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    version: {
      subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
    },
  }),
);

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
  server.server.install({ name: 'toys.example.com', resources: [resourceDefinitionOf(gadget as never)] });
});
afterEach(() => server.close());

const root = '/apis/toys.example.com/v1';
const group = `${root}/namespaces/a`;
const gadgets = `${group}/gadgets`;
const types = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

function patch(target: string, body: JsonValue, type: keyof typeof types = 'merge'): Promise<TestResponse> {
  return server.call('PATCH', target, { body, headers: { 'content-type': types[type] } });
}

/** Returns code and reason, and the fields and reasons of the causes. */
function refusal({ status, json }: TestResponse): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...new Set(causes.map(({ field, reason }) => `${field}: ${reason}`))];
}

describe('a body that is not the custom resource', () => {
  const type = { apiVersion: 'toys.example.com/v1', kind: 'Gadget' };
  const rows: [string, JsonObject, unknown[]][] = [
    ['of another kind', { ...type, kind: 'Other' }, [422, 'Invalid', 'kind: FieldValueInvalid']],
    ['without a kind', { apiVersion: type.apiVersion }, [400, 'BadRequest']],
    ['of another version', { ...type, apiVersion: 'v2' }, [400, 'BadRequest']],
    ['without a version', { kind: type.kind }, [400, 'BadRequest']],
    ['in another namespace', { ...type, metadata: { name: 'x', namespace: 'b' } }, [400, 'BadRequest']],
    ['with metadata that is a list', { ...type, metadata: [] }, [400, 'BadRequest']],
    ['or is it', type, [201, undefined]],
  ];
  test.each(rows)('%s', async (_what, body, expected) => {
    const answer = await server.call('POST', gadgets, { body: { metadata: { name: 'x' }, ...body } });
    expect(refusal(answer)).toEqual(expected);
  });

  test('of another kind is reported by its own kind, after the object was found', async () => {
    const body = { ...type, kind: 'Other', metadata: { name: 'x' } };
    expect((await server.call('POST', gadgets, { body })).json.details).toMatchObject({ kind: 'Other', name: 'x' });
    expect(refusal(await server.call('PUT', `${gadgets}/x`, { body }))).toEqual([404, 'NotFound']);
  });

  test('may be JSON and YAML only, whatever the error says', async () => {
    const answer = await server.call('POST', gadgets, { body: '{}', headers: { 'content-type': 'text/plain' } });
    expect(answer.json.message).toMatch(
      /: application\/json, application\/yaml, application\/vnd.kubernetes.protobuf$/,
    );
  });
});

describe('patches', () => {
  test('of custom resources are rejected for the type of the result', async () => {
    const body = { apiVersion: 'toys.example.com/v1', kind: 'Gadget', metadata: { name: 'x' } };
    await server.call('POST', `${group}/gadgets`, { body });
    const version = await patch(`${group}/gadgets/x`, { apiVersion: 'other/v1' });
    expect(refusal(version)).toEqual([422, 'Invalid', 'apiVersion: FieldValueInvalid']);
    expect(version.json.details).toMatchObject({ group: 'other', kind: 'Gadget' });
    const without = (field: string) => patch(`${group}/gadgets/x`, [{ op: 'remove', path: `/${field}` }], 'json');
    expect(refusal(await without('kind'))).toEqual([422, 'Invalid', 'patch: FieldValueInvalid']);
    expect((await without('apiVersion')).status).toBe(500);
    expect(refusal(await patch(`${group}/gadgets/x`, { kind: 5 }))).toEqual([
      422,
      'Invalid',
      'patch: FieldValueInvalid',
    ]);
  });

  test('of custom resources keep the owners where an empty list of them is sent', async () => {
    const body = {
      apiVersion: 'toys.example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'x' },
      spec: { replicas: 1 },
    };
    const { json } = await server.call('POST', `${group}/gadgets`, { body });
    const { managedFields } = (await patch(`${group}/gadgets/x`, { metadata: { managedFields: [] } })).json.metadata;
    expect(managedFields).toEqual(json.metadata['managedFields']);
  });

  test('of custom resources cannot be strategic', async () => {
    const body = { apiVersion: 'toys.example.com/v1', kind: 'Gadget', metadata: { name: 'x' } };
    await server.call('POST', `${group}/gadgets`, { body });
    const other = await patch(`${group}/gadgets/x`, { kind: 'Other' });
    expect(refusal(other)).toEqual([422, 'Invalid', 'kind: FieldValueInvalid']);
    expect(other.json['details']).toMatchObject({ group: 'toys.example.com', kind: 'Other', name: 'x' });
    const moved = await patch(`${group}/gadgets/x`, { apiVersion: 'other.example.com/v2', kind: 'Toy' });
    expect(refusal(moved)).toEqual([422, 'Invalid', 'kind: FieldValueInvalid', 'apiVersion: FieldValueInvalid']);
    expect(moved.json['details']).toMatchObject({ group: 'other.example.com', kind: 'Toy' });
    expect(refusal(await patch(`${group}/gadgets/x`, { apiVersion: null }))).toEqual([
      500,
      'InternalError',
      'undefined: undefined',
    ]);
    expect(refusal(await patch(`${group}/gadgets/x`, { kind: null }))).toEqual([
      422,
      'Invalid',
      'patch: FieldValueInvalid',
    ]);
    const answer = await patch(`${group}/gadgets/x`, {}, 'strategic');
    expect([answer.status, answer.json.message]).toEqual([
      415,
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    ]);
  });
});

describe('the scale', () => {
  test('of a custom resource needs replicas that are set', async () => {
    const gadget = `${group}/gadgets/g`;
    const type = { apiVersion: 'toys.example.com/v1', kind: 'Gadget' };
    const body = { ...type, metadata: { name: 'g' }, status: {} };
    const { json } = await server.call('POST', `${group}/gadgets`, { body });
    expect(json.metadata['generation']).toBe(1);
    expect((await server.call('GET', `${gadget}/scale`)).status).toBe(500);
    const merge = { 'content-type': 'application/merge-patch+json' };
    const scale = (spec: JsonObject) =>
      server.call('PUT', `${gadget}/scale`, { body: { metadata: { name: 'g' }, spec } });
    expect(refusal(await server.call('PATCH', `${gadget}/scale`, { body: {}, headers: merge }))).toEqual([
      400,
      'BadRequest',
    ]);
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const config = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'g' } };
    const applied = await server.call('PATCH', `${gadget}/scale?fieldManager=x`, { body: config, headers });
    expect([applied.status, applied.json.message]).toEqual([
      500,
      expect.stringContaining('failed to convert live object (/; autoscaling/v1, Kind=Scale)'),
    ]);
    expect((await scale({ replicas: 3 })).json.spec).toEqual({ replicas: 3 });
    expect((await server.call('GET', gadget)).json).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 3 },
    });
    const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
    expect((await server.call('PATCH', `${gadget}/scale`, { body: {}, headers: strategic })).status).toBe(415);
    const { resourceVersion } = (await server.call('GET', gadget)).json.metadata;
    const metadata = { name: 'g', resourceVersion: resourceVersion! };
    const changed = { ...type, metadata, spec: { replicas: 3 }, status: { replicas: 1 } };
    expect((await server.call('PUT', gadget, { body: changed })).json.metadata['generation']).toBe(3);
    expect((await server.call('HEAD', gadget)).status).toBe(200);
  });

  test('of a custom resource cannot be applied, and has one error for bodies that cannot be decoded', async () => {
    const body = {
      apiVersion: 'toys.example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'g' },
      spec: { replicas: 1 },
    };
    await server.call('POST', `${group}/gadgets`, { body });
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'g' }, spec: { replicas: 2 } };
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const applied = await server.call('PATCH', `${group}/gadgets/g/scale?fieldManager=m&force=true`, {
      body: scale,
      headers,
    });
    expect(applied.status).toBe(500);
    expect(applied.json.message).toMatch(/^failed to convert new object .*invalid group\/version: autoscaling\/v1$/);
    const read = await server.call('PUT', `${group}/gadgets/g/scale`, { body: { ...scale, spec: { replicas: 'x' } } });
    expect([read.status, read.json.message.slice(0, 48)]).toEqual([
      400,
      'no kind is registered for the type v1.Scale in s',
    ]);
  });
});

describe('requests that the resource does not serve', () => {
  const rows: [string, string, number][] = [
    ['POST', `${root}/gadgets`, 404],
    ['DELETE', `${root}/gadgets`, 404],
    ['PUT', gadgets, 400],
    ['PATCH', gadgets, 400],
    ['OPTIONS', gadgets, 405],
    ['POST', `${gadgets}/x/status`, 404],
  ];
  test.each(rows)('%s %s is %i', async (method, target, code) => {
    expect((await server.call(method, target, { body: '{}' })).status).toBe(code);
  });

  test('are reported with the resource', async () => {
    expect((await server.call('OPTIONS', gadgets)).json).toMatchObject({
      message: ' is not supported on resources of kind "gadgets.toys.example.com"',
      details: { group: 'toys.example.com', kind: 'gadgets' },
    });
    expect((await server.call('PUT', gadgets)).json.message).toBe('name must be provided');
  });

  test('differ from those of other resources: what is posted to the path of an object is created', async () => {
    const body = { apiVersion: 'toys.example.com/v1', kind: 'Gadget', metadata: { name: 'y' } };
    const answer = await server.call('POST', `${gadgets}/x`, { body });
    expect([answer.status, answer.json.metadata['name']]).toEqual([201, 'y']);
  });
});

test('OpenAPI has other parameters than those of typed resources', async () => {
  const { json } = await server.call('GET', '/openapi/v3/apis/toys.example.com/v1');
  expect(json['info']).toEqual({ title: 'Kubernetes CRD Swagger', version: 'v0.1.0' });
  const paths = json['paths'] as Record<string, Record<string, JsonObject>>;
  const parametersOf = (path: string, method: string): string[] =>
    ((paths[path]![method]!['parameters'] ?? []) as JsonObject[]).map(({ name }) => String(name));
  const named = `${root}/namespaces/{namespace}/gadgets/{name}`;
  expect(parametersOf(named, 'get')).toEqual(['resourceVersion']);
  expect(parametersOf(`${root}/namespaces/{namespace}/gadgets`, 'delete')).toContain('allowWatchBookmarks');
  expect(paths[`${root}/namespaces/{namespace}/gadgets`]!['delete']).not.toHaveProperty('requestBody');
  expect(Object.keys(paths).some((path) => path.includes('/watch/'))).toBe(false);
});
