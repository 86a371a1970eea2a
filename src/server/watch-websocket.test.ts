import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SampleServer } from './sample-server.test.support.js';
import { connectWebSocket, Frames } from './websocket-client.test.support.js';

let directory: string;
let sample: SampleServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'websocket-'));
  sample = await SampleServer.start();
  await sample.server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
});

afterAll(async () => {
  await sample.close();
  await rm(directory, { recursive: true });
});

const connect = (path: string, headers?: Record<string, string>) => connectWebSocket(sample.server.port, path, headers);

const target = '/apis/wardle.example.com/v1/namespaces/a/flunders';

test('a watch is sent as texts to a client that speaks WebSocket, until it says goodbye', async () => {
  const [result, socket, head] = (await connect(`${target}?watch=true`)) as [
    { headers: Record<string, string> },
    Duplex,
    Buffer,
  ];
  expect(result.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  const frames = new Frames(socket, head);
  await sample.call('POST', target, { body: { metadata: { name: 'x' } } });
  const { opcode, payload } = await frames.next();
  expect([opcode, JSON.parse(payload.toString()).type]).toEqual([1, 'ADDED']);
  frames.send(1, 'nobody listens');
  frames.send(9, 'ping');
  expect(await frames.next()).toEqual({ opcode: 10, payload: Buffer.from('ping') });
  frames.send(8, '');
  expect((await frames.next()).opcode).toBe(8);
  await once(socket, 'close');
  await expect.poll(() => sample.server.openWatches).toBe(0);
});

test('the server says goodbye when the time of a watch is up', async () => {
  const [, socket, head] = (await connect(`${target}?watch=true&timeoutSeconds=1&resourceVersion=1`, {
    accept: 'application/vnd.kubernetes.protobuf;stream=watch, application/json',
  })) as [unknown, Duplex, Buffer];
  const frames = new Frames(socket, head);
  let last = await frames.next();
  while (last.opcode !== 8) last = await frames.next();
  expect(last.payload.readUInt16BE()).toBe(1000);
  socket.destroy();
});

test('a watch uses the offered subprotocol, for clients that send an origin', async () => {
  const carrier = 'base64url.bearer.authorization.k8s.io.eA';
  const protocols = { 'sec-websocket-protocol': `${carrier}, binary.k8s.io` };
  const [result, socket] = (await connect(`${target}?watch=true`, protocols)) as [
    { headers: Record<string, string> },
    Duplex,
    Buffer,
  ];
  expect(result.headers['sec-websocket-protocol']).toBe('binary.k8s.io');
  socket.destroy();
  const codes: number[] = [];
  for (const headers of [{ 'sec-websocket-protocol': 'a, b' }, { origin: '' }]) {
    const [response] = (await connect(`${target}?watch=true`, headers)) as [{ statusCode: number; resume(): void }];
    response.resume();
    codes.push(response.statusCode);
  }
  expect(codes).toEqual([400, 403]);
});

test('a failing request, or one without an upgrade, gets a plain response', async () => {
  const [response] = (await connect(`${target}?watch=true&labelSelector=,,`)) as [
    { statusCode: number; resume(): void },
  ];
  response.resume();
  expect(response.statusCode).toBe(400);
  const [other] = (await connect(`${target}?watch=true`, { 'sec-websocket-version': '8' })) as [
    { statusCode: number; resume(): void },
  ];
  other.resume();
  expect(other.statusCode).toBe(400);
});
