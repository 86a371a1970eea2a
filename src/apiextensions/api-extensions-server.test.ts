import { afterEach, describe, expect, it } from 'vitest';
import { cborCodec } from '../apimachinery/codec/index.js';
import { type JsonObject, type JsonValue, metadataOf } from '../apimachinery/meta/index.js';
import { isForbidden, isNotFound } from '../apimachinery/status/index.js';
import type { ResourceClient } from '../client/rest/index.js';
import { FeatureGates, parseFeatureSettings } from '../server/feature-gates/index.js';
import { inject } from '../server/http/index.js';
import { ApiServer, SharedServer } from '../server/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ApiExtensionsServer, type ApiExtensionsServerOptions } from './api-extensions-server.js';
import type { CustomResourceDefinition } from './definition/index.js';
import { definitionOf } from './definitions.test.support.js';

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets' };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function openStorage(): Promise<EmbeddedStorage> {
  const storage = await EmbeddedStorage.open();
  ends.push(() => storage.close());
  return storage;
}

/** A server that has not been started: its hooks have not run. */
async function prepare(
  options: Partial<ApiExtensionsServerOptions> = {},
  shareOptions: ConstructorParameters<typeof SharedServer>[0] = {},
) {
  const { storage = await openStorage() } = options;
  const errors: unknown[] = [];
  const shared = new SharedServer({ onError: (error) => errors.push(error), ...shareOptions });
  const server = new ApiExtensionsServer({ shared, storage, ...options });
  const { client } = shared.loopback;
  const outermost = new ApiServer({ shared, storage, delegate: server });
  outermost.prepare();
  const ask = async (target: string) => {
    const { status, headers, body } = await inject(outermost.handle, { target });
    return { status, headers, text: (await body()).toString() };
  };
  const close = async (): Promise<void> => {
    await shared.lifecycle.shutdown('the test is over');
    await server.close();
    expect(errors).toEqual([]);
  };
  const start = async (): Promise<void> => {
    await shared.lifecycle.start(async () => ({
      retire: async () => undefined,
      destroyCancelled: () => undefined,
      destroy: async () => undefined,
    }));
    await server.definitions.synced();
    ends.push(close);
  };
  const crds = client.resource<CustomResourceDefinition>(definitions);
  return { shared, client, ask, start, crds, errors, definitions: server.definitions };
}

async function startServer(...options: Parameters<typeof prepare>) {
  const prepared = await prepare(...options);
  await prepared.start();
  return prepared;
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** A definition as a client sends it. */
function sent(given: Parameters<typeof definitionOf>[0] = {}): CustomResourceDefinition {
  const { metadata, status: _, ...rest } = definitionOf(given);
  return { ...rest, metadata: { name: metadata.name! } } as CustomResourceDefinition;
}

const named = (plural: string, kind: string) => ({ spec: { names: { plural, kind, listKind: `${plural}List` } } });

/** Watches a definition until the condition is met; returns what the watch delivered. */
async function until(
  { crds }: Server,
  name: string,
  isReached: (conditions: Readonly<Record<string, string>>, type: string) => boolean,
): Promise<string[]> {
  const seen: string[] = [];
  const fieldSelector = `metadata.name=${name}`;
  for await (const { type, object } of crds.watch({ fieldSelector, resourceVersion: '0' })) {
    const conditions = conditionsOf(object as CustomResourceDefinition);
    seen.push([type, ...Object.entries(conditions).map((each) => each.join('='))].join(' '));
    if (isReached(conditions, type)) break;
  }
  return seen;
}

function conditionsOf({ status }: CustomResourceDefinition): Record<string, string> {
  return Object.fromEntries((status?.conditions ?? []).map(({ type, reason = '' }) => [type, reason]));
}

const isEstablished = ({ Established }: Readonly<Record<string, string>>) => Established === 'InitialNamesAccepted';
const isGone = (_: unknown, type: string) => type === 'DELETED';

/** Resolves after a watch has delivered this many deletions. */
async function deletions(objects: ResourceClient, count: number): Promise<void> {
  let seen = 0;
  for await (const { type } of objects.watch({ resourceVersion: '0' })) {
    if (type === 'DELETED') seen++;
    if (seen === count) break;
  }
}

const widget = (name: string, finalizers: string[] = []): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, finalizers },
});

describe('a definition', () => {
  it('is established by one write, and served as soon as anybody can see it', async () => {
    const server = await startServer();
    for (let index = 0; index < 20; index++) {
      const plural = `widgets${index}`;
      const watching = until(server, `${plural}.example.com`, isEstablished);
      await server.crds.create(sent(named(plural, `Widget${index}`)));
      const seen = await watching;
      expect(seen.at(-1)).toBe('MODIFIED NamesAccepted=NoConflicts Established=InitialNamesAccepted');
      expect(seen.slice(0, -1)).toEqual(['ADDED']);
      const list = await server.client.resource({ ...widgets, resource: plural }).list();
      expect(list).toMatchObject({ kind: `${plural}List`, items: [] });
    }
  });

  it('holds back requests that arrive before its names are decided', async () => {
    const server = await startServer();
    for (let index = 0; index < 20; index++) {
      const plural = `widgets${index}`;
      const known = new Promise<void>((resolve) => {
        const stop = server.definitions.addHandler({
          added: ({ spec }) => {
            if (spec.names.plural !== plural) return;
            stop();
            resolve();
          },
        });
      });
      await Promise.all([server.crds.create(sent(named(plural, `Widget${index}`))), known]);
      const list = await server.client.resource({ ...widgets, resource: plural }).list();
      expect(list).toMatchObject({ kind: `${plural}List`, items: [] });
    }
  });

  it('is not found when its names are refused while a request waits', async () => {
    const server = await startServer();
    await server.crds.create(sent(named('firsts', 'Same')));
    await until(server, 'firsts.example.com', isEstablished);
    await server.crds.create(sent(named('seconds', 'Same')));
    await expect(server.client.resource({ ...widgets, resource: 'seconds' }).list()).rejects.toSatisfy(isNotFound);
  });

  it('is not served by a group that its name could also be split into', async () => {
    const server = await startServer();
    await server.crds.create(sent());
    await until(server, 'widgets.example.com', isEstablished);
    await server.client.resource(widgets, 'a').create(widget('x'));
    const confused = server.client.resource({ group: 'com', version: 'v1', resource: 'widgets.example' });
    await expect(confused.list()).rejects.toMatchObject({ code: 404 });
  });

  it('is installed first, and served, where other servers are to hear of it', async () => {
    const server = await startServer({ apiServerCount: 2 });
    await server.crds.create(sent());
    await until(server, 'widgets.example.com', ({ Established }) => Established === 'Installing');
    expect((await server.client.resource(widgets).list()).items).toEqual([]);
    expect(server.shared.discovery.has('example.com')).toBe(false);
  });

  it('that conflicts with another gets its names when the other one goes', async () => {
    const server = await startServer();
    await server.crds.create(sent(named('firsts', 'Same')));
    await until(server, 'firsts.example.com', isEstablished);
    await server.crds.create(sent(named('seconds', 'Same')));
    const isRefused = ({ NamesAccepted }: Readonly<Record<string, string>>) => NamesAccepted === 'KindConflict';
    expect((await until(server, 'seconds.example.com', isRefused)).at(-1)).toContain('Established=NotAccepted');
    const seconds = server.client.resource({ ...widgets, resource: 'seconds' });
    await expect(seconds.list()).rejects.toSatisfy(isNotFound);
    await server.crds.delete('firsts.example.com');
    await until(server, 'seconds.example.com', isEstablished);
    expect((await seconds.list()).items).toEqual([]);
    expect((await server.crds.get('seconds.example.com')).status.acceptedNames.kind).toBe('Same');
  });

  it('of two that come at once and want the same only one gets it', async () => {
    const server = await startServer();
    await Promise.all(['firsts', 'seconds'].map((plural) => server.crds.create(sent(named(plural, 'Same')))));
    const conditions = await Promise.all(
      ['firsts', 'seconds'].map(async (plural) => {
        await until(server, `${plural}.example.com`, ({ Established }) => Established !== undefined);
        return conditionsOf(await server.crds.get(`${plural}.example.com`))['NamesAccepted'];
      }),
    );
    expect(conditions.sort()).toEqual(['KindConflict', 'NoConflicts']);
  });

  it('makes objects in which null is nothing when it is sent, and is judged when it is applied', async () => {
    const server = await startServer();
    const { spec, ...rest } = sent();
    const openAPIV3Schema = { type: 'object', properties: { text: { type: 'string' } } };
    const versions = [{ ...spec.versions[0]!, schema: { openAPIV3Schema } }];
    await server.crds.create({ ...rest, spec: { ...spec, versions } } as CustomResourceDefinition);
    await until(server, 'widgets.example.com', isEstablished);
    const objects = server.client.resource(widgets, 'default');
    expect(await objects.create({ ...widget('a'), text: null })).not.toHaveProperty('text');
    const applying = objects.apply({ ...widget('b'), text: null }, { fieldManager: 'm' });
    await expect(applying).rejects.toThrow('text: Invalid value: "null": text in body must be of type string: "null"');
    expect((await objects.list()).metadata).toMatchObject({ continue: '' });
  });

  it('goes at once where it has no objects', async () => {
    const server = await startServer();
    await server.crds.create(sent());
    await until(server, 'widgets.example.com', isEstablished);
    const watching = until(server, 'widgets.example.com', isGone);
    await server.crds.delete('widgets.example.com');
    expect((await watching).at(-1)).toMatch(/^DELETED .*Terminating=/);
    await expect(server.client.resource(widgets).list()).rejects.toSatisfy(isNotFound);
    expect(server.shared.discovery.has('example.com')).toBe(false);
  });

  it('deletes its objects before it goes, and waits for those that are held', async () => {
    const server = await startServer();
    await server.crds.create(sent());
    await until(server, 'widgets.example.com', isEstablished);
    const objects = server.client.resource(widgets, 'default');
    for (const name of ['a', 'b', 'c']) await objects.create(widget(name));
    await objects.create(widget('held', ['example.com/hold']));
    const deleted = deletions(objects, 3);
    await server.crds.delete('widgets.example.com');
    const isDeleting = ({ Terminating }: Readonly<Record<string, string>>) =>
      Terminating === 'InstanceDeletionInProgress';
    await until(server, 'widgets.example.com', isDeleting);
    await deleted;
    const { items } = await objects.list();
    expect(items.map((item) => metadataOf(item as JsonObject))).toEqual([
      expect.objectContaining({ name: 'held', deletionTimestamp: expect.any(String) }),
    ]);
    await expect(objects.create(widget('new'))).rejects.toSatisfy(isForbidden);
    const watching = until(server, 'widgets.example.com', isGone);
    await objects.patch('held', { type: 'merge', body: { metadata: { finalizers: null } } });
    expect((await watching).length).toBeGreaterThan(0);
    await server.crds.create(sent());
    await until(server, 'widgets.example.com', isEstablished);
    expect((await objects.list()).items).toEqual([]);
  });

  it('says why its objects cannot be deleted, and tries again when it has changed', async () => {
    const server = await startServer();
    const clientConfig = { url: 'https://127.0.0.1:1/nobody' };
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    const versions = (stored: string) =>
      ['v1', 'v2'].map((name) => ({
        name,
        served: true,
        storage: name === stored,
        schema: { openAPIV3Schema: { type: 'object' } },
      }));
    await server.crds.create(sent({ spec: { conversion, versions: versions('v1') } }));
    await until(server, 'widgets.example.com', isEstablished);
    await server.client.resource(widgets, 'default').create(widget('a'));
    const change = (spec: JsonValue) => server.crds.patch('widgets.example.com', { type: 'merge', body: { spec } });
    await change({ versions: versions('v2') as unknown as JsonValue });
    await server.crds.delete('widgets.example.com');
    const hasFailed = ({ Terminating }: Readonly<Record<string, string>>) => Terminating === 'InstanceDeletionFailed';
    await until(server, 'widgets.example.com', hasFailed);
    const { status } = await server.crds.get('widgets.example.com');
    expect(status.conditions?.at(-1)?.message).toMatch(/^could not issue all deletes: .*conversion webhook/);
    const watching = until(server, 'widgets.example.com', isGone);
    await change({ conversion: { strategy: 'None', webhook: null } });
    expect((await watching).at(-1)).toContain('DELETED');
    expect(server.errors.splice(0).length).toBeGreaterThan(0);
  });

  it('that was never established goes without a look at objects', async () => {
    const server = await startServer();
    await server.crds.create(sent(named('firsts', 'Same')));
    await server.crds.create(sent(named('seconds', 'Same')));
    await until(server, 'seconds.example.com', ({ Established }) => Established === 'NotAccepted');
    const watching = until(server, 'seconds.example.com', isGone);
    await server.crds.delete('seconds.example.com');
    expect((await watching).at(-1)).toContain('DELETED');
  });
});

describe('many definitions', () => {
  const most = 32;
  const plurals = Array.from({ length: most + 8 }, (_, index) => `widgets${index}`);

  /** A server with these definitions, and the resources whose caches follow its store. */
  async function withDefinitions() {
    const storage = await openStorage();
    const followed = new Set<string>();
    const watch = storage.watch.bind(storage);
    storage.watch = (prefix, options) => {
      followed.add(prefix);
      options?.signal?.addEventListener('abort', () => followed.delete(prefix));
      return watch(prefix, options);
    };
    const server = await startServer({ storage });
    for (const [index, plural] of plurals.entries()) await server.crds.create(sent(named(plural, `Widget${index}`)));
    const resource = (plural: string) => server.client.resource({ ...widgets, resource: plural });
    return { resource, isCached: (plural: string) => followed.has(`/example.com/${plural}/`) };
  }

  it('keep no cache of resources without objects or watches, but for those that were used last', async () => {
    const { resource, isCached } = await withDefinitions();
    const [watched, filled, ...others] = plurals as [string, string, ...string[]];
    const stop = new AbortController();
    const watching = resource(watched).watch({ signal: stop.signal })[Symbol.asyncIterator]().next();
    await resource(filled)
      .inNamespace('default')
      .create({ ...widget('one'), kind: 'Widget1' });
    for (const plural of others) await resource(plural).list();
    expect(plurals.filter(isCached)).toEqual([watched, filled, ...others.slice(-most)]);
    stop.abort();
    await watching.catch(() => undefined);
  });

  it('are watched from the revision of a list whose cache is gone', async () => {
    const { resource, isCached } = await withDefinitions();
    const [first, ...others] = plurals as [string, ...string[]];
    const { metadata } = await resource(first).list();
    for (const plural of others) await resource(plural).list();
    expect(isCached(first)).toBe(false);
    await resource(first)
      .inNamespace('default')
      .create({ ...widget('later'), kind: 'Widget0' });
    for await (const { type, object } of resource(first).watch({ resourceVersion: metadata!.resourceVersion! })) {
      expect([type, metadataOf(object as JsonObject).name]).toEqual(['ADDED', 'later']);
      break;
    }
  });
});

describe('when the server begins', () => {
  it('nothing is reported as not found before the definitions are known', async () => {
    const { ask, start } = await prepare();
    const refused = await ask('/apis/example.com/v1/widgets');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.text).toContain('before all known HTTP paths have been installed, please try again');
    await start();
    const unknown = await ask('/apis/example.com/v1/widgets');
    expect([unknown.status, unknown.text]).toEqual([404, '404 page not found\n']);
    expect(JSON.parse((await ask('/apis/apiextensions.k8s.io/v1/nopes')).text)).toMatchObject({ reason: 'NotFound' });
    expect((await ask('/readyz/poststarthook/crd-informer-synced')).status).toBe(200);
  });

  it('it serves what was defined before, and says what is wrong with definitions that are older than structural schemas', async () => {
    const storage = await openStorage();
    const before = await startServer({ storage });
    await before.crds.create(sent());
    await until(before, 'widgets.example.com', isEstablished);
    await before.client.resource(widgets, 'default').create(widget('a'));
    await ends.pop()?.();
    await putOldDefinition(storage);

    const after = await startServer({ storage });
    expect((await after.client.resource(widgets).list()).items).toHaveLength(1);
    expect(after.shared.discovery.has('example.com', 'v1')).toBe(true);
    const isTold = ({ NonStructuralSchema }: Readonly<Record<string, string>>) => NonStructuralSchema === 'Violations';
    await until(after, 'olds.example.com', isTold);
    const { status } = await after.crds.get('olds.example.com');
    const condition = status.conditions?.find(({ type }) => type === 'NonStructuralSchema');
    expect(condition?.message).toContain('spec.preserveUnknownFields: Invalid value: true: must be false');
  });
});

describe('custom resources in CBOR', () => {
  const key = '/example.com/widgets/default/a';
  const features = new FeatureGates({ settings: parseFeatureSettings(['CBORServingAndStorage=true']) });

  async function storedBy(storage: EmbeddedStorage): Promise<Buffer> {
    return (await storage.get(key)).entry!.value;
  }

  it('are stored with the gate, and read without it; either way a write that changes nothing else changes the encoding', async () => {
    const storage = await openStorage();
    const before = await startServer({ storage }, { features });
    await before.crds.create(sent());
    await until(before, 'widgets.example.com', isEstablished);
    await before.client.resource(widgets, 'default').create({ ...widget('a'), spec: { count: 1 } });
    const bytes = await storedBy(storage);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xd9, 0xd9, 0xf7]));
    expect(cborCodec.decode(bytes)).toMatchObject({ kind: 'Widget', metadata: { name: 'a', generation: 1 } });
    const written = await before.client.resource(widgets, 'default').get('a');
    expect(await before.client.resource(widgets, 'default').update(written)).toEqual(written);
    expect(await storedBy(storage)).toEqual(bytes);
    await ends.pop()?.();

    const after = await startServer({ storage });
    const objects = after.client.resource(widgets, 'default');
    const read = await objects.get('a');
    expect(read).toEqual(written);
    expect((await objects.list()).items).toMatchObject([{ metadata: { name: 'a' } }]);
    await objects.update(read);
    expect((await storedBy(storage)).toString()).toMatch(/^{"apiVersion":"example.com\/v1"/);
  });
});

async function putOldDefinition(storage: EmbeddedStorage): Promise<void> {
  const old = definitionOf({
    spec: {
      names: { plural: 'olds', singular: 'old', kind: 'Old', listKind: 'OldList' },
      preserveUnknownFields: true,
      versions: [{ name: 'v1', served: true, storage: true }],
    },
  });
  const value = Buffer.from(JSON.stringify(old as unknown as JsonValue));
  await storage.commit([
    { type: 'put', key: '/apiextensions.k8s.io/customresourcedefinitions/olds.example.com', value },
  ]);
}
