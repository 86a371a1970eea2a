import { once } from 'node:events';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRequest, ApiResponse, Handler } from '../../src/server/http/index.js';
import { bytesOf, Client } from '../../src/server/http/testing/client.js';
import { Chain, Extension, extensionHandler, json } from './aggregator-chain.test.support.js';

const group = 'things.example.com';
const things = `/apis/${group}/v1/namespaces/default/things`;
let chain: Chain;
let extension: Extension;
let respond: Handler = () => json({});

beforeAll(async () => {
  chain = await Chain.start();
  extension = await Extension.start(extensionHandler(group, (request) => respond(request)));
  await chain.externalService();
  await chain.serves(group, extension);
});
afterAll(async () => {
  await chain.close();
  await extension.close();
});

function headersOf(request: ApiRequest): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const [name, value] of request.headerEntries()) headers[name] = [...(headers[name] ?? []), value];
  return headers;
}

describe.each(['HTTP/1.1', 'HTTP/2.0'] as const)('over %s', (protocol) => {
  test('method, path, query and body are handed on', async () => {
    respond = async (request) =>
      json({ method: request.method, target: request.target, body: (await request.body(1 << 20)).toString() });
    const client = chain.client(protocol);
    const call = async (method: string, path: string, body?: string) => {
      const sent = body === undefined ? {} : { body: Buffer.from(body) };
      const { incoming } = await client.open({ method, path, ...sent });
      return JSON.parse((await bytesOf(incoming)).toString());
    };
    expect(await call('GET', `${things}/a%20b?limit=5`)).toEqual({
      method: 'GET',
      target: `${things}/a%20b?limit=5`,
      body: '',
    });
    expect(await call('POST', things, '{"n":1}')).toMatchObject({ method: 'POST', body: '{"n":1}' });
    expect(await call('PUT', `${things}/a`, 'x'.repeat(100_000))).toMatchObject({ body: 'x'.repeat(100_000) });
    expect(await call('PATCH', `${things}/a?b=2&a=1`)).toMatchObject({ target: `${things}/a?a=1&b=2`, body: '' });
    expect(await call('DELETE', `${things}/a`, '{"kind":"DeleteOptions"}')).toMatchObject({
      body: '{"kind":"DeleteOptions"}',
    });
    expect(await call('DELETE', `${things}/a`)).toMatchObject({ method: 'DELETE', body: '' });
  });

  test('the user is sent in headers that no client can forge', async () => {
    respond = (request) => json(headersOf(request));
    const { incoming } = await chain.client(protocol).open({
      path: things,
      headers: {
        authorization: 'Bearer alice',
        'x-remote-user': 'root',
        'x-remote-uid': '0',
        'x-remote-group': 'system:masters',
        'x-remote-extra-scopes': 'all',
        'x-forwarded-for': '10.1.1.1',
        'x-custom': 'kept',
        ...(protocol === 'HTTP/1.1' && { connection: 'keep-alive, x-secret', 'x-secret': '1', te: 'gzip' }),
      },
    });
    const headers = JSON.parse((await bytesOf(incoming)).toString());
    expect(headers).toMatchObject({
      'x-remote-user': ['alice'],
      'x-remote-uid': ['uid of alice'],
      'x-remote-group': ['readers', 'system:authenticated'],
      'x-remote-extra-example.com%2fsome%20key%25': ['a', 'b'],
      'x-custom': ['kept'],
      'x-forwarded-for': ['10.1.1.1, 127.0.0.1'],
      'x-forwarded-uri': [things],
      'x-forwarded-proto': ['https'],
    });
    expect(headers['host']).toEqual([`127.0.0.1:${extension.port}`]);
    for (const name of ['authorization', 'x-remote-extra-scopes', 'x-secret', 'te']) {
      expect(headers[name]).toBeUndefined();
    }
  });

  test('an impersonated user is sent as the user, without the impersonator', async () => {
    respond = (request) => json(headersOf(request));
    const headers = { authorization: 'Bearer alice', 'impersonate-user': 'bob', 'impersonate-group': 'builders' };
    const { incoming } = await chain.client(protocol).open({ path: things, headers });
    const seen = JSON.parse((await bytesOf(incoming)).toString());
    expect(seen['x-remote-user']).toEqual(['bob']);
    expect(seen['x-remote-group']).toContain('builders');
    expect(Object.keys(seen).filter((name) => name.startsWith('impersonate-'))).toEqual([]);
  });

  test('responses are passed on, except hop-by-hop and CORS headers', async () => {
    respond = () => ({
      status: 418,
      headers: {
        'content-type': 'text/plain',
        'x-list': ['a', 'b'],
        'access-control-allow-origin': '*',
        'keep-alive': 'timeout=9',
      },
      body: Buffer.from('a teapot'),
    });
    const { status, headers, incoming } = await chain.client(protocol).open({ path: things });
    expect([status, (await bytesOf(incoming)).toString()]).toEqual([418, 'a teapot']);
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-list': 'a, b', 'content-length': '8' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['keep-alive']).not.toBe('timeout=9');
  });

  test('bodies that go on for a while are handed on piece by piece, both ways', async () => {
    respond = (request) => ({
      status: 200,
      headers: {},
      body: async (sink) => {
        for await (const chunk of request.bodyStream()) sink.write(Buffer.from(`got ${chunk.length}\n`));
      },
    });
    let outgoing: NodeJS.WritableStream | undefined;
    const { incoming } = await chain.client(protocol).open({
      method: 'POST',
      path: things,
      send: (stream) => {
        outgoing = stream;
        stream.write('abc');
      },
    });
    expect(String((await once(incoming, 'data'))[0])).toBe('got 3\n');
    outgoing?.write('defgh');
    expect(String((await once(incoming, 'data'))[0])).toBe('got 5\n');
    outgoing?.end();
    await once(incoming, 'end');
  });

  test('a slow reader holds up the writer', async () => {
    const written = { chunks: 0, isDone: false };
    respond = () => ({
      status: 200,
      headers: {},
      body: async (sink) => {
        for (; written.chunks < 500 && !sink.closed.aborted; written.chunks++) {
          if (!sink.write(Buffer.alloc(65_536))) await sink.drained();
        }
        written.isDone = true;
      },
    });
    const { incoming } = await chain.client(protocol).open({ path: things });
    await once(incoming, 'readable');
    let last = -1;
    await chain.until(() => {
      const isStuck = written.chunks === last;
      last = written.chunks;
      return isStuck && last > 0;
    });
    expect(written.isDone).toBe(false);
    expect((await bytesOf(incoming)).length).toBe(500 * 65_536);
  });

  test('when the client goes, so does the request to the server', async () => {
    let isGone = false;
    respond = (request) => ({
      status: 200,
      headers: {},
      body: async (sink) => {
        sink.write(Buffer.from('first'));
        await once(request.signal, 'abort');
        isGone = true;
      },
    });
    const exchange = await chain.client(protocol).open({ path: `${things}?watch=true` });
    await once(exchange.incoming, 'readable');
    exchange.abort();
    await chain.until(() => isGone);
  });

  test('a response that breaks off is seen to break off', async () => {
    respond = () => ({
      status: 200,
      headers: {},
      body: async (sink) => {
        sink.write(Buffer.from('first'));
        throw new Error('broken');
      },
    });
    const { incoming } = await chain.client(protocol).open({ path: things });
    await expect(bytesOf(incoming)).rejects.toThrow();
  });

  test('redirections are neither followed nor handed back', async () => {
    respond = () => ({ status: 302, headers: { location: 'https://elsewhere.example.com/' } });
    const { status, headers, incoming } = await chain.client(protocol).open({ path: things });
    expect([status, headers['location']]).toEqual([502, undefined]);
    expect((await bytesOf(incoming)).toString()).toBe(
      'the backend attempted to redirect this request, which is not permitted',
    );
  });
});

test('responses may have many headers', async () => {
  respond = () => ({ status: 200, headers: { 'x-long': 'x'.repeat(30_000) }, body: Buffer.from('ok') });
  const { headers, incoming } = await chain.client('HTTP/2.0').open({ path: things });
  incoming.resume();
  expect(headers['x-long']).toHaveLength(30_000);
});

test('connections are used again', async () => {
  respond = () => json({});
  const client = chain.client();
  await client.get(things);
  const before = extension.openConnections;
  for (let index = 0; index < 20; index++) await client.get(things);
  expect(extension.openConnections).toBe(before);
});

describe('an upgrade', () => {
  const requestText = (path: string, method: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer alice\r\nconnection: Upgrade\r\n` +
    'upgrade: SPDY/3.1\r\nx-remote-user: root\r\n\r\nearly';

  async function dial(path: string, method = 'GET') {
    const socket = connect({ port: chain.aggregator.port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.write(requestText(path, method));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    return { socket, text: () => text };
  }

  function upgrading(request: ApiRequest): ApiResponse {
    const { socket, head } = request.upgrade();
    const user = request.header('x-remote-user');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\nx-user: ${user}\r\n\r\n`,
    );
    socket.write(`head ${head}.`);
    socket.on('data', (chunk) => socket.write(`echo ${chunk}.`));
    socket.on('error', () => {});
    return { status: 101, headers: {} };
  }

  test.each(['GET', 'POST'])('by %s joins the two connections, and both end together', async (method) => {
    respond = upgrading;
    const { socket, text } = await dial(`${things}/a/exec`, method);
    await chain.until(() => text().includes('early.'));
    expect(text()).toMatch(/head (early|\.echo early)\.$/);
    expect(text()).toMatch(/^HTTP\/1\.1 101 .*x-user: alice\r\n\r\n/s);
    socket.write('hello');
    await chain.until(() => text().endsWith('echo hello.'));
    const open = extension.openConnections;
    socket.end();
    await once(socket, 'close');
    await chain.until(() => extension.openConnections <= open);
  });

  test('that is refused is reported to the client, and leaves no open connection', async () => {
    const seen: string[] = [];
    respond = (request) => {
      seen.push(request.path);
      return { status: 403, headers: {}, body: Buffer.from('no') };
    };
    const { socket, text } = await dial(`${things}/a/exec`);
    socket.write(`GET /apis/${group}/v1/smuggled HTTP/1.1\r\nhost: a\r\nx-remote-user: root\r\n\r\n`);
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 403 .*no$/s);
    expect(seen).toEqual([`${things}/a/exec`]);
  });

  test('that gets an ordinary response is an error', async () => {
    respond = () => json({});
    const { socket, text } = await dial(`${things}/a/exec`);
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 503 .*invalid upgrade response: status code 200\n$/s);
  });
});

test('watches and upgraded connections to other servers do not hold up the end', async () => {
  const ending = await Chain.start();
  await ending.externalService();
  await ending.serves(group, extension);
  respond = (request) => {
    if (request.headers['upgrade'] !== undefined) return upgraded(request);
    return { status: 200, headers: {}, body: (sink) => once(sink.closed, 'abort').then(() => undefined) };
  };
  const client = new Client({ protocol: 'HTTP/1.1', port: ending.aggregator.port });
  const watch = await client.open({ path: `${things}?watch=true` });
  const socket = connect({ port: ending.aggregator.port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => {});
  socket.write(`GET ${things}/a/exec HTTP/1.1\r\nhost: a\r\nconnection: Upgrade\r\nupgrade: x\r\n\r\n`);
  await once(socket, 'data');
  socket.resume();
  const ended = Promise.all([once(watch.incoming.resume(), 'end'), once(socket, 'close')]);
  await ending.close();
  await ended;
  client.close();
});

test('a server that takes too long is a timeout, and its request is aborted', async () => {
  const impatient = await Chain.start({ requestTimeoutMilliseconds: 2000 });
  await impatient.externalService();
  await impatient.serves(group, extension);
  let isGone = false;
  respond = async (request) => {
    await once(request.signal, 'abort');
    isGone = true;
    return json({});
  };
  expect((await impatient.json(things)).reason).toBe('Timeout');
  await impatient.until(() => isGone);
  await impatient.close();
});

function upgraded(request: ApiRequest): ApiResponse {
  const { socket } = request.upgrade();
  socket.on('error', () => {});
  socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: x\r\n\r\n');
  socket.resume();
  return { status: 101, headers: {} };
}
