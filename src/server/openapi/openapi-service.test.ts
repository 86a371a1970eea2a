import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type JsonSchema, maxSchemaNesting } from '../../apimachinery/schema/index.js';
import { plainDialect } from '../dialect/index.js';
import { Resource } from '../registry/index.js';
import { call, readJson, request, resourceOf, sampleService, sparse, wardleResources } from './openapi.test.support.js';
import { OpenApiService } from './openapi-service.js';
import { publishingOf } from './typed-publishing.js';

const path = '/openapi/v3/apis/wardle.example.com/v1';

async function addressOf(service: OpenApiService, name: string): Promise<string | undefined> {
  const { paths } = (await readJson(service, '/openapi/v3')) as {
    paths: Record<string, { serverRelativeURL: string }>;
  };
  return paths[name]?.serverRelativeURL;
}

describe('the index of v3', () => {
  test('lists what is there with the hash of each document', async () => {
    const service = sampleService();
    const { paths } = (await readJson(service, '/openapi/v3')) as { paths: JsonObject };
    expect(Object.keys(paths)).toEqual([
      'api',
      'api/v1',
      'apis',
      'apis/tests.example.com/v1',
      'apis/wardle.example.com',
      'apis/wardle.example.com/v1',
      'apis/wardle.example.com/v1alpha1',
      'version',
    ]);
    for (const [name, entry] of Object.entries(paths))
      expect((entry as JsonObject)['serverRelativeURL']).toMatch(
        new RegExp(`^/openapi/v3/${name}\\?hash=[0-9A-F]{128}$`),
      );
  });

  test('is JSON that calls itself text, whatever the client accepts', async () => {
    const { status, headers } = await call(sampleService(), '/openapi/v3', { accept: 'text/html' });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  });
});

describe('a document', () => {
  test('may be kept for a year where the address has its hash', async () => {
    const service = sampleService();
    const { status, headers } = await call(service, (await addressOf(service, 'apis/wardle.example.com/v1'))!);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, immutable',
      expires: 'Sun, 31 Jan 2027 00:00:00 UTC',
      vary: 'Accept',
    });
  });

  test('is found from an address with an old hash', async () => {
    const service = sampleService();
    const { status, headers } = await call(service, `${path}?hash=0123`);
    expect([status, headers['location']]).toEqual([301, await addressOf(service, 'apis/wardle.example.com/v1')]);
  });

  test.each(['/openapi/v2', path])('%s is not sent to those who have it', async (target) => {
    const service = sampleService();
    const { headers } = await call(service, target);
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const again = await call(service, target, { 'if-none-match': known });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    }
    expect((await call(service, target, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each(['/openapi/v2', path])('%s is the same compressed', async (target) => {
    const service = sampleService();
    const plain = await call(service, target);
    const compressed = await call(service, target, { 'accept-encoding': 'deflate, gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  });

  const protobufV2 = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
  const protobufV3 = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
  test.each([
    ['/openapi/v2', undefined, 'application/json'],
    ['/openapi/v2', '*/*', 'application/json'],
    ['/openapi/v2', 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', protobufV2],
    ['/openapi/v2', `application/json;q=0.1, ${protobufV2}`, protobufV2],
    ['/openapi/v2', protobufV3, undefined],
    [path, 'application/json, */*', 'application/json'],
    [path, 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf', protobufV3],
    [path, 'application/yaml', undefined],
    [path, 'text/*', undefined],
  ])('%s for a client that accepts %s is %s', async (target, accept, contentType) => {
    const { status, headers } = await call(sampleService(), target, accept === undefined ? {} : { accept });
    expect([status, headers['content-type']]).toEqual(contentType ? [200, contentType] : [406, undefined]);
  });

  test('has the same ETag in every form', async () => {
    const service = sampleService();
    const json = await call(service, path, { accept: 'application/json' });
    const protobuf = await call(service, path, {
      accept: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
    });
    expect(json.headers['etag']).toBe(protobuf.headers['etag']);
  });

  test('is as long for HEAD', async () => {
    const service = sampleService();
    const [head, whole] = [await service.handle(request(path, {}, 'HEAD')), await call(service, path)];
    expect([head!.status, (head!.body as Buffer).length]).toEqual([200, whole.bytes.length]);
  });
});

describe('a schema as deep as schemas may be', () => {
  const [v2, v3] = ['v2', 'v3'].map((version) => `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`);
  test.each([
    ['/openapi/v2', 'application/json'],
    ['/openapi/v2', v2!],
    ['/openapi/v3/apis/deep.example.com/v1', 'application/json'],
    ['/openapi/v3/apis/deep.example.com/v1', v3!],
  ])('is in %s as %s', async (target, accept) => {
    let schema: JsonSchema = { 'x-kubernetes-int-or-string': true };
    for (let level = 0; level < maxSchemaNesting / 2; level++) schema = { type: 'object', properties: { a: schema } };
    const service = new OpenApiService({ version: 'v1' });
    service.add(resourceOf('deep.example.com', { kind: 'Deep', plural: 'deeps', schema }));
    const { status, bytes } = await call(service, target, { accept });
    expect(status).toBe(200);
    expect(bytes.includes('x-kubernetes-int-or-string')).toBe(true);
  });
});

test('documents are served whatever the method is, unless a condition is not met', async () => {
  const service = sampleService();
  const { headers } = await call(service, '/openapi/v2');
  const posted = (given: Record<string, string>) => service.handle(request('/openapi/v2', given, 'POST'));
  expect((await posted({}))?.status).toBe(200);
  expect((await posted({ 'if-none-match': headers['etag']! as string }))?.status).toBe(412);
});

describe('requests with conditions and for parts', () => {
  test.each<[requested: Record<string, string>, status: number, text?: string, reported?: Record<string, string>]>([
    [{}, 200, '', { 'accept-ranges': 'bytes', 'last-modified': 'Sat, 31 Jan 2026 00:00:00 GMT' }],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': '*' }, 200],
    [{ 'if-modified-since': 'Sat, 31 Jan 2026 00:00:00 GMT' }, 304],
    [{ 'if-modified-since': 'Fri, 30 Jan 2026 00:00:00 GMT' }, 200],
    [{ 'if-unmodified-since': 'Fri, 30 Jan 2026 00:00:00 GMT' }, 412],
    [{ range: 'bytes=0-8' }, 206, '{"paths":'],
    [{ range: 'bytes=-3' }, 206, '}}}'],
    [{ range: 'bytes=0-8', 'if-range': '"other"' }, 200],
    [{ range: 'bytes=0-1,3-4' }, 200],
    [{ range: 'bytes=99999999-' }, 416, 'invalid range: failed to overlap\n'],
    [{ range: 'bytes=3-1' }, 416, 'invalid range\n'],
    [{ range: 'lines=1' }, 416, 'invalid range\n'],
  ])('%j is answered with %i', async (requested, status, text = '', reported = {}) => {
    const response = await call(sampleService(), '/openapi/v3', requested);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject(reported);
    if (text !== '') expect(response.bytes.toString()).toBe(text);
  });
});

test('a client with an older index gets what has been added since', async () => {
  const service = sampleService();
  const { headers } = await call(service, '/openapi/v3');
  const known = { 'if-modified-since': headers['last-modified']! as string };
  expect((await call(service, '/openapi/v3', known)).status).toBe(304);
  service.add(resourceOf('new.example.com', { kind: 'New', plural: 'news', schema: { type: 'object' } }));
  const response = await call(service, '/openapi/v3', known);
  expect(response.status).toBe(200);
  expect(response.bytes.toString()).toContain('apis/new.example.com/v1');
});

describe('requests for something else', () => {
  test.each([
    ['GET', '/openapi/v3/apis/unknown.example.com/v1'],
    ['GET', '/openapi/v3/'],
    ['GET', '/openapi/v3/__proto__'],
    ['POST', '/openapi/v3/apis/unknown.example.com/v1'],
  ])('%s %s gets 404 without a text', async (method, target) => {
    expect(await sampleService().handle(request(target, {}, method))).toEqual({ status: 404, headers: {} });
  });

  test.each(['/openapi', '/apis'])('GET %s is left to others', async (target) => {
    expect(await sampleService().handle(request(target, {}, 'GET'))).toBeUndefined();
  });
});

function named(resource: Resource) {
  const { group, definition } = resource;
  return { group, plural: definition.plural, style: publishingOf(resource).documents };
}

/** A resource that counts how often its schema is read. */
function countingResource(group: string): { resource: Resource; reads: () => number } {
  let reads = 0;
  const { definition } = resourceOf(group, { kind: 'Counted', plural: 'counteds', schema: {} });
  const version = {
    get schema() {
      reads++;
      return { type: 'object' };
    },
  };
  return { resource: new Resource(group, { ...definition, versions: { v1: version } }), reads: () => reads };
}

describe('when resources come and go', () => {
  test('nothing is built before the first request, nor rebuilt for another group version', async () => {
    const service = new OpenApiService({ version: 'v1' });
    const { resource, reads } = countingResource('a.example.com');
    const before = reads();
    service.add(resource);
    expect(reads()).toBe(before);
    await call(service, '/openapi/v3/apis/a.example.com/v1');
    const once = reads() - before;
    expect(once).toBeGreaterThan(0);
    await call(service, '/openapi/v3/apis/a.example.com/v1');
    expect(reads() - before).toBe(once);
    await call(service, '/openapi/v3');
    await call(service, '/openapi/v2');
    const built = reads();
    service.add(resourceOf('b.example.com', { kind: 'Other', plural: 'others', schema: { type: 'object' } }));
    await call(service, '/openapi/v3/apis/a.example.com/v1');
    expect(await addressOf(service, 'apis/b.example.com/v1')).toBeDefined();
    expect((await readJson(service, '/openapi/v2'))['definitions']).toHaveProperty('com\\.example\\.b\\.v1\\.Other');
    expect(reads()).toBe(built);
  });

  test('the document of their group version has another hash', async () => {
    const service = new OpenApiService({ version: 'v1' });
    const [flunders, fischers] = wardleResources as [Resource, Resource];
    service.add(flunders);
    const alone = await addressOf(service, 'apis/wardle.example.com/v1');
    const alpha = await addressOf(service, 'apis/wardle.example.com/v1alpha1');
    service.add(fischers);
    expect(await addressOf(service, 'apis/wardle.example.com/v1')).not.toBe(alone);
    expect(await addressOf(service, 'apis/wardle.example.com/v1alpha1')).toBe(alpha);
    service.withdraw(named(fischers));
    expect(await addressOf(service, 'apis/wardle.example.com/v1')).toBe(alone);
    service.withdraw(named(flunders));
    expect(Object.keys((await readJson(service, '/openapi/v3'))['paths'] as JsonObject)).toEqual(['apis', 'version']);
  });

  test('a version that is no longer served is withdrawn', async () => {
    const service = new OpenApiService({ version: 'v1' });
    const [{ definition, group }] = wardleResources as [Resource];
    service.add(new Resource(group, definition));
    const { v1alpha1, ...versions } = definition.versions;
    service.add(new Resource(group, { ...definition, versions }));
    expect(v1alpha1).toBeDefined();
    expect(await addressOf(service, 'apis/wardle.example.com/v1')).toBeDefined();
    expect(await addressOf(service, 'apis/wardle.example.com/v1alpha1')).toBeUndefined();
  });

  test('one with an identity is described only when its own document is read', async () => {
    const service = new OpenApiService({ version: 'v1' });
    const described: string[] = [];
    const publish = (group: string, identity: string) =>
      service.publish({
        group,
        plural: 'counteds',
        versions: ['v1'],
        style: sparse.publishing!.documents,
        identity,
        describe: (version) => {
          described.push(`${group}/${version}`);
          return countingResource(group).resource;
        },
      });
    publish('a.example.com', 'one');
    publish('b.example.com', 'one');
    const addresses = () => Promise.all(['a', 'b'].map((name) => addressOf(service, `apis/${name}.example.com/v1`)));
    const before = await addresses();
    publish('a.example.com', 'two');
    const after = await addresses();
    expect([after[0] === before[0], after[1] === before[1], described]).toEqual([false, true, []]);
    const { status, headers } = await call(service, after[0]!);
    expect([status, headers['etag'], described]).toEqual([200, `"${after[0]!.split('=')[1]}"`, ['a.example.com/v1']]);
  });

  test('a resource does not replace one of a higher precedence', async () => {
    const service = new OpenApiService({ version: 'v1' });
    const sample = { kind: 'Sample', plural: 'samples', schema: { type: 'object' } };
    service.add(resourceOf('sample', { ...sample, dialect: plainDialect }));
    const before = await addressOf(service, 'apis/sample/v1');
    const custom = resourceOf('sample', sample);
    service.add(custom);
    expect(await addressOf(service, 'apis/sample/v1')).toBe(before);
    service.withdraw(named(custom));
    expect(await addressOf(service, 'apis/sample/v1')).toBe(before);
  });

  test('their order does not matter', async () => {
    const [one, other] = [new OpenApiService({ version: 'v1' }), new OpenApiService({ version: 'v1' })];
    for (const resource of wardleResources) one.add(resource);
    for (const resource of [...wardleResources].reverse()) other.add(resource);
    expect(await readJson(one, '/openapi/v3')).toEqual(await readJson(other, '/openapi/v3'));
  });
});

test('a group version of many resources is described whole, though in pieces', async () => {
  const service = new OpenApiService({ version: 'v1' });
  const plurals = Array.from({ length: 45 }, (_, index) => `kind${index}s`);
  for (const plural of plurals) {
    const kind = plural.replace('k', 'K').slice(0, -1);
    service.add(resourceOf('many.example.com', { kind, plural, schema: { type: 'object' } }));
  }
  const { paths, definitions } = (await readJson(service, '/openapi/v2')) as { paths: object; definitions: object };
  for (const plural of plurals) {
    expect(paths).toHaveProperty([`/apis/many.example.com/v1/${plural}`]);
    expect(definitions).toHaveProperty([`com.example.many.v1.${plural.replace('k', 'K').slice(0, -1)}`]);
  }
});
