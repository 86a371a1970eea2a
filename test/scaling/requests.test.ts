import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headerLimits } from '../../src/server/filters/limit-request.js';
import { queryLimits } from '../../src/server/routing/index.js';
import { many, things, thingsPath } from './definitions.js';
import { expectScales } from './expect-scales.js';
import { ScalingServer } from './scaling-server.js';

let server: ScalingServer;
beforeAll(async () => {
  server = await ScalingServer.start([things], ['--feature-gates=ShardedListAndWatch=true']);
});
afterAll(() => server?.close());

/** In characters: with more of them the request headers are refused as a whole. */
const upTo = 60_000;
const anyStatus = [200, 304, 400, 401, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 431, 500, 503];

const texts: Record<string, (size: number) => string> = {
  letters: (size) => 'a'.repeat(size),
  zeros: (size) => '0'.repeat(size),
  'zeros and a letter': (size) => `${'0'.repeat(size)}x`,
  spaces: (size) => `a${' '.repeat(size)}b`,
  commas: (size) => 'a,'.repeat(size / 2),
  semicolons: (size) => `a;${'q=1;'.repeat(size / 4)}`,
  equals: (size) => 'a=b,'.repeat(size / 4),
  brackets: (size) => `a in (${'b,'.repeat(size / 2)})`,
  slashes: (size) => 'a/'.repeat(size / 2),
  'open quotes': (size) => `a="${'\\"'.repeat(size / 2)}`,
};

/** The query parameters and headers that the source reads. */
const source = join(import.meta.dirname, '../../src');
const sourceText = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');
const namesIn = (pattern: RegExp) => [...new Set([...sourceText.matchAll(pattern)].map(([, name]) => name!))].sort();
const read = namesIn(/(?:query\.(?:get|getAll|has)\(|(?:integerOf|booleanOf)\(query, )'([A-Za-z]+)'/g);
const parameters = [...new Set([...read, ...queryLimits.keys()])].sort();
const headers = [...new Set([...namesIn(/\bheader\('([a-z-]+)'\)/g), ...Object.keys(headerLimits)])].sort();

test('parameters and headers are found in the source', () => {
  expect(parameters).toEqual(
    expect.arrayContaining(['timeout', 'limit', 'labelSelector', 'shardSelector', 'fieldManager']),
  );
  expect(headers).toEqual(expect.arrayContaining(['accept', 'accept-encoding', 'content-type', 'authorization']));
});

test('every parameter has a limit, except the command of an exec', () => {
  expect(parameters.filter((name) => !queryLimits.has(name))).toEqual(['command']);
});

describe('a parameter of the query that is long is no trouble for others', () => {
  test.each(parameters)('%s', async (parameter) => {
    for (const [name, text] of Object.entries(texts)) {
      await expectScales(server, {
        name: `${parameter}: ${name}`,
        upTo: upTo / 3,
        status: anyStatus,
        make: (size) => ({ path: `${thingsPath}?timeoutSeconds=1&${parameter}=${encodeURIComponent(text(size))}` }),
      });
    }
  });
});

/** Connection-specific headers, which the client does not send over HTTP/2. */
const ofConnections = new Set(['connection', 'upgrade', 'host', 'content-length', 'keep-alive', 'transfer-encoding']);

describe('a header that is long is no trouble for others', () => {
  test.each(headers.filter((header) => !ofConnections.has(header)))('%s', async (header) => {
    for (const [name, text] of Object.entries(texts)) {
      await expectScales(server, {
        name: `${header}: ${name}`,
        upTo,
        status: anyStatus,
        make: (size) => ({ path: thingsPath, headers: { [header]: text(size) } }),
      });
    }
  });
});

describe('a path that is long is no trouble for others', () => {
  const paths: Record<string, (text: string) => string> = {
    group: (text) => `/apis/${text}/v1/things`,
    version: (text) => `/apis/scaling.example.com/${text}/things`,
    namespace: (text) => `/apis/scaling.example.com/v1/namespaces/${text}/things`,
    resource: (text) => `/apis/scaling.example.com/v1/namespaces/default/${text}`,
    name: (text) => `${thingsPath}/${text}`,
    subresource: (text) => `${thingsPath}/x/${text}`,
    'no resource': (text) => `/${text}`,
    openapi: (text) => `/openapi/v3/${text}`,
    console: (text) => `/console/${text}`,
    health: (text) => `/livez/${text}`,
    'the proxy of a service': (text) => `/api/v1/namespaces/default/services/${text}/proxy/${text}`,
  };
  test.each(Object.keys(paths))('%s', async (part) => {
    const families: Record<string, (size: number) => string> = {
      letters: (size) => 'a'.repeat(size),
      dots: (size) => 'a.'.repeat(size / 2),
      segments: (size) => 'a/'.repeat(size / 2),
      slashes: (size) => '/'.repeat(size),
      escapes: (size) => '%2e'.repeat(size / 3),
    };
    for (const [name, text] of Object.entries(families)) {
      await expectScales(server, {
        name: `${part}: ${name}`,
        upTo: upTo / 3,
        status: [...anyStatus, 301, 302, 307],
        make: (size) => ({ path: paths[part]!(text(size)) }),
      });
    }
  });
});

const shard = "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')";

describe('a selector that is long is no trouble for others', () => {
  const selectors: Record<string, (size: number) => string> = {
    'a value among many': (size) => `labelSelector=a+in+(${many(size / 8, (index) => `v${index}`).join(',')})`,
    'values that are wrong': (size) => `labelSelector=a+in+(${many(size / 8, (index) => `-v${index}`).join(',')})`,
    'many requirements': (size) => `labelSelector=${many(size / 9, (index) => `k${index}%3Dv`).join(',')}`,
    'requirements that something is not there': (size) => `labelSelector=${'!a,'.repeat(size / 3)}b`,
    'many fields': (size) => `fieldSelector=${'metadata.name%3Da,'.repeat(size / 18)}metadata.name%3Da`,
    shards: (size) => `shardSelector=${encodeURIComponent(many(size / 75, () => shard).join('||'))}`,
    'shards that are wrong': (size) => `shardSelector=shardRange(${'('.repeat(size / 2)}${'%20'.repeat(size / 6)}`,
    'escaped values': (size) => `fieldSelector=metadata.name%3D${'%5C%5C'.repeat(size / 6)}`,
  };
  test.each(Object.keys(selectors))('%s', (name) =>
    expectScales(server, {
      name,
      upTo: upTo / 2,
      status: anyStatus,
      make: (size) => ({ path: `${thingsPath}?${selectors[name]!(size)}` }),
    }),
  );
});
