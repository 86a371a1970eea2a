import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ClientSession } from './client-session.js';
import type { StreamFailure } from './client-stream.js';
import { decodeSettings, encodeSettings, Flag, FrameType, frameHeaderLength, Setting, writeHead } from './frames.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Opened {
  readonly session: ClientSession;
  readonly closed: Promise<string>;
}

function open(server: Http2Server | Server, windows = { streamWindow: 1 << 20, connectionWindow: 4 << 20 }) {
  const { port } = server.address() as AddressInfo;
  return new Promise<Opened>((resolve) => {
    let close = (_reason: string) => {};
    const closed = new Promise<string>((resolveClosed) => {
      close = resolveClosed;
    });
    const transport = { socket: connect(port, '127.0.0.1'), authority: 'etcd:1', isSecure: false };
    const session = new ClientSession(transport, {
      ...windows,
      fixed: { 'content-type': 'application/grpc' },
      onReady: () => resolve({ session, closed }),
      onClose: (reason) => {
        close(reason);
        resolve({ session, closed });
      },
    });
    cleanUps.push(() => session.destroy('the test is over'));
  });
}

interface Response {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly failure: StreamFailure | undefined;
}

function exchange(session: ClientSession, body: Uint8Array, extra: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve) => {
    const [headers, chunks]: [Record<string, string>, Buffer[]] = [{}, []];
    const stream = session.request(
      { path: '/service/Method', extra },
      {
        onHeaders: (received) => Object.assign(headers, Object.fromEntries(received)),
        onData: (data) => chunks.push(Buffer.from(data)),
        onClose: (failure) => resolve({ headers, body: Buffer.concat(chunks), failure }),
      },
    );
    stream.end(body);
  });
}

async function serve(onStream: (stream: ServerHttp2Stream, headers: Record<string, unknown>) => void, settings = {}) {
  const server = createServer({ settings });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    onStream(stream, headers);
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { server, sessions };
}

function echo(stream: ServerHttp2Stream, headers: Record<string, unknown>) {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'x-received': String(headers['x-sent'] ?? '') }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.concat(chunks));
  });
}

describe('with a server of node:http2', () => {
  test('headers, body and trailers arrive', async () => {
    let seen: Record<string, unknown> = {};
    const { server } = await serve((stream, headers) => {
      seen = headers;
      echo(stream, headers);
    });
    const { session } = await open(server);
    for (let round = 0; round < 3; round++) {
      const { headers, body, failure } = await exchange(session, Buffer.from('hello'), { 'x-sent': `value ${round}` });
      expect(failure).toBeUndefined();
      expect(body.toString()).toBe('hello');
      expect(headers).toMatchObject({ ':status': '200', 'grpc-status': '0', 'x-received': `value ${round}` });
      expect(seen).toMatchObject({
        ':path': '/service/Method',
        ':authority': 'etcd:1',
        'content-type': 'application/grpc',
      });
    }
    expect(session.openStreams).toBe(0);
  });

  test('every character of a header value survives, in Huffman code too', async () => {
    const { server } = await serve(echo);
    const { session } = await open(server);
    for (let code = 0x21; code < 0x7f; code++) {
      const value = `${String.fromCharCode(code)}a${String.fromCharCode(code)}`;
      const { headers } = await exchange(session, Buffer.alloc(0), { 'x-sent': value });
      expect(headers['x-received']).toBe(value);
    }
  });

  test('bodies larger than all windows pass in both directions', async () => {
    const { server } = await serve(echo, { initialWindowSize: 1000 });
    const { session } = await open(server, { streamWindow: 70_000, connectionWindow: 100_000 });
    const bodies = [1, 5].map((megabytes) => randomBytes(megabytes << 20));
    const responses = await Promise.all(bodies.map((body) => exchange(session, body)));
    responses.forEach(({ body }, index) => {
      expect(body.equals(bodies[index]!)).toBe(true);
    });
  });

  test('headers larger than a frame pass', async () => {
    const { server } = await serve(echo);
    const { session } = await open(server);
    const value = 'v'.repeat(40_000);
    const { headers } = await exchange(session, Buffer.alloc(0), { 'x-sent': value });
    expect(headers['x-received']).toBe(value);
  });

  test('no more streams are open than the server accepts', async () => {
    let [now, most] = [0, 0];
    const { server } = await serve(
      (stream, headers) => {
        most = Math.max(most, ++now);
        stream.once('close', () => now--);
        echo(stream, headers);
      },
      { maxConcurrentStreams: 3 },
    );
    const { session } = await open(server);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => exchange(session, Buffer.from([index]))),
    );
    expect(responses.map(({ body }) => body[0])).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(most).toBeLessThanOrEqual(3);
  });

  test('after GOAWAY requests in flight finish, and the connection ends', async () => {
    const held: (() => void)[] = [];
    let arrived = () => {};
    const { server, sessions } = await serve((stream, headers) => {
      held.push(() => echo(stream, headers));
      arrived();
    });
    const { session, closed } = await open(server);
    const begun = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const response = exchange(session, Buffer.from('hello'));
    await begun;
    for (const one of sessions) one.goaway(0, 1);
    await expect.poll(() => session.usable).toBe(false);
    held[0]!();
    expect((await response).body.toString()).toBe('hello');
    expect(await closed).toBe('the server said goodbye (HTTP/2 error code 0)');
  });
});

/** A server that sends these bytes to each client, and passes on what it receives. */
async function raw(bytes: Buffer, onData: (data: Buffer, socket: Socket) => void = () => {}): Promise<Server> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => onData(data, socket));
    socket.write(bytes);
    cleanUps.push(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  return server;
}

function frame(type: number, payload: Buffer, { flags = 0, stream = 0 } = {}): Buffer {
  const head = Buffer.alloc(frameHeaderLength);
  writeHead(head, 0, { type, flags, stream, length: payload.length });
  return Buffer.concat([head, payload]);
}

const settings = frame(FrameType.settings, Buffer.alloc(0));
const endHeaders = { flags: Flag.endHeaders, stream: 1 };

describe('with a server that breaks the protocol', () => {
  const cases: Record<string, { bytes: Buffer; reason: string }> = {
    'HTTP/1.1': { bytes: Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), reason: 'a frame that is too large' },
    'a frame before the settings': {
      bytes: frame(FrameType.ping, Buffer.alloc(8)),
      reason: 'something other than HTTP/2',
    },
    'settings of a wrong length': {
      bytes: frame(FrameType.settings, Buffer.alloc(5)),
      reason: 'a SETTINGS frame of a wrong length',
    },
    'a frame of another stream': {
      bytes: Buffer.concat([settings, frame(FrameType.data, Buffer.alloc(1), { stream: 7 })]),
      reason: 'a frame of a stream that does not exist',
    },
    'a window that overflows': {
      bytes: Buffer.concat([settings, frame(FrameType.windowUpdate, Buffer.from([0x7f, 0xff, 0xff, 0xff]))]),
      reason: 'a wrong WINDOW_UPDATE',
    },
    'headers without an end': {
      bytes: Buffer.concat([settings, frame(FrameType.headers, Buffer.alloc(1), { stream: 1 }), settings]),
      reason: 'an incomplete header block',
    },
    'an index beyond the table': {
      bytes: Buffer.concat([settings, frame(FrameType.headers, Buffer.from([0xff, 0x7f]), endHeaders)]),
      reason: 'a header block that cannot be decoded',
    },
    'a Huffman code without an end': {
      bytes: Buffer.concat([settings, frame(FrameType.headers, Buffer.from([0, 1, 97, 0x81, 0xff, 0xff]), endHeaders)]),
      reason: 'a header',
    },
    'a frame that is too short': {
      bytes: Buffer.concat([settings, frame(FrameType.goaway, Buffer.alloc(3))]),
      reason: 'a frame that is too short',
    },
  };
  test.each(Object.entries(cases))('%s ends the connection', async (_name, { bytes, reason }) => {
    const { closed } = await open(await raw(bytes));
    expect(await closed).toContain(`the server sent ${reason}`);
  });

  test('any bytes end the connection, or are ignored', async () => {
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.concat([settings, ...Array.from({ length: 4 }, randomFrame)]);
      const { session } = await open(await raw(bytes));
      session.destroy('enough');
    }
  });
});

function randomFrame(): Buffer {
  const [type, flags, length, stream] = randomBytes(4) as unknown as [number, number, number, number];
  return frame(type % 11, randomBytes(length % 40), { flags, stream: stream % 4 });
}

test('a server with a small table of headers gets none in it', async () => {
  const small = frame(FrameType.settings, encodeSettings([[Setting.headerTableSize, 100]]));
  let received = Buffer.alloc(0);
  const server = await raw(small, (data) => {
    received = Buffer.concat([received, data]);
  });
  const { session } = await open(server);
  void exchange(session, Buffer.from('body'));
  void exchange(session, Buffer.from('body'));
  await expect.poll(() => received.toString('latin1').split('/service/Method').length).toBe(3);
});

test('settings are written as they are read', () => {
  expect([
    ...decodeSettings(
      encodeSettings([
        [1, 2],
        [3, 0xffff_ffff],
      ]),
    ),
  ]).toEqual([
    [1, 2],
    [3, 0xffff_ffff],
  ]);
});
