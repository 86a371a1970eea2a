import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { workMilliseconds } from '../apimachinery/machine-speed.test.support.js';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { type CallOptions, SampleServer, type TestResponse } from './sample-server.test.support.js';

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
});
afterEach(() => server.close());

const group = '/apis/workshop.example.com/v1';
const boxes = `${group}/namespaces/a/boxes`;
const claims = `${group}/namespaces/a/claims`;
const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const fischers = '/apis/wardle.example.com/v1/fischers';

const box = (name: string, metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'workshop.example.com/v1',
  kind: 'Box',
  metadata: { name, ...metadata },
  data: { a: '1' },
  ...rest,
});
const create = (name: string, metadata?: JsonObject) => server.call('POST', boxes, { body: box(name, metadata) });
const get = (name: string) => server.call('GET', `${boxes}/${name}`);
const put = (name: string, body: JsonValue, query = '') => server.call('PUT', `${boxes}/${name}${query}`, { body });

/** Returns code and reason, and the fields and reasons of the causes. */
function refusal({ status, json }: TestResponse): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...new Set(causes.map(({ field, reason }) => `${field}: ${reason}`))];
}

describe('a body that is not an object of the kind', () => {
  const unrecognized = 'the object provided is unrecognized (must be of type Box): ';
  const noVersion = `${unrecognized}couldn't get version/kind; json parse error: `;
  const handled = 'Box in version "v1" cannot be handled as a Box: ';
  const rows: [string, string, JsonValue, string][] = [
    ['nothing', '', '', `${noVersion}unexpected end of JSON input (<empty>)`],
    ['half of it', '', '{"a":', `${noVersion}unexpected end of JSON input ({"a":)`],
    ['a malformed version', '', box('x', {}, { apiVersion: 'a/b/c' }), `${unrecognized}unexpected GroupVersion string: a/b/c`],
    ['an unknown kind', '', box('x', {}, { kind: 'Nope' }), 'Nope in version "v1" cannot be handled as a Box: no kind "Nope" is registered for version "workshop.example.com/v1"'],
    ['an unknown version', '', box('x', {}, { apiVersion: 'v2' }), 'Box in version "v2" cannot be handled as a Box: no kind "Box" is registered for version "v2"'],
    ['a value of a wrong type', '', box('x', {}, { data: { k: 5 } }), `${handled}json: cannot unmarshal number into Go struct field Box.data of type string`],
    ['metadata of a wrong type', '', box('x', { labels: { k: 5 } }), `${handled}json: cannot unmarshal number into Go struct field`],
    ['unknown fields, strictly', '?fieldValidation=Strict', box('x', { nope: 1 }, { extra: 1 }), `${handled}strict decoding error: unknown field "extra", unknown field "metadata.nope"`],
    ['repeated fields, strictly', '?fieldValidation=Strict', '{"metadata":{"name":"x"},"data":{"b":"2","b":"3"}}', `${handled}strict decoding error: duplicate field "data.b"`],
    ["fields of both kinds as they come, strictly", "?fieldValidation=Strict", `{"extra":1,"metadata":{"name":"x"},"data":{"b":"2","b":"3"}}`, `${handled}strict decoding error: unknown field "extra", duplicate field "data.b"`],
  ]; // biome-ignore format: a row to a line
  test.each(rows)('%s is 400', async (_what, query, body, message) => {
    const response = await server.call('POST', boxes + query, { body });
    expect([response.status, response.json.reason]).toEqual([400, 'BadRequest']);
    expect(response.json.message.slice(0, message.length)).toBe(message);
    await create('x');
    expect((await put('x', body, query)).json.message.slice(0, message.length)).toBe(message);
  });

  test('duplicates inside unknown fields are not reported', async () => {
    const body = '{"metadata":{"name":"x"},"data":{"b":"2","b":"3"},"extra":{"a":1,"a":2},"extra":2}';
    const { json } = await server.call('POST', `${boxes}?fieldValidation=Strict`, { body });
    expect(json.message).toContain('strict decoding error: duplicate field "data.b", unknown field "extra"');
  });

  test('unknown fields are sorted in YAML', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const body = 'metadata: {name: x, nope: 1}\nfoo: 1\nbar: 1\n';
    const { json } = await server.call('POST', `${boxes}?fieldValidation=Strict`, { body, headers });
    expect(json.message).toContain(': unknown field "bar", unknown field "foo", unknown field "metadata.nope"');
  });

  test('only the first hundred unknown fields are reported', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`f${index}`, 1]));
    const { json } = await server.call('POST', `${boxes}?fieldValidation=Strict`, { body: box('x', {}, unknown) });
    expect(json.message.match(/unknown field/g)).toHaveLength(100);
  });

  test('null is an object that says nothing', async () => {
    const response = await server.call('POST', boxes, { body: 'null' });
    expect(refusal(response)).toEqual([422, 'Invalid', 'metadata.name: FieldValueRequired']);
  });

  test('of another served version is explained', async () => {
    const body = { apiVersion: 'wardle.example.com/v1alpha1', kind: 'Flunder', metadata: { name: 'x' } };
    expect((await server.call('POST', flunders, { body })).json.message).toBe(
      'the API version in the data (wardle.example.com/v1alpha1) does not match the expected API version (wardle.example.com/v1)',
    );
  });
});

describe('create', () => {
  test('drops nulls and empty fields, and takes kind and version from the URL', async () => {
    const body = { metadata: { name: 'x', labels: null, annotations: {}, finalizers: [] }, data: null };
    const { status, json } = await server.call('POST', boxes, { body });
    expect(status).toBe(201);
    expect(Object.keys(json).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(Object.keys(json.metadata).sort()).toEqual([
      'creationTimestamp',
      'name',
      'namespace',
      'resourceVersion',
      'uid',
    ]);
  });

  test('decides about uid, times and namespace of cluster-scoped objects itself', async () => {
    const metadata = { name: 'f', namespace: 'b', uid: 'u', creationTimestamp: '2001-01-01T00:00:00Z', deletionTimestamp: '2001-01-01T00:00:00Z', deletionGracePeriodSeconds: 5, selfLink: '/x' }; // biome-ignore format: one line
    const { json } = await server.call('POST', fischers, { body: { metadata } });
    expect(json.metadata['uid']).not.toBe('u');
    expect(json.metadata['creationTimestamp']).not.toMatch(/^2001/);
    expect(Object.keys(json.metadata)).not.toContain('namespace');
    expect(Object.keys(json.metadata)).not.toContain('deletionTimestamp');
  });

  test.each([
    ['with a resourceVersion is a failure without a reason', '12', [500, undefined]],
    ['with resourceVersion 0 is fine', '0', [201, undefined]],
    ['with a resourceVersion that is none is fine', 'abc', [201, undefined]],
  ])('%s', async (_name, resourceVersion, expected) => {
    const { status, json } = await create('x', { resourceVersion });
    expect([status, json.reason]).toEqual(expected);
    if (status === 500) expect(json.message).toBe('resourceVersion should not be set on objects to be created');
  });

  test('of a taken name says so, and how if it was generated or is being deleted', async () => {
    await create('x', { finalizers: ['example.com/f'] });
    expect((await create('x')).json.message).toBe('boxes.workshop.example.com "x" already exists');
    const generated = await create('x', { generateName: 'x' });
    expect([generated.status, generated.headers['retry-after']]).toEqual([409, '1']);
    await server.call('DELETE', `${boxes}/x`);
    expect((await create('x')).json).toMatchObject({
      reason: 'AlreadyExists',
      message: 'object is being deleted: boxes.workshop.example.com "x" already exists',
      details: { name: 'x', group: 'workshop.example.com', kind: 'boxes' },
    });
    expect((await server.call('POST', `${boxes}?dryRun=All`, { body: box('x') })).status).toBe(409);
  });

  test('cuts a long generateName', async () => {
    const { json } = await server.call('POST', boxes, { body: { metadata: { generateName: 'x'.repeat(70) } } });
    expect((json.metadata['name'] as string).length).toBe(63);
  });

  const invalid: [string, JsonObject, string[]][] = [
    ['no name', { name: '' }, ['metadata.name: FieldValueRequired']],
    ['a bad name', { name: 'Upper' }, ['metadata.name: FieldValueInvalid']],
    ['a bad annotation', { annotations: { 'bad key': 'v' } }, ['metadata.annotations: FieldValueInvalid']],
    ['a bad label', { labels: { ok: 'not ok' } }, ['metadata.labels: FieldValueInvalid']],
    ['a bad finalizer', { finalizers: ['a b'] }, ['metadata.finalizers: FieldValueInvalid']],
    ['an owner without a kind', { ownerReferences: [{ apiVersion: 'v1', name: 'x', uid: 'u' }] }, ['metadata.ownerReferences.kind: FieldValueInvalid']],
  ]; // biome-ignore format: a row to a line
  test.each(invalid)('with %s is 422', async (_what, metadata, causes) => {
    const response = await create('x', metadata);
    expect(refusal(response)).toEqual([422, 'Invalid', ...causes]);
    expect(response.json.details).toMatchObject({ group: 'workshop.example.com', kind: 'Box' });
  });

  const options: [string, string, unknown[]][] = [
    ['an unknown fieldValidation', 'fieldValidation=Maybe', [422, 'Invalid', 'fieldValidation: FieldValueNotSupported']],
    ['a long fieldManager', `fieldManager=${'x'.repeat(129)}`, [422, 'Invalid', 'fieldManager: FieldValueTooLong']],
    ['an unprintable fieldManager', 'fieldManager=a%01b', [422, 'Invalid', 'fieldManager: FieldValueInvalid']],
    ['an empty dryRun', 'dryRun=', [422, 'Invalid', 'dryRun: FieldValueNotSupported']],
  ]; // biome-ignore format: a row to a line
  test.each(options)('with %s is refused, as are updates and patches', async (_what, query, expected) => {
    const response = await server.call('POST', `${boxes}?${query}`, { body: box('x') });
    expect(refusal(response)).toEqual(expected);
    expect(response.json.details).toMatchObject({ group: 'meta.k8s.io', kind: 'CreateOptions' });
    expect((await put('x', box('x'), `?${query}`)).json.details['kind']).toBe('UpdateOptions');
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await server.call('PATCH', `${boxes}/x?${query}`, { body: {}, headers });
    expect(patched.json.details['kind']).toBe('PatchOptions');
    expect((await get('x')).status).toBe(404);
  });

  test('drops owners that are named twice, and warns', async () => {
    const owner = { apiVersion: 'v1', kind: 'Box', name: 'o', uid: 'u1' };
    const { headers, json } = await create('x', { ownerReferences: [owner, owner, { ...owner, uid: 'u2' }] });
    expect((json.metadata['ownerReferences'] as JsonObject[]).map(({ uid }) => uid)).toEqual(['u1', 'u2']);
    expect(headers['warning']).toEqual([expect.stringMatching(/duplicate UID\(s\) observed: u1"$/)]);
  });
});

describe('hostile bodies', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  const rows: [string, JsonObject][] = [
    ['with many unknown fields', box('x', {}, Object.fromEntries(many(150_000).map((index) => [`f${index}`, 1])))],
    ['with many owners', box('x', { ownerReferences: many(20_000).map((index) => ({ apiVersion: 'v1', kind: 'K', name: `n${index}`, uid: 'u' })) })],
    ['with many finalizers', box('x', { finalizers: many(20_000).map((index) => `example.com/f${index}`) })],
  ]; // biome-ignore format: a row to a line
  test.each(rows)('%s are handled quickly', async (_what, body) => {
    const write = async () => {
      const { status } = await server.call('POST', boxes, { body });
      expect(status).toBeLessThan(500);
      await server.call('DELETE', `${boxes}/x?propagationPolicy=Foreground`);
    };
    expect(await workMilliseconds(write)).toBeLessThan(5000);
  });
});

describe('warnings', () => {
  test('are reported once each, up to a limit', async () => {
    const unknown = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`.padEnd(length, 'x'), 1]));
    const { headers } = await server.call('POST', boxes, { body: box('x', {}, unknown(3, 10)) });
    expect((headers['warning'] as string[]).length).toBe(3);
    const many = await server.call('POST', boxes, { body: box('y', {}, unknown(20, 300)) });
    const cut = many.headers['warning'] as string[];
    expect(cut.length).toBe(16);
    expect(new Set(cut.map((text) => text.length))).toEqual(new Set([256 + '299 - ""'.length + 1]));
  });
});

describe('update', () => {
  const rows: [string, (created: JsonObject & { metadata: JsonObject }) => JsonValue, unknown[]][] = [
    ['with another name', () => box('y'), [400, 'BadRequest']],
    ['without a name', () => box('x', { name: '' }), [400, 'BadRequest']],
    ['in another namespace', () => box('x', { namespace: 'b' }), [400, 'BadRequest']],
    ['with a stale resourceVersion', () => box('x', { resourceVersion: '1' }), [409, 'Conflict']],
    ['with a resourceVersion that is none', () => box('x', { resourceVersion: 'abc' }), [500, undefined]],
    ['with another uid', () => box('x', { uid: '11111111-1111-1111-1111-111111111111' }), [409, 'Conflict']],
    ['with a deletionTimestamp', () => box('x', { deletionTimestamp: '2030-01-01T00:00:00Z' }), [422, 'Invalid', 'metadata.deletionTimestamp: FieldValueInvalid']],
    ['with a bad finalizer', () => box('x', { finalizers: ['a b'] }), [422, 'Invalid', 'metadata.finalizers: FieldValueInvalid']],
    ['without a resourceVersion', () => box('x'), [200, undefined]],
    ['with the current resourceVersion', ({ metadata }) => box('x', { resourceVersion: metadata['resourceVersion']! }), [200, undefined]],
    ['with another creationTimestamp, which is ignored', () => box('x', { creationTimestamp: '2001-01-01T00:00:00Z' }), [200, undefined]],
  ]; // biome-ignore format: a row to a line
  test.each(rows)('%s', async (_what, body, expected) => {
    const created = await create('x');
    expect(refusal(await put('x', body(created.json)))).toEqual(expected);
    expect((await get('x')).json.metadata).toMatchObject({
      uid: created.json.metadata['uid'],
      creationTimestamp: created.json.metadata['creationTimestamp'],
    });
  });

  test('keeps the revision where only the order of keys differs', async () => {
    const { json } = await create('x', { labels: { a: '1', b: '2' } });
    const { labels: _, ...metadata } = json.metadata;
    const reordered = { data: json.data, metadata: { labels: { b: '2', a: '1' }, ...metadata }, kind: 'Box' };
    const response = await put('x', reordered);
    expect([response.status, response.json.metadata['resourceVersion']]).toEqual([
      200,
      json.metadata['resourceVersion'],
    ]);
  });

  test('in a dry run shows what would be, and stores nothing', async () => {
    const { json } = await create('x');
    const response = await put('x', box('x', {}, { data: { b: '2' } }), '?dryRun=All');
    expect([response.status, response.json.data, response.json.metadata['resourceVersion']]).toEqual([
      200,
      { b: '2' },
      json.metadata['resourceVersion'],
    ]);
    expect((await get('x')).json).toEqual(json);
  });

  test('has no generation to count where the resource has none', async () => {
    await create('x');
    expect(
      (await put('x', box('x', { generation: 7 }, { data: { b: '2' } }))).json.metadata['generation'],
    ).toBeUndefined();
  });

  test('creates what is missing where the resource says so, and only then', async () => {
    const body: JsonObject = { metadata: { name: 'x', resourceVersion: '5' }, holder: 'me' };
    const created = await server.call('PUT', `${claims}/x`, { body });
    expect([created.status, created.json['kind'], created.json['holder']]).toEqual([201, 'Claim', 'me']);
    expect(refusal(await server.call('PUT', `${claims}/x`, { body: { metadata: { name: 'x' } } }))).toEqual([
      422,
      'Invalid',
      'metadata.resourceVersion: FieldValueInvalid',
    ]);
    const other = { metadata: { name: 'y', uid: 'u' } };
    expect(refusal(await server.call('PUT', `${claims}/y`, { body: other }))).toEqual([409, 'Conflict']);
    expect(refusal(await put('x', box('x')))).toEqual([404, 'NotFound']);
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect((await server.call('PATCH', `${claims}/z`, { body: {}, headers })).status).toBe(404);
  });

  test('that creates needs the right to create', async () => {
    const strict = await SampleServer.start({
      authorizer: {
        authorize: async (_user, { verb }) => ({ decision: verb === 'create' ? 'no-opinion' : 'allow', reason: 'no' }),
      },
    });
    const { status, json } = await strict.call('PUT', `${claims}/x`, { body: { metadata: { name: 'x' } } });
    expect([status, json.message]).toEqual([
      403,
      'claims.workshop.example.com "x" is forbidden: User "system:anonymous" cannot create resource "claims" in API group "workshop.example.com" in the namespace "a": no',
    ]);
    await strict.close();
  });

  test.each([
    ['', 'unknown', 200, 2],
    ['?fieldValidation=Ignore', 'unknown', 200, 0],
    ['?fieldValidation=Warn', 'repeated', 200, 1],
    ['?fieldValidation=Strict', 'repeated', 400, 0],
  ])('with %s of %s fields is %i with %i warnings', async (query, kind, code, warnings) => {
    await create('x');
    const body =
      kind === 'unknown'
        ? '{"metadata":{"name":"x","nope":1},"data":{"b":"3"},"extra":{"x":1}}'
        : '{"metadata":{"name":"x"},"data":{"b":"2","b":"3"}}';
    const response = await put('x', body, query);
    expect([response.status, ((response.headers['warning'] ?? []) as string[]).length]).toEqual([code, warnings]);
    if (code === 200) expect(response.json.data).toEqual({ b: '3' });
  });
});

describe('methods that a path does not have', () => {
  const rows: [string, string, number, CallOptions?][] = [
    ['POST', `${boxes}/x`, 405],
    ['PUT', boxes, 405],
    ['PATCH', boxes, 405],
    ['OPTIONS', boxes, 405],
    ['HEAD', `${boxes}/x`, 405],
    ['HEAD', boxes, 405],
    ['POST', `${group}/boxes`, 405],
    ['DELETE', `${group}/boxes`, 405],
    ['GET', `${group}/boxes/x`, 404],
    ['GET', `${boxes}/x/status`, 404],
    ['GET', `${fischers.replace('/fischers', '/namespaces/a/fischers')}`, 404],
    ['GET', '/apis/wardle.example.com/v1/namespaces/a/flunders/x/status/y', 404],
    ['POST', `${group}/watch/namespaces/a/boxes`, 405],
    ['DELETE', `${group}/namespaces/a/chores`, 405],
    ['GET', `${group}/proxy/namespaces/a/boxes/x`, 404],
    ['GET', '/api/v1/namespaces/a/namespaces', 404],
    ['GET', `/${group}/namespaces/a/boxes`, 404],
  ];
  test.each(rows)('%s %s is %i', async (method, target, code) => {
    expect((await server.call(method, target, { body: '{}' })).status).toBe(code);
  });

  test('are reported without details', async () => {
    expect((await server.call('PUT', boxes)).json).toMatchObject({
      message: 'the server does not allow this method on the requested resource',
      reason: 'MethodNotAllowed',
      details: {},
    });
  });
});
