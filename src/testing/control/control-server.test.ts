import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { connectionFrom, type Kubeconfig } from '../../client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../../client/rest/index.js';
import { ControlServer } from './control-server.js';
import { controlOpenApi } from './openapi.js';
import { operations } from './operations.js';

let control: ControlServer;
beforeAll(async () => {
  control = await ControlServer.start({ port: 0 });
});
afterAll(() => control.close());

interface Server {
  readonly id: string;
  readonly url: string;
  readonly kubeconfig: Kubeconfig;
  readonly kubeconfigFile: string;
}

async function call(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const type = typeof body === 'string' ? 'application/yaml' : 'application/json';
  const response = await fetch(control.url + path, {
    method,
    headers: { 'content-type': type, ...headers },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { code: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function keptServer(body: object = {}): Promise<Server> {
  return (await call('POST', '/servers', { keep: true, ...body })).body as Server;
}

async function withClient<Result>({ kubeconfig }: Server, use: (client: RestClient) => Promise<Result>) {
  const transport = new Http2Transport(await connectionFrom(kubeconfig));
  try {
    return await use(new RestClient({ transport }));
  } finally {
    await transport.close();
  }
}

const namesOf = (server: Server) =>
  withClient(server, async (client) => {
    const maps = client.resource<JsonObject>({ group: '', version: 'v1', resource: 'configmaps' }, 'default');
    return (await maps.list()).items.map(({ metadata }) => (metadata as JsonObject)['name']);
  });
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** Holds the response open, until `close`. */
async function heldServer(path = '/servers'): Promise<Server & { close(): void }> {
  const sent = request(control.url + path, { method: 'POST', agent: false });
  sent.on('error', () => undefined);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const [line] = (await once(response.setEncoding('utf8'), 'data')) as [string];
  return { ...(JSON.parse(line) as Server), close: () => sent.destroy() };
}

test('a server has a port and a kubeconfig of its own, with the objects that it was created with', async () => {
  const server = await keptServer({ objects: [configMap('a')], controllers: [] });
  const other = await keptServer({ controllers: [] });
  expect(server.url).not.toBe(other.url);
  expect(JSON.parse(readFileSync(server.kubeconfigFile, 'utf8'))).toEqual(server.kubeconfig);
  expect([await namesOf(server), await namesOf(other)]).toEqual([['a'], []]);
  expect((await call('GET', '/servers')).body.items.map(({ id }: Server) => id)).toContain(server.id);
  expect((await call('DELETE', `/servers/${server.id}`)).code).toBe(204);
  expect((await call('GET', `/servers/${server.id}`)).code).toBe(404);
  expect(existsSync(server.kubeconfigFile)).toBe(false);
});

test('a server is gone when its client goes away, and so is a fork', async () => {
  const server = await heldServer();
  const fork = await heldServer(`/servers/${server.id}/fork`);
  expect((await call('GET', `/servers/${fork.id}`)).code).toBe(200);
  server.close();
  fork.close();
  for (const { id } of [server, fork]) {
    await expect.poll(async () => (await call('GET', `/servers/${id}`)).code, { interval: 5 }).toBe(404);
  }
});

test('objects are loaded from YAML, saved and restored, reset, and forked', async () => {
  const server = await keptServer({ objects: [configMap('first')], controllers: [] });
  const path = `/servers/${server.id}`;
  const yaml = `
apiVersion: v1
kind: Namespace
metadata: { name: fruits }
---
apiVersion: example.com/v1
kind: Pear
metadata: { name: p, namespace: fruits }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: pears.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: pears, kind: Pear }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
`;
  expect(await call('POST', `${path}/objects`, yaml)).toEqual({ code: 204, body: undefined });
  const { body: saved } = await call('POST', `${path}/states`);
  await call('POST', `${path}/objects`, { objects: [configMap('second')] });
  const { body: fork } = (await call('POST', `${path}/fork`, { keep: true })) as { body: Server };
  expect(await namesOf(fork)).toEqual(['first', 'second']);
  await call('POST', `${path}/states/${saved.id}/restore`);
  expect([await namesOf(server), await namesOf(fork)]).toEqual([['first'], ['first', 'second']]);
  await call('POST', `${path}/objects`, { objects: [configMap('third')] });
  expect((await call('POST', `${path}/reset`)).code).toBe(204);
  expect(await namesOf(server)).toEqual(['first']);
  const pears = withClient(server, (client) =>
    client.resource({ group: 'example.com', version: 'v1', resource: 'pears' }).list(),
  );
  await expect(pears).rejects.toMatchObject({ code: 404 });
});

test('users get credentials', async () => {
  const server = await keptServer();
  const { code, body } = await call('POST', `/servers/${server.id}/users`, { name: 'jane', groups: ['dev'] });
  expect(code).toBe(201);
  await expect(namesOf({ ...server, ...body })).rejects.toMatchObject({ code: 403 });
});

test('faults are added, listed and lifted', async () => {
  const server = await keptServer();
  const path = `/servers/${server.id}/faults`;
  const options = { verb: 'list', resource: 'configmaps', effect: { type: 'fail', code: 409 } };
  const { code, body: fault } = await call('POST', path, options);
  expect([code, fault]).toEqual([201, { id: '1', ...options, hits: 0, isActive: true }]);
  await expect(namesOf(server)).rejects.toMatchObject({ code: 409 });
  expect((await call('GET', `${path}/1`)).body).toMatchObject({ hits: 1, isActive: false });
  expect((await call('GET', path)).body.items.length).toBe(1);
  expect((await call('DELETE', `${path}/1`)).code).toBe(204);
  expect((await call('GET', `${path}/1`)).code).toBe(404);
  await call('POST', path, { effect: { type: 'hang' } });
  expect((await call('DELETE', path)).code).toBe(204);
  expect((await call('GET', path)).body.items).toEqual([]);
});

describe('a fault over the control API', () => {
  const maps = { group: '', version: 'v1', resource: 'configmaps' };
  let server: Server;
  beforeAll(async () => {
    server = await keptServer({ controllers: [], objects: [configMap('a')] });
  });
  const faults = () => `/servers/${server.id}/faults`;
  const add = async (effect: object, verb = 'list'): Promise<{ hits(): Promise<number>; lift(): Promise<unknown> }> => {
    const { body } = await call('POST', faults(), { resource: 'configmaps', verb, effect });
    const path = `${faults()}/${body.id}`;
    return { hits: async () => (await call('GET', path)).body.hits, lift: () => call('DELETE', path) };
  };

  test.each([
    [409, 'Conflict'],
    [500, 'InternalError'],
    [504, 'Timeout'],
  ])('fails a request with %i', async (code, reason) => {
    const { hits, lift } = await add({ type: 'fail', code });
    await expect(namesOf(server)).rejects.toMatchObject({ code, status: { reason } });
    expect([await hits(), await namesOf(server)]).toEqual([1, ['a']]);
    await lift();
  });

  test('refuses a request with 429, and its client retries after the given time', async () => {
    const { hits, lift } = await add({ type: 'fail', code: 429, retryAfterSeconds: 1 });
    const start = performance.now();
    expect(await namesOf(server)).toEqual(['a']);
    expect([await hits(), performance.now() - start > 900]).toEqual([1, true]);
    await lift();
  });

  test('lets a request hang until it is lifted', async () => {
    const { hits, lift } = await add({ type: 'hang' });
    const listing = namesOf(server);
    await expect.poll(hits, { interval: 5 }).toBe(1);
    await lift();
    expect(await listing).toEqual(['a']);
  });

  test('cuts an answer', async () => {
    const { hits, lift } = await add({ type: 'cut' });
    await expect(namesOf(server)).rejects.toThrow();
    expect([await hits(), await namesOf(server)]).toEqual([1, ['a']]);
    await lift();
  });

  test('cuts a watch, ends it with 410 Gone, and holds its events back', () =>
    withClient(server, async (client) => {
      const resource = client.resource<JsonObject>(maps, 'default');
      const { resourceVersion = '' } = (await resource.list()).metadata ?? {};
      const watched = async (signal: AbortSignal): Promise<unknown> => {
        for await (const { object } of resource.watch({ resourceVersion, signal })) {
          return (object['metadata'] as JsonObject)['name'];
        }
        return 'ended';
      };
      const { signal } = new AbortController();
      for (const [type, end] of [
        ['cut', expect.not.objectContaining({ code: 410 })],
        ['gone', expect.objectContaining({ code: 410 })],
      ] as const) {
        const watching = watched(signal).catch((error: unknown) => error);
        const { hits, lift } = await add({ type }, 'watch');
        expect(await watching).toEqual(end);
        expect(await hits()).toBe(1);
        await lift();
      }
      const { hits, lift } = await add({ type: 'hold' }, 'watch');
      const watching = watched(signal);
      await expect.poll(hits, { interval: 5 }).toBe(1);
      await resource.create(configMap('held'));
      const isEarly = Promise.race([watching, resource.get('held').then(() => 'held back')]);
      expect(await isEarly).toBe('held back');
      await lift();
      expect(await watching).toBe('held');
    }));
});

test.each<[what: string, method: string, path: string, body: object | string | undefined, code: number]>([
  ['an unknown path', 'GET', '/nowhere', undefined, 404],
  ['an unknown server', 'POST', '/servers/none/fork', undefined, 404],
  ['another method', 'PUT', '/servers', {}, 405],
  ['a list as its body', 'POST', '/servers', [1], 400],
  ['flags that are wrong', 'POST', '/servers', { flags: ['--no-such-flag'] }, 400],
  ['flags that are no list', 'POST', '/servers', { flags: '--v=1' }, 400],
  ['objects that are none', 'POST', '/servers', { objects: [1] }, 400],
  ['an object without a kind', 'POST', '/servers', { objects: [{ metadata: { name: 'x' } }] }, 400],
  ['an object of an unknown kind', 'POST', '/servers', { objects: [{ ...configMap('x'), kind: 'X' }] }, 400],
])('a request with %s is refused', async (_what, method, path, body, code) => {
  const before = (await call('GET', '/servers')).body.items.length;
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ code, body: { kind: 'Status', code } });
  expect((await call('GET', '/servers')).body.items.length).toBe(before);
});

test.each([{ origin: 'https://example.com' }, { host: 'example.com' }])('a browser is refused: %j', async (headers) => {
  const sent = request(`${control.url}/servers`, { headers, agent: false });
  sent.end();
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
  expect(statusCode).toBe(403);
});

test('its OpenAPI document describes every operation, and is the one in docs', async () => {
  const described = Object.entries(controlOpenApi['paths'] as Record<string, JsonObject>).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '*')}`),
  );
  expect(described.sort()).toEqual([...Object.keys(operations), 'GET /openapi.json'].sort());
  const { body } = await call('GET', '/openapi.json');
  const file = new URL('../../../docs/test-server-openapi.json', import.meta.url);
  expect(body).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
