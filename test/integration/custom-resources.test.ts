import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  answerWith,
  type ConversionRequest,
} from '../../src/apiextensions/conversion/conversion-responses.test.support.js';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { WebhookServer } from '../../src/server/webhook-server.test.support.js';
import {
  CustomResourceServer,
  type Defined,
  eventually,
  type SeenEvent,
  type TestResponse,
  versionOf,
} from './custom-resources.test.support.js';

let server: CustomResourceServer;
beforeAll(async () => {
  server = await CustomResourceServer.start();
});
afterAll(() => server.close());

let count = 0;
const newGroup = (): string => `g${count++}.example.com`;
const text = { type: 'string' };

function define(...versions: JsonObject[]): Promise<Defined> {
  return server.define({ group: newGroup(), versions });
}

/** The properties of the spec in a version of a definition. */
function propertiesOf(version: JsonObject): JsonObject {
  const { openAPIV3Schema } = version['schema'] as { openAPIV3Schema: JsonObject };
  return ((openAPIV3Schema['properties'] as JsonObject)['spec'] as JsonObject)['properties'] as JsonObject;
}

async function stored(defined: Defined, name: string): Promise<JsonObject> {
  const { entry } = await server.storage.get(`/${defined.group}/widgets/default/${name}`);
  return JSON.parse(entry!.value.toString());
}

describe('objects that are older than the schema', () => {
  /** With a removed field, and a new one with a default. */
  async function outdated(): Promise<Defined> {
    const widgets = await define(versionOf('v1', { a: text, gone: text }));
    await widgets.create('v1', 'old', { spec: { a: 'x', gone: 'y' } });
    await widgets.change(
      (versions) => {
        const properties = propertiesOf(versions[0]!);
        delete properties['gone'];
        properties['come'] = { type: 'string', default: 'new' };
      },
      async () => (await server.get(widgets.at('v1', 'old'))).json.spec?.['come'] === 'new',
    );
    return widgets;
  }

  test('are shown as the schema has them: one, in lists, in tables, and in watches', async () => {
    const widgets = await outdated();
    const spec = { a: 'x', come: 'new' };
    expect((await server.get(widgets.at('v1', 'old'))).json.spec).toEqual(spec);
    expect((await server.get(widgets.at('v1'))).json.items[0]!.spec).toEqual(spec);
    expect((await server.get(`${widgets.at('v1')}?resourceVersion=0`)).json.items[0]!.spec).toEqual(spec);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = await server.get(`${widgets.at('v1')}?includeObject=Object`, { accept });
    expect(table.json.rows[0]!.object.spec).toEqual(spec);
    const watch = await server.watch(widgets.at('v1'));
    expect((await watch.next(1))[0]!.object.spec).toEqual(spec);
    watch.close();
    expect((await stored(widgets, 'old'))['spec']).toEqual({ a: 'x', gone: 'y' });
  });

  test('are shown so as they were before a change, and when they go', async () => {
    const widgets = await outdated();
    const { json } = await server.get(widgets.at('v1', 'old'));
    await server.call('DELETE', widgets.at('v1', 'old'));
    const watch = await server.watch(`${widgets.at('v1')}?resourceVersion=${json.metadata.resourceVersion}`);
    const [event] = await watch.next(1);
    expect([event!.type, event!.object.spec]).toEqual(['DELETED', { a: 'x', come: 'new' }]);
    watch.close();
  });

  test('are stored as the schema has them by any write, which then changes nothing any more', async () => {
    const widgets = await outdated();
    const first = await server.patch(widgets.at('v1', 'old'), {});
    expect((await stored(widgets, 'old'))['spec']).toEqual({ a: 'x', come: 'new' });
    expect(first.json.metadata['generation']).toBe(1);
    const second = await server.patch(widgets.at('v1', 'old'), {});
    expect(second.json.metadata.resourceVersion).toBe(first.json.metadata.resourceVersion);
  });

  test('may keep what is no longer valid, as long as it does not change', async () => {
    const widgets = await define(versionOf('v1', { a: text }, { subresources: { status: {} } }));
    await widgets.create('v1', 'old', { spec: { a: 'toolong' } });
    await server.patch(`${widgets.at('v1', 'old')}/status`, { status: { phase: 'fine' } });
    const isStrict = async (): Promise<boolean> => {
      const body = widgets.widget('v1', 'new', { spec: { a: 'toolong' } });
      return (await server.post(`${widgets.at('v1')}?dryRun=All`, body)).status === 422;
    };
    await widgets.change((versions) => {
      propertiesOf(versions[0]!)['a'] = { type: 'string', maxLength: 3 };
    }, isStrict);
    const status = `${widgets.at('v1', 'old')}/status`;
    expect((await server.patch(status, { status: { phase: 'good' } })).json.status).toEqual({ phase: 'good' });
    const refused = await server.patch(status, { status: { phase: 'overlong' } });
    expect([refused.status, refused.json.details.causes[0]!.field]).toEqual([422, 'status.phase']);
    expect((await server.patch(widgets.at('v1', 'old'), { metadata: { labels: { a: 'b' } } })).status).toBe(200);
    expect((await server.patch(widgets.at('v1', 'old'), { spec: { a: 'longer' } })).status).toBe(422);
  });
});

describe('versions', () => {
  test('are filled with the defaults of the stored one from the first response on, also in a status', async () => {
    const first = versionOf('v1', { a: text, one: { ...text, default: '1' } }, { subresources: { status: {} } });
    const { openAPIV3Schema } = first['schema'] as { openAPIV3Schema: { properties: { status: JsonObject } } };
    openAPIV3Schema.properties.status['default'] = { phase: 'new' };
    const second = versionOf('v2', { a: text, one: text }, { storage: false, subresources: { status: {} } });
    const widgets = await define(first, second);
    const { json } = await widgets.create('v2', 'new', { spec: { a: 'x' } });
    expect(json).toMatchObject({ spec: { a: 'x', one: '1' }, status: { phase: 'new' } });
    expect((await server.get(widgets.at('v2', 'new'))).json).toEqual(json);
    expect((await server.patch(widgets.at('v2', 'new'), { spec: { one: null } })).json.spec).toEqual(json.spec);
  });

  test('of which another is stored from now on: all objects are shown in each, and stored anew by any write', async () => {
    const widgets = await define(
      versionOf('v1', { a: text, one: text }),
      versionOf('v2', { a: text, two: text }, { storage: false }),
    );
    await widgets.create('v1', 'old', { spec: { a: 'x', one: '1' } });
    await widgets.change(
      (versions) => {
        versions[0]!['storage'] = false;
        versions[1]!['storage'] = true;
      },
      async () => {
        await server.call('DELETE', widgets.at('v2', 'new'));
        await widgets.create('v2', 'new', { spec: { a: 'y', two: '2' } });
        return (await stored(widgets, 'new'))['apiVersion'] === `${widgets.group}/v2`;
      },
    );
    expect((await stored(widgets, 'old'))['apiVersion']).toBe(`${widgets.group}/v1`);
    const shown = ({ json }: TestResponse) => json.items.map((item) => [item.apiVersion, item.spec]);
    const [v1, v2] = [`${widgets.group}/v1`, `${widgets.group}/v2`];
    expect(shown(await server.get(widgets.at('v1')))).toEqual([
      [v1, { a: 'y' }],
      [v1, { a: 'x', one: '1' }],
    ]);
    expect(shown(await server.get(widgets.at('v2')))).toEqual([
      [v2, { a: 'y', two: '2' }],
      [v2, { a: 'x' }],
    ]);
    const watch = await server.watch(widgets.at('v2'));
    expect((await watch.next(2)).map(({ object }) => [object.apiVersion, object.spec])).toEqual([
      [v2, { a: 'y', two: '2' }],
      [v2, { a: 'x' }],
    ]);
    watch.close();
    expect((await server.get(widgets.at('v2', 'old'))).json.apiVersion).toBe(v2);
    await server.patch(widgets.at('v1', 'old'), {});
    expect(await stored(widgets, 'old')).toMatchObject({ apiVersion: v2, spec: { a: 'x' } });
  });

  test('may differ in subresources and selectable fields', async () => {
    const widgets = await define(
      versionOf('v1', { a: text }, { subresources: { status: {} }, selectableFields: [{ jsonPath: '.spec.a' }] }),
      versionOf('v2', { a: text, b: text }, { storage: false }),
    );
    await widgets.create('v1', 'w', { spec: { a: 'x' }, status: { phase: 'lost' } });
    expect((await server.get(`${widgets.at('v1', 'w')}/status`)).status).toBe(200);
    const missing = await server.get(`${widgets.at('v2', 'w')}/status`);
    expect([missing.status, missing.json.message]).toEqual([404, `widgets.${widgets.group} "w" not found`]);
    expect((await server.patch(widgets.at('v1', 'w'), { status: { phase: 'x' } })).json.status).toBeUndefined();
    const changed = await server.patch(widgets.at('v2', 'w'), { status: { phase: 'x' } });
    expect([changed.json.status, changed.json.metadata['generation']]).toEqual([{ phase: 'x' }, 2]);
    expect((await server.get(`${widgets.at('v1')}?fieldSelector=spec.a%3Dx`)).json.items).toHaveLength(1);
    expect((await server.get(`${widgets.at('v1')}?fieldSelector=spec.a%3Dy`)).json.items).toHaveLength(0);
    const refused = await server.get(`${widgets.at('v2')}?fieldSelector=spec.a%3Dx`);
    expect([refused.status, refused.json.message]).toEqual([400, 'field label not supported: spec.a']);
  });
});

describe('a conversion webhook', () => {
  /** v1, which is stored, has `host: "a:b"`, v2 has `name` and `port`. */
  async function converted(): Promise<{ widgets: Defined; webhook: WebhookServer<ConversionRequest> }> {
    const webhook = await WebhookServer.start(
      answerWith((object) => ({ ...object, spec: otherSpec(object['spec'] as JsonObject) })),
    );
    onTestFinished(() => webhook.close());
    const clientConfig = { url: webhook.url, caBundle: webhook.caBundle };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    const versions = [
      versionOf('v1', { host: text, tag: text }, { selectableFields: [{ jsonPath: '.spec.host' }] }),
      versionOf(
        'v2',
        { name: text, port: text, tag: text },
        { storage: false, selectableFields: [{ jsonPath: '.spec.port' }] },
      ),
    ];
    return { webhook, widgets: await server.define({ group: newGroup(), versions, conversion }) };
  }

  function otherSpec({ host, name, port, ...rest }: JsonObject = {}): JsonObject {
    if (typeof host === 'string') return { ...rest, name: host.split(':')[0]!, port: host.split(':')[1]! };
    return name === undefined ? rest : { ...rest, host: `${name}:${port}` };
  }

  test('converts a list at once, and a watch as it goes', async () => {
    const { widgets, webhook } = await converted();
    for (const name of ['a', 'b', 'c']) await widgets.create('v1', name, { spec: { host: `${name}:1` } });
    expect(webhook.reviews).toEqual([]);
    const { json } = await server.get(widgets.at('v2'));
    expect(json.items.map((item) => item.spec['name'])).toEqual(['a', 'b', 'c']);
    expect(webhook.reviews.map(({ request }) => request.objects.length)).toEqual([3]);
    const watch = await server.watch(`${widgets.at('v2')}?resourceVersion=${json.metadata.resourceVersion}`);
    await server.patch(widgets.at('v1', 'b'), { spec: { host: 'b:2' } });
    expect((await watch.next(1))[0]!.object).toMatchObject({ apiVersion: `${widgets.group}/v2`, spec: { port: '2' } });
    watch.close();
  });

  test('is called once for all watches, and again after a failure', async () => {
    const { widgets, webhook } = await converted();
    await widgets.create('v1', 'a', { spec: { host: 'a:1' } });
    const response = webhook.respond;
    webhook.respond = () => ({ status: 500, body: 'not now' });
    expect((await server.get(widgets.at('v2'))).status).toBe(500);
    webhook.respond = response;
    webhook.reviews.length = 0;
    const watches = await Promise.all(Array.from({ length: 5 }, () => server.watch(widgets.at('v2'))));
    const seen = await Promise.all(watches.map((watch) => watch.next(1)));
    expect(seen.map(([event]) => event!.object.spec['name'])).toEqual(['a', 'a', 'a', 'a', 'a']);
    expect((await server.get(widgets.at('v2'))).json.items[0]!.spec['name']).toBe('a');
    expect(webhook.reviews).toHaveLength(1);
    for (const watch of watches) watch.close();
  });

  test('converts before objects are selected by fields that only the other version has', async () => {
    const { widgets } = await converted();
    for (const port of [1, 2, 3]) await widgets.create('v1', `w${port}`, { spec: { host: `x:${port % 2}` } });
    const odd = `${widgets.at('v2')}?fieldSelector=spec.port%3D1`;
    const names = ({ json }: TestResponse) => json.items.map(({ metadata }) => metadata.name);
    expect(names(await server.get(odd))).toEqual(['w1', 'w3']);
    expect(names(await server.get(`${odd}%2Cmetadata.name%3Dw3`))).toEqual(['w3']);
    const page = await server.get(`${odd}&limit=1`);
    expect(names(page)).toEqual(['w1']);
    expect(names(await server.get(`${odd}&limit=1&continue=${page.json.metadata['continue']}`))).toEqual(['w3']);
    const watch = await server.watch(`${odd}&resourceVersion=${page.json.metadata.resourceVersion}`);
    await server.patch(widgets.at('v1', 'w2'), { spec: { tag: 'x' } });
    await server.patch(widgets.at('v2', 'w2'), { spec: { port: '1' } });
    await server.patch(widgets.at('v1', 'w1'), { spec: { tag: 'x' } });
    await server.patch(widgets.at('v2', 'w3'), { spec: { port: '0' } });
    expect((await watch.next(3)).map(({ type, object }) => [type, object.metadata.name, object.spec['port']])).toEqual([
      ['ADDED', 'w2', '1'],
      ['MODIFIED', 'w1', '1'],
      ['DELETED', 'w3', '1'],
    ]);
    watch.close();
  });

  test('converts for managers of fields that speak different versions', async () => {
    const { widgets } = await converted();
    const one = widgets.widget('v1', 'a', { spec: { host: 'a:1' } });
    const two = widgets.widget('v2', 'a', { spec: { tag: 'x' } });
    expect((await server.apply(`${widgets.at('v1', 'a')}?fieldManager=one`, one)).status).toBe(201);
    const applied = await server.apply(`${widgets.at('v2', 'a')}?fieldManager=two`, two);
    expect([applied.status, applied.json.spec]).toEqual([200, { name: 'a', port: '1', tag: 'x' }]);
    const foreign = widgets.widget('v2', 'a', { spec: { port: '9' } });
    const conflict = await server.apply(`${widgets.at('v2', 'a')}?fieldManager=two`, foreign);
    expect([conflict.status, conflict.json.reason]).toEqual([409, 'Conflict']);
  });

  test('that fails makes requests in the other version fail, and leaves those in the stored one alone', async () => {
    const { widgets, webhook } = await converted();
    await widgets.create('v1', 'a', { spec: { host: 'a:1' } });
    webhook.respond = () => ({ status: 503, body: 'later' });
    const failed = await server.get(widgets.at('v2', 'a'));
    expect([failed.status, failed.json.reason, failed.json.message]).toEqual([
      500,
      undefined,
      `conversion webhook for ${widgets.group}/v1, Kind=Widget failed: the server is currently unable to handle the request`,
    ]);
    expect((await server.get(widgets.at('v2'))).status).toBe(500);
    expect((await server.get(widgets.at('v1', 'a'))).status).toBe(200);
    expect((await server.call('DELETE', widgets.at('v1', 'a'))).status).toBe(200);
  });

  test('that is slow delays only its own requests, also while the definition changes', async () => {
    const { widgets, webhook } = await converted();
    await widgets.create('v1', 'a', { spec: { host: 'a:1' } });
    const response = webhook.respond;
    webhook.respond = () => 'nothing';
    const waiting = server.get(widgets.at('v2', 'a'));
    await eventually(async () => webhook.reviews.length === 1);
    await widgets.change(
      (versions) => {
        propertiesOf(versions[0]!)['more'] = { type: 'string', default: 'x' };
      },
      async () => (await server.get(widgets.at('v1', 'a'))).json.spec['more'] === 'x',
    );
    webhook.respond = response;
    webhook.respondToWaiting();
    expect((await waiting).json.spec).toEqual({ name: 'a', port: '1' });
    expect((await server.get(widgets.at('v2', 'a'))).json.spec).toEqual({ name: 'a', port: '1' });
  });
});

describe('a definition', () => {
  test('that gets a label keeps its watches; one that gets a field ends them', async () => {
    const widgets = await define(versionOf('v1', { a: text }));
    const watch = await server.watch(widgets.at('v1'));
    await server.patch(widgets.path, { metadata: { labels: { a: 'b' } } });
    await widgets.create('v1', 'one', { spec: { a: 'x' } });
    expect((await watch.next(1))[0]!.object.metadata.name).toBe('one');
    await widgets.change(
      (versions) => {
        propertiesOf(versions[0]!)['b'] = text;
      },
      async () => (await server.patch(widgets.at('v1', 'one'), { spec: { b: 'y' } })).json.spec['b'] === 'y',
    );
    expect((await watch.rest()).filter(({ type }) => type !== 'BOOKMARK')).toEqual([]);
  });

  test('that is being deleted allows everything but new objects', async () => {
    const widgets = await define(versionOf('v1', { a: text }));
    const held = { metadata: { name: 'held', finalizers: ['example.com/hold'] }, spec: { a: 'x' } };
    await widgets.create('v1', 'held', held);
    await server.call('DELETE', widgets.path);
    await eventually(async () => (await server.get(widgets.at('v1', 'held'))).json.metadata['deletionTimestamp']);
    const refused = await server.post(widgets.at('v1'), widgets.widget('v1', 'new'));
    expect([refused.status, refused.json.message]).toEqual([
      403,
      `widgets.${widgets.group} "new" is forbidden: create not allowed while custom resource definition is terminating`,
    ]);
    const applied = await server.apply(`${widgets.at('v1', 'new')}?fieldManager=me`, widgets.widget('v1', 'new'));
    expect(applied.status).toBe(403);
    expect((await server.patch(widgets.at('v1', 'held'), { spec: { a: 'y' } })).json.spec['a']).toBe('y');
    expect((await server.patch(widgets.at('v1', 'held'), { metadata: { finalizers: null } })).status).toBe(200);
    await eventually(async () => (await server.get(widgets.path)).status === 404);
    expect((await server.get(widgets.at('v1'))).status).toBe(404);
  });

  test('of which a version is not served is not found in it', async () => {
    const widgets = await define(versionOf('v1', {}), versionOf('v2', {}, { storage: false, served: false }));
    expect((await server.get(widgets.at('v2'))).status).toBe(404);
    expect((await server.get(`/apis/${widgets.group}/v1/widgets`)).status).toBe(200);
    expect((await server.post(`/apis/${widgets.group}/v1/widgets`, widgets.widget('v1', 'a'))).status).toBe(404);
  });

  test('can be deleted and made anew with another schema while requests and watches run', async () => {
    const group = newGroup();
    const schemas = [{ odd: { type: 'string', default: 'yes' } }, { even: { type: 'integer', default: 2 } }];
    const make = (round: number): Promise<Defined> =>
      server.define({ group, versions: [versionOf('v1', schemas[round % 2]!)] });
    let widgets = await make(0);
    let isOver = false;
    const seen: TestResponse[] = [];
    const watched: SeenEvent[] = [];
    const readers = Array.from({ length: 4 }, async (_, reader) => {
      for (let turn = 0; !isOver; turn++) {
        const name = `w${reader}-${turn % 3}`;
        seen.push(await server.post(widgets.at('v1'), widgets.widget('v1', name, { spec: {} })));
        seen.push(await server.get(widgets.at('v1')));
      }
    });
    const watchers = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        const watch = await server.watch(widgets.at('v1'));
        watched.push(...(await watch.rest().catch(() => [])));
      }
    });
    for (let round = 1; round <= 4; round++) {
      await widgets.remove();
      widgets = await make(round);
    }
    isOver = true;
    await Promise.all(readers);
    await widgets.remove();
    await Promise.all(watchers);
    for (const status of new Set(seen.map((response) => response.status))) {
      expect([200, 201, 403, 404, 409]).toContain(status);
    }
    const specs = new Set(
      seen
        .flatMap(({ json }) => (json.kind === 'WidgetList' ? json.items : json.kind === 'Widget' ? [json] : []))
        .map(({ spec }) => JSON.stringify(spec)),
    );
    for (const spec of specs) expect(['{"odd":"yes"}', '{"even":2}']).toContain(spec);
    expect(specs.size).toBeGreaterThan(0);
    expect(watched.filter(({ type }) => !['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'].includes(type))).toEqual([]);
  });
});

describe('what is shown of custom resources', () => {
  const asTable = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

  test('is in the columns of their version, and of their scale', async () => {
    const column = { name: 'A', type: 'string', jsonPath: '.spec.a', priority: 1 };
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
    const widgets = await define(
      versionOf(
        'v1',
        { a: text, n: { type: 'integer' } },
        { additionalPrinterColumns: [column], subresources: { status: {}, scale } },
      ),
    );
    await widgets.create('v1', 'w', { spec: { a: 'x', n: 3 } });
    const table = await server.get(widgets.at('v1', 'w'), asTable);
    expect(table.json.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'A']);
    expect(table.json.rows[0]!.cells).toEqual(['w', 'x']);
    const scaled = await server.get(`${widgets.at('v1', 'w')}/scale`, asTable);
    expect(scaled.json.rows[0]!.cells.slice(0, 3)).toEqual(['w', 3, 0]);
  });

  test('says what should not be used any more', async () => {
    const widgets = await define(versionOf('v1', {}), versionOf('v1beta1', {}, { storage: false, deprecated: true }));
    const { headers } = await server.get(widgets.at('v1beta1'));
    const better = `${widgets.group}/v1beta1 Widget is deprecated; use ${widgets.group}/v1 Widget`;
    expect(headers['warning']).toBe(`299 - "${better}"`);
  });
});
