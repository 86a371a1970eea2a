import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../apimachinery/meta/index.js';
import { forbidden } from '../apimachinery/status/index.js';
import { type Answer, SampleServer } from './sample-server.test.support.js';

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

function refusal({ status, json }: Answer): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...causes.map(({ field, reason }) => `${field}: ${reason}`)];
}

describe('status', () => {
  test('changes the status and who owns it, and nothing else', async () => {
    const { json } = await get();
    const metadata = { ...json.metadata, labels: { l: '2' }, annotations: { a: 'b' }, finalizers: ['example.com/f'] };
    const answer = await put('/status', { ...json, metadata, spec: { replicas: 42 }, status: { replicas: 3 } });
    expect([answer.status, answer.json.spec, answer.json['status']]).toEqual([200, { replicas: 2 }, { replicas: 3 }]);
    const { labels, annotations, finalizers, generation } = answer.json.metadata;
    expect([labels, annotations, finalizers, generation]).toEqual([{ l: '1' }, undefined, undefined, 1]);
    const entries = answer.json.metadata['managedFields'] as JsonObject[];
    expect(entries.find(({ subresource }) => subresource === 'status')?.['fieldsV1']).toEqual({
      'f:status': { 'f:replicas': {} },
    });
  });

  test('is kept, and owned by nobody else, where the whole is replaced', async () => {
    await patch('/status', { status: { replicas: 3 } });
    const { json } = await get();
    const answer = await put('', { ...json, status: { replicas: 9 } });
    expect(answer.json['status']).toEqual({ replicas: 3 });
    expect(answer.json.metadata['managedFields']).toEqual(json.metadata['managedFields']);
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
    const generation = ({ json }: Answer) => json.metadata['generation'];
    expect(generation(await patch('', { metadata: { labels: { l: '3' } } }))).toBe(1);
    expect(generation(await patch('', { spec: { replicas: 5 } }))).toBe(2);
    expect(generation(await patch('/status', { status: { replicas: 5 } }))).toBe(2);
    expect(generation(await patch('', { metadata: { generation: 50 } }))).toBe(2);
  });
});

test('fields that objects always have belong to nobody, and are there in bookmarks', async () => {
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
    const answer = await put('/scale', { ...scale, spec: { replicas: 5 } });
    expect([answer.status, answer.json['kind'], answer.json.spec]).toEqual([200, 'Scale', { replicas: 5 }]);
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

  test('to nothing leaves the replicas to nobody', async () => {
    await patch('/scale?fieldManager=scaler', { spec: { replicas: 0 } });
    const entries = (await get()).json.metadata['managedFields'] as JsonObject[];
    expect(entries.map(({ manager, fieldsV1 }) => [manager, JSON.stringify(fieldsV1).includes('f:replicas')])).toEqual([
      ['maker', false],
    ]);
  });

  const refused: [string, () => Promise<Answer>, unknown[]][] = [
    ['negative replicas', () => patch('/scale', { spec: { replicas: -1 } }), [422, 'Invalid', 'spec.replicas: FieldValueInvalid']],
    ['another kind', () => put('/scale', { apiVersion: 'v1', kind: 'Box', metadata: { name: 'x' } }), [400, 'BadRequest']],
    ['another name', () => put('/scale', { metadata: { name: 'y' }, spec: { replicas: 1 } }), [400, 'BadRequest']],
    ['another uid', () => put('/scale', { metadata: { name: 'x', uid: 'u' }, spec: { replicas: 1 } }), [409, 'Conflict']],
    ['replicas that are no number', () => put('/scale', { metadata: { name: 'x' }, spec: { replicas: 'x' } }), [400, 'BadRequest']],
    ['what is missing', () => server.call('GET', `${group}/teams/y/scale`), [404, 'NotFound']],
    ['being created', () => server.call('POST', `${team}/scale`, { body: {} }), [405, 'MethodNotAllowed']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('refuses %s', async (_what, call, expected) => {
    const answer = await call();
    expect(refusal(answer)).toEqual(expected);
    if (expected[0] === 422)
      expect(answer.json.details).toMatchObject({ group: 'autoscaling', kind: 'Scale', name: 'x' });
  });

  test('of a custom resource needs replicas that somebody has set', async () => {
    const gadget = `${group}/gadgets/g`;
    const type = { apiVersion: 'workshop.example.com/v1', kind: 'Gadget' };
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
    const changed = { ...type, metadata: { name: 'g' }, spec: { replicas: 3 }, status: { replicas: 1 } };
    expect((await server.call('PUT', gadget, { body: changed })).json.metadata['generation']).toBe(3);
    expect((await server.call('HEAD', gadget)).status).toBe(200);
  });

  test('of a custom resource cannot be applied, and has one word for what cannot be read', async () => {
    const body = {
      apiVersion: 'workshop.example.com/v1',
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

  test('in a dry run scales nothing', async () => {
    expect((await patch('/scale?dryRun=All', { spec: { replicas: 7 } })).json.spec).toEqual({ replicas: 7 });
    expect((await get()).json.spec).toEqual({ replicas: 2 });
  });
});

describe('what exists in requests only', () => {
  const questions = `${group}/questions`;
  test('is answered, in the form that the client wants', async () => {
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

describe('a subresource that answers by itself', () => {
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

  test('is not asked where admission refuses', async () => {
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

  test('may ask for more than the verb of the request', async () => {
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
