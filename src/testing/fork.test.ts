import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { TestServer } from './index.js';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'apples.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'apples', kind: 'Apple' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { color: { type: 'string', default: 'red' } } } },
      },
    ],
  },
};
const apples = (server: TestServer) =>
  server.client.resource<JsonObject>({ group: 'example.com', version: 'v1', resource: 'apples' }, 'default');
const apple = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Apple', metadata: { name } });
const configMaps = (server: TestServer) =>
  server.client.resource<JsonObject>({ group: '', version: 'v1', resource: 'configmaps' }, 'default');
const namesOf = async (list: Promise<{ items: readonly JsonObject[] }>) =>
  (await list).items.map(({ metadata }) => (metadata as JsonObject)['name']);

let original: TestServer;
beforeAll(async () => {
  original = await TestServer.start({ crds: [definition], controllers: [] });
  await apples(original).create(apple('a'));
  for (const name of ['x', 'y']) await configMaps(original).create({ metadata: { name, labels: { name } } });
});
afterAll(() => original.close());

test('a fork has the same objects, and neither sees changes of the other', async () => {
  const fork = await original.fork();
  expect(fork.url).not.toBe(original.url);
  expect(await namesOf(configMaps(fork).list())).toEqual(['x', 'y']);
  expect(await namesOf(configMaps(fork).list({ labelSelector: 'name=y' }))).toEqual(['y']);
  expect(await namesOf(apples(fork).list())).toEqual(['a']);
  await apples(fork).create(apple('of-the-fork'));
  await configMaps(fork).delete('x');
  await configMaps(original).create({ metadata: { name: 'of-the-original' } });
  expect(await namesOf(apples(original).list())).toEqual(['a']);
  expect(await namesOf(configMaps(original).list())).toEqual(['of-the-original', 'x', 'y']);
  expect(await namesOf(configMaps(fork).list())).toEqual(['y']);
  await configMaps(original).delete('of-the-original');
  await fork.close();
  expect(await namesOf(configMaps(original).list())).toEqual(['x', 'y']);
});

test('resource versions go on, and a watch from before the fork gets its changes only', async () => {
  const { metadata } = await configMaps(original).get('x');
  const { resourceVersion } = metadata as { resourceVersion: string };
  const fork = await original.fork();
  await expect(configMaps(fork).get('x')).resolves.toMatchObject({ metadata: { resourceVersion } });
  const list = await configMaps(fork).list();
  const events = configMaps(fork).watch({ resourceVersion: list.metadata?.resourceVersion ?? '' });
  await configMaps(original).patch('x', { type: 'merge', body: { data: { is: 'original' } } });
  await configMaps(fork).patch('x', { type: 'merge', body: { data: { is: 'fork' } } });
  for await (const event of events) {
    expect(event).toMatchObject({ type: 'MODIFIED', object: { data: { is: 'fork' } } });
    break;
  }
  await fork.close();
});

test('a definition that changes in the fork changes how it reads its objects', async () => {
  await apples(original).list();
  const fork = await original.fork();
  const crds = fork.client.resource({
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
  });
  const body = [
    {
      op: 'replace',
      path: '/spec/versions/0/schema/openAPIV3Schema/properties',
      value: { size: { type: 'integer', default: 3 } },
    },
  ];
  await crds.patch('apples.example.com', { type: 'json', body });
  await expect.poll(async () => apples(fork).get('a'), { interval: 5 }).toMatchObject({ size: 3 });
  await expect(apples(original).get('a')).resolves.toMatchObject({ color: 'red' });
  await fork.close();
});

test('a fork of a fork outlives both', async () => {
  const fork = await original.fork();
  await configMaps(fork).create({ metadata: { name: 'z' } });
  const second = await fork.fork();
  await fork.close();
  expect(await namesOf(configMaps(second).list())).toEqual(['x', 'y', 'z']);
  expect(await namesOf(apples(second).list())).toEqual(['a']);
  await second.close();
});

test('a fork that is closed before it is ready leaves nothing behind', async () => {
  const fork = await original.fork();
  await fork.close();
  await expect(fork.client.response({ method: 'GET', target: '/readyz' })).rejects.toThrow();
});

test('forks are made while others write', async () => {
  let isOver = false;
  const writing = (async () => {
    while (!isOver)
      await configMaps(original).patch('y', { type: 'merge', body: { data: { n: String(Math.random()) } } });
  })();
  for (let round = 0; round < 5; round++) {
    const fork = await original.fork();
    expect(await namesOf(configMaps(fork).list())).toEqual(['x', 'y']);
    await fork.close();
  }
  isOver = true;
  await writing;
});

test('the garbage of a fork is collected, whether owners are as old as the original or new', async () => {
  const server = await TestServer.start();
  const create = async (at: TestServer, name: string, owner?: JsonObject) => {
    const { uid, name: ownerName } = (owner?.['metadata'] ?? {}) as JsonObject;
    const references = owner && [{ apiVersion: 'v1', kind: 'ConfigMap', name: ownerName!, uid: uid! }];
    return configMaps(at).create({ metadata: { name, ...(references && { ownerReferences: references }) } });
  };
  const ofOriginal = await create(server, 'owner');
  const before = await server.fork();
  await create(server, 'dependent', ofOriginal);
  const after = await server.fork();
  await create(before, 'dependent', await configMaps(before).get('owner'));
  for (const fork of [before, after]) {
    await configMaps(fork).delete('owner');
    await expect
      .poll(() => namesOf(configMaps(fork).list()), { timeout: 20_000 })
      .not.toEqual(expect.arrayContaining(['dependent']));
  }
  expect(await namesOf(configMaps(server).list())).toEqual(expect.arrayContaining(['dependent', 'owner']));
  for (const each of [before, after, server]) await each.close();
}, 90_000);
