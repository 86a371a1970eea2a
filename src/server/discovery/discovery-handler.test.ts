import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isMethodNotSupported, isNotAcceptable } from '../../apimachinery/status/index.js';
import { type InjectedRequest, inject } from '../http/index.js';
import { core, version } from './discovery.test.support.js';
import { discoveryHandler } from './discovery-handler.js';
import { DiscoveryRegistry } from './discovery-registry.js';
import { RegisteredGroups } from './registered-groups.js';

const aggregatedJson = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

function sample(): DiscoveryRegistry {
  const registry = new DiscoveryRegistry();
  registry.setGroup(core);
  registry.setGroup({ name: 'apps', versions: [version('v1')] });
  return registry;
}

function serve(registry: DiscoveryRegistry) {
  const handle = discoveryHandler({
    registry,
    serverAddresses: (client) => [{ clientCIDR: '0.0.0.0/0', serverAddress: `server-of-${client}:6443` }],
  });
  return async (target: string, init: Partial<InjectedRequest> = {}) => {
    const notFound = { status: 404, headers: {} };
    const response = await inject(async (request) => (await handle(request)) ?? notFound, { target, ...init });
    const bytes = await response.body();
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
  };
}

describe('paths', () => {
  const get = serve(sample());

  it.each([
    ['/api', 'APIVersions'],
    ['/api/', 'APIVersions'],
    ['/api/v1', 'APIResourceList'],
    ['/api/v1/', 'APIResourceList'],
    ['/apis', 'APIGroupList'],
    ['/apis/', 'APIGroupList'],
    ['/apis/apps', 'APIGroup'],
    ['/apis/apps/', 'APIGroup'],
    ['/apis/apps/v1', 'APIResourceList'],
    ['/apis/apps/v1/', 'APIResourceList'],
  ])('%s is an %s', async (path, kind) => {
    const { status, headers, text } = await get(path);
    expect([status, headers['content-type'], JSON.parse(text).kind]).toEqual([200, 'application/json', kind]);
  });

  it.each([
    '/',
    '/api/v2',
    '/api/v1/pods',
    '/apis/nope',
    '/apis/nope/v1',
    '/apis/apps/v9',
    '/apis/apps/v1/x',
    '/apis//v1',
    '/openapi/v3',
  ])('%s is not here', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('has no core group where there is none', async () => {
    expect((await serve(new DiscoveryRegistry())('/api')).status).toBe(404);
  });

  it('returns the address of the server', async () => {
    const { text } = await get('/api', { remoteAddress: '10.0.0.7' });
    expect(JSON.parse(text)).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: 'server-of-10.0.0.7:6443' }],
    });
  });

  it('can only be read', async () => {
    for (const headers of [{}, { accept: aggregatedJson }]) {
      await expect(get('/apis', { method: 'POST', headers })).rejects.toSatisfy(isMethodNotSupported);
    }
    await expect(get('/api', { method: 'HEAD' })).rejects.toSatisfy(isMethodNotSupported);
  });

  it('is served by an aggregator of groups, whatever the method', async () => {
    const registry = sample();
    registry.listRegistered(new RegisteredGroups({ first: 'apps' }));
    const ask = serve(registry);
    expect((await ask('/apis', { method: 'POST' })).status).toBe(200);
    await expect(ask('/apis/apps/v1', { method: 'POST' })).rejects.toSatisfy(isMethodNotSupported);
  });
});

describe('forms', () => {
  const get = serve(sample());

  it.each([
    ['/apis', aggregatedJson, aggregatedJson, 'APIGroupDiscoveryList'],
    ['/api', `application/vnd.x, ${aggregatedJson}`, aggregatedJson, 'APIGroupDiscoveryList'],
    ['/apis', `application/json,${aggregatedJson}`, aggregatedJson, 'APIGroupDiscoveryList'],
    ['/apis', `${aggregatedJson};profile=nopeer`, aggregatedJson, 'APIGroupDiscoveryList'],
    ['/apis', `${aggregatedJson.replace('v2', 'v2beta1')},application/json`, 'application/json', 'APIGroupList'],
    ['/apis/apps', `${aggregatedJson},application/json`, 'application/json', 'APIGroup'],
    ['/apis/apps/v1', `${aggregatedJson},application/json`, 'application/json', 'APIResourceList'],
    ['/apis', '*/*', 'application/json', 'APIGroupList'],
  ])('%s for %s is %s', async (path, accept, contentType, kind) => {
    const { headers, text } = await get(path, { headers: { accept } });
    expect([headers['content-type'], JSON.parse(text).kind]).toEqual([contentType, kind]);
  });

  it('speaks YAML, and JSON for people', async () => {
    const yaml = await get('/apis', { headers: { accept: 'application/yaml' } });
    expect(yaml.headers['content-type']).toBe('application/yaml');
    expect(yaml.text).toContain('kind: APIGroupList\n');
    expect((await get('/apis?pretty=true')).text).toMatch(/^\{\n {2}"kind": "APIGroupList",\n/);
    const aggregated = await get('/apis', { headers: { accept: aggregatedJson.replace('json', 'yaml') } });
    expect(aggregated.headers['content-type']).toBe(aggregatedJson.replace('json', 'yaml'));
    expect(aggregated.text).toContain('kind: APIGroupDiscoveryList\n');
  });

  it.each([
    ['/apis', 'text/csv'],
    ['/api', 'text/csv'],
    ['/api/v1', 'text/csv'],
    ['/apis/apps', aggregatedJson],
    ['/apis', aggregatedJson.replace('v2', 'v2beta1')],
  ])('%s cannot be had as %s', async (path, accept) => {
    await expect(get(path, { headers: { accept } })).rejects.toSatisfy(isNotAcceptable);
  });
});

describe('what custom resources are like', () => {
  const registry = sample();
  const { resources } = version('v1');
  const custom = resources.map((resource) => ({
    ...resource,
    responseVersion: { group: 'custom.example.com', version: 'v1' },
  }));
  registry.setGroup({ name: 'custom.example.com', versions: [{ version: 'v1', resources: custom, requests: 'any' }] });
  const get = serve(registry);

  it('is served whatever the method is', async () => {
    const { status, text } = await get('/apis/custom.example.com/v1', { method: 'DELETE' });
    expect([status, JSON.parse(text).kind]).toEqual([200, 'APIResourceList']);
  });

  it('is negotiated with wildcards', async () => {
    const accept = 'application/*';
    expect((await get('/apis/custom.example.com/v1', { headers: { accept } })).status).toBe(200);
    await expect(get('/apis/apps/v1', { headers: { accept } })).rejects.toSatisfy(isNotAcceptable);
  });

  it('has complete kinds in the aggregated document', async () => {
    const { text } = await get('/apis', { headers: { accept: aggregatedJson } });
    const { items } = JSON.parse(text) as { items: { versions: { resources: { responseKind: object }[] }[] }[] };
    expect(items.map((item) => item.versions[0]?.resources[0]?.responseKind)).toEqual([
      { group: '', version: '', kind: 'Widget' },
      { group: 'custom.example.com', version: 'v1', kind: 'Widget' },
    ]);
  });

  it('is not aggregated with a trailing slash', async () => {
    const accept = `${aggregatedJson},application/json`;
    expect(JSON.parse((await get('/apis/', { headers: { accept } })).text).kind).toBe('APIGroupList');
  });
});

describe('caching by clients', () => {
  const accept = aggregatedJson;

  it('responds with 304 to its ETag until something changes', async () => {
    const registry = sample();
    const get = serve(registry);
    const first = await get('/apis', { headers: { accept } });
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    expect(first.headers).toMatchObject({ vary: 'Accept', 'cache-control': 'public' });
    const headers = { accept, 'if-none-match': etag };
    const second = await get('/apis', { headers });
    expect([second.status, second.bytes.length, second.headers]).toEqual([
      304,
      0,
      { etag, vary: 'Accept', 'cache-control': 'public' },
    ]);
    expect((await get('/apis', { headers: { accept, 'if-none-match': '"other"' } })).status).toBe(200);
    registry.setGroupVersion('new.example.com', version('v1'));
    const third = await get('/apis', { headers });
    expect([third.status, third.headers['etag'] === etag]).toEqual([200, false]);
  });

  it('sends large documents compressed to clients that want them so', async () => {
    const registry = sample();
    for (let index = 0; index < 1000; index++) registry.setGroupVersion(`g${index}.example.com`, version('v1'));
    const get = serve(registry);
    const plain = await get('/apis', { headers: { accept } });
    const compressed = await get('/apis', { headers: { accept, 'accept-encoding': 'gzip' } });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
    expect(compressed.headers['etag']).toBe(plain.headers['etag']);
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  });
});
