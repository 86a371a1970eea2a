import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from './api-request.js';
import { ClientGoneError } from './api-request.js';
import type { ApiResponse, ResponseSink } from './api-response.js';
import { bytesOf } from './testing/client.js';
import { gate } from './testing/gate.js';
import { connect, protocols, startServer } from './testing/server.js';

const json = { 'content-type': 'application/json' };
const ok = (body?: ApiResponse['body']): ApiResponse => ({ status: 200, headers: json, body });
const text = (value: unknown): ApiResponse => ok(Buffer.from(JSON.stringify(value)));
const megabytes = 1024 * 1024;

describe.each(protocols)('over %s', (protocol) => {
  it('a handler sees the request as it was sent', async () => {
    let seen: ApiRequest | undefined;
    const server = await startServer((request) => {
      seen = request;
      return ok();
    });
    await connect(server, protocol).open({
      method: 'DELETE',
      path: '/api/v1/a%2Fb?labelSelector=a%3Db&limit=5',
      headers: { Accept: 'application/json', 'impersonate-group': ['a, b', 'c'] },
    });
    expect(seen).toMatchObject({ method: 'DELETE', path: '/api/v1/a%2Fb', decodedPath: '/api/v1/a/b', protocol });
    expect(seen?.rawQuery).toBe('labelSelector=a%3Db&limit=5');
    expect(seen?.query.get('labelSelector')).toBe('a=b');
    expect(seen?.header('accept')).toBe('application/json');
    expect(seen?.headerValues('impersonate-group')).toEqual(['a, b', 'c']);
    expect(seen?.headerValues('x-absent')).toEqual([]);
    expect(seen?.host).toBe(`localhost:${server.port}`);
    expect(seen?.remoteAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(seen?.clientCertificate()).toBeUndefined();
    expect([...(seen?.headerEntries() ?? [])].map(([name]) => name)).toContain('host');
    expect(Object.keys(seen?.headers ?? {}).filter((name) => name.startsWith(':'))).toEqual([]);
  });

  it('a buffer comes with its length and no needless headers', async () => {
    const server = await startServer(() => text({ kind: 'Pod' }));
    const { status, headers, incoming } = await connect(server, protocol).open({ path: '/' });
    expect(status).toBe(200);
    expect(Object.keys(headers).sort()).toEqual(['content-length', 'content-type', 'date']);
    expect((await bytesOf(incoming)).toString()).toBe('{"kind":"Pod"}');
  });

  it.each([
    { name: 'a buffer', body: Buffer.from('1234'), length: '4' },
    { name: 'chunks', body: [Buffer.from('1234')], length: undefined },
    { name: 'nothing', body: undefined, length: '0' },
  ])('HEAD gets the headers of $name and no body', async ({ body, length }) => {
    const server = await startServer(() => ok(body));
    const { headers, incoming } = await connect(server, protocol).open({ method: 'HEAD' });
    expect(headers['content-length']).toBe(length);
    expect((await bytesOf(incoming)).length).toBe(0);
  });

  it.each([204, 304])('status %i has neither body nor length', async (status) => {
    const server = await startServer(() => ({ status, headers: {} }));
    const client = connect(server, protocol);
    const response = await client.open({});
    expect(response.headers['content-length']).toBeUndefined();
    expect((await bytesOf(response.incoming)).length).toBe(0);
  });

  it('a header may have several values', async () => {
    const server = await startServer(() => ({ status: 200, headers: { warning: ['299 - "a"', '299 - "b"'] } }));
    const { headers } = await connect(server, protocol).open({});
    expect(headers['warning']).toBe('299 - "a", 299 - "b"');
  });

  it.each([
    { name: 'a buffer', body: Buffer.from('1') },
    { name: 'chunks', body: [Buffer.from('1')] },
  ])('a warning before $name is sent byte by byte', async ({ body }) => {
    const warning = Buffer.from('299 - "é"').toString('latin1');
    const server = await startServer(() => ({ status: 200, headers: { warning: [warning] }, body }));
    const { headers, incoming } = await connect(server, protocol).open({});
    expect([headers['warning'], (await bytesOf(incoming)).toString()]).toEqual([warning, '1']);
  });

  it('a body of many megabytes comes whole, both ways', async () => {
    const big = Buffer.alloc(20 * megabytes, 'k8s');
    const server = await startServer(async (request) => ok(await request.body(big.length)));
    const { incoming } = await connect(server, protocol).open({ method: 'POST', body: big });
    expect((await bytesOf(incoming)).equals(big)).toBe(true);
  });

  it('a body is read once and remembered', async () => {
    const server = await startServer(async (request) => {
      const [first, second] = [await request.body(100), await request.body(1)];
      return text([first === second, second.toString()]);
    });
    const { incoming } = await connect(server, protocol).open({ method: 'POST', body: Buffer.from('once') });
    expect((await bytesOf(incoming)).toString()).toBe('[true,"once"]');
  });

  it('a request without a body has an empty one', async () => {
    const server = await startServer(async (request) => text([request.hasBody, (await request.body(10)).length]));
    expect(await connect(server, protocol).get('/')).toEqual({ status: 200, text: '[false,0]' });
  });

  it('a proxy reads the body as it arrives', async () => {
    const server = await startServer(async (request) => {
      let length = 0;
      for await (const chunk of request.bodyStream()) length += chunk.length;
      return text(request.hasBody ? length : -1);
    });
    const { incoming } = await connect(server, protocol).open({ method: 'POST', body: Buffer.alloc(300_000) });
    expect((await bytesOf(incoming)).toString()).toBe('300000');
  });

  it('the body is requested only when a handler reads it', async () => {
    const server = await startServer(async (request) => {
      if (request.path === '/refused') return { status: 401, headers: {} };
      return ok(await request.body(10));
    });
    const client = connect(server, protocol);
    const expectContinue = async (path: string) => {
      let continued = false;
      const { status } = await client.open({
        method: 'POST',
        path,
        headers: { expect: '100-continue' },
        send: (outgoing) =>
          outgoing.once('continue', () => {
            continued = true;
            outgoing.end('body');
          }),
      });
      return { status, continued };
    };
    expect(await expectContinue('/wanted')).toEqual({ status: 200, continued: true });
    expect(await expectContinue('/refused')).toEqual({ status: 401, continued: false });
  });

  it.each([
    { name: 'with a length', announced: true },
    { name: 'of unknown length', announced: false },
  ])('a body beyond the limit, $name, is refused and the client hears of it', async ({ announced }) => {
    const server = await startServer(async (request) => {
      const error = await request.body(3 * megabytes).then(
        () => undefined,
        (reason) => reason,
      );
      return { status: error.code, headers: {}, body: Buffer.from(error.message) };
    });
    const client = connect(server, protocol);
    const body = Buffer.alloc(8 * megabytes);
    const init = announced ? { body } : { send: (outgoing: NodeJS.WritableStream) => void outgoing.end(body) };
    const { status, incoming } = await client.open({ method: 'POST', ...init });
    expect(status).toBe(413);
    const message = await once(incoming, 'data');
    expect(String(message)).toBe('Request entity too large: limit is 3145728');
  });

  it('a client that leaves within its body is a ClientGoneError', async () => {
    const begun = gate();
    const failed = gate<unknown>();
    const server = await startServer(async (request) => {
      begun.open();
      await request.body(1000).catch(failed.open);
      return ok();
    });
    const send = (outgoing: Writable) => {
      outgoing.write('half');
      begun.opened.then(() => outgoing.destroy());
    };
    connect(server, protocol)
      .open({ method: 'POST', send })
      .catch(() => {});
    expect(await failed.opened).toBeInstanceOf(ClientGoneError);
  });

  it('reading the body of a disconnected client throws ClientGoneError', async () => {
    const begun = gate();
    const failed = gate<unknown>();
    const server = await startServer(async (request) => {
      begun.open();
      if (!request.signal.aborted) await once(request.signal, 'abort');
      await request.body(1000).catch(failed.open);
      return ok();
    });
    const send = (outgoing: Writable) => {
      outgoing.write('half');
      begun.opened.then(() => outgoing.destroy());
    };
    const headers = { expect: '100-continue' };
    connect(server, protocol)
      .open({ method: 'POST', headers, send })
      .catch(() => {});
    expect(await failed.opened).toBeInstanceOf(ClientGoneError);
  });

  it('a client that leaves while it is waited for aborts the signal', async () => {
    let gone: AbortSignal | undefined;
    const held = gate();
    const server = await startServer(() =>
      ok(async (sink) => {
        gone = sink.closed;
        held.open();
        if (!sink.closed.aborted) await once(sink.closed, 'abort');
        expect(sink.write(Buffer.from('late'))).toBe(false);
        await sink.drained();
      }),
    );
    const exchange = await connect(server, protocol).open({});
    await held.opened;
    expect(gone?.aborted).toBe(false);
    exchange.abort();
    await once(gone!, 'abort');
    expect(gone?.reason).toBeInstanceOf(ClientGoneError);
  });

  it('a response that was sent whole does not abort the signal', async () => {
    let signal: AbortSignal | undefined;
    const server = await startServer((request) => {
      signal = request.signal;
      return text('done');
    });
    const client = connect(server, protocol);
    await client.get('/');
    client.close();
    await server.close();
    expect(signal?.aborted).toBe(false);
  });

  it('chunks are sent one after another', async () => {
    const server = await startServer(() => ok(['[', '1', ']'].map((part) => Buffer.from(part))));
    expect(await connect(server, protocol).get('/')).toEqual({ status: 200, text: '[1]' });
  });

  it('a slow reader holds up the chunks, not the memory', async () => {
    const chunk = Buffer.alloc(64 * 1024);
    let pulled = 0;
    function* endless() {
      for (; pulled < 10_000; pulled++) yield chunk;
    }
    const server = await startServer((request) => (request.path === '/big' ? ok(endless()) : text(pulled)));
    const client = connect(server, protocol);
    const exchange = await client.open({ path: '/big' });
    await once(exchange.incoming, 'readable');
    await client.get('/');
    for (let before = -1; before !== pulled; ) {
      before = pulled;
      for (let round = 0; round < 20; round++) await client.get('/');
    }
    expect(pulled * chunk.length).toBeLessThan(16 * megabytes);
    exchange.abort();
  });

  it('a sink says when its reader is slow and when it has caught up', async () => {
    const chunk = Buffer.alloc(256 * 1024);
    let sink: ResponseSink | undefined;
    let written = 0;
    const server = await startServer(() =>
      ok(async (given) => {
        sink = given;
        while (given.write(chunk)) written++;
        written++;
        expect(given.pendingBytes).toBeGreaterThan(0);
        await given.drained();
        given.write(Buffer.from('tail'));
      }),
    );
    const { incoming } = await connect(server, protocol).open({});
    const received = await bytesOf(incoming);
    expect(received.length).toBe(written * chunk.length + 4);
    expect(sink?.pendingBytes).toBe(0);
  });

  it('the headers of a stream are sent before its first write', async () => {
    const released = gate();
    const server = await startServer(() =>
      ok(async (sink) => {
        await released.opened;
        sink.write(Buffer.from('event'));
      }),
    );
    const { status, incoming } = await connect(server, protocol).open({});
    released.open();
    expect([status, (await bytesOf(incoming)).toString()]).toEqual([200, 'event']);
  });

  it.each([
    { name: 'a handler that throws', handler: (): ApiResponse => raise() },
    { name: 'a handler that rejects', handler: async (): Promise<ApiResponse> => raise() },
    { name: 'a response that cannot be sent', handler: () => ({ status: 200, headers: { 'a b': 'c' } }) },
  ])('$name is answered with 500 and reported', async ({ handler }) => {
    const errors: unknown[] = [];
    const server = await startServer(handler, { onError: (error) => errors.push(error) });
    expect(await connect(server, protocol).get('/')).toEqual({ status: 500, text: 'Internal Server Error' });
    expect(errors).toHaveLength(1);
  });

  it.each([
    { name: 'function', body: async (sink: ResponseSink) => raise(sink.write(Buffer.from('half'))) },
    { name: 'generator', body: halfway() },
  ])('a body whose $name fails is cut off', async ({ body }) => {
    const errors: unknown[] = [];
    const server = await startServer(() => ok(body), { onError: (error) => errors.push(error) });
    const { incoming } = await connect(server, protocol).open({});
    await expect(bytesOf(incoming)).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  it('a hundred concurrent requests get their own responses', async () => {
    const server = await startServer(async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      return text(request.path);
    });
    const client = connect(server, protocol);
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
    const responses = await Promise.all(paths.map((path) => client.get(path)));
    expect(responses.map(({ text }) => JSON.parse(text))).toEqual(paths);
  });
});

function raise(..._after: unknown[]): never {
  throw new Error('broken');
}

function* halfway(): Generator<Buffer> {
  yield Buffer.from('half');
  raise();
}
