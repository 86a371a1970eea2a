import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GrpcConnection } from './connection.js';
import { beginFrame, finishFrame } from './framing.js';
import { GrpcCode, type GrpcFailure } from './status.js';

const message = finishFrame(beginFrame().raw(Buffer.from('hello')));
const grpc = { ':status': 200, 'content-type': 'application/grpc' };

const options = {
  tls: {},
  connectTimeoutMilliseconds: 2000,
  keepalive: { idleMilliseconds: 10_000, timeoutMilliseconds: 1000 },
};

/** Responds like a gRPC server: a message, then the trailers. */
function result(stream: ServerHttp2Stream, trailers: Record<string, string>, body: Uint8Array = message): void {
  stream.respond(grpc, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(body);
}

test('a connection may be through the socket of a file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'grpc-'));
  const path = join(directory, 'a b.sock');
  const server = createServer().listen(path);
  server.on('stream', (stream) => result(stream, { 'grpc-status': '0' }));
  await once(server, 'listening');
  const connection = await GrpcConnection.open(new URL(`unix://${path}`), options);
  expect((await connection.unary('/service/Method', message, 10_000)).toString()).toBe('hello');
  await connection.close();
  server.close();
  await rm(directory, { recursive: true });
});

describe('a connection', () => {
  let server: Http2Server;
  let connection: GrpcConnection;
  let behave: (stream: ServerHttp2Stream) => void;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      behave(stream);
    });
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
  });
  beforeEach(async () => {
    connection = await GrpcConnection.open(
      new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      options,
    );
    return () => connection.close();
  });

  const call = () => connection.unary('/service/Method', message, 200);

  test('carries a message and its response', async () => {
    behave = (stream) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => result(stream, { 'grpc-status': '0' }, Buffer.concat(chunks)));
    };
    expect((await call()).toString()).toBe('hello');
  });

  const failures: { name: string; serve: (stream: ServerHttp2Stream) => void; failure: Partial<GrpcFailure> }[] = [
    {
      name: 'an error in the trailers',
      serve: (stream) => result(stream, { 'grpc-status': '11', 'grpc-message': 'a %C3%A9 b' }),
      failure: { code: GrpcCode.outOfRange, message: 'a é b', fate: 'responded' },
    },
    {
      name: 'an error in headers that are all there is',
      serve: (stream) => stream.respond({ ...grpc, 'grpc-status': '14' }, { endStream: true }),
      failure: { code: GrpcCode.unavailable, fate: 'responded' },
    },
    {
      name: 'a server that is none of gRPC',
      serve: (stream) => stream.respond({ ':status': 404 }, { endStream: true }),
      failure: { code: GrpcCode.unavailable, message: 'HTTP status 404: not a gRPC server?', fate: 'unknown' },
    },
    {
      name: 'a response without a message',
      serve: (stream) => result(stream, { 'grpc-status': '0' }, new Uint8Array()),
      failure: { code: GrpcCode.internal, fate: 'unknown' },
    },
    {
      name: 'a response that cannot be decoded',
      serve: (stream) => result(stream, { 'grpc-status': '0' }, Buffer.from([1, 2, 3, 4, 5, 6])),
      failure: { code: GrpcCode.internal, fate: 'unknown' },
    },
    {
      name: 'a request that the server did not begin with',
      serve: (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM),
      failure: { code: GrpcCode.unavailable, fate: 'not-sent' },
    },
    {
      name: 'a request that the server dropped',
      serve: (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
      failure: { code: GrpcCode.unavailable, fate: 'unknown' },
    },
    {
      name: 'a connection that breaks',
      serve: (stream) => stream.session?.destroy(),
      failure: { code: GrpcCode.unavailable, fate: 'unknown' },
    },
    {
      name: 'no answer in time',
      serve: () => undefined,
      failure: { code: GrpcCode.deadlineExceeded, message: 'no response within 200 ms', fate: 'unknown' },
    },
  ];
  test.each(failures)('reports $name', async ({ serve, failure }) => {
    behave = serve;
    await expect(call()).rejects.toMatchObject(failure);
  });

  test('takes no calls when it is closed, and ends those under way', async () => {
    behave = () => undefined;
    const underWay = expect(call()).rejects.toMatchObject({ message: 'enough', fate: 'unknown' });
    await connection.close('enough');
    await underWay;
    expect(connection.usable).toBe(false);
    await expect(call()).rejects.toMatchObject({ message: 'enough', fate: 'not-sent' });
  });
});
