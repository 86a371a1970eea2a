import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ManualClock, settle } from '../../../src/apimachinery/clock/manual-clock.test.support.js';
import {
  bearerToken,
  Http2Transport,
  type Http2TransportOptions,
  TokenFile,
  type Transport,
  TransportError,
} from '../../../src/client/rest/index.js';
import { type ApiResponse, type Handler, makeSelfSigned, SecureServer } from '../../../src/server/http/index.js';

const { certificate, key } = makeSelfSigned({ names: ['localhost', '127.0.0.1'] });
const tls = { certificate: { certificate: { pem: certificate }, key: { pem: key } } };
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Forwards bytes until it is stalled. */
class StallingProxy {
  readonly #server = createServer();
  readonly #sockets: Socket[] = [];

  static async start(target: number): Promise<StallingProxy> {
    const proxy = new StallingProxy();
    proxy.#server.on('connection', (near) => {
      const far = createConnection(target, '127.0.0.1');
      for (const socket of [near, far]) socket.on('error', () => undefined);
      near.pipe(far).pipe(near);
      proxy.#sockets.push(near, far);
    });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await settle();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

async function serve(handler: Handler, port = 0, limits = {}): Promise<SecureServer> {
  const server = await SecureServer.start({ handler, port, host: '127.0.0.1', tls, limits });
  cleanups.push(() => server.close());
  return server;
}

function connect(server: SecureServer, options: Partial<Http2TransportOptions> = {}): Http2Transport {
  const transport = new Http2Transport({
    server: `https://127.0.0.1:${server.port}`,
    tls: { authorities: certificate },
    ...options,
  });
  cleanups.push(() => transport.close());
  return transport;
}

const text = (body: string, status = 200): ApiResponse => ({ status, headers: {}, body: Buffer.from(body) });
const get = async (transport: Transport, target = '/') => {
  const response = await transport.send({ method: 'GET', target, headers: {} });
  return (await response.body()).toString();
};

describe('a connection', () => {
  test('is one for all requests', async () => {
    const server = await serve((request) => text(request.target));
    const transport = connect(server);
    const targets = Array.from({ length: 20 }, (_, index) => `/${index}`);
    expect(await Promise.all(targets.map((target) => get(transport, target)))).toEqual(targets);
    expect(server.openConnections).toBe(1);
  });

  test('is joined by another where the server takes no more requests on it', async () => {
    const server = await serve(
      ({ target }) =>
        target === '/watch'
          ? {
              status: 200,
              headers: {},
              body: (sink) => new Promise((done) => sink.closed.addEventListener('abort', () => done())),
            }
          : text('answered'),
      0,
      { maxConcurrentStreams: 2 },
    );
    const transport = connect(server);
    const end = new AbortController();
    const watch = { method: 'GET', target: '/watch', headers: {}, signal: end.signal };
    const responses = await Promise.all([1, 2, 3].map(() => transport.send(watch)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await get(transport)).toBe('answered');
    expect(server.openConnections).toBe(2);
    const reading = responses.map((response) => response.body());
    end.abort(new Error('enough'));
    for (const one of reading) await expect(one).rejects.toThrow('enough');
  });

  test('is made anew after the server was away', async () => {
    const first = await serve(() => text('first'));
    const transport = connect(first);
    expect(await get(transport)).toBe('first');
    const { port } = first;
    await first.close();
    const failed = await get(transport).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TransportError);
    expect(failed).toMatchObject({ isUnprocessed: true });
    await serve(() => text('second'), port);
    expect(await get(transport)).toBe('second');
  });

  test('moves on when the server says goodbye', async () => {
    const server = await serve(() => ({ ...text('bye'), closeConnection: true }));
    const transport = connect(server);
    expect([await get(transport), await get(transport), await get(transport)]).toEqual(['bye', 'bye', 'bye']);
  });

  test.each<[string, (transport: Transport) => Promise<unknown>]>([
    ['the whole body', get],
    [
      'chunks',
      async (transport) => {
        const response = await transport.send({ method: 'GET', target: '/', headers: {} });
        for await (const chunk of response.chunks()) expect(chunk.toString()).toBe('begun');
      },
    ],
  ])('that breaks, or a response that is cut off, fails who reads %s', async (_name, read) => {
    const breaking: Handler = () => ({
      status: 200,
      headers: {},
      body: (sink) => {
        sink.write(Buffer.from('begun'));
        setImmediate(() => server.close());
        return new Promise(() => undefined);
      },
    });
    const server = await serve(breaking);
    await expect(read(connect(server))).rejects.toBeInstanceOf(TransportError);
    const cutOff = await serve(() => ({
      status: 200,
      headers: {},
      body: async (sink) => {
        sink.write(Buffer.from('begun'));
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('broken');
      },
    }));
    await expect(read(connect(cutOff))).rejects.toBeInstanceOf(TransportError);
  });

  test('is given up when the server does not respond to pings', async () => {
    const server = await serve((request) => (request.target === '/' ? text('here') : new Promise(() => undefined)));
    const way = await StallingProxy.start(server.port);
    cleanups.push(() => way.close());
    const clock = new ManualClock();
    const transport = connect(server, { server: `https://127.0.0.1:${way.port}`, clock });
    expect(await get(transport)).toBe('here');
    // Not a GET, which would be retried.
    const request = { method: 'POST', target: '/forever', headers: {} };
    const waiting = transport.send(request).catch((error: unknown) => error);
    const isOver = async () => (await Promise.race([waiting, settle()])) !== undefined;
    // It has sent something in the first interval, and answers the ping after the second.
    await clock.advance(60_000);
    await way.until(() => clock.waiting.includes(30_000));
    expect(await isOver()).toBe(false);
    way.stall();
    // The answer counts as activity, so the next interval passes as well.
    await clock.advance(60_000);
    expect(await isOver()).toBe(false);
    await clock.advance(15_000);
    expect(await waiting).toBeInstanceOf(TransportError);
    expect(((await waiting) as Error).message).toContain('does not respond to pings');
  });

  test('is not opened after the client was closed', async () => {
    const transport = connect(await serve(() => text('')));
    await transport.close();
    await expect(get(transport)).rejects.toThrow('the client is closed');
  });
});

describe('TLS', () => {
  test.each([
    ['refuses a certificate that nobody it trusts has signed', {}, 'cannot connect'],
    ['refuses a certificate for another name', { authorities: certificate, serverName: 'other' }, 'cannot connect'],
    [
      'takes a certificate for the name that it is told',
      { authorities: certificate, serverName: 'localhost' },
      undefined,
    ],
    ['takes any certificate if it is told to', { insecure: true }, undefined],
  ])('%s', async (_name, options, failure) => {
    const transport = connect(await serve(() => text('welcome')), { tls: options });
    if (failure === undefined) expect(await get(transport)).toBe('welcome');
    else await expect(get(transport)).rejects.toThrow(failure);
  });
});

describe('credentials', () => {
  const echo: Handler = (request) => text(request.header('authorization') ?? 'nobody');

  test('a token is sent with every request, and headers that always are', async () => {
    const headers = { 'impersonate-user': 'jane' };
    const server = await serve((request) =>
      text(`${request.header('authorization')} ${request.header('impersonate-user')}`),
    );
    expect(await get(connect(server, { credentials: bearerToken('secret'), headers }))).toBe('Bearer secret jane');
  });

  test('a token file is read again when the server refuses what was in it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'token-'));
    cleanups.push(() => rm(directory, { recursive: true }));
    const file = join(directory, 'token');
    await writeFile(file, 'old\n');
    const server = await serve((request) =>
      request.header('authorization') === 'Bearer new' ? echo(request) : text('who?', 401),
    );
    const transport = connect(server, { credentials: new TokenFile(file) });
    expect(await get(transport)).toBe('who?');
    await writeFile(file, 'new\n');
    expect(await get(transport)).toBe('Bearer new');
  });

  test('another client certificate means another connection', async () => {
    const pairs = [makeSelfSigned({ names: ['one'] }), makeSelfSigned({ names: ['two'] })];
    let current = 0;
    const server = await SecureServer.start({
      handler: (request) => text(request.clientCertificate()?.chain[0]?.subject ?? 'none'),
      port: 0,
      tls: { ...tls, clientAuthorities: pairs.map(({ certificate: pem }) => ({ pem })) },
    });
    cleanups.push(() => server.close());
    const transport = connect(server, { credentials: { keyPair: async () => pairs[current] } });
    expect(await get(transport)).toContain('CN=one');
    current = 1;
    expect(await get(transport)).toContain('CN=two');
  });
});

test('a request is given up when its signal is aborted', async () => {
  const end = new AbortController();
  const transport = connect(
    await serve(() => {
      end.abort(new Error('changed my mind'));
      return new Promise(() => undefined);
    }),
  );
  const request = { method: 'GET', target: '/', headers: {}, signal: end.signal };
  await expect(transport.send(request)).rejects.toThrow('changed my mind');
  await expect(transport.send(request)).rejects.toThrow('changed my mind');
});

test('a path of the server comes before that of the request', async () => {
  const server = await serve((request) => text(request.target));
  const transport = connect(server, { server: `https://127.0.0.1:${server.port}/clusters/a/` });
  expect(await get(transport, '/api/v1')).toBe('/clusters/a/api/v1');
});
