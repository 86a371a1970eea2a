import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from './api-request.js';
import type { ApiResponse, ResponseSink } from './api-response.js';
import { takenOver } from './api-response.js';
import type { SecureServer } from './secure-server.js';
import { bytesOf } from './testing/client.js';
import { gate } from './testing/gate.js';
import { afterTest, connect, protocols, startServer } from './testing/server.js';

const ok: ApiResponse = { status: 200, headers: {}, body: Buffer.from('ok') };

/** Sends a request manually on a connection and returns the status of the response. */
async function statusOn(socket: tls.TLSSocket, protocol: (typeof protocols)[number]): Promise<number> {
  if (protocol === 'HTTP/1.1') {
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [response] = await once(socket, 'data');
    return Number(/^HTTP\/1.1 (\d+) /.exec(String(response))?.[1]);
  }
  const session = http2.connect('https://localhost', { createConnection: () => socket });
  const [headers] = await once(session.request({ ':path': '/' }).resume(), 'response');
  return headers[':status'];
}

describe.each(protocols)('a server that closes, over %s', (protocol) => {
  it('completes requests in flight, closes idle connections and accepts no new ones', async () => {
    const waiting = gate();
    const begun = gate();
    const server = await startServer(async () => {
      begun.open();
      await waiting.opened;
      return ok;
    });
    const client = connect(server, protocol);
    const underWay = client.get('/');
    await begun.opened;
    const closed = server.close({ graceMilliseconds: 20_000 });
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    await expect(once(net.connect(server.port, 'localhost'), 'connect')).rejects.toThrow('ECONNREFUSED');
    waiting.open();
    expect(await underWay).toEqual({ status: 200, text: 'ok' });
    await closed;
    expect(server.openConnections).toBe(0);
  });

  it('closes a connection when the stream on it ends', async () => {
    const sinks: ResponseSink[] = [];
    const ending = gate();
    const body = async (sink: ResponseSink) => {
      sinks.push(sink);
      await ending.opened;
      sink.write(Buffer.from('last'));
    };
    const server = await startServer(() => ({ status: 200, headers: {}, body }));
    const { incoming } = await connect(server, protocol).open({});
    const closed = server.close({ graceMilliseconds: 20_000 });
    ending.open();
    expect((await bytesOf(incoming)).toString()).toBe('last');
    await closed;
    expect(sinks[0]?.closed.aborted).toBe(false);
  });

  it('serves requests that arrived before, even if they were not read yet', async () => {
    const server = await startServer(async () => ok);
    const client = connect(server, protocol);
    await client.get('/');
    const arrived = client.get('/');
    const closed = server.close({ graceMilliseconds: 20_000 });
    expect(await arrived).toEqual({ status: 200, text: 'ok' });
    await closed;
  });

  it('serves the first request of a connection that was being established', async () => {
    const waiting = gate();
    const begun = gate();
    const server = await startServer(async ({ path }) => {
      if (path === '/slow') begun.open();
      if (path === '/slow') await waiting.opened;
      return ok;
    });
    const slow = connect(server, protocol).get('/slow');
    await begun.opened;
    const socket = net.connect(server.port, 'localhost');
    await once(socket, 'connect');
    const closed = server.close({ graceMilliseconds: 20_000 });
    const ALPNProtocols = [protocol === 'HTTP/2.0' ? 'h2' : 'http/1.1'];
    const secure = tls.connect({ socket, rejectUnauthorized: false, ALPNProtocols });
    await once(secure, 'secureConnect');
    expect(await statusOn(secure, protocol)).toBe(200);
    waiting.open();
    expect(await slow).toEqual({ status: 200, text: 'ok' });
    await closed;
  });

  it('breaks what is not done in time', async () => {
    let signal: AbortSignal | undefined;
    const server = await startServer((request) => {
      signal = request.signal;
      return new Promise(() => {});
    });
    const response = connect(server, protocol).get('/');
    response.catch(() => {});
    while (signal === undefined) await new Promise(setImmediate);
    await server.close({ graceMilliseconds: 1 });
    await expect(response).rejects.toThrow();
    expect(signal.aborted).toBe(true);
  });

  it('does not wait for a handshake that never ends', async () => {
    const server = await startServer(() => ok);
    const socket = net.connect(server.port, 'localhost').on('error', () => {});
    await once(socket, 'connect');
    await connect(server, protocol).get('/');
    await server.close({ graceMilliseconds: 20_000 });
    if (!socket.closed) await once(socket, 'close');
    expect(server.openConnections).toBe(0);
  });
});

describe('a server that retires', () => {
  /** An HTTP/1.1 connection that has had a response and is kept alive. */
  async function kept(server: SecureServer) {
    const socket = secureSocket(server);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const responses = async (count: number) => {
      while (received.split('HTTP/1.1 200').length <= count) await once(socket, 'data');
      return received;
    };
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await responses(1);
    return { socket, responses };
  }

  it('serves a request on an idle connection, and closes it afterwards', async () => {
    const server = await startServer(() => ok);
    const { socket, responses } = await kept(server);
    const retired = server.retire({ quietMilliseconds: 20_000 });
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const [before, after] = (await responses(2)).split('HTTP/1.1 200').slice(1);
    expect([/connection: close/i.test(before!), /connection: close/i.test(after!)]).toEqual([false, true]);
    await retired;
  });

  it('serves all pipelined requests, and closes after the last response', async () => {
    const waiting = gate();
    const server = await startServer(async () => {
      await waiting.opened;
      return ok;
    });
    const socket = secureSocket(server);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3));
    while (server.openConnections === 0) await new Promise(setImmediate);
    const retired = server.retire({ quietMilliseconds: 20_000 });
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    waiting.open();
    const responses = (await bytesOf(socket)).toString().split('HTTP/1.1 200').slice(1);
    expect(responses.map((response) => /connection: close/i.test(response))).toEqual([false, false, true]);
    await retired;
  });

  it('closes a connection on which nothing comes, but not one on which a request begins', async () => {
    const server = await startServer(() => ok);
    const [silent, slow] = [await kept(server), await kept(server)];
    const retired = server.retire({ quietMilliseconds: 500 });
    slow.socket.write('GET / HTTP/1.1\r\nhost: a\r\nx-slow: ');
    while (!silent.socket.closed) {
      slow.socket.write('a');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    slow.socket.write('\r\n\r\n');
    expect(await slow.responses(2)).toMatch(/connection: close\r\n/i);
    await retired;
  });

  it.each(protocols)('breaks cancelled requests of %s off, and waits for others', async (protocol) => {
    const requests: ApiRequest[] = [];
    const ending = gate();
    const server = await startServer((request) => {
      requests.push(request);
      if (request.path === '/slow') return ending.opened.then(() => ok);
      return { status: 200, headers: {}, body: () => new Promise(() => {}) };
    });
    const hanging = await connect(server, protocol).open({ path: '/hangs' });
    const slow = connect(server, protocol).get('/slow');
    while (requests.length < 2) await new Promise(setImmediate);
    const retired = server.retire({ quietMilliseconds: 100 });
    requests[0]!.cancel(new Error('the server ends'));
    const broken = new Promise((resolve) => hanging.incoming.resume().on('close', resolve));
    server.destroyCancelled();
    await broken;
    ending.open();
    expect(await slow).toEqual({ status: 200, text: 'ok' });
    await retired;
  });
});

describe.each(protocols)('a connection of %s', (protocol) => {
  it('is closed when it was idle for long enough, and not while a stream is open', async () => {
    const ending = gate();
    const body = async () => ending.opened;
    const server = await startServer(
      (request) => (request.path === '/watch' ? { status: 200, headers: {}, body } : ok),
      {
        limits: { idleMilliseconds: 200 },
      },
    );
    const { incoming } = await connect(server, protocol).open({ path: '/watch' });
    await connect(server, protocol).get('/');
    while (server.openConnections > 1) await new Promise(setImmediate);
    ending.open();
    expect((await bytesOf(incoming)).length).toBe(0);
    while (server.openConnections > 0) await new Promise(setImmediate);
  });
});

describe('a response that makes the client reconnect', () => {
  const leaving: ApiResponse = { ...ok, closeConnection: true };

  it('closes a connection of HTTP/1.1', async () => {
    const server = await startServer(() => leaving);
    const { headers, incoming } = await connect(server, 'HTTP/1.1').open({});
    expect(headers['connection']).toBe('close');
    await bytesOf(incoming);
    while (server.openConnections > 0) await new Promise(setImmediate);
  });

  it('sends GOAWAY on a connection of HTTP/2 and lets its other streams finish', async () => {
    const waiting = gate();
    const server = await startServer(async (request) => {
      if (request.path === '/leave') return leaving;
      await waiting.opened;
      return ok;
    });
    const client = connect(server, 'HTTP/2.0');
    const { session } = client;
    const other = client.get('/other');
    const goaway = once(session, 'goaway');
    expect(await client.get('/leave')).toEqual({ status: 200, text: 'ok' });
    expect((await goaway)[0]).toBe(http2.constants.NGHTTP2_NO_ERROR);
    waiting.open();
    expect(await other).toEqual({ status: 200, text: 'ok' });
    while (server.openConnections > 0) await new Promise(setImmediate);
  });
});

describe('an upgrade', () => {
  const upgradeRequest = 'GET /exec HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\n\r\nearly';

  it('gives the handler the connection and what came with the request', async () => {
    const server = await startServer((request) => {
      const { socket, head } = request.upgrade();
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\n\r\n');
      socket.end(`head ${head}`);
      return takenOver;
    });
    expect(await talk(server, upgradeRequest)).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\nhead early$/s);
  });

  it('may be refused as any request', async () => {
    const server = await startServer(() => ({ status: 403, headers: {}, body: Buffer.from('no') }));
    const response = await talk(server, upgradeRequest);
    expect(response).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*connection: close.*\r\n\r\nno$/is);
  });

  it('does not hold up the end of the server', async () => {
    let signal: AbortSignal | undefined;
    const server = await startServer((request) => {
      signal = request.signal;
      request.upgrade().socket.write('mine');
      return takenOver;
    });
    const socket = secureSocket(server);
    socket.write(upgradeRequest);
    await once(socket, 'data');
    await server.close({ graceMilliseconds: 20_000 });
    if (!socket.closed) await once(socket, 'close');
    expect([server.openConnections, signal?.aborted]).toEqual([0, true]);
  });

  it.each(protocols)('that a client of %s did not request is a bad request', async (protocol) => {
    const server = await startServer((request) => {
      try {
        request.upgrade();
        return takenOver;
      } catch (error) {
        return { status: (error as { code: number }).code, headers: {} };
      }
    });
    expect((await connect(server, protocol).get('/')).status).toBe(400);
  });
});

describe('requests of HTTP/1.1', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`;
  const last = 'GET /last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

  it('that are pipelined get their responses in order', async () => {
    const firstMayEnd = gate();
    const server = await startServer(async (request) => {
      if (request.path === '/last') firstMayEnd.open();
      else await firstMayEnd.opened;
      return { status: 200, headers: {}, body: [Buffer.from(`<${request.path}>`)] };
    });
    const response = await talk(server, get('/1') + get('/2') + last);
    expect(response.match(/<.*?>/g)).toEqual(['</1>', '</2>', '</last>']);
  });

  it.each([
    { name: 'an absolute URL', target: 'http://a/api?x=1', path: '/api?x=1' },
    { name: 'an absolute URL without a path', target: 'https://a?x=1', path: '/?x=1' },
    { name: 'a star', target: '*', path: '*' },
  ])('may have $name as their target', async ({ target, path }) => {
    const server = await startServer((request) => ({ status: 200, headers: {}, body: Buffer.from(request.target) }));
    const response = await talk(server, `OPTIONS ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    expect(response.split('\r\n\r\n')[1]).toBe(path);
  });

  it.each([
    { name: 'garbage', sent: 'no such thing\r\n\r\n', status: 400 },
    { name: 'a target that is no path', sent: 'GET api HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', status: 400 },
    { name: 'a malformed path', sent: 'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', status: 400 },
    { name: 'an unknown method', sent: 'FOO /a HTTP/1.1\r\nhost: a\r\n\r\n', status: 405 },
    { name: 'no host', sent: 'GET / HTTP/1.1\r\n\r\n', status: '400 Bad Request: missing required Host header\r\n' },
    {
      name: 'a malformed host',
      sent: 'GET / HTTP/1.1\r\nhost: a b\r\n\r\n',
      status: '400 Bad Request: malformed Host header\r\n',
    },
    { name: 'two hosts', sent: 'GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', status: '400 Bad Request\r\n' },
    {
      name: 'two lengths',
      sent: 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      status: 400,
    },
    { name: 'headers too large', sent: `GET / HTTP/1.1\r\nhost: a\r\na: ${'a'.repeat(9000)}\r\n\r\n`, status: 431 },
  ])('with $name are answered with $status and closed', async ({ sent, status }) => {
    const server = await startServer(() => ok, { limits: { maxHeaderBytes: 8000 } });
    expect(await talk(server, sent)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  });

  it('without TLS get an explanation', async () => {
    const server = await startServer(() => ok);
    const socket = net.connect(server.port, 'localhost').end('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    const response = 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';
    expect((await bytesOf(socket)).toString()).toBe(response);
  });

  it('may have large headers', async () => {
    const server = await startServer((request) => ({
      status: 200,
      headers: {},
      body: Buffer.from(request.header('a')!),
    }));
    const { text } = await connect(server, 'HTTP/1.1').get('/', { a: 'a'.repeat(900_000) });
    expect(text.length).toBe(900_000);
  });
});

describe('clients that misbehave over HTTP/2', () => {
  it('are refused headers that are too large', async () => {
    const server = await startServer(() => ok, { limits: { maxHeaderBytes: 20_000 } });
    const client = connect(server, 'HTTP/2.0');
    await client.get('/');
    await expect(client.get('/', { a: 'a'.repeat(40_000) })).rejects.toThrow();
    expect((await connect(server, 'HTTP/2.0').get('/')).status).toBe(200);
  });

  it('are limited to the announced number of streams', async () => {
    const server = await startServer(() => ok, { limits: { maxConcurrentStreams: 7 } });
    const { session } = connect(server, 'HTTP/2.0');
    const [settings] = await once(session, 'remoteSettings');
    expect(settings).toMatchObject({ maxConcurrentStreams: 7, maxHeaderListSize: 1 << 20 });
  });

  it('may reset streams as fast as they can without harm to others', async () => {
    const server = await startServer(async (request) => {
      await request.body(10);
      return ok;
    });
    const { session } = connect(server, 'HTTP/2.0');
    const requests = Array.from({ length: 3000 }, () => {
      const stream = session.request({ ':path': '/' }, { endStream: false });
      stream.on('error', () => {});
      stream.close(http2.constants.NGHTTP2_CANCEL);
      return once(stream, 'close').catch(() => {});
    });
    await Promise.all(requests);
    expect((await connect(server, 'HTTP/2.0').get('/')).status).toBe(200);
  });

  it('may send what is no HTTP/2', async () => {
    const server = await startServer(() => ok);
    const socket = secureSocket(server, { ALPNProtocols: ['h2'] });
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(10));
    socket.resume();
    await once(socket, 'close');
    expect((await connect(server, 'HTTP/2.0').get('/')).status).toBe(200);
  });

  it('may send CONNECT', async () => {
    const server = await startServer(() => ok);
    const stream = connect(server, 'HTTP/2.0').session.request({ ':method': 'CONNECT', ':authority': 'a:1' });
    const [headers] = await once(stream, 'response');
    expect(headers[':status']).toBe(400);
  });
});

function secureSocket(server: SecureServer, options: tls.ConnectionOptions = {}): tls.TLSSocket {
  const socket = tls.connect({ port: server.port, host: 'localhost', rejectUnauthorized: false, ...options });
  socket.on('error', () => {});
  afterTest(() => void socket.destroy());
  return socket;
}

/** Sends raw bytes and returns what the server sends until it closes the connection. */
async function talk(server: SecureServer, bytes: string): Promise<string> {
  const socket = secureSocket(server);
  socket.write(bytes);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'close');
  return received;
}

describe('a connection that does not come to a request', () => {
  const half = { rejectUnauthorized: false, allowHalfOpen: true };
  const plain = (server: SecureServer) => net.connect({ host: 'localhost', port: server.port, ...half });
  const secured = (server: SecureServer, sent: string) => {
    const socket = tls.connect({ host: 'localhost', port: server.port, ...half }, () => socket.write(sent));
    return socket;
  };
  it.each([
    { name: 'does not begin with TLS', open: plain },
    {
      name: 'stops within the handshake',
      open: (server: SecureServer) => plain(server).setNoDelay().once('connect', sendPartOfHello),
    },
    { name: 'sends nothing', open: (server: SecureServer) => secured(server, '') },
    { name: 'never ends its headers', open: (server: SecureServer) => secured(server, 'GET / HTTP/1.1\r\nx-slow: ') },
    { name: 'speaks something else', open: (server: SecureServer) => secured(server, 'nonsense\r\n\r\n') },
    {
      name: 'speaks HTTP without TLS',
      open: (server: SecureServer) => {
        const socket = plain(server);
        return socket.once('connect', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'));
      },
    },
  ])('since it $name, is ended though the client leaves it open', async ({ open }) => {
    const server = await startServer(() => ok, { limits: { readHeaderMilliseconds: 100 } });
    const socket = open(server);
    afterTest(() => void socket.destroy());
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    while (server.openSockets === 0) await new Promise(setImmediate);
    while (server.openSockets > 0) await new Promise(setImmediate);
  });
});

function sendPartOfHello(this: net.Socket): void {
  this.write(Buffer.from([22, 3, 1, 2, 0, 1]));
}
