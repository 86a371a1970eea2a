import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatGroupVersion, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { AdmissionChain, type AdmissionRequest, allOperations } from '../../../../server/admission/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const corePath = '/api/v1/namespaces/a/events';
const path = '/apis/events.k8s.io/v1/namespaces/a/events';
const regarding = { kind: 'Pod', name: 'p', namespace: 'a' };
const event = {
  eventTime: '2024-01-01T00:00:00.000000Z',
  reportingController: 'example.com/c',
  reportingInstance: 'i',
  action: 'A',
  reason: 'R',
  type: 'Normal',
  note: 'n',
  regarding,
};
const create = (name: string, fields: JsonObject = {}) =>
  kube.call('POST', path, { metadata: { name }, ...event, ...fields });
const createCore = (name: string, fields: JsonObject = {}) =>
  kube.call('POST', corePath, { metadata: { name }, involvedObject: regarding, ...fields });
const causesOf = (json: JsonObject): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, message }) => `${field}: ${message}`);
const namesOf = async (target: string): Promise<string[]> => {
  const { json } = await kube.call('GET', target);
  return (json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name'] as string);
};

describe('an event of either group is one of the other', () => {
  test('also where it is refused', async () => {
    const { json } = await create('refused', { action: '' });
    expect(json['message']).toBe('Event "refused" is invalid: action: Required value');
    expect(json['details']).not.toHaveProperty('group');
  });

  test('created in events.k8s.io', async () => {
    const { status, json } = await create('new');
    const { metadata, ...shown } = json;
    expect([status, shown]).toEqual([
      201,
      {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        ...event,
        deprecatedFirstTimestamp: null,
        deprecatedLastTimestamp: null,
        deprecatedSource: {},
      },
    ]);
    const core = await kube.call('GET', `${corePath}/new`);
    expect(core.json).toEqual({
      apiVersion: 'v1',
      kind: 'Event',
      metadata,
      involvedObject: regarding,
      reason: 'R',
      message: 'n',
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
      type: 'Normal',
      eventTime: '2024-01-01T00:00:00.000000Z',
      action: 'A',
      reportingComponent: 'example.com/c',
      reportingInstance: 'i',
    });
  });

  test('created in the core group, changed and deleted in events.k8s.io', async () => {
    const times = { firstTimestamp: '2024-01-01T00:00:00Z', lastTimestamp: '2024-01-02T00:00:00Z' };
    await createCore('old', { ...times, count: 2, message: 'm', source: { component: 'c' } });
    const { json } = await kube.call('GET', `${path}/old`);
    expect(json).toMatchObject({
      note: 'm',
      deprecatedSource: { component: 'c' },
      deprecatedFirstTimestamp: '2024-01-01T00:00:00Z',
      deprecatedLastTimestamp: '2024-01-02T00:00:00Z',
      deprecatedCount: 2,
    });
    expect(json).not.toHaveProperty('reportingController');
    const labels = { metadata: { labels: { a: 'b' } } };
    const changed = await kube.call('PATCH', `${path}/old`, labels, 'application/merge-patch+json');
    expect(changed.status).toBe(200);
    const core = await kube.call('GET', `${corePath}/old`);
    expect(core.json['metadata']).toMatchObject(labels.metadata);
    expect((await kube.call('DELETE', `${path}/old`)).status).toBe(200);
    expect((await kube.call('GET', `${corePath}/old`)).status).toBe(404);
  });

  test('lists and tables of both show the same', async () => {
    await create('shown');
    const shown = await kube.cells(`${path}?fieldSelector=metadata.name%3Dshown`);
    expect(shown).toEqual(await kube.cells(`${corePath}?fieldSelector=metadata.name%3Dshown`));
    expect(shown[0]?.slice(1)).toEqual([
      'Normal',
      'R',
      'pod/p',
      '',
      'example.com/c, i',
      'n',
      expect.any(String),
      1,
      'shown',
    ]);
    expect(await namesOf(path)).toEqual(await namesOf(corePath));
  });
});

test('discovery tells that both are stored alike', async () => {
  const hashes = ['/api/v1', '/apis/events.k8s.io/v1'].map(async (target) => {
    const { json } = await kube.call('GET', target);
    return (json['resources'] as JsonObject[]).find(({ name }) => name === 'events')?.['storageVersionHash'];
  });
  expect(await Promise.all(hashes)).toEqual(['r2yiGXH7wu8=', 'r2yiGXH7wu8=']);
});

test.each<[string, string, string[]]>([
  [corePath, 'involvedObject.name=q', ['by-component']],
  [corePath, 'source=c', ['by-component']],
  [corePath, 'source=example.com/d', ['by-controller']],
  [corePath, 'reportingComponent=example.com/d', ['by-controller']],
  [path, 'regarding.name=q', ['by-component']],
  [path, 'reportingController=example.com/d', ['by-controller']],
])('events of %s are selected by %s', async (list, selector, names) => {
  await createCore('by-component', { involvedObject: { ...regarding, name: 'q' }, source: { component: 'c' } });
  await create('by-controller', { reportingController: 'example.com/d' });
  expect(await namesOf(`${list}?fieldSelector=${encodeURIComponent(selector)}`)).toEqual(names);
});

test.each([
  [corePath, 'regarding.name=q'],
  [corePath, 'message=m'],
  [path, 'involvedObject.name=q'],
])('events of %s are not selected by %s', async (list, selector) => {
  const { status, json } = await kube.call('GET', `${list}?fieldSelector=${encodeURIComponent(selector)}`);
  expect([status, json['message']]).toEqual([
    400,
    expect.stringContaining(`field label not supported: ${selector.split('=')[0]}`),
  ]);
});

test.each<[string, JsonObject, string[]]>([
  ['no time', { eventTime: null }, ['eventTime: Required value']],
  ['a type that is none', { type: 'x' }, ['type: Invalid value: "": has invalid value: x']],
  ['a count', { deprecatedCount: 2 }, ['count: Invalid value: "": needs to be unset']],
  ['a source', { deprecatedSource: { host: 'h' } }, ['source: Invalid value: "": needs to be unset']],
  [
    'a series of one',
    { series: { count: 1, lastObservedTime: '2024-01-01T00:00:00.000000Z' } },
    ['series.count: Invalid value: "": should be at least 2'],
  ],
  ['no action', { action: '' }, ['action: Required value']],
  ['a long reason', { reason: 'x'.repeat(129) }, ['reason: Invalid value: "": can have at most 128 characters']],
  [
    'an object without namespace',
    { regarding: { kind: 'Node', name: 'n' } },
    ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
  ],
])('%s is refused in events.k8s.io', async (_what, fields, causes) => {
  const { status, json } = await create('wrong', fields);
  expect([status, causesOf(json)]).toEqual([422, causes]);
});

test('the core group accepts events without a time, of objects in the same namespace', async () => {
  expect((await createCore('untimed')).status).toBe(201);
  const { json } = await createCore('elsewhere', { involvedObject: { ...regarding, namespace: 'b' } });
  expect(causesOf(json)).toEqual(['involvedObject.namespace: Invalid value: "b": does not match event.namespace']);
});

test('in events.k8s.io only the series goes on', async () => {
  await create('series');
  const series = { count: 2, lastObservedTime: '2024-01-01T00:00:01.000000Z' };
  const continued = await kube.call('PATCH', `${path}/series`, { series }, 'application/merge-patch+json');
  expect(continued.json['series']).toEqual(series);
  const changed = await kube.call('PATCH', `${path}/series`, { note: 'other' }, 'application/merge-patch+json');
  expect(causesOf(changed.json)).toEqual(['message: Invalid value: "other": field is immutable']);
});

test.each<[group: string, target: string, fields: JsonObject, other: string, shown: JsonObject]>([
  [
    'the core group',
    corePath,
    { involvedObject: regarding, message: 'm' },
    'events.k8s.io/v1',
    { regarding, note: 'm' },
  ],
  ['events.k8s.io', path, event, 'v1', { involvedObject: regarding, message: 'n' }],
])('an event of %s is shown to whoever wants those of the other', async (_group, target, fields, other, shown) => {
  const seen: JsonObject[] = [];
  const watcher = {
    name: 'Watcher',
    operations: allOperations,
    async validate({ attributes, object }: AdmissionRequest) {
      const form = attributes.versions.all.find(({ kind }) => formatGroupVersion(kind) === other);
      if (form && object) seen.push(await attributes.versions.convert(object, form.kind));
    },
  };
  const watched = await TestKube.start({ admission: new AdmissionChain({ plugins: [watcher] }) });
  await watched.call('POST', target, { metadata: { name: 'e' }, ...fields });
  expect(seen.at(-1)).toMatchObject({ apiVersion: other, kind: 'Event', metadata: { name: 'e' }, ...shown });
  await watched.close();
});
