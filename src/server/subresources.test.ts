import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { forbidden } from '../apimachinery/status/index.js';
import { SampleServer, type TestResponse } from './sample-server.test.support.js';

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
  const spec = { replicas: 2 };
  await server.call('POST', `${group}/teams`, { body: { metadata: { name: 'x', labels: { l: '1' } }, spec }, headers });
});
afterEach(() => server.close());

const headers = { 'user-agent': 'maker/1' };
const group = '/apis/workshop.example.com/v1/namespaces/a';
const team = `${group}/teams/x`;
const get = (path = '') => server.call('GET', team + path);
const put = (path: string, body: JsonValue) => server.call('PUT', team + path, { body });
const patch = (path: string, body: JsonValue, type = 'merge-patch+json') =>
  server.call('PATCH', team + path, { body, headers: { 'content-type': `application/${type}` } });

function refusal({ status, json }: TestResponse): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...causes.map(({ field, reason }) => `${field}: ${reason}`)];
}

describe('status', () => {
  test('changes the status and its managed fields, and nothing else', async () => {
    const { json } = await get();
    const metadata = { ...json.metadata, labels: { l: '2' }, annotations: { a: 'b' }, finalizers: ['example.com/f'] };
    const response = await put('/status', { ...json, metadata, spec: { replicas: 42 }, status: { replicas: 3 } });
    expect([response.status, response.json.spec, response.json['status']]).toEqual([
      200,
      { replicas: 2 },
      { replicas: 3 },
    ]);
    const { labels, annotations, finalizers, generation } = response.json.metadata;
    expect([labels, annotations, finalizers, generation]).toEqual([{ l: '1' }, undefined, undefined, 1]);
    const entries = response.json.metadata['managedFields'] as JsonObject[];
    expect(entries.find(({ subresource }) => subresource === 'status')?.['fieldsV1']).toEqual({
      'f:status': { 'f:replicas': {} },
    });
  });

  test('is kept, and has no other owner, if the whole is replaced', async () => {
    await patch('/status', { status: { replicas: 3 } });
    const { json } = await get();
    const response = await put('', { ...json, status: { replicas: 9 } });
    expect(response.json['status']).toEqual({ replicas: 3 });
    expect(response.json.metadata['managedFields']).toEqual(json.metadata['managedFields']);
  });

  test('is read like the object, and missing like it', async () => {
    expect((await get('/status')).json).toEqual((await get()).json);
    expect((await server.call('GET', `${group}/teams/y/status`)).json.details).toMatchObject({
      kind: 'teams',
      name: 'y',
    });
    expect((await put('/status', { metadata: { name: 'y' } })).status).toBe(400);
  });

  test('does not count as a change of the wish', async () => {
    const generation = ({ json }: TestResponse) => json.metadata['generation'];
    expect(generation(await patch('', { metadata: { labels: { l: '3' } } }))).toBe(1);
    expect(generation(await patch('', { spec: { replicas: 5 } }))).toBe(2);
    expect(generation(await patch('/status', { status: { replicas: 5 } }))).toBe(2);
    expect(generation(await patch('', { metadata: { generation: 50 } }))).toBe(2);
  });
});

test('fields that objects always have are unowned, and present in bookmarks', async () => {
  const [entry] = (await get()).json.metadata['managedFields'] as JsonObject[];
  expect(entry!['fieldsV1']).toMatchObject({ 'f:spec': { 'f:replicas': {} } });
  expect((entry!['fieldsV1'] as { 'f:spec': JsonObject })['f:spec']['.']).toBeUndefined();
  const onChunk = (text: string) => !text.includes('BOOKMARK');
  const { text } = await server.call('GET', `${group}/teams?watch=1&allowWatchBookmarks=1`, { onChunk });
  expect(JSON.parse(text.trim().split('\n').at(-1)!).object).toMatchObject({ kind: 'Team', spec: {}, status: {} });
});

describe('scale', () => {
  test('shows the replicas of the object', async () => {
    await patch('/status', { status: { replicas: 1, selector: 'app=x' } });
    const { json } = await get();
    const { name, namespace, uid, resourceVersion, creationTimestamp } = json.metadata;
    expect((await get('/scale')).json).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: 2 },
      status: { replicas: 1, selector: 'app=x' },
    });
  });

  test('changes them by replacement and by every kind of patch', async () => {
    const scale = (await get('/scale')).json;
    const response = await put('/scale', { ...scale, spec: { replicas: 5 } });
    expect([response.status, response.json['kind'], response.json.spec]).toEqual([200, 'Scale', { replicas: 5 }]);
    expect([(await get()).json.spec, (await get()).json.metadata['generation']]).toEqual([{ replicas: 5 }, 2]);
    expect(refusal(await put('/scale', { ...scale, spec: { replicas: 6 } }))).toEqual([409, 'Conflict']);
    expect((await patch('/scale', { spec: { replicas: 7 } })).json.spec).toEqual({ replicas: 7 });
    expect((await patch('/scale', { spec: { replicas: 8 } }, 'strategic-merge-patch+json')).json.spec).toEqual({
      replicas: 8,
    });
    const operations = [{ op: 'replace', path: '/spec/replicas', value: 0 }];
    expect((await patch('/scale', operations, 'json-patch+json')).json.spec).toEqual({});
    expect((await get()).json.spec).toEqual({ replicas: 0 });
  });

  test.each([
    [{ replicas: 'x' }, 'string into Go struct field ScaleSpec.spec.replicas of type int32'],
    [{ replicas: 2147483648 }, 'number 2147483648 into Go struct field ScaleSpec.spec.replicas of type int32'],
    ['x', 'string into Go struct field Scale.spec of type v1.ScaleSpec'],
  ])('refuses the spec %j in words of its own', async (spec, problem) => {
    const { json } = await put('/scale', { metadata: { name: 'x' }, spec });
    expect(json.message).toContain(`json: cannot unmarshal ${problem}`);
  });

  test('moves the ownership of the replicas in the object', async () => {
    const target = '/scale?fieldManager=scaler';
    const config = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'x' }, spec: { replicas: 9 } };
    expect(refusal(await patch(target, config, 'apply-patch+yaml'))[0]).toBe(409);
    expect((await patch(`${target}&force=true`, config, 'apply-patch+yaml')).json.spec).toEqual({ replicas: 9 });
    const { json } = await get();
    const entries = json.metadata['managedFields'] as JsonObject[];
    expect(entries.map(({ manager, operation, subresource }) => [manager, operation, subresource])).toEqual([
      ['scaler', 'Apply', 'scale'],
      ['maker', 'Update', undefined],
    ]);
    expect(entries[0]).toMatchObject({
      apiVersion: 'workshop.example.com/v1',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    });
  });

  test('to nothing leaves the replicas unowned', async () => {
    await patch('/scale?fieldManager=scaler', { spec: { replicas: 0 } });
    const entries = (await get()).json.metadata['managedFields'] as JsonObject[];
    expect(entries.map(({ manager, fieldsV1 }) => [manager, JSON.stringify(fieldsV1).includes('f:replicas')])).toEqual([
      ['maker', false],
    ]);
  });

  const refused: [string, () => Promise<TestResponse>, unknown[]][] = [
    ['negative replicas', () => patch('/scale', { spec: { replicas: -1 } }), [422, 'Invalid', 'spec.replicas: FieldValueInvalid']],
    ['another kind', () => put('/scale', { apiVersion: 'v1', kind: 'Box', metadata: { name: 'x' } }), [400, 'BadRequest']],
    ['another name', () => put('/scale', { metadata: { name: 'y' }, spec: { replicas: 1 } }), [400, 'BadRequest']],
    ['another uid', () => put('/scale', { metadata: { name: 'x', uid: 'u' }, spec: { replicas: 1 } }), [409, 'Conflict']],
    ['replicas that are no number', () => put('/scale', { metadata: { name: 'x' }, spec: { replicas: 'x' } }), [400, 'BadRequest']],
    ['what is missing', () => server.call('GET', `${group}/teams/y/scale`), [404, 'NotFound']],
    ['being created', () => server.call('POST', `${team}/scale`, { body: {} }), [405, 'MethodNotAllowed']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('refuses %s', async (_what, call, expected) => {
    const response = await call();
    expect(refusal(response)).toEqual(expected);
    if (expected[0] === 422)
      expect(response.json.details).toMatchObject({ group: 'autoscaling', kind: 'Scale', name: 'x' });
  });

  test('in a dry run scales nothing', async () => {
    expect((await patch('/scale?dryRun=All', { spec: { replicas: 7 } })).json.spec).toEqual({ replicas: 7 });
    expect((await get()).json.spec).toEqual({ replicas: 2 });
  });
});

describe('what exists in requests only', () => {
  const questions = `${group}/questions`;
  test('is returned in the requested format', async () => {
    const { status, json } = await server.call('POST', questions, { body: { spec: { of: 'life' } } });
    expect([status, json]).toEqual([
      201,
      {
        apiVersion: 'workshop.example.com/v1',
        kind: 'Question',
        metadata: {
          namespace: 'a',
          managedFields: [expect.objectContaining({ fieldsV1: { 'f:spec': { '.': {}, 'f:of': {} } } })],
        },
        spec: { of: 'life' },
        status: { answer: 42 },
      },
    ]);
    const yaml = await server.call('POST', questions, { body: {}, headers: { accept: 'application/yaml' } });
    expect(yaml.text).toContain('answer: 42\n');
    const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    expect((await server.call('POST', questions, { body: {}, headers: table })).status).toBe(406);
    expect((await server.call('GET', questions)).status).toBe(405);
    expect((await server.call('GET', `${questions}/q`)).status).toBe(404);
    expect((await server.call('POST', questions, { body: { kind: 'Other' } })).status).toBe(400);
  });

  test('may be of another kind than the resource', async () => {
    const retract = (body: JsonObject) => server.call('POST', `${questions}/q/retraction`, { body });
    expect((await retract({ metadata: { name: 'q' } })).json.message).toBe('Retraction q');
    expect((await retract({ apiVersion: 'policy/v1', kind: 'Retraction' })).status).toBe(201);
    expect((await retract({ apiVersion: 'workshop.example.com/v1', kind: 'Question' })).status).toBe(400);
    expect((await retract({ metadata: { namespace: 'b' } })).status).toBe(400);
  });
});

describe('a subresource with its own handler', () => {
  test('says what it wants, of what is there', async () => {
    await server.call('POST', `${group}/workers`, { body: { metadata: { name: 'x' } } });
    const { status, text, headers: answered } = await server.call('GET', `${group}/workers/x/log`);
    expect([status, text, answered['content-type']]).toEqual([200, 'said', 'text/plain']);
    expect((await server.call('GET', `${group}/workers/y/log`)).status).toBe(404);
    expect((await server.call('POST', `${group}/workers/x/log`)).status).toBe(405);
    expect((await server.call('GET', `${group}/workers/x/log/more`)).status).toBe(404);
    expect((await server.call('GET', `${group}/workers/x/log?dryRun=All`)).status).toBe(400);
    expect((await server.call('GET', `${group}/workers/x/log?say=this`)).text).toBe('this');
  });

  test('is not called if admission denies', async () => {
    const strict = await SampleServer.start({
      admission: {
        mutate: async (_context, { object }) => object ?? {},
        validate: async (_context, { operation, kind, object }) => {
          if (operation === 'CONNECT') throw forbidden({ group: '', resource: kind.kind }, 'x', `${object?.['said']}`);
        },
      },
    });
    await strict.call('POST', `${group}/workers`, { body: { metadata: { name: 'x' } } });
    const { status, json } = await strict.call('GET', `${group}/workers/x/log`);
    expect([status, json['message']]).toEqual([403, 'WorkerLogOptions "x" is forbidden: said']);
    await strict.close();
  });

  test('may require more permissions than the verb of the request', async () => {
    const strict = await SampleServer.start({
      authorizer: {
        authorize: async (_user, { verb, subresource }) =>
          verb === 'create' && subresource === 'log' ? { decision: 'no-opinion', reason: 'no' } : { decision: 'allow' },
      },
    });
    await strict.call('POST', `${group}/workers`, { body: { metadata: { name: 'x' } } });
    const { status, json } = await strict.call('GET', `${group}/workers/x/log`);
    expect([status, json['message']]).toEqual([403, 'workers.workshop.example.com "x" is forbidden: no']);
    await strict.close();
  });
});
