import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { type JsonSchema, maxSchemaNesting } from '../../apimachinery/schema/index.js';
import { Resource } from '../registry/index.js';
import { call, readJson, request, resourceOf, sampleService, wardleResources } from './openapi.test.support.js';
import { OpenApiService } from './openapi-service.js';

const path = '/openapi/v3/apis/wardle.example.com/v1';

function addressOf(service: OpenApiService, name: string): string | undefined {
  const { paths } = readJson(service, '/openapi/v3') as { paths: Record<string, { serverRelativeURL: string }> };
  return paths[name]?.serverRelativeURL;
}

describe('the index of v3', () => {
  test('lists what is there with the hash of each document', () => {
    const service = sampleService();
    const { paths } = readJson(service, '/openapi/v3') as { paths: JsonObject };
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

  test('is JSON whatever the client accepts', () => {
    const { status, headers } = call(sampleService(), '/openapi/v3', { accept: 'text/html' });
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  });
});

describe('a document', () => {
  test('may be kept for a year where the address has its hash', () => {
    const service = sampleService();
    const { status, headers } = call(service, addressOf(service, 'apis/wardle.example.com/v1')!);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, immutable',
      expires: 'Sun, 31 Jan 2027 00:00:00 GMT',
      vary: 'Accept, Accept-Encoding',
    });
  });

  test('is found from an address with an old hash', () => {
    const service = sampleService();
    const { status, headers } = call(service, `${path}?hash=0123`);
    expect([status, headers['location']]).toEqual([301, addressOf(service, 'apis/wardle.example.com/v1')]);
  });

  test.each(['/openapi/v2', '/openapi/v3', path])('%s is not sent to those who have it', (target) => {
    const service = sampleService();
    const { headers } = call(service, target);
    const etag = headers['etag'] as string;
    expect(etag).toMatch(/^"[0-9A-F]{128}"$/);
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const again = call(service, target, { 'if-none-match': known });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, etag]);
    }
    expect(call(service, target, { 'if-none-match': '"other"' }).status).toBe(200);
  });

  test.each(['/openapi/v2', path])('%s is the same compressed', (target) => {
    const service = sampleService();
    const plain = call(service, target);
    const compressed = call(service, target, { 'accept-encoding': 'deflate, gzip' });
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
  ])('%s for a client that accepts %s is %s', (target, accept, contentType) => {
    const { status, headers } = call(sampleService(), target, accept === undefined ? {} : { accept });
    expect([status, headers['content-type']]).toEqual(contentType ? [200, contentType] : [406, undefined]);
  });

  test('has the same ETag in every form', () => {
    const service = sampleService();
    const etags = ['json', 'com.github.proto-openapi.spec.v3.v1.0+protobuf'].map(
      (subtype) => call(service, path, { accept: `application/${subtype}` }).headers['etag'],
    );
    expect(etags[0]).toBe(etags[1]);
  });

  test('has no body for HEAD', () => {
    const answer = sampleService().handle(request(path, {}, 'HEAD'));
    expect([answer?.status, answer?.body]).toEqual([200, undefined]);
  });
});

describe('a schema as deep as schemas may be', () => {
  const [v2, v3] = ['v2', 'v3'].map((version) => `application/com.github.proto-openapi.spec.${version}.v1.0+protobuf`);
  test.each([
    ['/openapi/v2', 'application/json'],
    ['/openapi/v2', v2!],
    ['/openapi/v3/apis/deep.example.com/v1', 'application/json'],
    ['/openapi/v3/apis/deep.example.com/v1', v3!],
  ])('is in %s as %s', (target, accept) => {
    let schema: JsonSchema = { 'x-kubernetes-int-or-string': true };
    for (let level = 0; level < maxSchemaNesting / 2; level++) schema = { type: 'object', properties: { a: schema } };
    const service = new OpenApiService({ version: 'v1' });
    service.add(resourceOf('deep.example.com', { kind: 'Deep', plural: 'deeps', schema }));
    const { status, bytes } = call(service, target, { accept });
    expect(status).toBe(200);
    expect(bytes.includes('x-kubernetes-int-or-string')).toBe(true);
  });
});

describe('requests for something else', () => {
  test.each([
    ['GET', '/openapi/v3/apis/nobody.example.com/v1'],
    ['GET', '/openapi/v3/'],
    ['GET', '/openapi/v3/__proto__'],
    ['GET', '/openapi'],
    ['GET', '/apis'],
    ['POST', '/openapi/v2'],
  ])('%s %s is left to others', (method, target) => {
    expect(sampleService().handle(request(target, {}, method))).toBeUndefined();
  });
});

function named({ group, definition: { plural }, isCustom }: Resource) {
  return { group, plural, isCustom };
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
  test('nothing is built before it is asked for, nor again for another group version', () => {
    const service = new OpenApiService({ version: 'v1' });
    const { resource, reads } = countingResource('a.example.com');
    const before = reads();
    service.add(resource);
    expect(reads()).toBe(before);
    call(service, '/openapi/v3/apis/a.example.com/v1');
    const once = reads() - before;
    expect(once).toBeGreaterThan(0);
    call(service, '/openapi/v3/apis/a.example.com/v1');
    expect(reads() - before).toBe(once);
    call(service, '/openapi/v3');
    call(service, '/openapi/v2');
    const built = reads();
    service.add(resourceOf('b.example.com', { kind: 'Other', plural: 'others', schema: { type: 'object' } }));
    call(service, '/openapi/v3/apis/a.example.com/v1');
    expect(addressOf(service, 'apis/b.example.com/v1')).toBeDefined();
    expect(readJson(service, '/openapi/v2')['definitions']).toHaveProperty('com\\.example\\.b\\.v1\\.Other');
    expect(reads()).toBe(built);
  });

  test('the document of their group version has another hash', () => {
    const service = new OpenApiService({ version: 'v1' });
    const [flunders, fischers] = wardleResources as [Resource, Resource];
    service.add(flunders);
    const alone = addressOf(service, 'apis/wardle.example.com/v1');
    const alpha = addressOf(service, 'apis/wardle.example.com/v1alpha1');
    service.add(fischers);
    expect(addressOf(service, 'apis/wardle.example.com/v1')).not.toBe(alone);
    expect(addressOf(service, 'apis/wardle.example.com/v1alpha1')).toBe(alpha);
    service.withdraw(named(fischers));
    expect(addressOf(service, 'apis/wardle.example.com/v1')).toBe(alone);
    service.withdraw(named(flunders));
    expect(Object.keys(readJson(service, '/openapi/v3')['paths'] as JsonObject)).toEqual(['apis', 'version']);
  });

  test('a version that is no longer served is withdrawn', () => {
    const service = new OpenApiService({ version: 'v1' });
    const [{ definition, group }] = wardleResources as [Resource];
    service.add(new Resource(group, definition));
    const { v1alpha1, ...versions } = definition.versions;
    service.add(new Resource(group, { ...definition, versions }));
    expect(v1alpha1).toBeDefined();
    expect(addressOf(service, 'apis/wardle.example.com/v1')).toBeDefined();
    expect(addressOf(service, 'apis/wardle.example.com/v1alpha1')).toBeUndefined();
  });

  test('one with an identity is described only when its own document is read', () => {
    const service = new OpenApiService({ version: 'v1' });
    const described: string[] = [];
    const publish = (group: string, identity: string) =>
      service.publish({
        group,
        plural: 'counteds',
        versions: ['v1'],
        isCustom: true,
        identity,
        describe: (version) => {
          described.push(`${group}/${version}`);
          return countingResource(group).resource;
        },
      });
    publish('a.example.com', 'one');
    publish('b.example.com', 'one');
    const before = ['a', 'b'].map((name) => addressOf(service, `apis/${name}.example.com/v1`));
    publish('a.example.com', 'two');
    const after = ['a', 'b'].map((name) => addressOf(service, `apis/${name}.example.com/v1`));
    expect([after[0] === before[0], after[1] === before[1], described]).toEqual([false, true, []]);
    const { status, headers } = call(service, after[0]!);
    expect([status, headers['etag'], described]).toEqual([200, `"${after[0]!.split('=')[1]}"`, ['a.example.com/v1']]);
  });

  test('a custom resource does not take the place of one that is built in', () => {
    const service = new OpenApiService({ version: 'v1' });
    const sample = { kind: 'Sample', plural: 'samples', schema: { type: 'object' } };
    service.add(resourceOf('sample', { ...sample, isCustom: false }));
    const before = addressOf(service, 'apis/sample/v1');
    const custom = resourceOf('sample', sample);
    service.add(custom);
    expect(addressOf(service, 'apis/sample/v1')).toBe(before);
    service.withdraw(named(custom));
    expect(addressOf(service, 'apis/sample/v1')).toBe(before);
  });

  test('their order does not matter', () => {
    const [one, other] = [new OpenApiService({ version: 'v1' }), new OpenApiService({ version: 'v1' })];
    for (const resource of wardleResources) one.add(resource);
    for (const resource of [...wardleResources].reverse()) other.add(resource);
    expect(readJson(one, '/openapi/v3')).toEqual(readJson(other, '/openapi/v3'));
  });
});
