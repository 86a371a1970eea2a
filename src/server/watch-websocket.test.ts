import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SampleServer } from './sample-server.test.support.js';

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

const target = '/apis/wardle.example.com/v1/namespaces/a/flunders';

/** A minimal client: supports only short frames, as the server sends them. */
async function connect(path: string, headers: Record<string, string> = {}) {
  const client = request({
    host: '127.0.0.1',
    port: sample.server.port,
    path,
    rejectUnauthorized: false,
    headers: {
      connection: 'keep-alive, Upgrade',
      upgrade: 'websocket',
      origin: 'https://127.0.0.1',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  client.end();
  const answer = await Promise.race([
    once(client, 'upgrade') as Promise<[{ headers: Record<string, string> }, Duplex, Buffer]>,
    once(client, 'response') as Promise<[{ statusCode: number; headers: Record<string, string>; resume(): void }]>,
  ]);
  return answer;
}

class Frames {
  readonly #socket: Duplex;
  #buffered: Buffer;

  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket;
    this.#buffered = head;
  }

  async next(): Promise<{ opcode: number; payload: Buffer }> {
    for (;;) {
      const [first, second] = this.#buffered;
      const isLong = second === 126;
      const begin = isLong ? 4 : 2;
      const length = isLong && this.#buffered.length >= 4 ? this.#buffered.readUInt16BE(2) : (second ?? 0);
      if (this.#buffered.length >= 2 && this.#buffered.length >= begin + length) {
        const payload = this.#buffered.subarray(begin, begin + length);
        this.#buffered = this.#buffered.subarray(begin + length);
        return { opcode: first! & 0x0f, payload };
      }
      const [chunk] = (await once(this.#socket, 'data')) as [Buffer];
      this.#buffered = Buffer.concat([this.#buffered, chunk]);
    }
  }

  send(opcode: number, payload: string): void {
    this.#socket.write(
      Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]),
    );
  }
}

test('a watch is sent as texts to a client that speaks WebSocket, until it says goodbye', async () => {
  const [answer, socket, head] = (await connect(`${target}?watch=true`)) as [
    { headers: Record<string, string> },
    Duplex,
    Buffer,
  ];
  expect(answer.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
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

test('a watch speaks the one protocol that it is offered, with somebody who says where they come from', async () => {
  const carrier = 'base64url.bearer.authorization.k8s.io.eA';
  const protocols = { 'sec-websocket-protocol': `${carrier}, binary.k8s.io` };
  const [answer, socket] = (await connect(`${target}?watch=true`, protocols)) as [
    { headers: Record<string, string> },
    Duplex,
    Buffer,
  ];
  expect(answer.headers['sec-websocket-protocol']).toBe('binary.k8s.io');
  socket.destroy();
  const codes: number[] = [];
  for (const headers of [{ 'sec-websocket-protocol': 'a, b' }, { origin: '' }]) {
    const [response] = (await connect(`${target}?watch=true`, headers)) as [{ statusCode: number; resume(): void }];
    response.resume();
    codes.push(response.statusCode);
  }
  expect(codes).toEqual([400, 403]);
});

test('a request that cannot be served, or is no request for a WebSocket, is answered as usual', async () => {
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
