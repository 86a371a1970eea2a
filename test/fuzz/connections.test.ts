import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from 'node:http2';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forAll } from './for-all.js';
import { FuzzServer, flunders } from './fuzz-server.js';

const watch = `${flunders}?watch=true`;

let fuzzed: FuzzServer;

beforeAll(async () => {
  fuzzed = await FuzzServer.start();
});
afterAll(() => fuzzed.closeAndExpectNothingLeft());

function requestText(method: string, path: string, body = ''): string {
  const headers = `host: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${headers}\r\n${body}`;
}

const post = requestText('POST', flunders, '{"metadata":{"generateName":"cut-"},"spec":{"reference":"r"}}');

test('a request that is cut off anywhere does no harm', async () => {
  const cuts = fc.record({ at: fc.nat(post.length), end: fc.constantFrom('half-close', 'destroy') });
  await forAll(60, cuts, async ({ at, end }) => {
    const response = await fuzzed.exchange(Buffer.from(post.slice(0, at)), { end });
    expect(response.slice(0, 13)).toMatch(/^$|^HTTP\/1\.1 (201|400|408) /);
  });
  await fuzzed.expectUnharmed();
});

const notHttp = [
  'GET',
  '\r\n\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET  HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nhost: a\r\n\r\n',
  'GET http:// HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
  'CONNECT / HTTP/1.1\r\nhost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(2 << 20)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(50_000)}connection: close\r\n\r\n`,
  `GET /${'x'.repeat(1 << 20)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{}`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n{}`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n0\r\n\r\n`,
  `POST ${flunders} HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n{}`,
  `GET ${flunders} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  `GET ${watch} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: SPDY/3.1\r\n\r\ngarbage`,
  `GET ${flunders}?${'&'.repeat(500_000)} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
];

test('malformed HTTP gets a response or is disconnected', async () => {
  for (const text of notHttp) {
    const response = await fuzzed.exchange(Buffer.from(text, 'latin1'), { end: 'half-close' });
    expect(response.slice(0, 13), text.slice(0, 80)).toMatch(/^$|^HTTP\/1\.1 [1-4]\d\d /);
  }
  await fuzzed.expectUnharmed();
});

test('noise within TLS, and instead of it, is no trouble', async () => {
  await forAll(60, fc.tuple(fc.uint8Array({ maxLength: 200 }), fc.boolean()), async ([bytes, isSecure]) => {
    if (isSecure) {
      await fuzzed.exchange(Buffer.from(bytes), { end: 'half-close' });
      return;
    }
    const socket = connect(fuzzed.port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined).resume();
    socket.end(bytes);
    await ended;
  });
  await fuzzed.expectUnharmed();
});

/** What follows the HTTP/2 preface: garbage, or frames of any type, flags and stream. */
const frames = fc.array(
  fc
    .record({
      type: fc.nat(12),
      flags: fc.nat(255),
      stream: fc.constantFrom(0, 1, 2, 3, 0x7fffffff),
      payload: fc.uint8Array({ maxLength: 40 }),
    })
    .map(({ type, flags, stream, payload }) => {
      const head = Buffer.alloc(9);
      head.writeUIntBE(payload.length, 0, 3);
      head[3] = type;
      head[4] = flags;
      head.writeUInt32BE(stream, 5);
      return Buffer.concat([head, payload]);
    }),
  { maxLength: 8 },
);

test('frames of HTTP/2 in any order and form are no trouble', async () => {
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');
  await forAll(80, frames, async (sent) => {
    const response = await fuzzed.exchange(Buffer.concat([preface, ...sent]), { end: 'half-close', protocol: 'h2' });
    expect(response.charCodeAt(3), 'the server begins with its settings').toBe(4);
  });
  await fuzzed.expectUnharmed();
});

test('streams may be reset at any moment', async () => {
  const moments = fc.record({
    path: fc.constantFrom(flunders, watch, '/openapi/v2', '/apis'),
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    turns: fc.nat(6),
    sent: fc.constantFrom('', '{"metadata"', '{"metadata":{"generateName":"reset-"}}'),
    code: fc.constantFrom(constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR, constants.NGHTTP2_NO_ERROR),
  });
  await forAll(10, fc.array(moments, { minLength: 20, maxLength: 20 }), async (all) => {
    const session = fuzzed.newSession();
    await Promise.all(all.map((moment) => requestAndReset(session, moment)));
    expect(session.closed, 'the connection outlives its streams').toBe(false);
    session.destroy();
  });
  await fuzzed.expectUnharmed();
});

interface Moment {
  readonly path: string;
  readonly method: string;
  /** How many event loop iterations pass before the reset. */
  readonly turns: number;
  readonly sent: string;
  readonly code: number;
}

async function requestAndReset(session: ClientHttp2Session, moment: Moment): Promise<void> {
  const headers = { ':method': moment.method, ':path': moment.path, 'content-type': 'application/json' };
  const stream = session.request(headers, { endStream: false });
  stream.on('error', () => undefined).resume();
  stream.write(moment.sent);
  for (let turned = 0; turned < moment.turns; turned++) await turn();
  await closed(stream, moment.code);
}

function closed(stream: ClientHttp2Stream, code: number): Promise<unknown> {
  return new Promise((resolve) => {
    if (stream.closed) resolve(undefined);
    stream.on('close', resolve).close(code);
  });
}

test('connections may break with requests open', async () => {
  for (let round = 0; round < 20; round++) {
    const session = fuzzed.newSession();
    await once(session, 'connect');
    for (let at = 0; at < 10; at++) {
      const headers = { ':method': at % 2 === 0 ? 'GET' : 'POST', ':path': at % 4 === 0 ? watch : flunders };
      session.request(headers, { endStream: false }).on('error', () => undefined).write('{'); // biome-ignore format: one line
    }
    for (let turned = 0; turned < round % 5; turned++) await turn();
    const ended = new Promise((resolve) => session.on('close', resolve));
    session.destroy();
    await ended;
  }
  await fuzzed.expectUnharmed();
});

test('hundreds of watches are opened, dropped, and gone', async ({ onTestFinished }) => {
  const session = fuzzed.newSession();
  onTestFinished(() => session.destroy());
  const streams = Array.from({ length: 500 }, (_, at) => {
    const path = `${watch}&resourceVersion=${at % 3 === 0 ? '' : at % 3}&labelSelector=a=v${at % 7}`;
    return session.request({ ':path': path }).on('error', () => undefined);
  });
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  expect(fuzzed.server.openWatches).toBe(500);
  for (const [at, stream] of streams.entries()) if (at % 2 === 0) stream.close(constants.NGHTTP2_CANCEL);
  await expect.poll(() => fuzzed.server.openWatches).toBe(250);
  session.destroy();
  await expect.poll(() => fuzzed.server.openWatches).toBe(0);
  await fuzzed.expectUnharmed();
});
