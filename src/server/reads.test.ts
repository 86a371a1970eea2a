import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeYaml } from '../apimachinery/codec/index.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { SampleServer, type TestResponse } from './sample-server.test.support.js';

let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start();
});
afterEach(() => server.close());

const group = '/apis/workshop.example.com/v1';
const boxes = `${group}/namespaces/a/boxes`;
const create = (name: string, labels: JsonObject = {}, data: JsonObject = { a: '1' }) =>
  server.call('POST', boxes, { body: { metadata: { name, labels }, data } });
const list = (query: string, headers: Record<string, string> = {}) =>
  server.call('GET', `${boxes}?${query}`, { headers });
const names = ({ json }: TestResponse) => json.items?.map(({ metadata }) => (metadata as JsonObject)['name']);
const versionOf = ({ json }: TestResponse) => String(json.metadata['resourceVersion']);

function refusal({ status, json }: TestResponse): unknown[] {
  const causes = (json.details?.['causes'] ?? []) as { field?: string; reason: string }[];
  return [status, json.reason, ...causes.map(({ field, reason }) => `${field}: ${reason}`)];
}

describe('get', () => {
  test.each([
    ['0', 200],
    ['1', 200],
    ['abc', 500],
    ['99999999999999999999999', 500],
  ])('at resourceVersion %s is %i', async (resourceVersion, code) => {
    await create('x');
    const response = await server.call('GET', `${boxes}/x?resourceVersion=${resourceVersion}`);
    expect([response.status, response.json.reason]).toEqual([code, undefined]);
  });

  test('of an object ends with a newline, like every response in JSON', async () => {
    await create('x');
    for (const target of [`${boxes}/x`, boxes, `${boxes}/none`]) {
      const response = await server.call('GET', target);
      expect(response.text).toMatch(/^[^\n]*\n$/);
    }
  });

  test('for export is no longer there', async () => {
    await create('x');
    expect(refusal(await server.call('GET', `${boxes}/x?export=true`))).toEqual([400, 'BadRequest']);
    expect((await server.call('GET', `${boxes}/x?export=false`)).status).toBe(200);
  });

  test('below a namespace that no path can have is refused', async () => {
    const response = await server.call('GET', `${group}/namespaces/%2e%2e/boxes`);
    expect([response.status, response.json['message']]).toEqual([500, 'invalid key: "/boxes/.."']);
    const { json } = await server.call('GET', `${group}/namespaces/./boxes/x`);
    expect(json['message']).toBe('invalid key: "/boxes/./x"');
    const created = await server.call('POST', `${group}/namespaces/./boxes`, { body: { metadata: { name: 'x' } } });
    expect(refusal(created)).toEqual([500, 'InternalError', 'undefined: undefined']);
  });

  test('of a name that no object can have is 404, and of one that no path can have 400', async () => {
    expect((await server.call('GET', `${boxes}/Not_Valid`)).status).toBe(404);
    expect(refusal(await server.call('GET', `${boxes}/..`))).toEqual([400, 'BadRequest']);
  });
});

describe('list', () => {
  const refused: [string, unknown[]][] = [
    ['resourceVersion=abc', [400, 'BadRequest']],
    ['resourceVersion=0&resourceVersionMatch=Exact', [422, 'Invalid', 'resourceVersionMatch: FieldValueForbidden']],
    ['resourceVersion=1&resourceVersionMatch=Newest', [422, 'Invalid', 'resourceVersionMatch: FieldValueNotSupported']],
    ['resourceVersionMatch=Exact', [422, 'Invalid', 'resourceVersionMatch: FieldValueForbidden']],
    ['sendInitialEvents=true', [422, 'Invalid', 'sendInitialEvents: FieldValueForbidden']],
    ['limit=x', [400, 'BadRequest']],
    ['limit=', [400, 'BadRequest']],
    ['timeoutSeconds=', [400, 'BadRequest']],
    ['limit=99999999999999999999', [400, 'BadRequest']],
    ['continue=nonsense', [400, 'BadRequest']],
    [`continue=${Buffer.from('{"v":"meta.k8s.io/v1","rv":0,"start":"a"}').toString('base64url')}`, [400, 'BadRequest']],
    [`continue=${Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":""}').toString('base64url')}`, [400, 'BadRequest']],
    [`continue=${Buffer.from('{"v":"meta.k8s.io/v1","rv":5,"start":"../b/x"}').toString('base64url')}`, [400, 'BadRequest']],
    [`continue=${Buffer.from('{"v":"v9","rv":5,"start":"a"}').toString('base64url')}`, [400, 'BadRequest']],
    ['fieldSelector=data.a%3D1', [400, 'BadRequest']],
    ['fieldSelector=metadata.name', [400, 'BadRequest']],
    ['labelSelector=a%20b', [400, 'BadRequest']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('with %s is refused', async (query, expected) => {
    expect(refusal(await list(query))).toEqual(expected);
  });

  const pages: [string, string[], boolean, number | undefined][] = [
    ['limit=2', ['a', 'b'], true, 1],
    ['limit=3', ['a', 'b', 'c'], false, undefined],
    ['limit=0', ['a', 'b', 'c'], false, undefined],
    ['limit=1&labelSelector=k', ['a'], true, undefined],
    ['limit=1&labelSelector=k%3Db', ['b'], true, undefined],
    ['limit=1&labelSelector=k%3Dc', ['c'], false, undefined],
    ['limit=1&fieldSelector=metadata.name%3Db', ['b'], false, undefined],
    ['limit=1&resourceVersion=0', ['a', 'b', 'c'], false, undefined],
    ['fieldSelector=metadata.name%3Db', ['b'], false, undefined],
    ['fieldSelector=metadata.name!%3Db,metadata.namespace%3Da', ['a', 'c'], false, undefined],
    ['fieldSelector=metadata.namespace%3Dzz', [], false, undefined],
  ];
  test.each(pages)('with %s', async (query, items, more, remaining) => {
    for (const name of ['a', 'b', 'c']) await create(name, { k: name });
    const response = await list(query);
    expect(names(response)).toEqual(items);
    expect(response.json.metadata['continue'] !== undefined).toBe(more);
    expect(response.json.metadata['remainingItemCount']).toBe(remaining);
  });

  test('of one object does not show others whose name begins the same', async () => {
    for (const name of ['a', 'aa', 'ab']) await create(name);
    expect(names(await list('fieldSelector=metadata.name%3Da'))).toEqual(['a']);
    const all = await server.call('GET', `${group}/boxes?fieldSelector=metadata.name%3Daa,metadata.namespace%3Da`);
    expect(names(all)).toEqual(['aa']);
  });

  test('goes on at the revision at which it began, with pages of any size', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await create(name);
    const first = await list('limit=1');
    const token = first.json.metadata['continue'];
    await create('bb');
    expect(names(await list(`limit=2&continue=${token}`))).toEqual(['b', 'c']);
    expect(names(await list(`continue=${token}`))).toEqual(['b', 'c', 'd']);
    expect(versionOf(await list(`continue=${token}`))).toBe(versionOf(first));
    expect(refusal(await list(`continue=${token}&resourceVersion=${versionOf(first)}`))).toEqual([400, 'BadRequest']);
    expect(refusal(await list(`continue=${token}&resourceVersionMatch=Exact`))[0]).toBe(422);
  });

  test('at an exact revision shows what was then, with selectors', async () => {
    await create('a', { k: 'a' });
    await create('b', { k: 'b' });
    const then = versionOf(await list(''));
    const headers = { 'content-type': 'application/merge-patch+json' };
    await server.call('PATCH', `${boxes}/a`, { body: { metadata: { labels: { k: 'b' } } }, headers });
    const exactly = `resourceVersion=${then}&resourceVersionMatch=Exact`;
    expect(names(await list(`${exactly}&labelSelector=k%3Db`))).toEqual(['b']);
    expect(names(await list('labelSelector=k%3Db'))).toEqual(['a', 'b']);
    expect(versionOf(await list(exactly))).toBe(then);
    expect(names(await list(`resourceVersion=${then}&resourceVersionMatch=NotOlderThan`))).toEqual(['a', 'b']);
    expect(versionOf(await list(`resourceVersion=${then}&limit=1`))).toBe(then);
  });
});

describe('a past that is gone', () => {
  let aged: SampleServer;
  beforeEach(async () => {
    aged = await SampleServer.start({
      before: async (storage) => {
        const put = (index: number) =>
          storage.commit([{ type: 'put', key: `/elsewhere/${index % 3}`, value: Buffer.from(String(index)) }]);
        for (let index = 0; index < 10; index++) await put(index);
        await storage.compact(await storage.currentRevision());
      },
    });
    await aged.call('POST', boxes, { body: { metadata: { name: 'x' } } });
  });
  afterEach(() => aged.close());

  test('cannot be listed', async () => {
    const { status, json } = await aged.call('GET', `${boxes}?resourceVersion=2&resourceVersionMatch=Exact`);
    expect([status, json.reason, json.message]).toEqual([
      410,
      'Expired',
      'The resourceVersion for the provided list is too old.',
    ]);
  });

  test('cannot be gone on with, but for a token that shows the present', async () => {
    const token = Buffer.from('{"v":"meta.k8s.io/v1","rv":2,"start":"a\\u0000"}').toString('base64url');
    const { status, json } = await aged.call('GET', `${boxes}?limit=5&continue=${token}`);
    expect([status, json.reason]).toEqual([410, 'Expired']);
    expect(json.message).toMatch(/^The provided continue parameter is too old to display a consistent list result\./);
    const again = await aged.call('GET', `${boxes}?limit=5&continue=${json.metadata['continue']}`);
    expect([again.status, names(again)]).toEqual([200, ['x']]);
  });

  test('cannot be watched: an event says so', async () => {
    const { status, text } = await aged.call('GET', `${boxes}?watch=1&resourceVersion=2&timeoutSeconds=5`);
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } },
    ]);
    const { object } = JSON.parse(text) as { object: JsonObject };
    expect(object['message']).toMatch(/^too old resource version: 2 \(\d+\)$/);
  });
});

describe('watch', () => {
  interface Event {
    type: string;
    object: JsonObject & { metadata: JsonObject };
  }
  const read = (text: string): Event[] =>
    text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Event); // biome-ignore format: one line
  /** Returns the first events of a watch. */
  async function events(target: string, count: number, headers: Record<string, string> = {}): Promise<Event[]> {
    const onChunk = (text: string) => read(text).length < count;
    return read((await server.call('GET', target, { headers, onChunk })).text);
  }
  const reported = (all: Event[]) => all.map(({ type, object }) => `${type} ${object.metadata['name'] ?? ''}`);

  const refused: [string, unknown[]][] = [
    ['resourceVersion=5&resourceVersionMatch=NotOlderThan', [422, 'Invalid', 'resourceVersionMatch: FieldValueForbidden']],
    ['sendInitialEvents=true', [422, 'Invalid', 'resourceVersionMatch: FieldValueForbidden']],
    ['sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1', [422, 'Invalid', 'resourceVersionMatch: FieldValueForbidden', 'resourceVersionMatch: FieldValueNotSupported']],
    ['resourceVersion=abc', [500, undefined]],
    ['fieldSelector=nope%3D1', [400, 'BadRequest']],
    ['timeoutSeconds=x', [400, 'BadRequest']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('with %s is refused', async (query, expected) => {
    expect(refusal(await list(`watch=1&${query}`))).toEqual(expected);
  });

  test.each([
    ['allowWatchBookmarks=true', ['ADDED x', 'BOOKMARK '], true],
    ['allowWatchBookmarks=true&resourceVersion=0', ['ADDED x', 'BOOKMARK '], true],
    ['allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', ['ADDED x', 'BOOKMARK '], true],
    ['', ['ADDED x', 'ADDED y'], false],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', ['ADDED x', 'ADDED y'], false],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=1&allowWatchBookmarks=1&labelSelector=no', ['BOOKMARK '], true],
  ])('with %s begins with %j', async (query, expected, hasMark) => {
    await create('x');
    if (expected.includes('ADDED y')) await create('y');
    const all = await events(`${boxes}?watch=1&${query}`, expected.length);
    expect(reported(all)).toEqual(expected);
    if (!hasMark) return;
    expect(all.at(-1)!.object).toEqual({
      kind: 'Box',
      apiVersion: 'workshop.example.com/v1',
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/), annotations: { 'k8s.io/initial-events-end': 'true' } },
    });
  }); // biome-ignore format: rows

  test('without initial events begins now', async () => {
    await create('x');
    const watching = events(`${boxes}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`, 1);
    await list('');
    await create('y');
    expect(reported(await watching)).toEqual(['ADDED y']);
  });

  test('from a revision yet to come just waits', async () => {
    await create('x');
    const { status, text } = await list('watch=1&resourceVersion=100000000&timeoutSeconds=1');
    expect([status, text]).toEqual([200, '']);
  });

  test('whose time is up before it begins says nothing', async () => {
    await create('x');
    const { status, text } = await list('watch=1&timeoutSeconds=-1');
    expect([status, text]).toEqual([200, '']);
  });

  test('of nothing in particular is no request', async () => {
    const { status, text } = await server.call('GET', `${group}/watch`);
    const problem = 'failed to create RequestInfo: unable to determine kind and namespace from url';
    const path = group;
    expect([status, text]).toEqual([500, `Internal Server Error: "${path}/watch": ${problem}, ${path}/watch\n`]);
  });

  test('events contain the objects that writes returned', async () => {
    const created = await create('x');
    const [event] = await events(`${boxes}?watch=1`, 1);
    expect(event).toEqual({ type: 'ADDED', object: created.json });
  });

  test('by the deprecated paths works without the mark, of one object too', async () => {
    await create('x');
    await create('y');
    const base = `${group}/watch/namespaces/a/boxes`;
    expect(reported(await events(base, 2))).toEqual(['ADDED x', 'ADDED y']);
    expect(reported(await events(`${base}/y?allowWatchBookmarks=1`, 1))).toEqual(['ADDED y']);
    expect(refusal(await server.call('GET', `${base}/y?fieldSelector=metadata.name%3Dx`))).toEqual([400, 'BadRequest']);
    expect(reported(await events(`${group}/watch/boxes`, 2))).toEqual(['ADDED x', 'ADDED y']);
  });

  test('reports a release as a deletion of the previous state', async () => {
    const body = { metadata: { name: 'x', finalizers: ['example.com/f'] } };
    await server.call('POST', boxes, { body });
    const marked = await server.call('DELETE', `${boxes}/x`);
    const headers = { 'content-type': 'application/merge-patch+json' };
    await server.call('PATCH', `${boxes}/x`, { body: { metadata: { finalizers: null } }, headers });
    const [event] = await events(`${boxes}?watch=1&resourceVersion=${versionOf(marked)}`, 1);
    expect([event!.type, event!.object.metadata['finalizers']]).toEqual(['DELETED', ['example.com/f']]);
    expect(Number(event!.object.metadata['resourceVersion'])).toBeGreaterThan(Number(versionOf(marked)));
  });

  test('reports deletionTimestamp and then the deletion of objects that are removed immediately', async () => {
    const workers = `${group}/namespaces/a/workers`;
    const created = await server.call('POST', workers, { body: { metadata: { name: 'x' } } });
    await server.call('DELETE', `${workers}/x`);
    const all = await events(`${workers}?watch=1&resourceVersion=${versionOf(created)}`, 2);
    expect(all.map(({ type, object }) => [type, typeof object.metadata['deletionTimestamp']])).toEqual([
      ['MODIFIED', 'string'],
      ['DELETED', 'string'],
    ]);
  });

  test('as metadata only, and as tables of which the first has headers', async () => {
    await create('x');
    await create('y');
    const partial = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };
    const [first] = await events(`${boxes}?watch=1`, 1, partial);
    expect([first!.object['kind'], first!.object['data']]).toEqual(['PartialObjectMetadata', undefined]);
    const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const tables = await events(`${boxes}?watch=1&allowWatchBookmarks=1&includeObject=None`, 3, table);
    expect(tables.map(({ object }) => (object['columnDefinitions'] as unknown[] | null)?.length)).toEqual([
      3,
      undefined,
      undefined,
    ]);
    const rows = tables.map(({ object }) => (object['rows'] as JsonObject[])[0]!['object'] as JsonObject | null);
    expect(rows.map((row) => row?.['kind'])).toEqual([undefined, undefined, 'PartialObjectMetadata']);
    expect(refusal(await list('watch=1&includeObject=Some', table))).toEqual([400, 'BadRequest']);
  });
});

describe('the format of a response', () => {
  const as = (kind: string, version = 'v1', more = '') => ({
    accept: `application/json;as=${kind};v=${version};g=meta.k8s.io${more}`,
  });

  const accepted: [string | undefined, number, string, string | undefined][] = [
    [undefined, 200, 'application/json', 'BoxList'],
    ['*/*', 200, 'application/json', 'BoxList'],
    ['application/json;charset=utf-8', 200, 'application/json', 'BoxList'],
    ['application/json;q=0.1,application/yaml;q=0.9', 200, 'application/yaml', undefined],
    ['text/csv,application/yaml;q=0.5', 200, 'application/yaml', undefined],
    ['text/csv', 406, 'application/json', 'Status'],
    ['application/*', 406, 'application/json', 'Status'],
    ['*', 406, 'application/json', 'Status'],
    ['text/csv,*/*;q=0.1', 200, 'application/json', 'BoxList'],
    [as('Nope').accept, 406, 'application/json', 'Status'],
    [`${as('Nope').accept},application/json`, 200, 'application/json', 'BoxList'],
    [as('Table', 'v9').accept, 406, 'application/json', 'Status'],
    [as('Table', 'v1beta1').accept, 200, 'application/json', 'Table'],
    [as('PartialObjectMetadataList').accept, 200, 'application/json', 'PartialObjectMetadataList'],
    [as('PartialObjectMetadata').accept, 406, 'application/json', 'Status'],
  ];
  test.each(accepted)('for Accept %s is %i %s %s', async (accept, code, type, kind) => {
    const response = await list('', accept === undefined ? {} : { accept });
    expect([response.status, response.headers['content-type'], response.json['kind']]).toEqual([code, type, kind]);
  });

  test.each([
    ['', 'probe/1', false],
    ['?pretty=true', 'probe/1', true],
    ['?pretty=false', 'curl/8', false],
    ['', 'curl/8', true],
    ['', 'Mozilla/5.0', true],
  ])('is pretty with %s for %s: %s', async (query, userAgent, pretty) => {
    await create('x');
    for (const path of ['/x', '/missing', '']) {
      const { text } = await server.call('GET', `${boxes}${path}${query}`, { headers: { 'user-agent': userAgent } });
      expect(text.startsWith('{\n  "')).toBe(pretty);
    }
  });

  test('that no route supports is rejected with the supported ones', async () => {
    const [one, many] = await Promise.all(
      ['/x', ''].map((path) => server.call('GET', `${boxes}${path}`, { headers: { accept: 'text/csv' } })),
    );
    const intro = '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml';
    expect([one!.json['message'], one!.json.details]).toEqual([intro, {}]);
    expect(many!.json['message']).toBe(`${intro}, application/json;stream=watch`);
  });

  test('of a watch cannot be a list: it has no events', async () => {
    await create('x');
    const response = await list('watch=true&resourceVersion=0', as('PartialObjectMetadataList'));
    expect([response.status, response.text]).toEqual([200, '']);
  });

  test('of no metadata is no list', async () => {
    expect((await list('', as('PartialObjectMetadataList'))).json.items).toBeNull();
  });

  test('of a failure is what the client accepts', async () => {
    const { text, headers } = await server.call('GET', `${boxes}/x`, { headers: { accept: 'application/yaml' } });
    expect([headers['content-type'], text.includes('\nkind: Status\n')]).toEqual(['application/yaml', true]);
  });

  test('is compressed where it is large and the client accepts that', async () => {
    await create('big', {}, { big: 'x'.repeat(300_000) });
    await create('small');
    for (const [path, size] of [
      ['/big', 300_000],
      ['', 300_000],
      ['/small', 0],
    ] as const) {
      // biome-ignore format: short
      const { headers, bytes } = await server.call('GET', boxes + path, { headers: { 'accept-encoding': 'gzip' } });
      expect([headers['content-encoding'], headers['vary']]).toEqual(
        size > 0 ? ['gzip', 'Accept-Encoding'] : [undefined, undefined],
      );
      const text = (size > 0 ? gunzipSync(bytes) : bytes).toString();
      expect(JSON.parse(text)['apiVersion']).toBe('workshop.example.com/v1');
    }
    expect((await list('')).headers['content-encoding']).toBeUndefined();
  });

  test('is the same list compressed and plain, whatever was kept of earlier ones', async () => {
    const name = (index: number) => `box-${1000 + index}`;
    const data = (text: string) => ({ text: text.repeat(1000) });
    await Promise.all(Array.from({ length: 300 }, (_, index) => create(name(index), {}, data(name(index)))));
    const changes = [
      () => Promise.resolve(),
      () => Promise.resolve(),
      () => server.call('DELETE', `${boxes}/${name(299)}`),
      () => create('box-1100a', {}, data('new')),
      () => server.call('PUT', `${boxes}/${name(7)}`, { body: { metadata: { name: name(7) }, data: data('changed') } }),
      () => server.call('DELETE', `${boxes}/${name(0)}`),
    ];
    for (const change of changes) {
      await change();
      for (const query of ['', 'limit=150', 'fieldSelector=metadata.name!=box-1003']) {
        const plain = await list(query);
        const { headers, bytes } = await list(query, { 'accept-encoding': 'gzip' });
        expect(headers['content-encoding']).toBe('gzip');
        expect(gunzipSync(bytes).toString()).toBe(plain.text);
      }
    }
    for (const item of (await list('')).json.items ?? []) {
      const { json } = await server.call('GET', `${boxes}/${(item['metadata'] as JsonObject)['name']}`);
      expect({ ...item, kind: 'Box', apiVersion: 'workshop.example.com/v1' }).toEqual(json);
    }
  });

  test('in another form is the same whether it is encoded at once or in pieces', async () => {
    const count = 160;
    for (let index = 0; index < count; index++) await create(`box-${1000 + index}`, {}, { text: 'x'.repeat(3000) });
    const accepts = [as('Table'), as('PartialObjectMetadataList'), { accept: 'application/yaml' }];
    for (const headers of accepts) {
      const { headers: got, text } = await list('', headers);
      const { bytes } = await list('', { ...headers, 'accept-encoding': 'gzip' });
      expect(gunzipSync(bytes).toString()).toBe(text);
      const whole = decodeYaml(Buffer.from(text)) as { items?: JsonObject[]; rows?: JsonObject[] };
      expect(got['content-type']).toBe(headers.accept.split(';')[0]);
      // A few objects are encoded at once.
      const [first, last] = ['limit=2', `fieldSelector=metadata.name=box-${1000 + count - 1}`];
      const few = async (query: string) => {
        const { text: part } = await list(query, headers);
        const { items, rows } = decodeYaml(Buffer.from(part)) as typeof whole;
        return items ?? rows;
      };
      const items = whole.items ?? whole.rows!;
      expect(items).toHaveLength(count);
      expect(items.slice(0, 2)).toEqual(await few(first));
      expect(items.slice(-1)).toEqual(await few(last));
    }
    const indented = await list('pretty=true');
    const { json } = await list('');
    expect(indented.text).toBe(JSON.stringify(json, undefined, '  '));
  });

  test('as a table has columns, rows, notes and pages', async () => {
    await create('x');
    await server.call('POST', boxes, { body: { metadata: { name: 'y' } } });
    const { json } = await list('limit=1', as('Table'));
    expect(json).toMatchObject({ apiVersion: 'meta.k8s.io/v1', metadata: { remainingItemCount: 1 } });
    expect(json['columnDefinitions']).toEqual([
      { name: 'Name', type: 'string', format: 'name', description: '', priority: 0 },
      { name: 'Data', type: 'integer', format: '', description: '', priority: 0 },
      { name: 'Note', type: 'string', format: 'password', description: 'd', priority: 1 },
    ]);
    expect(json['rows']).toMatchObject([{ cells: ['x', 1, null], object: { kind: 'PartialObjectMetadata' } }]);
    const rest = await list(`includeObject=Object&continue=${json.metadata['continue']}`, as('Table'));
    expect(rest.json['rows']).toMatchObject([
      {
        cells: ['y', 0, null],
        conditions: [{ type: 'Completed', status: 'True', reason: 'Empty' }],
        object: { kind: 'Box' },
      },
    ]);
    const one = await server.call('GET', `${boxes}/x`, { headers: as('Table') });
    expect([one.json.metadata, (one.json['rows'] as unknown[]).length]).toEqual([
      { resourceVersion: expect.any(String) },
      1,
    ]);
    const none = await server.call('DELETE', `${boxes}/x`, { headers: as('Table') });
    expect(none.json['kind']).toBe('Status');
  });

  test('of resources that say nothing about columns has name and time', async () => {
    const { json } = await server.call('GET', `${group}/namespaces/a/claims`, { headers: as('Table') });
    const columns = (json['columnDefinitions'] as JsonObject[]).map(({ name, type, format }) => [name, type, format]);
    expect([columns, json['rows']]).toEqual([
      [
        ['Name', 'string', 'name'],
        ['Created At', 'date', ''],
      ],
      null,
    ]);
  });
});
