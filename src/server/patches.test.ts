import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { SampleServer, type TestResponse } from './sample-server.test.support.js';

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
});
afterEach(() => server.close());

const group = '/apis/workshop.example.com/v1/namespaces/a';
const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const types = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};

function patch(target: string, body: JsonValue, type: keyof typeof types = 'merge', query = ''): Promise<TestResponse> {
  return server.call('PATCH', target + query, { body, headers: { 'content-type': types[type] } });
}

const box = `${group}/boxes/x`;
const createBox = (metadata: JsonObject = {}) =>
  server.call('POST', `${group}/boxes`, { body: { metadata: { name: 'x', ...metadata }, data: { a: '1', b: '2' } } });

function refusal({ status, json }: TestResponse): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...new Set(causes.map(({ field, reason }) => `${field}: ${reason}`))];
}

describe('patches', () => {
  const changes: [string, keyof typeof types, JsonValue, JsonValue | undefined][] = [
    ['move and copy', 'json', [{ op: 'copy', from: '/data/a', path: '/data/c' }, { op: 'move', from: '/data/b', path: '/data/d' }], { a: '1', c: '1', d: '2' }],
    ['replace by adding', 'json', [{ op: 'add', path: '/data/a', value: 'new' }], { a: 'new', b: '2' }],
    ['add at an index from the end', 'json', [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/a'] }, { op: 'test', path: '/metadata/finalizers/-1', value: 'example.com/a' }, { op: 'remove', path: '/metadata/finalizers/00' }], { a: '1', b: '2' }],
    ['remove a whole field', 'json', [{ op: 'remove', path: '/data' }], undefined],
    ['merge, and delete with null', 'merge', { data: { a: 'x', b: null, c: '3' } }, { a: 'x', c: '3' }],
    ['drop a field by null', 'merge', { data: null }, undefined],
    ['merge strategically', 'strategic', { data: { c: '3' } }, { a: '1', b: '2', c: '3' }],
    ['not take the kind away', 'merge', { kind: null, data: { c: '3' } }, { a: '1', b: '2', c: '3' }],
    ['not change the kind strategically', 'strategic', { kind: 'Other', data: { c: '3' } }, { a: '1', b: '2', c: '3' }],
  ]; // biome-ignore format: a row to a line
  test.each(changes)('can %s', async (_what, type, body, data) => {
    await createBox();
    const response = await patch(box, body, type);
    expect([response.status, response.json.data]).toEqual([200, data]);
  });

  test('merge the lists of metadata strategically', async () => {
    await createBox({ finalizers: ['example.com/a', 'example.com/b', 'example.com/c'] });
    const dropped = { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/b'] } };
    expect((await patch(box, dropped, 'strategic')).json.metadata['finalizers']).toEqual([
      'example.com/a',
      'example.com/c',
    ]);
    const added = { metadata: { finalizers: ['example.com/d', 'example.com/a'] } };
    const finalizers = (await patch(box, added, 'strategic')).json.metadata['finalizers'] as string[];
    expect([...finalizers].sort()).toEqual(['example.com/a', 'example.com/c', 'example.com/d']);
    const owner = (uid: string) => ({
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Box', name: 'o', uid }] },
    });
    await patch(box, owner('u1'), 'strategic');
    const both = (await patch(box, owner('u2'), 'strategic')).json.metadata['ownerReferences'] as JsonObject[];
    expect(both.map(({ uid }) => uid).sort()).toEqual(['u1', 'u2']);
  });

  const idle: [string, keyof typeof types, JsonValue][] = [
    ['an empty JSON patch', 'json', []],
    ['a merge patch of the same', 'merge', { data: { a: '1' } }],
    ['nulls of what is not there', 'merge', { data: { zz: null }, metadata: { labels: null } }],
    ['an empty strategic patch', 'strategic', {}],
    ['no kind', 'merge', { kind: null }],
  ];
  test.each(idle)('keep the revision: %s', async (_what, type, body) => {
    const { json } = await createBox();
    const response = await patch(box, body, type);
    expect([response.status, response.json.metadata['resourceVersion']]).toEqual([
      200,
      json.metadata['resourceVersion'],
    ]);
  });

  const refused: [string, keyof typeof types, JsonValue, unknown[]][] = [
    ['a JSON patch that is no list', 'json', { op: 'add' }, [400, 'BadRequest']],
    ['a broken JSON patch', 'json', '[{', [400, 'BadRequest']],
    ['an add below what is not there', 'json', [{ op: 'add', path: '/metadata/labels/x', value: 'y' }], [422, 'Invalid']],
    ['a test that fails', 'json', [{ op: 'test', path: '/data/a', value: 'no' }], [422, 'Invalid']],
    ['a value of a wrong type', 'json', [{ op: 'replace', path: '/data/a', value: 5 }], [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['a whole that is no object', 'json', [{ op: 'replace', path: '', value: [] }], [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['an operation with a number for a name', 'json', [{ op: 5, path: '/data/a' }], [400, 'BadRequest']],
    ['an operation that is null', 'json', [null], [422, 'Invalid']],
    ['no version', 'merge', { apiVersion: null }, [400, 'BadRequest']],
    ['another kind', 'merge', { kind: 'Other' }, [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['a kind that is no text', 'merge', { kind: 5 }, [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['a version that is no text', 'strategic', { apiVersion: {} }, [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['a version of three parts', 'merge', { apiVersion: 'a/b/c' }, [422, 'Invalid', 'patch: FieldValueInvalid']],
    ['a broken merge patch', 'merge', '{', [400, 'BadRequest']],
    ['a merge patch that is a list', 'merge', '[]', [400, 'BadRequest']],
    ['an empty body', 'merge', '', [400, 'BadRequest']],
    ['another name', 'merge', { metadata: { name: 'y' } }, [400, 'BadRequest']],
    ['another namespace', 'merge', { metadata: { namespace: 'b' } }, [400, 'BadRequest']],
    ['another uid', 'merge', { metadata: { uid: '11111111-1111-1111-1111-111111111111' } }, [422, 'Invalid', 'metadata.uid: FieldValueInvalid']],
    ['a stale resourceVersion', 'merge', { metadata: { resourceVersion: '1' } }, [409, 'Conflict']],
    ['a stale resourceVersion, strategically', 'strategic', { metadata: { resourceVersion: '1' } }, [409, 'Conflict']],
    ['a bad label', 'merge', { metadata: { labels: { 'bad key': 'x' } } }, [422, 'Invalid', 'metadata.labels: FieldValueInvalid']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('are refused: %s', async (_what, type, body, expected) => {
    const { json } = await createBox();
    expect(refusal(await patch(box, body, type))).toEqual(expected);
    expect((await server.call('GET', box)).json).toEqual(json);
  });

  test('of a missing object are 404', async () => {
    for (const type of ['merge', 'strategic'] as const) {
      expect(refusal(await patch(box, {}, type))).toEqual([404, 'NotFound']);
    }
    expect(refusal(await patch(box, [], 'json'))).toEqual([404, 'NotFound']);
    expect(refusal(await patch(box, '{', 'merge'))).toEqual([404, 'NotFound']);
  });

  test.each(['application/json', 'text/plain', 'application/yaml', ''])('of type "%s" are 415', async (type) => {
    await createBox();
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const response = await server.call('PATCH', box, { body: {}, headers });
    expect([response.status, response.json.message, response.json['details']]).toEqual([
      415,
      '415: Unsupported Media Type',
      {},
    ]);
  });

  test.each([
    ['', 'unknown', 200, 2, []],
    ['?fieldValidation=Ignore', 'unknown', 200, 0, []],
    ['?fieldValidation=Strict', 'unknown', 422, 0, ['patch: FieldValueInvalid']],
    ['?fieldValidation=Warn', 'repeated', 200, 1, []],
    ['?fieldValidation=Strict', 'repeated', 422, 0, ['patch: FieldValueInvalid']],
  ])('with %s of %s fields are %i', async (query, kind, code, warnings, causes) => {
    const body =
      kind === 'unknown' ? '{"metadata":{"nope":1},"data":{"b":"3"},"extra":{"x":1}}' : '{"data":{"b":"2","b":"3"}}';
    for (const type of ['merge', 'strategic'] as const) {
      await server.call('DELETE', box);
      await createBox();
      const response = await patch(box, body, type, query);
      expect([response.status, ((response.headers['warning'] ?? []) as string[]).length]).toEqual([code, warnings]);
      expect(refusal(response).slice(2)).toEqual(causes);
      if (code === 200) expect(response.json.data).toEqual({ a: '1', b: '3' });
    }
  });

  test('fill in the defaults of what they drop', async () => {
    await server.call('POST', flunders, { body: { metadata: { name: 'x' }, spec: { size: 5 } } });
    expect((await patch(`${flunders}/x`, { spec: { size: null } })).json.spec).toEqual({ size: 1 });
  });

  test('in a dry run store nothing', async () => {
    const { json } = await createBox();
    expect((await patch(box, { data: { a: 'x' } }, 'merge', '?dryRun=All')).json.data).toEqual({ a: 'x', b: '2' });
    expect((await server.call('GET', box)).json).toEqual(json);
  });

  test('can forget all owners', async () => {
    const { json } = await createBox();
    expect(json.metadata['managedFields']).toBeDefined();
    const response = await patch(box, { metadata: { managedFields: [{}] } });
    expect([response.status, response.json.metadata['managedFields']]).toEqual([200, undefined]);
    const body = { ...json, metadata: { ...json.metadata, managedFields: [], resourceVersion: '' } };
    expect((await server.call('PUT', box, { body })).json.metadata['managedFields']).toBeUndefined();
  });
});

describe('server-side apply', () => {
  const config = (data?: JsonObject, metadata: JsonObject = {}): JsonObject => ({
    apiVersion: 'workshop.example.com/v1',
    kind: 'Box',
    metadata: { name: 'x', ...metadata },
    ...(data && { data }),
  });
  const apply = (manager: string, body: JsonValue, query = '') =>
    patch(box, body, 'apply', `?fieldManager=${manager}${query}`);
  const owners = ({ json }: TestResponse) =>
    ((json.metadata['managedFields'] ?? []) as JsonObject[])
      .map(({ manager, operation, subresource = '', fieldsV1 }) => [`${manager}/${operation}/${subresource}`, fieldsV1])
      .sort();

  test('creates what is missing, owned by the applier alone', async () => {
    const created = await apply('one', config({ a: '1' }));
    expect([created.status, created.json.data, owners(created)]).toEqual([
      201,
      { a: '1' },
      [['one/Apply/', { 'f:data': { 'f:a': {} } }]],
    ]);
    const again = await apply('one', config({ a: '1' }));
    expect([again.status, again.json]).toEqual([200, created.json]);
  });

  test('of what another manager owns is a conflict, unless forced', async () => {
    await apply('one', config({ a: '1' }));
    expect(refusal(await apply('two', config({ a: '2' })))).toEqual([409, 'Conflict', '.data.a: FieldManagerConflict']);
    expect(refusal(await apply('two', config({ a: '2' }), '&dryRun=All'))[0]).toBe(409);
    const forced = await apply('two', config({ a: '2' }), '&force=true');
    expect([forced.status, owners(forced)]).toEqual([200, [['two/Apply/', { 'f:data': { 'f:a': {} } }]]]);
  });

  test('and update by one name are two entries; update takes ownership', async () => {
    await apply('one', config({ a: '1', b: '1' }));
    const updated = await patch(box, { data: { a: '2' } }, 'merge', '?fieldManager=one');
    expect(owners(updated)).toEqual([
      ['one/Apply/', { 'f:data': { 'f:b': {} } }],
      ['one/Update/', { 'f:data': { 'f:a': {} } }],
    ]);
  });

  const refused: [string, string, JsonValue, unknown[]][] = [
    ['without a manager', '', config(), [422, 'Invalid', 'fieldManager: FieldValueRequired']],
    ['with managed fields', '?fieldManager=m', config({}, { managedFields: [{ manager: 'x' }] }), [400, 'BadRequest']],
    ['of what is no YAML', '?fieldManager=m', 'a: [', [400, 'BadRequest']],
    ['of another kind', '?fieldManager=m', { ...config(), kind: 'Other' }, [400, 'BadRequest']],
    ['of another name', '?fieldManager=m', config({}, { name: 'y' }), [400, 'BadRequest']],
    ['of a uid that is not there', '?fieldManager=m', config({}, { uid: 'u' }), [409, 'Conflict']],
    ['of unknown fields', '?fieldManager=m', { ...config(), nope: 1 }, [500, undefined]],
    ['of a version that is none', '?fieldManager=m', config({}, { resourceVersion: 'x' }), [500, undefined]],
    ['of nothing', '?fieldManager=m', 'null', [400, 'BadRequest']],
    ['of a list', '?fieldManager=m', [], [400, 'BadRequest']],
    ['of an owner without a uid', '?fieldManager=m', config({}, { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'y' }] }), [422, 'Invalid', 'metadata.ownerReferences.uid: FieldValueInvalid']],
    ['of repeated fields, strictly', '?fieldManager=m&fieldValidation=Strict', `${JSON.stringify(config()).slice(0, -1)},"data":{"b":"1","b":"2"}}`, [400, 'BadRequest']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('%s is refused', async (_what, query, body, expected) => {
    expect(refusal(await patch(box, body, 'apply', query))).toEqual(expected);
    expect((await server.call('GET', box)).status).toBe(404);
  });

  test('needs no force for other patches, which may not have it', async () => {
    await createBox();
    expect(refusal(await patch(box, {}, 'merge', '?force=true'))).toEqual([
      422,
      'Invalid',
      'force: FieldValueForbidden',
    ]);
  });

  test('creates even what is to be deleted', async () => {
    const deletionTimestamp = '2020-01-01T00:00:00Z';
    const created = await apply('one', config({}, { deletionTimestamp, selfLink: '/x' }));
    expect([created.status, created.json.metadata['deletionTimestamp'], created.json.metadata['selfLink']]).toEqual([
      201,
      deletionTimestamp,
      undefined,
    ]);
  });

  test('in a dry run shows the result and stores nothing', async () => {
    const response = await apply('one', config({ a: '1' }), '&dryRun=All');
    expect([response.status, response.json.data, (await server.call('GET', box)).status]).toEqual([
      201,
      { a: '1' },
      404,
    ]);
  });

  test('to the status is tracked apart, and creates nothing', async () => {
    const status = (phase: string) => ({ apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name: 'x' }, status: { phase } }); // biome-ignore format: one line
    const target = `${flunders}/x/status`;
    expect((await patch(target, status('a'), 'apply', '?fieldManager=m')).status).toBe(404);
    await patch(`${flunders}/x`, { ...status('ignored'), spec: { size: 3 } }, 'apply', '?fieldManager=one');
    const response = await patch(target, status('ready'), 'apply', '?fieldManager=m');
    expect([response.json.spec, response.json['status'], owners(response)]).toEqual([
      { size: 3 },
      { phase: 'ready' },
      [
        ['m/Apply/status', { 'f:status': { 'f:phase': {} } }],
        ['one/Apply/', { 'f:spec': { 'f:size': {} } }],
      ],
    ]);
  });

  test('by default is in the name of the user agent for other writes', async () => {
    const headers = { 'user-agent': 'my-tool/1.0 (linux)' };
    const body = { metadata: { name: 'x' }, data: { a: '1' } };
    expect(owners(await server.call('POST', `${group}/boxes`, { body, headers }))[0]![0]).toBe('my-tool/Update/');
    await server.call('DELETE', box);
    expect(owners(await server.call('POST', `${group}/boxes`, { body }))[0]![0]).toBe('unknown/Update/');
  });
});
