import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../apimachinery/clock/index.js';
import { type JsonObject, metadataOf } from '../apimachinery/meta/index.js';
import { SampleServer, type TestResponse } from './sample-server.test.support.js';

let now = Date.parse('2030-01-01T00:00:00Z');
let server: SampleServer;
beforeEach(async () => {
  server = await SampleServer.start({ clock: { ...systemClock, now: () => now } });
});
afterEach(() => server.close());

const group = '/apis/workshop.example.com/v1/namespaces/a';
const create = (plural: string, metadata: JsonObject = {}, rest: JsonObject = {}) =>
  server.call('POST', `${group}/${plural}`, { body: { metadata: { name: 'x', ...metadata }, ...rest } });
const remove = (target: string, body?: JsonObject) =>
  server.call('DELETE', `${group}/${target}`, body === undefined ? {} : { body });
const get = (target: string) => server.call('GET', `${group}/${target}`);
const patch = (target: string, body: JsonObject) =>
  server.call('PATCH', `${group}/${target}`, { body, headers: { 'content-type': 'application/merge-patch+json' } });

/** The response to a deletion, and what remains. */
function shape({ status, json }: TestResponse): unknown[] {
  if (json['kind'] === 'Status') return [status, 'Status', json['status'], json.reason];
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = json.metadata;
  return [status, json['kind'], deletionTimestamp, deletionGracePeriodSeconds, finalizers];
}
const marked = '2030-01-01T00:00:00Z';

describe('a deletion', () => {
  test('returns a Status that names the object, without a code', async () => {
    const { json } = await create('boxes');
    const response = await remove('boxes/x');
    expect([response.status, response.json]).toEqual([
      200,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'x', group: 'workshop.example.com', kind: 'boxes', uid: json.metadata['uid'] },
      },
    ]);
    expect(shape(await remove('boxes/x'))).toEqual([404, 'Status', 'Failure', 'NotFound']);
  });

  const policies: [string, string, JsonObject, unknown[]][] = [
    ['in the background', 'boxes/x?propagationPolicy=Background', {}, [200, 'Status', 'Success', undefined]],
    ['in the foreground', 'boxes/x?propagationPolicy=Foreground', {}, [200, 'Box', marked, 0, ['foregroundDeletion']]],
    ['that orphans', 'boxes/x?propagationPolicy=Orphan', {}, [200, 'Box', marked, 0, ['orphan']]],
    ['that orphans, the old way', 'boxes/x?orphanDependents=true', {}, [200, 'Box', marked, 0, ['orphan']]],
    ['that does not orphan, the old way', 'boxes/x?orphanDependents=false', {}, [200, 'Status', 'Success', undefined]],
    ['that orphans by default', 'chores/x', {}, [200, 'Chore', marked, 0, ['orphan']]],
    ['in the background instead of the default', 'chores/x?propagationPolicy=Background', {}, [200, 'Status', 'Success', undefined]],
    ['with a finalizer', 'boxes/x', { finalizers: ['example.com/f'] }, [200, 'Box', marked, 0, ['example.com/f']]],
    ['with a finalizer, accepted the old way', 'boxes/x?orphanDependents=false', { finalizers: ['example.com/f'] }, [202, 'Box', marked, 0, ['example.com/f']]],
    ['in the foreground with a finalizer', 'boxes/x?propagationPolicy=Foreground', { finalizers: ['example.com/f'] }, [200, 'Box', marked, 0, ['example.com/f', 'foregroundDeletion']]],
    ['that keeps the policy of its own finalizer', 'boxes/x', { finalizers: ['orphan'] }, [200, 'Box', marked, 0, ['orphan']]],
    ['that takes back another policy', 'boxes/x?propagationPolicy=Foreground', { finalizers: ['orphan'] }, [200, 'Box', marked, 0, ['foregroundDeletion']]],
    ['that takes away a policy', 'boxes/x?propagationPolicy=Background', { finalizers: ['orphan'] }, [200, 'Status', 'Success', undefined]],
  ]; // biome-ignore format: a row to a line
  test.each(policies)('%s', async (_what, target, metadata, expected) => {
    await create(target.split('/')[0]!, metadata);
    expect(shape(await remove(target))).toEqual(expected);
  });

  test('warns of what its strategy wants to be known', async () => {
    await create('chores');
    expect((await remove('chores/x')).headers['warning']).toEqual(['299 - "dependents are kept"']);
    expect((await remove('chores/x?propagationPolicy=Background')).headers['warning']).toBeUndefined();
  });

  test('repeated while finalizers are pending changes nothing', async () => {
    await create('boxes', { finalizers: ['example.com/f'] });
    const first = await remove('boxes/x');
    now += 60_000;
    const second = await remove('boxes/x');
    now -= 60_000;
    expect(second.json).toEqual(first.json);
  });

  const refused: [string, string, JsonObject | undefined, unknown[]][] = [
    ['of another uid', 'boxes/x', { preconditions: { uid: 'u' } }, [409, 'Status', 'Failure', 'Conflict']],
    ['of another resourceVersion', 'boxes/x', { preconditions: { resourceVersion: '1' } }, [409, 'Status', 'Failure', 'Conflict']],
    ['of another uid in the query', 'boxes/x?uid=u', undefined, [409, 'Status', 'Failure', 'Conflict']],
    ['of another resourceVersion in the query', 'boxes/x?resourceVersion=1', undefined, [409, 'Status', 'Failure', 'Conflict']],
    ['with a grace period that is no number', 'boxes/x?gracePeriodSeconds=', undefined, [400, 'Status', 'Failure', 'BadRequest']],
    ['with options of another kind', 'boxes/x', { kind: 'Box', apiVersion: 'v1' }, [400, 'Status', 'Failure', 'BadRequest']],
    ['with two policies', 'boxes/x', { orphanDependents: true, propagationPolicy: 'Orphan' }, [422, 'Status', 'Failure', 'Invalid']],
    ['with an unknown policy', 'boxes/x', { propagationPolicy: 'Later' }, [422, 'Status', 'Failure', 'Invalid']],
    ['with options of a wrong type', 'boxes/x', { gracePeriodSeconds: 'x' }, [400, 'Status', 'Failure', 'BadRequest']],
  ]; // biome-ignore format: a row to a line
  test.each(refused)('%s is refused', async (_what, target, body, expected) => {
    await create('boxes');
    expect(shape(await remove(target, body))).toEqual(expected);
    expect((await get('boxes/x')).status).toBe(200);
  });

  test('that a precondition forbids names the kind', async () => {
    await create('boxes');
    expect((await remove('boxes/x', { preconditions: { uid: 'u' } })).json.details).toMatchObject({
      kind: 'Box',
      name: 'x',
    });
    const { json } = await get('boxes/x');
    const { uid, resourceVersion } = json.metadata;
    expect((await remove('boxes/x', { preconditions: { uid: uid!, resourceVersion: resourceVersion! } })).status).toBe(
      200,
    );
  });

  test.each([
    ['', { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' }],
    ['', { kind: 'DeleteOptions', apiVersion: 'workshop.example.com/v1' }],
    ['', {}],
    ['?propagationPolicy=Foreground', { kind: 'DeleteOptions' }],
  ])('with query "%s" and the body %o goes by the body', async (query, body) => {
    await create('boxes');
    expect(shape(await remove(`boxes/x${query}`, body))).toEqual([200, 'Status', 'Success', undefined]);
  });

  test('with a body in an unknown form is 415', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await server.call('DELETE', `${group}/boxes/x`, { body: '{}', headers })).status).toBe(415);
  });

  test('in a dry run leaves everything as it is', async () => {
    const { json } = await create('boxes', { finalizers: ['example.com/f'] });
    expect(shape(await remove('boxes/x?dryRun=All'))).toEqual([200, 'Box', marked, 0, ['example.com/f']]);
    expect((await get('boxes/x')).json).toEqual(json);
    await patch('boxes/x', { metadata: { finalizers: null } });
    expect(shape(await remove('boxes/x?dryRun=All'))).toEqual([200, 'Status', 'Success', undefined]);
    expect((await get('boxes/x')).status).toBe(200);
  });
});

describe('an object that is being deleted', () => {
  test('can be changed, gets no new finalizers, and goes with its last one', async () => {
    await create('boxes', { finalizers: ['example.com/f'] });
    const { json } = await remove('boxes/x');
    expect((await patch('boxes/x', { data: { v: '2' } })).status).toBe(200);
    expect((await patch('boxes/x', { metadata: { finalizers: ['example.com/f', 'example.com/g'] } })).status).toBe(422);
    const released = await server.call('PUT', `${group}/boxes/x`, {
      body: { ...json, metadata: { ...json.metadata, resourceVersion: '', finalizers: [] } },
    });
    expect([released.status, released.json['kind'], released.json.metadata['finalizers']]).toEqual([
      200,
      'Box',
      undefined,
    ]);
    expect((await get('boxes/x')).status).toBe(404);
  });

  test('that is not, keeps being there without finalizers', async () => {
    await create('boxes', { finalizers: ['example.com/f'] });
    expect((await patch('boxes/x', { metadata: { finalizers: null } })).status).toBe(200);
    expect((await get('boxes/x')).status).toBe(200);
  });

  test('in a dry run of the release stays', async () => {
    await create('boxes', { finalizers: ['example.com/f'] });
    await remove('boxes/x');
    expect((await patch('boxes/x?dryRun=All', { metadata: { finalizers: null } })).status).toBe(200);
    expect((await get('boxes/x')).status).toBe(200);
  });
});

describe('an object that gets time', () => {
  test('goes at once where it needs none, marked', async () => {
    await create('workers');
    expect(shape(await remove('workers/x'))).toEqual([200, 'Worker', marked, 0, undefined]);
    expect((await get('workers/x')).status).toBe(404);
  });

  test('may be given less, and not more', async () => {
    await create('workers', {}, { busy: true });
    expect(shape(await remove('workers/x'))).toEqual([200, 'Worker', '2030-01-01T00:00:30Z', 30, undefined]);
    expect(shape(await remove('workers/x?gracePeriodSeconds=10'))).toEqual([
      200,
      'Worker',
      '2030-01-01T00:00:10Z',
      10,
      undefined,
    ]);
    expect(shape(await remove('workers/x?gracePeriodSeconds=100'))).toEqual([
      200,
      'Worker',
      '2030-01-01T00:00:10Z',
      10,
      undefined,
    ]);
    expect(shape(await remove('workers/x?gracePeriodSeconds=-5'))).toEqual([
      200,
      'Worker',
      '2030-01-01T00:00:01Z',
      1,
      undefined,
    ]);
    expect((await remove('workers/x?gracePeriodSeconds=0')).status).toBe(200);
    expect((await get('workers/x')).status).toBe(404);
  });

  test('is admitted with the time that it is given, and again where it goes at once', async () => {
    const requested: unknown[] = [];
    const recording = await SampleServer.start({
      clock: { ...systemClock, now: () => now },
      admission: {
        mutate: async (_context, { object }) => object ?? {},
        validate: async (_context, { operation, options, old }) => {
          if (operation !== 'DELETE' || !old) return;
          requested.push([options['gracePeriodSeconds'], metadataOf(old).deletionGracePeriodSeconds]);
        },
      },
    });
    for (const name of ['x', 'y']) {
      await recording.call('POST', `${group}/workers`, { body: { metadata: { name }, busy: true } });
    }
    await recording.call('DELETE', `${group}/workers/x`);
    await recording.call('DELETE', `${group}/workers/y?gracePeriodSeconds=0`);
    expect(requested).toEqual([
      [30, undefined],
      [0, undefined],
      [0, 0],
    ]);
    await recording.close();
  });

  test('stays while it has time or a finalizer, whichever goes first', async () => {
    await create('workers', { finalizers: ['example.com/f'] }, { busy: true });
    await remove('workers/x');
    await patch('workers/x', { metadata: { finalizers: null } });
    expect((await get('workers/x')).status).toBe(200);
    await create('workers', { name: 'y', finalizers: ['example.com/f'] }, { busy: true });
    expect(shape(await remove('workers/y?gracePeriodSeconds=0'))).toEqual([
      200,
      'Worker',
      marked,
      0,
      ['example.com/f'],
    ]);
    await patch('workers/y', { metadata: { finalizers: null } });
    expect((await get('workers/y')).status).toBe(404);
  });
});

describe('a collection', () => {
  const names = async () => (await get('boxes')).json.items.map((item) => (item['metadata'] as JsonObject)['name']);
  beforeEach(async () => {
    for (const [name, app] of [['a', 'web'], ['b', 'web'], ['c', 'db']] as const) await create('boxes', { name, labels: { app } });
    await server.call('POST', `${group.replace(/a$/, 'b')}/boxes`, { body: { metadata: { name: 'other' } } });
  }); // biome-ignore format: short

  const rows: [string, string, string, number, string[]][] = [
    ['all of a namespace', '', 'BoxList', 3, []],
    ['what is selected', '?labelSelector=app%3Dweb', 'BoxList', 2, ['c']],
    ['as many as the limit', '?limit=1', 'BoxList', 1, ['b', 'c']],
    ['nothing', '?fieldSelector=metadata.name%3Dzz', 'BoxList', 0, ['a', 'b', 'c']],
    ['nothing in a dry run', '?dryRun=All', 'BoxList', 3, ['a', 'b', 'c']],
  ];
  test.each(rows)('loses %s', async (_what, query, kind, count, left) => {
    const { status, json } = await remove(`boxes${query}`);
    expect([status, json['kind'], json.items.length, await names()]).toEqual([200, kind, count, left]);
    expect((await server.call('GET', `${group.replace(/a$/, 'b')}/boxes`)).json.items.length).toBe(1);
  });

  test('honours finalizers and the options of the body', async () => {
    await patch('boxes/a', { metadata: { finalizers: ['example.com/f'] } });
    await remove('boxes', { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' });
    expect(await names()).toEqual(['a']);
    expect((await get('boxes/a')).json.metadata['deletionTimestamp']).toBe(marked);
  });

  test('is refused as a whole where its options are', async () => {
    expect((await remove('boxes?propagationPolicy=Later')).status).toBe(422);
    expect((await remove('boxes?labelSelector=a%3D%3D%3D')).status).toBe(400);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });
});
