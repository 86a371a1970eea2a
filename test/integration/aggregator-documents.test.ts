import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import type { Handler } from '../../src/server/http/index.js';
import { ApiServer, defineGroup } from '../../src/server/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';
import { waitMilliseconds } from '../support/machine-speed.js';
import { apiServices, Chain, Extension, extensionHandler, json } from './aggregator-chain.test.support.js';

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
let chain: Chain;

beforeAll(async () => {
  chain = await Chain.start();
  await chain.externalService();
});
afterAll(() => chain.close());

async function discovered(group: string) {
  const { items } = await chain.json('/apis', { accept: aggregated });
  return items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === group)?.versions[0];
}

async function listed(group: string) {
  return (await chain.json('/apis')).groups.find(({ name }: { name: string }) => name === group);
}

/** A server built with the library: it has all documents. */
async function library(group: string): Promise<ApiServer> {
  const server = new ApiServer({ storage: await EmbeddedStorage.open() });
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
  } as const;
  const versions = { v1: { schema } };
  const status = { verbs: ['get', 'update', 'patch'] as const };
  server.install(
    defineGroup({
      name: group,
      resources: [
        {
          kind: 'Thing',
          plural: 'things',
          shortNames: ['th'],
          scope: 'Namespaced',
          versions,
          subresources: { status },
        },
      ],
    }),
  );
  server.prepare();
  return server;
}

describe('discovery', () => {
  test('has the group of an APIService while its server is not there, and without its resources', async () => {
    const group = 'absent.example.com';
    const service = { namespace: 'default', name: 'none' };
    await chain.register(group, { port: 1, caBundle: '' } as Extension, { caBundle: null, service });
    await chain.until(async () => (await listed(group)) !== undefined);
    expect(await listed(group)).toMatchObject({ preferredVersion: { groupVersion: `${group}/v1`, version: 'v1' } });
    expect(await chain.json(`/apis/${group}`)).toMatchObject({ kind: 'APIGroup', name: group });
    expect(await discovered(group)).toEqual({ version: 'v1', freshness: 'Stale' });
  });

  test('has what a server says in the aggregated document', async () => {
    const group = 'aggregated.example.com';
    const server = await library(group);
    const extension = await Extension.start(server.handle);
    await chain.serves(group, extension);
    await chain.until(async () => (await discovered(group))?.freshness === 'Current');
    expect((await discovered(group)).resources).toMatchObject([
      {
        resource: 'things',
        responseKind: { group: '', version: '', kind: 'Thing' },
        scope: 'Namespaced',
        shortNames: ['th'],
        subresources: [{ subresource: 'status', verbs: ['get', 'patch', 'update'] }],
      },
    ]);
    await extension.close();
    await chain.api
      .resource(apiServices)
      .patch(`v1.${group}`, { type: 'merge', body: { metadata: { labels: { a: 'b' } } } });
    await chain.until(async () => (await discovered(group))?.freshness === 'Stale');
    expect((await discovered(group)).resources).toHaveLength(1);
    await server.close();
  });

  test('falls back to the list of resources where a server has nothing else', async () => {
    const group = 'legacy.example.com';
    const extension = await Extension.start(extensionHandler(group, () => json({})));
    await chain.serves(group, extension);
    await chain.until(async () => (await discovered(group))?.freshness === 'Current');
    expect((await discovered(group)).resources).toEqual([
      {
        resource: 'things',
        responseKind: { group: '', version: '', kind: 'Thing' },
        scope: 'Namespaced',
        singularResource: 'thing',
        verbs: ['get', 'list'],
        shortNames: ['th'],
        subresources: [
          { subresource: 'status', responseKind: { group: '', version: '', kind: 'Thing' }, verbs: ['get'] },
        ],
      },
    ]);
    await chain.api.resource(apiServices).delete(`v1.${group}`);
    await chain.until(async () => (await listed(group)) === undefined && (await discovered(group)) === undefined);
    expect(await chain.status(`/apis/${group}`)).toBe(404);
    expect(await chain.status(`/apis/${group}/v1/things`)).toBe(404);
    await extension.close();
  });

  test('orders groups and versions by their priorities', async () => {
    const spec = { caBundle: null, service: { namespace: 'default', name: 'none' } };
    for (const [name, groupPriorityMinimum] of [
      ['low', 11],
      ['high', 17_000],
      ['mid', 900],
    ] as const) {
      await chain.register(`${name}.order.example.com`, { port: 1, caBundle: '' } as Extension, {
        ...spec,
        groupPriorityMinimum,
      });
    }
    const names = async (accept: string): Promise<string[]> => {
      const document = await chain.json('/apis', { accept });
      const groups = (document.groups ?? document.items) as { name?: string; metadata?: { name: string } }[];
      return groups
        .map(({ name, metadata }) => name ?? metadata?.name ?? '')
        .filter((name) => /order|^apps$/.test(name));
    };
    const order = ['apps', 'high.order.example.com', 'mid.order.example.com', 'low.order.example.com'];
    for (const accept of ['application/json', aggregated]) {
      await chain.until(async () => (await names(accept)).length === 4);
      expect(await names(accept)).toEqual(order);
    }
  });
});

describe('OpenAPI', () => {
  const group = 'openapi.example.com';
  let server: ApiServer;
  let extension: Extension;
  beforeAll(async () => {
    server = await library(group);
    extension = await Extension.start(server.handle);
    await chain.serves(group, extension);
    await chain.until(async () => (await chain.json('/openapi/v3')).paths[`apis/${group}/v1`] !== undefined);
  });
  afterAll(() => server.close());

  test('v3 lists and hands on the documents of a server', async () => {
    const { paths } = await chain.json('/openapi/v3');
    const address = paths[`apis/${group}/v1`].serverRelativeURL;
    expect(address).toMatch(new RegExp(`^/openapi/v3/apis/${group}/v1\\?hash=`));
    expect(paths['apis/apps/v1'].serverRelativeURL).toContain('/openapi/v3/apis/apps/v1?hash=');
    const document = await chain.json(address);
    expect(document.openapi).toBe('3.0.0');
    expect(Object.keys(document.components.schemas)).toContain('com.example.openapi.v1.Thing');
  });

  test('v2 has the paths and definitions of a server beside our own', async () => {
    const path = `/apis/${group}/v1/namespaces/{namespace}/things`;
    await chain.until(async () => (await chain.json('/openapi/v2')).paths[path] !== undefined);
    const document = await chain.json('/openapi/v2');
    expect(document.paths['/apis/apps/v1/deployments']).toBeDefined();
    expect(document.definitions['com.example.openapi.v1.Thing'].properties.spec.properties.size.type).toBe('integer');
    const protobuf = await chain.client().open({
      path: '/openapi/v2',
      headers: { accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' },
    });
    expect(protobuf.status).toBe(200);
    protobuf.incoming.resume();
  });

  test('v2 does not wait for a server that does not answer', async () => {
    const silent = await Extension.start((request) =>
      request.path === '/openapi/v2' ? new Promise(() => {}) : json({}),
    );
    await chain.serves('silent.example.com', silent);
    const read = async () => expect((await chain.json('/openapi/v2')).paths['/apis/apps/v1/deployments']).toBeDefined();
    expect(await waitMilliseconds(read)).toBeLessThan(4000);
  });

  test('stays whole when a server is gone, and loses what was deleted', async () => {
    await extension.close();
    expect((await chain.json('/openapi/v3')).paths[`apis/${group}/v1`]).toBeDefined();
    expect((await chain.json('/openapi/v2')).paths['/apis/apps/v1/deployments']).toBeDefined();
    expect(await chain.status(`/openapi/v3/apis/${group}/v1`)).toBe(503);
    await chain.api.resource(apiServices).delete(`v1.${group}`);
    await chain.until(async () => (await chain.json('/openapi/v3')).paths[`apis/${group}/v1`] === undefined);
    expect(await chain.status(`/openapi/v3/apis/${group}/v1`)).toBe(404);
    const { paths } = (await chain.json('/openapi/v2')) as { paths: JsonObject };
    expect(Object.keys(paths).filter((path) => path.includes(group))).toEqual([]);
  });
});

test('a server that only has OpenAPI v2 gets a document of v3', async () => {
  const group = 'swagger.example.com';
  const discovery = extensionHandler(group, () => json({}));
  const schema = { $ref: '#/definitions/Thing' };
  const get = {
    produces: ['application/json'],
    parameters: [{ name: 'limit', in: 'query', type: 'integer' }],
    responses: { 200: { description: 'OK', schema } },
  };
  const put = { consumes: ['application/json'], parameters: [{ name: 'body', in: 'body', required: true, schema }] };
  const swagger = {
    swagger: '2.0',
    info: { title: 'old', version: '1' },
    paths: { [`/apis/${group}/v1/things`]: { get, put }, '/other/': {} },
    definitions: { Thing: { properties: { next: schema } } },
  };
  const handler: Handler = (request) => (request.path === '/openapi/v2' ? json(swagger) : discovery(request));
  const extension = await Extension.start(handler);
  await chain.serves(group, extension);
  const name = `apis/${group}/v1`;
  await chain.until(async () => (await chain.json('/openapi/v3')).paths[name] !== undefined);
  const document = await chain.json((await chain.json('/openapi/v3')).paths[name].serverRelativeURL);
  expect(document).toMatchObject({ openapi: '3.0.0', info: { title: 'old' } });
  const reference = { $ref: '#/components/schemas/Thing' };
  expect(document.components.schemas).toEqual({ Thing: { properties: { next: reference } } });
  expect(document.paths[`/apis/${group}/v1/things`]).toEqual({
    get: {
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: { description: 'OK', content: { 'application/json': { schema: reference } } } },
    },
    put: { requestBody: { required: true, content: { 'application/json': { schema: reference } } }, responses: {} },
  });
  const merged = await chain.json('/openapi/v2');
  expect([merged.definitions['Thing'], merged.paths['/other/']]).toEqual([{ properties: { next: schema } }, undefined]);
  await extension.close();
});
