import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject, WatchEvent } from '../../apimachinery/meta/index.js';
import { TestServer } from '../index.js';
import type { FaultOptions } from './fault.js';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());
let names = 0;
afterEach(() => server.faults.clear());

const configMaps = (client = server.client) =>
  client.resource<JsonObject>({ group: '', version: 'v1', resource: 'configmaps' }, 'default');
const ofConfigMaps = { group: '', resource: 'configmaps' };
async function created(): Promise<string> {
  const name = `map-${++names}`;
  await configMaps().create({ metadata: { name } });
  return name;
}
const patch = (name: string, is: string) => configMaps().patch(name, { type: 'merge', body: { data: { is } } });

/** Unlike the client, which waits and retries. */
async function responseTo(target: string): Promise<IncomingMessage> {
  const { clusters, users } = server.kubeconfig;
  const decoded = (text = '') => Buffer.from(text, 'base64');
  const { 'client-certificate-data': cert, 'client-key-data': key } = users[0]!.user;
  const ca = decoded(clusters[0]!.cluster['certificate-authority-data']);
  const sent = get(server.url + target, { agent: false, ca, cert: decoded(cert), key: decoded(key) });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response;
}

test.each<[what: string, code: number, reason: string]>([
  ['409', 409, 'Conflict'],
  ['500', 500, 'InternalError'],
  ['504', 504, 'Timeout'],
  ['403', 403, 'Forbidden'],
])('a request fails with %s as often as requested, and the next one succeeds', async (_what, code, reason) => {
  const name = await created();
  const fault = server.faults.add({ ...ofConfigMaps, verb: 'patch', name, times: 2, effect: { type: 'fail', code } });
  await expect(patch(name, 'a')).rejects.toMatchObject({ code, status: { reason, details: { name } } });
  expect(fault).toMatchObject({ hits: 1, isActive: true });
  await expect(patch(name, 'b')).rejects.toMatchObject({ code });
  expect(fault).toMatchObject({ hits: 2, isActive: false });
  await expect(patch(name, 'c')).resolves.toMatchObject({ data: { is: 'c' } });
});

test('429 says when to retry', async () => {
  const name = await created();
  const effect = { type: 'fail', code: 429, retryAfterSeconds: 7 } as const;
  server.faults.add({ ...ofConfigMaps, verb: 'get', name, times: 'always', effect });
  const { statusCode, headers } = await responseTo(`/api/v1/namespaces/default/configmaps/${name}`);
  expect([statusCode, headers['retry-after']]).toEqual([429, '7']);
});

test.each<[other: string, match: Partial<FaultOptions>]>([
  ['verb', { verb: 'list' }],
  ['verbs', { verb: ['list', 'watch'] }],
  ['group', { group: 'apps' }],
  ['version', { version: 'v2' }],
  ['resource', { resource: 'secrets' }],
  ['subresource', { subresource: 'status' }],
  ['namespace', { namespace: 'kube-system' }],
  ['name', { name: 'no-such' }],
  ['user', { user: 'jane' }],
  ['path', { path: '/apis' }],
])('a request of another %s is not affected', async (_other, match) => {
  const name = await created();
  const fault = server.faults.add({ ...match, effect: { type: 'fail', code: 500 } });
  await expect(configMaps().get(name)).resolves.toBeDefined();
  expect(fault.hits).toBe(0);
});

test('controllers of the server are not affected', async () => {
  server.faults.add({ times: 'always', verb: ['create', 'update', 'patch'], effect: { type: 'fail', code: 500 } });
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'apples.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'apples', kind: 'Apple' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  };
  await expect(server.installCrds(crd)).rejects.toMatchObject({ code: 500 });
  server.faults.clear();
  server.faults.add({ verb: 'patch', times: 'always', effect: { type: 'fail', code: 500 } });
  await server.installCrds(crd);
});

test('a request hangs until the fault is lifted, and is then processed', async () => {
  const name = await created();
  const fault = server.faults.add({ ...ofConfigMaps, verb: 'patch', name, effect: { type: 'hang' } });
  let isDone = false;
  const patching = patch(name, 'late').then(() => {
    isDone = true;
  });
  await expect(configMaps().get(name)).resolves.not.toHaveProperty('data');
  expect([fault.hits, isDone]).toEqual([1, false]);
  fault.lift();
  await patching;
  await expect(configMaps().get(name)).resolves.toMatchObject({ data: { is: 'late' } });
});

test('a server with hanging requests can be closed', async () => {
  const other = await TestServer.start();
  other.faults.add({ ...ofConfigMaps, verb: 'list', effect: { type: 'hang' } });
  const listing = configMaps(other.client)
    .list()
    .then(
      () => 'answered',
      () => 'failed',
    );
  while (other.faults.list()[0]?.hits === 0)
    await configMaps(other.client)
      .get('none')
      .catch(() => undefined);
  await other.close();
  expect(await listing).toMatch(/answered|failed/);
});

test('a request is processed, but its answer is cut', async () => {
  const name = await created();
  server.faults.add({ ...ofConfigMaps, verb: 'patch', name, effect: { type: 'cut' } });
  const error = await patch(name, 'there').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toHaveProperty('status');
  await expect(configMaps().get(name)).resolves.toMatchObject({ data: { is: 'there' } });
});

async function openWatch(name: string) {
  const { metadata } = await configMaps().list();
  const events = configMaps()
    .watch({ resourceVersion: metadata?.resourceVersion ?? '', fieldSelector: `metadata.name=${name}` })
    [Symbol.asyncIterator]();
  const next = () => events.next() as Promise<IteratorResult<WatchEvent<JsonObject>>>;
  return { next, close: () => events.return?.(undefined) };
}

test('events of an open watch are held back until the fault is lifted', async () => {
  const name = await created();
  const watch = await openWatch(name);
  await patch(name, '1');
  expect((await watch.next()).value).toMatchObject({ object: { data: { is: '1' } } });
  const fault = server.faults.add({ ...ofConfigMaps, verb: 'watch', effect: { type: 'hold' } });
  expect(fault).toMatchObject({ hits: 1, isActive: true });
  await patch(name, '2');
  await patch(name, '3');
  let received: unknown;
  const next = watch.next().then(({ value }) => {
    received = value;
  });
  await expect(configMaps().get(name)).resolves.toMatchObject({ data: { is: '3' } });
  expect(received).toBeUndefined();
  fault.lift();
  await next;
  expect(received).toMatchObject({ object: { data: { is: '2' } } });
  expect((await watch.next()).value).toMatchObject({ object: { data: { is: '3' } } });
  await watch.close();
});

test.each<[what: string, when: 'open' | 'new']>([
  ['an open watch', 'open'],
  ['a new watch', 'new'],
])('%s gets 410 Gone', async (_what, when) => {
  const name = await created();
  const add = () => server.faults.add({ ...ofConfigMaps, verb: 'watch', name, effect: { type: 'gone' } });
  const early = when === 'new' ? add() : undefined;
  const watch = await openWatch(name);
  if (when === 'open') {
    await patch(name, '1');
    await watch.next();
  }
  const fault = early ?? add();
  await expect(watch.next()).rejects.toMatchObject({ code: 410, status: { reason: 'Expired' } });
  expect(fault.hits).toBe(1);
});

test('an open watch is cut', async () => {
  const name = await created();
  const watch = await openWatch(name);
  await patch(name, '1');
  await watch.next();
  const fault = server.faults.add({ ...ofConfigMaps, verb: 'watch', name, effect: { type: 'cut' } });
  const end = await watch.next().then(
    ({ done }) => done,
    () => true,
  );
  expect([end, fault.hits]).toEqual([true, 1]);
});

test('faults are listed until they are lifted', () => {
  const one = server.faults.add({ verb: 'get', effect: { type: 'hang' } });
  const other = server.faults.add({ verb: 'list', effect: { type: 'fail', code: 500 } });
  expect(server.faults.list()).toEqual([one, other]);
  one.lift();
  expect(server.faults.list()).toEqual([other]);
  expect(server.faults.get(other.id)).toBe(other);
  server.faults.clear();
  expect(server.faults.list()).toEqual([]);
});

test.each<[problem: string, options: object]>([
  ['effect.type', { effect: { type: 'explode' } }],
  ['effect.type', {}],
  ['effect.code', { effect: { type: 'fail', code: 200 } }],
  ['times', { effect: { type: 'hang' }, times: 0 }],
  ['watch', { effect: { type: 'hold' }, verb: 'get' }],
])('a fault with a wrong %s is refused: %j', (problem, options) => {
  expect(() => server.faults.add(options as FaultOptions)).toThrow(problem);
});
