import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import {
  isInternalError,
  isNotFound,
  isResourceExpired,
  isServiceUnavailable,
  isTooManyRequests,
} from '../../apimachinery/status/index.js';
import { RestClient } from './rest-client.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

type Scripted = { status?: number; headers?: TransportResponse['headers']; body?: string | string[] };

/** Returns the scripted responses in order, then repeats the last one. */
class ScriptedTransport implements Transport {
  readonly requests: TransportRequest[] = [];
  readonly #responses: Scripted[];

  constructor(...responses: Scripted[]) {
    this.#responses = responses;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    this.requests.push(request);
    const {
      status = 200,
      headers = {},
      body = '{}',
    } = this.#responses[this.requests.length - 1] ?? this.#responses.at(-1)!;
    const chunks = [body].flat().map((chunk) => Buffer.from(chunk));
    return {
      status,
      headers,
      body: async () => Buffer.concat(chunks),
      async *chunks() {
        yield* chunks;
      },
    };
  }

  async close(): Promise<void> {}
}

const pods = { group: '', version: 'v1', resource: 'pods' };

describe('paths', () => {
  const cases: [string, (client: RestClient) => Promise<unknown>, string][] = [
    ['a core resource', (client) => client.resource(pods, 'a').get('x'), 'GET /api/v1/namespaces/a/pods/x'],
    [
      'a resource of a group',
      (client) => client.resource({ group: 'apps', version: 'v1', resource: 'deployments' }).list(),
      'GET /apis/apps/v1/deployments',
    ],
    [
      'options',
      (client) => client.resource(pods).list({ labelSelector: 'a in (b,c)', limit: 2, continue: '' }),
      'GET /api/v1/pods?labelSelector=a%20in%20(b%2Cc)&limit=2',
    ],
    [
      'an option with several values',
      (client) => client.resource(pods, 'a').create({}, { dryRun: ['All', 'More'] }),
      'POST /api/v1/namespaces/a/pods?dryRun=All&dryRun=More',
    ],
    [
      'a subresource',
      (client) => client.resource(pods, 'a').subresource('x', 'eviction').create({}),
      'POST /api/v1/namespaces/a/pods/x/eviction',
    ],
    [
      'a name that must be escaped',
      (client) => client.resource(pods, 'a').delete('system:x/y'),
      'DELETE /api/v1/namespaces/a/pods/system%3Ax%2Fy',
    ],
  ];
  test.each(cases)('%s', async (_name, call, expected) => {
    const transport = new ScriptedTransport({});
    await call(new RestClient({ transport }));
    expect(transport.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([expected]);
  });

  test.each(['', '.', '..'])('a name that leads elsewhere is refused: %j', (name) => {
    const client = new RestClient({ transport: new ScriptedTransport({}) });
    expect(() => client.resource(pods, 'a').get(name)).toThrow(TypeError);
  });
});

describe('retries', () => {
  test('wait as long as the server says', async () => {
    const clock = new ManualClock();
    const transport = new ScriptedTransport(
      { status: 429, headers: { 'retry-after': '3' } },
      { status: 503, headers: { 'retry-after': '1' } },
      { body: '{"kind":"Pod"}' },
    );
    const response = new RestClient({ transport, clock }).resource(pods, 'a').get('x');
    await clock.advance(2999);
    expect(transport.requests.length).toBe(1);
    await clock.advance(1);
    expect(transport.requests.length).toBe(2);
    await clock.advance(1000);
    expect(await response).toEqual({ kind: 'Pod' });
  });

  test('end after ten', async () => {
    const clock = new ManualClock();
    const transport = new ScriptedTransport({ status: 429, headers: { 'retry-after': '1' } });
    const failed = new RestClient({ transport, clock })
      .resource(pods, 'a')
      .get('x')
      .catch((error: unknown) => error);
    await clock.advance(60_000);
    expect(await failed).toSatisfy(isTooManyRequests);
    expect(transport.requests.length).toBe(11);
  });

  test('are not made where the server says nothing', async () => {
    const transport = new ScriptedTransport({ status: 503, body: 'busy' });
    await expect(new RestClient({ transport }).resource(pods).list()).rejects.toSatisfy(isServiceUnavailable);
    expect(transport.requests.length).toBe(1);
  });

  test('end with the signal', async () => {
    const clock = new ManualClock();
    const transport = new ScriptedTransport({ status: 429, headers: { 'retry-after': '1' } });
    const end = new AbortController();
    const failed = new RestClient({ transport, clock }).resource(pods, 'a').get('x', { signal: end.signal });
    await clock.untilWaiting();
    end.abort(new Error('enough'));
    await expect(failed).rejects.toThrow('enough');
    expect(clock.waiting).toEqual([]);
  });
});

describe('answers', () => {
  test('that are errors without a Status become one by their code', async () => {
    const transport = new ScriptedTransport({ status: 404, body: '404 page not found' });
    const failed = await new RestClient({ transport })
      .resource(pods, 'a')
      .get('x')
      .catch((error: unknown) => error);
    expect(failed).toSatisfy(isNotFound);
    expect((failed as Error).message).toBe('the server could not find the requested resource (get pods x)');
  });

  test('that lead elsewhere are errors: nothing is followed', async () => {
    const transport = new ScriptedTransport({ status: 302, headers: { location: 'https://elsewhere' }, body: '' });
    await expect(new RestClient({ transport }).resource(pods).list()).rejects.toMatchObject({ code: 302 });
  });

  test('that are no objects are refused', async () => {
    const client = new RestClient({ transport: new ScriptedTransport({ body: '[]' }) });
    await expect(client.resource(pods).list()).rejects.toThrow(TypeError);
  });

  test('pass on warnings', async () => {
    const warnings: string[] = [];
    const headers = { warning: ['299 - "one \\"quoted\\"", 299 - "two"', '299 - "three"'] };
    const client = new RestClient({
      transport: new ScriptedTransport({ headers }),
      onWarning: (text) => warnings.push(text),
    });
    await client.resource(pods).list();
    expect(warnings).toEqual(['one "quoted"', 'two', 'three']);
  });
});

describe('a watch', () => {
  async function events(...body: string[]): Promise<string[]> {
    const client = new RestClient({ transport: new ScriptedTransport({ body }) });
    const seen: string[] = [];
    for await (const { type, object } of client.resource(pods).watch()) {
      seen.push(`${type} ${((object as JsonObject)['metadata'] as JsonObject)['name']}`);
    }
    return seen;
  }
  const line = (type: string, name: string) => `{"type":"${type}","object":{"metadata":{"name":"${name}"}}}\n`;

  test('is read across chunks', async () => {
    const stream = line('ADDED', 'ü') + line('BOOKMARK', 'b') + line('DELETED', 'c');
    expect(await events(stream.slice(0, 10), stream.slice(10, 90), stream.slice(90))).toEqual([
      'ADDED ü',
      'BOOKMARK b',
      'DELETED c',
    ]);
  });

  const failures: [string, string, (error: unknown) => boolean][] = [
    [
      'an ERROR event',
      '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","reason":"Expired","code":410}}\n',
      isResourceExpired,
    ],
    ['an ERROR event without a Status', '{"type":"ERROR","object":{}}\n', isInternalError],
    ['an event of no known type', line('NEWS', 'x'), isInternalError],
    ['what is no event', '[]\n', isInternalError],
    ['what is no JSON', '{"type"\n', (error) => error instanceof Error && error.name === 'DecodeError'],
  ];
  test.each(failures)('fails with %s', async (_name, body, matches) => {
    await expect(events(body)).rejects.toSatisfy(matches);
  });
});
