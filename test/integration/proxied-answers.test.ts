import { expect, test } from 'vitest';
import type { ApiRequest } from '../../src/server/http/index.js';
import { bytesOf } from '../../src/server/http/testing/client.js';
import { connect, protocols, startServer } from '../../src/server/http/testing/server.js';
import { Backend } from '../../src/server/proxy/backend.js';
import { relayResponse } from '../../src/server/proxy/relay-response.js';
import { type ResponseOptions, respondWith } from '../../src/server/proxy/responding-server.test.support.js';

interface HandedBack {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** What a client receives when the backend responds with these bytes. */
async function handedBack(
  response: string,
  { protocol, method = 'GET', ...more }: ResponseOptions & { protocol: (typeof protocols)[number]; method?: string },
): Promise<HandedBack> {
  const { address } = await respondWith(response, more);
  const backend = new Backend({ serverName: 'extension.default.svc', isInsecure: true });
  const errors: unknown[] = [];
  const server = await startServer(
    async (request: ApiRequest) => {
      const sent = { method: request.method, target: '/', headers: ['host', 'a'] };
      return relayResponse(request, await backend.send(address, sent));
    },
    { onError: (error) => errors.push(error) },
  );
  const { status, headers, incoming } = await connect(server, protocol).open({ method });
  const body = (await bytesOf(incoming)).toString();
  expect(errors).toEqual([]);
  const { date: _date, connection: _connection, 'transfer-encoding': _chunked, ...others } = headers;
  return { status, headers: Object.fromEntries(Object.entries(others)), body };
}

const json = 'Content-Type: application/json\r\n';
const etags = 'ETag: "a"\r\nETag: "b"\r\nLast-Modified: a\r\nLast-Modified: b\r\nX-Many: 1\r\nX-Many: 2\r\n';
const forConnection =
  'HTTP2-Settings: AAA\r\nKeep-Alive: timeout=5\r\nUpgrade: h2c\r\nTE: gzip\r\nProxy-Connection: a\r\n';

const cases: readonly [name: string, response: string, expected: Partial<HandedBack>][] = [
  [
    '204 with a length',
    'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nX-A: 1\r\n\r\n',
    { status: 204, headers: { 'x-a': '1' }, body: '' },
  ],
  [
    '204 with the length 0',
    'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n',
    { status: 204, headers: {}, body: '' },
  ],
  [
    '205 with the length 0',
    'HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n',
    { status: 205, headers: { 'content-length': '0' }, body: '' },
  ],
  [
    'two content types',
    `HTTP/1.1 200 OK\r\n${json}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
    { status: 200, headers: { 'content-type': 'application/json', 'content-length': '2' }, body: '{}' },
  ],
  [
    'two of other headers that come once',
    `HTTP/1.1 200 OK\r\n${json}${etags}Content-Length: 2\r\n\r\n{}`,
    {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'content-length': '2',
        etag: '"a"',
        'last-modified': 'a',
        'x-many': '1, 2',
      },
      body: '{}',
    },
  ],
  [
    'headers of the connection',
    `HTTP/1.1 200 OK\r\n${json}${forConnection}Content-Length: 2\r\n\r\n{}`,
    { status: 200, body: '{}' },
  ],
  [
    'a status below 100',
    'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}',
    { status: 503, body: 'error trying to reach service: malformed HTTP status code "099"\n' },
  ],
  [
    'an interim answer before',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
    { status: 200, body: '{}' },
  ],
  [
    'trailers',
    'HTTP/1.1 200 OK\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-T: 1\r\n\r\n',
    { status: 200, body: '{}' },
  ],
];

test.each(
  protocols.flatMap((protocol) => cases.map(([name, response, expected]) => ({ name, protocol, response, expected }))),
)('$name, over $protocol', async ({ response, protocol, expected }) => {
  expect(await handedBack(response, { protocol })).toMatchObject(expected);
  if (expected.headers)
    expect(Object.keys((await handedBack(response, { protocol })).headers).sort()).toEqual(
      Object.keys(expected.headers).sort(),
    );
});

test('what only HTTP/1.1 can carry is handed on there', async () => {
  const reset = 'HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\nhello';
  expect(await handedBack(reset, { protocol: 'HTTP/1.1' })).toMatchObject({ status: 205, body: 'hello' });
  expect(await handedBack(reset, { protocol: 'HTTP/2.0' })).toMatchObject({ status: 205, body: '' });
  const odd = 'HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\n{}';
  expect(await handedBack(odd, { protocol: 'HTTP/1.1' })).toMatchObject({ status: 600, body: '{}' });
  expect(await handedBack(odd, { protocol: 'HTTP/2.0' })).toMatchObject({ status: 503 });
  const unchanged = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\nContent-Type: text/plain\r\nETag: "x"\r\n\r\n';
  expect(await handedBack(unchanged, { protocol: 'HTTP/1.1' })).toEqual({
    status: 304,
    headers: { etag: '"x"' },
    body: '',
  });
  expect((await handedBack(unchanged, { protocol: 'HTTP/2.0' })).headers).toEqual({
    etag: '"x"',
    'content-type': 'text/plain',
    'content-length': '9',
  });
});

test.each(protocols)('no length is sent if it is unknown, over %s', async (protocol) => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect((await handedBack(chunked, { protocol, method: 'HEAD' })).headers).toEqual({});
  const known = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n';
  expect((await handedBack(known, { protocol, method: 'HEAD' })).headers).toEqual({ 'content-length': '7' });
});

test.each(
  protocols.flatMap((protocol) => [
    {
      name: 'shorter than announced',
      protocol,
      response: 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}',
      ends: true,
    },
    {
      name: 'much shorter',
      protocol,
      response: `HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(70_000)}`,
      ends: true,
    },
    {
      name: 'of broken chunks',
      protocol,
      response: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n',
      ends: false,
    },
    {
      name: 'without its last chunk',
      protocol,
      response: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n',
      ends: true,
    },
  ]),
)('a body $name breaks off over $protocol as well', async ({ response, protocol, ends }) => {
  await expect(handedBack(response, { protocol, ends })).rejects.toThrow();
});
