import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { SampleServer, type TestResponse } from './sample-server.test.support.js';

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
});
afterEach(() => server.close());

const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const fischers = '/apis/wardle.example.com/v1/fischers';

function flunder(name: string, spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name, ...metadata }, spec };
}

function create(name: string, spec?: JsonObject, metadata?: JsonObject): Promise<TestResponse> {
  return server.call('POST', flunders, { body: flunder(name, spec, metadata) });
}

function patch(name: string, body: JsonObject | JsonObject[], type = 'merge-patch', query = ''): Promise<TestResponse> {
  const headers = { 'content-type': `application/${type}+${type === 'apply-patch' ? 'yaml' : 'json'}` };
  return server.call('PATCH', `${flunders}/${name}${query}`, { body, headers });
}

const reason = ({ status, json }: TestResponse) => [status, json['reason']];

describe('create', () => {
  test('fills in what the server decides, and defaults', async () => {
    const { status, json } = await create('x', { reference: 'r' });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      apiVersion: 'wardle.example.com/v1',
      kind: 'Flunder',
      metadata: { name: 'x', namespace: 'a', generation: 1, resourceVersion: expect.stringMatching(/^\d+$/) },
      spec: { reference: 'r', size: 1 },
    });
    expect(json.metadata['uid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(json.metadata['creationTimestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(json.metadata['managedFields']).toMatchObject([
      { operation: 'Update', apiVersion: 'wardle.example.com/v1' },
    ]);
    expect((await server.call('GET', `${flunders}/x`)).json).toEqual(json);
  });

  test('twice is AlreadyExists', async () => {
    await create('x');
    expect(reason(await create('x'))).toEqual([409, 'AlreadyExists']);
  });

  test('with generateName finds a name', async () => {
    const { json } = await server.call('POST', flunders, { body: { metadata: { generateName: 'x-' } } });
    expect(json.metadata['name']).toMatch(/^x-[a-z0-9]{5}$/);
  });

  test('in a dry run stores nothing', async () => {
    const body = flunder('x');
    expect((await server.call('POST', `${flunders}?dryRun=All`, { body })).status).toBe(201);
    expect((await server.call('GET', `${flunders}/x`)).status).toBe(404);
  });

  const refused: [string, string, Parameters<SampleServer['call']>[2], unknown[]][] = [
    ['a bad name', flunders, { body: flunder('No Good') }, [422, 'Invalid']],
    ['no name', flunders, { body: { spec: {} } }, [422, 'Invalid']],
    ['another kind', flunders, { body: { ...flunder('x'), kind: 'Fischer' } }, [400, 'BadRequest']],
    ['another namespace', flunders, { body: flunder('x', {}, { namespace: 'b' }) }, [400, 'BadRequest']],
    ['what its schema forbids', flunders, { body: flunder('x', { size: -1 }) }, [422, 'Invalid']],
    ['what is not JSON', flunders, { body: '{' }, [400, 'BadRequest']],
    ['a list', flunders, { body: '[]' }, [400, 'BadRequest']],
    [
      'a form that is not known',
      flunders,
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      [415, 'UnsupportedMediaType'],
    ],
    [
      'an answer in a form that is not known',
      flunders,
      { body: flunder('x'), headers: { accept: 'image/png' } },
      [406, 'NotAcceptable'],
    ],
    [
      'unknown fields in strict mode',
      `${flunders}?fieldValidation=Strict`,
      { body: flunder('x', { nope: 1 }) },
      [400, 'BadRequest'],
    ],
    ['an empty dryRun', `${flunders}?dryRun=`, { body: flunder('x') }, [422, 'Invalid']],
    [
      'an object without a namespace',
      '/apis/wardle.example.com/v1/flunders',
      { body: flunder('x') },
      [405, 'MethodNotAllowed'],
    ],
  ];
  test.each(refused)('refuses %s', async (_name, target, options, response) => {
    expect(reason(await server.call('POST', target, options))).toEqual(response);
  });

  test('warns of unknown fields and drops them', async () => {
    const { headers, json } = await create('x', { nope: 1 });
    expect(headers['warning']).toEqual(['299 - "unknown field \\"spec.nope\\""']);
    expect(json['spec']).toEqual({ size: 1 });
  });

  test('of a cluster-scoped resource needs no namespace', async () => {
    const { status, json } = await server.call('POST', fischers, { body: { metadata: { name: 'f' }, anything: [1] } });
    expect([status, json['anything'], json.metadata['namespace']]).toEqual([201, [1], undefined]);
  });

  test('speaks YAML', async () => {
    const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' };
    const { status, text } = await server.call('POST', flunders, { body: 'metadata:\n  name: yaml\n', headers });
    expect(status).toBe(201);
    expect(text).toContain('kind: Flunder\n');
  });
});

describe('get', () => {
  test('of what is absent is NotFound, with details', async () => {
    const { json } = await server.call('GET', `${flunders}/x`);
    expect(json).toMatchObject({
      kind: 'Status',
      status: 'Failure',
      message: 'flunders.wardle.example.com "x" not found',
      reason: 'NotFound',
      details: { name: 'x', group: 'wardle.example.com', kind: 'flunders' },
      code: 404,
    });
  });

  test('converts to another version', async () => {
    await create('x', { reference: 'r' });
    const { json } = await server.call('GET', '/apis/wardle.example.com/v1alpha1/namespaces/a/flunders/x');
    expect([json['apiVersion'], json['reference'], json['spec']]).toEqual([
      'wardle.example.com/v1alpha1',
      'r',
      undefined,
    ]);
  });

  test('as Table and as metadata only', async () => {
    await create('x');
    const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const { json } = await server.call('GET', flunders, { headers: table });
    expect(json).toMatchObject({
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      rows: [{ cells: ['x', expect.anything()] }],
    });
    const partial = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
    const one = await server.call('GET', `${flunders}/x`, { headers: partial });
    expect([one.json['kind'], one.json.metadata['name'], one.json['spec']]).toEqual([
      'PartialObjectMetadata',
      'x',
      undefined,
    ]);
  });

  test('of an unknown resource or verb', async () => {
    expect((await server.call('GET', '/apis/wardle.example.com/v1/nothings')).status).toBe(404);
    expect((await server.call('GET', '/apis/wardle.example.com/v2/flunders')).status).toBe(404);
    expect((await server.call('DELETE', `${flunders}/x/status`)).status).toBe(405);
  });
});

describe('list', () => {
  test('gives items as they are stored but for their type, by namespace and for all', async () => {
    const created = await create('x');
    await server.call('POST', '/apis/wardle.example.com/v1/namespaces/b/flunders', { body: flunder('y') });
    const { json } = await server.call('GET', flunders);
    expect(json).toMatchObject({ kind: 'FlunderList', apiVersion: 'wardle.example.com/v1' });
    const { kind: _kind, apiVersion: _apiVersion, ...item } = created.json;
    expect(json.items).toEqual([item]);
    expect((await server.call('GET', '/apis/wardle.example.com/v1/flunders')).json.items.length).toBe(2);
    expect((await server.call('GET', fischers)).text).toContain('"items":[]}');
  });

  test('in pages, at one revision', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(name);
    const first = (await server.call('GET', `${flunders}?limit=2`)).json;
    expect(first.metadata['remainingItemCount']).toBe(3);
    await server.call('DELETE', `${flunders}/d`);
    const rest = (await server.call('GET', `${flunders}?limit=5&continue=${first.metadata['continue']}`)).json;
    expect(rest.items.map((item) => (item['metadata'] as JsonObject)['name'])).toEqual(['c', 'd', 'e']);
    expect(rest.metadata).toEqual({ resourceVersion: first.metadata['resourceVersion'] });
  });

  test('with selectors', async () => {
    await create('x', { reference: 'one' }, { labels: { app: 'web' } });
    await create('y', { reference: 'two' }, { labels: { app: 'db' } });
    const names = async (query: string) =>
      (await server.call('GET', `${flunders}?${query}`)).json.items.map(
        (item) => (item['metadata'] as JsonObject)['name'],
      );
    expect(await names('labelSelector=app%3Dweb')).toEqual(['x']);
    expect(await names('labelSelector=app+in+(db,x)')).toEqual(['y']);
    expect(await names('fieldSelector=metadata.name%3Dy')).toEqual(['y']);
    expect(await names('fieldSelector=spec.reference%3Done')).toEqual(['x']);
    expect(reason(await server.call('GET', `${flunders}?fieldSelector=spec.size%3D1`))).toEqual([400, 'BadRequest']);
    expect(reason(await server.call('GET', `${flunders}?labelSelector=a%3D%3D%3D`))).toEqual([400, 'BadRequest']);
  });

  test('at a revision yet to come is a timeout to be tried again', async () => {
    const { status, json } = await server.call('GET', `${flunders}?resourceVersion=1000000&resourceVersionMatch=Exact`);
    expect([status, json.details]).toEqual([504, expect.objectContaining({ retryAfterSeconds: 1 })]);
  });
});

describe('update', () => {
  test('counts generations, and leaves the status alone', async () => {
    const { json } = await create('x', { reference: 'r' });
    const changed = { ...json, spec: { reference: 's', size: 1 }, status: { phase: 'mine' } };
    const response = await server.call('PUT', `${flunders}/x`, { body: changed });
    expect(response.status).toBe(200);
    expect([response.json['spec'], response.json['status'], response.json.metadata['generation']]).toEqual([
      { reference: 's', size: 1 },
      undefined,
      2,
    ]);
  });

  test('through the status endpoint changes nothing but the status', async () => {
    const { json } = await create('x', { reference: 'r' });
    const body = { ...json, spec: { reference: 'other' }, status: { phase: 'ready' } };
    const response = await server.call('PUT', `${flunders}/x/status`, { body });
    expect([response.json['spec'], response.json['status'], response.json.metadata['generation']]).toEqual([
      { reference: 'r', size: 1 },
      { phase: 'ready' },
      1,
    ]);
  });

  test('of a stale object is a conflict; of another uid too', async () => {
    const { json } = await create('x');
    await patch('x', { spec: { size: 2 } });
    expect(reason(await server.call('PUT', `${flunders}/x`, { body: json }))).toEqual([409, 'Conflict']);
    const other = flunder('x', {}, { uid: '11111111-1111-1111-1111-111111111111' });
    expect(reason(await server.call('PUT', `${flunders}/x`, { body: other }))).toEqual([409, 'Conflict']);
  });

  test('that changes nothing keeps the revision', async () => {
    const { json } = await create('x');
    expect((await server.call('PUT', `${flunders}/x`, { body: json })).json.metadata['resourceVersion']).toBe(
      json.metadata['resourceVersion'],
    );
  });

  test('of what is absent is NotFound, and of another name refused', async () => {
    expect(reason(await server.call('PUT', `${flunders}/x`, { body: flunder('x') }))).toEqual([404, 'NotFound']);
    await create('x');
    expect(reason(await server.call('PUT', `${flunders}/x`, { body: flunder('y') }))).toEqual([400, 'BadRequest']);
  });
});

describe('patch', () => {
  test('by merge patch, JSON patch and strategic merge patch', async () => {
    await create('x', { reference: 'r', ports: [{ name: 'a', port: 1 }] });
    expect((await patch('x', { spec: { size: 5 } })).json['spec']).toMatchObject({ reference: 'r', size: 5 });
    const operations = [{ op: 'replace', path: '/spec/size', value: 6 }];
    expect((await patch('x', operations, 'json-patch')).json['spec']).toMatchObject({ size: 6 });
    expect((await patch('x', { spec: { size: 7 } }, 'strategic-merge-patch')).json['spec']).toMatchObject({ size: 7 });
    expect(reason(await patch('x', {}, 'nonsense-patch'))).toEqual([415, 'UnsupportedMediaType']);
    expect(reason(await patch('y', { spec: {} }))).toEqual([404, 'NotFound']);
    expect(reason(await patch('x', { spec: { size: -1 } }))).toEqual([422, 'Invalid']);
  });

  test('by server-side apply: creates, merges lists by key, conflicts, and gives up what is no longer applied', async () => {
    const config = (ports: JsonObject[]) => ({ ...flunder('x'), spec: { ports } });
    const apply = (manager: string, ports: JsonObject[], force = false) =>
      patch('x', config(ports), 'apply-patch', `?fieldManager=${manager}&force=${force}`);
    expect((await apply('one', [{ name: 'a', port: 1 }])).status).toBe(201);
    const both = await apply('two', [{ name: 'b', port: 2 }]);
    expect([both.status, (both.json['spec'] as JsonObject)['ports']]).toEqual([200, [{ name: 'a', port: 1 }, { name: 'b', port: 2 }]]); // biome-ignore format: one line
    const conflicting = await apply('two', [{ name: 'a', port: 9 }]);
    expect(reason(conflicting)).toEqual([409, 'Conflict']);
    expect(conflicting.json.details['causes']).toMatchObject([
      { reason: 'FieldManagerConflict', field: '.spec.ports[name="a"].port' },
    ]);
    expect((await apply('two', [{ name: 'a', port: 9 }], true)).json['spec']).toMatchObject({
      ports: [{ name: 'a', port: 9 }],
    });
    const again = await apply('two', [{ name: 'a', port: 9 }], true);
    expect(again.json.metadata['resourceVersion']).toBe(
      (await server.call('GET', `${flunders}/x`)).json.metadata['resourceVersion'],
    );
    expect(reason(await patch('x', config([]), 'apply-patch'))).toEqual([422, 'Invalid']);
  });

  test('from many at once loses nothing', async () => {
    await create('x');
    const labels = Array.from({ length: 20 }, (_, index) => `l${index}`);
    await Promise.all(labels.map((label) => patch('x', { metadata: { labels: { [label]: 'yes' } } })));
    const { json } = await server.call('GET', `${flunders}/x`);
    expect(Object.keys(json.metadata['labels'] as JsonObject).sort()).toEqual([...labels].sort());
  });
});

describe('delete', () => {
  test('returns a Status, and the object is gone', async () => {
    const { json } = await create('x');
    const { status, json: response } = await server.call('DELETE', `${flunders}/x`);
    expect([status, response['status'], response.details]).toEqual([
      200,
      'Success',
      { name: 'x', group: 'wardle.example.com', kind: 'flunders', uid: json.metadata['uid'] },
    ]);
    expect((await server.call('DELETE', `${flunders}/x`)).status).toBe(404);
  });

  test('waits for finalizers', async () => {
    await create('x', {}, { finalizers: ['example.com/f'] });
    const marked = await server.call('DELETE', `${flunders}/x`);
    expect(marked.json).toMatchObject({ kind: 'Flunder', metadata: { deletionGracePeriodSeconds: 0, generation: 2 } });
    expect(reason(await create('x'))).toEqual([409, 'AlreadyExists']);
    await patch('x', { metadata: { finalizers: null } });
    expect((await server.call('GET', `${flunders}/x`)).status).toBe(404);
  });

  test('in the foreground leaves the object to the garbage collector', async () => {
    await create('x');
    const { json } = await server.call('DELETE', `${flunders}/x?propagationPolicy=Foreground`);
    expect(json.metadata['finalizers']).toEqual(['foregroundDeletion']);
  });

  test('holds to its preconditions', async () => {
    const { json } = await create('x');
    const body = (uid: unknown) => ({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid } }) as JsonObject;
    expect(reason(await server.call('DELETE', `${flunders}/x`, { body: body('other') }))).toEqual([409, 'Conflict']);
    expect((await server.call('DELETE', `${flunders}/x`, { body: body(json.metadata['uid']) })).status).toBe(200);
  });

  test('of a collection takes what is selected', async () => {
    await create('x', {}, { labels: { app: 'web' } });
    await create('y');
    const { json } = await server.call('DELETE', `${flunders}?labelSelector=app%3Dweb`);
    expect(json.items.length).toBe(1);
    expect(
      (await server.call('GET', flunders)).json.items.map((item) => (item['metadata'] as JsonObject)['name']),
    ).toEqual(['y']);
  });
});

describe('watch', () => {
  interface Event {
    type: string;
    object: { kind: string; metadata: { name: string; resourceVersion: string; annotations?: object }; code?: number };
  }
  async function watchUntil(query: string, count: number, meanwhile: () => Promise<unknown>): Promise<Event[]> {
    let started: (() => void) | undefined;
    const ready = new Promise<void>((resolve) => {
      started = resolve;
    });
    const watching = server.call('GET', `${flunders}?watch=true${query}`, {
      onChunk: (text) => {
        started!();
        return text.split('\n').length <= count;
      },
    });
    if (query.includes('sendInitialEvents') || !query.includes('resourceVersion')) await ready;
    await meanwhile();
    const { text } = await watching;
    return text.trim().split('\n').map((line) => JSON.parse(line)); // biome-ignore format: one line
  }
  const reported = (events: Event[]) => events.map(({ type, object }) => `${type} ${object.metadata.name}`);

  test('from a revision sends the events since, in order', async () => {
    const { json } = await create('x');
    const events = await watchUntil(`&resourceVersion=${json.metadata['resourceVersion']}`, 3, async () => {
      await create('y');
      await patch('x', { spec: { size: 2 } });
      await server.call('DELETE', `${flunders}/y`);
    });
    expect(reported(events)).toEqual(['ADDED y', 'MODIFIED x', 'DELETED y']);
    const revisions = events.map(({ object }) => Number(object.metadata.resourceVersion));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  test('without a revision begins with what is there', async () => {
    await create('x');
    expect(reported(await watchUntil('', 2, () => create('y')))).toEqual(['ADDED x', 'ADDED y']);
  });

  test('with initial events marks where they end', async () => {
    await create('x');
    const query = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const events = await watchUntil(query, 3, () => create('y'));
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'BOOKMARK', 'ADDED']);
    expect(events[1]!.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
  });

  test('with a selector sends what enters and leaves', async () => {
    const { json } = await create('x');
    const query = `&labelSelector=app%3Dweb&resourceVersion=${json.metadata['resourceVersion']}`;
    const events = await watchUntil(query, 2, async () => {
      await patch('x', { metadata: { labels: { app: 'web' } } });
      await patch('x', { metadata: { labels: { app: 'db' } } });
    });
    expect(reported(events)).toEqual(['ADDED x', 'DELETED x']);
  });

  test('ends by itself when its time is up', async () => {
    const { status, text } = await server.call('GET', `${flunders}?watch=true&timeoutSeconds=1&resourceVersion=1`);
    expect([status, text]).toEqual([200, '']);
  });
});

describe('beside resources', () => {
  test('metrics count the results of health checks', async () => {
    await server.call('GET', '/livez');
    const { status, text, headers } = await server.call('GET', '/metrics/slis');
    expect([status, headers['process-start-time-unix']]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(text).toContain('kubernetes_healthcheck{name="ping",type="livez"} 1');
    expect(text).toMatch(/^process_start_time_seconds \S+$/m);
    const reset = await server.call('DELETE', '/metrics/slis');
    expect([reset.text, reset.headers['process-start-time-unix']]).toEqual(['metrics reset\n', undefined]);
  });

  test('the index lists what there is', async () => {
    const { json } = await server.call('GET', '/');
    expect(json['paths']).toEqual(expect.arrayContaining(['/apis', '/metrics/slis', '/openapi/v3/', '/version']));
  });
});
