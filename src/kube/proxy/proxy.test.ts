import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiRequest, inject } from '../../server/http/index.js';
import { RequestContext } from '../../server/index.js';
import { Backend } from '../../server/proxy/index.js';
import { requestInfoOf } from '../../server/routing/index.js';
import { proxy } from './proxy.js';

const page = '<a href="/x">';
const responses: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/page': (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
  '/zipped': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(page)),
  '/packed': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end('packed'),
  '/away': (_, response) => response.writeHead(302, { location: '/x', 'access-control-allow-origin': '*' }).end(),
  '/broken': (request) => request.socket.destroy(),
};

const server = createServer((request, response) => {
  const result = responses[request.url!];
  if (result) return result(request, response);
  const { host: _, ...headers } = request.headers;
  request
    .resume()
    .on('end', () => response.end(JSON.stringify({ requested: `${request.method} ${request.url}`, headers })));
});
let port = '';
const backend = new Backend({ isInsecure: true });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});
afterAll(() => {
  backend.retire();
  server.close();
});

const prefix = '/api/v1/namespaces/a/pods/b/proxy';

interface Requested {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly port?: string;
}

function ask(below: string, requested: Requested = {}) {
  const handle = (request: ApiRequest) => {
    const context = new RequestContext(request);
    context.info = requestInfoOf(request.method, request.decodedPath, request);
    return proxy(context, { backend, location: { scheme: 'http', host: '127.0.0.1', port: requested.port ?? port } });
  };
  return inject(handle, { method: 'GET', target: `${prefix}${below}`, ...requested });
}

test.each([
  ['/', 'GET /'],
  ['/a/b', 'GET /a/b'],
  ['/a/b/', 'GET /a/b/'],
  ['/a//b/../c?x=1&y=%20', 'GET /a/c?x=1&y=%20'],
  ['/a%20b%2Fc(d)', 'GET /a%20b/c%28d%29'],
  ['/%C3%BC', 'GET /%C3%BC'],
])('a request for …/proxy%s is sent on as %s', async (below, requested) => {
  expect(JSON.parse(String(await (await ask(below)).body()))).toMatchObject({ requested });
});

test('a request without a path is sent to the one with a slash, unless it does something', async () => {
  const { status, headers } = await ask('?x=1');
  expect([status, headers['location']]).toEqual([301, `${prefix}/?x=1`]);
  expect(JSON.parse(String(await (await ask('', { method: 'DELETE' })).body()))).toMatchObject({
    requested: 'DELETE /',
  });
});

test('the backend receives the user and the forwarding headers', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-uri': 'mine', te: 'gzip', 'x-mine': 'yes' };
  expect(JSON.parse(String(await (await ask('/a/', { headers })).body())).headers).toEqual({
    connection: 'keep-alive',
    'x-forwarded-for': '192.0.2.1, 127.0.0.1',
    'x-forwarded-uri': `${prefix}/a/`,
    'x-mine': 'yes',
  });
});

test('links and redirections lead through the proxy', async () => {
  const rewritten = `<a href="${prefix}/x">`;
  expect(String(await (await ask('/page')).body())).toBe(rewritten);
  expect(String(gunzipSync(await (await ask('/zipped')).body()))).toBe(rewritten);
  expect(String(await (await ask('/packed')).body())).toBe('packed');
  const { status, headers } = await ask('/away');
  expect([status, headers['location'], headers['access-control-allow-origin']]).toEqual([
    302,
    `${prefix}/x`,
    undefined,
  ]);
});

test.each([
  ['/broken', undefined, 'error trying to reach service: EOF'],
  ['/', '1', 'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused'],
  ['/', 'foo', 'error trying to reach service: dial tcp: lookup tcp/foo: unknown port'],
  ['/', '70000', 'error trying to reach service: dial tcp: address 70000: invalid port'],
])('%s at port %s fails: %s', async (below, at, message) => {
  await expect(ask(below, { ...(at && { port: at }) })).rejects.toMatchObject({ code: 503, message });
});
