import { EventEmitter, on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import { ApiServer, defineGroup, defineResource, type FromSchema, serveWebSocket, streamResponse } from './index.js';
import { connectWebSocket, Frames } from './websocket-client.test.support.js';

const schema = {
  type: 'object',
  properties: { spec: { type: 'object', required: ['greeting'], properties: { greeting: { type: 'string' } } } },
} as const;

const lines = new EventEmitter();
let hasDeadline: boolean[] = [];

const robots = defineResource<FromSchema<typeof schema>>({
  kind: 'Robot',
  plural: 'robots',
  scope: 'Cluster',
  versions: { v1: { schema } },
  subresources: {
    console: {
      verbs: ['get'],
      isLongRunning: true,
      async connect({ context, object }) {
        const { spec } = await object();
        return serveWebSocket(context.request, { protocols: ['v2.console', 'v1.console'] }, (socket) => {
          socket.send(spec?.greeting ?? '');
          socket.onMessage((payload) => {
            if (payload.toString() === 'fail') throw new Error('not possible');
            socket.send(`echo ${payload}`);
          });
        });
      },
    },
    broken: {
      verbs: ['get'],
      connect: ({ context }) =>
        serveWebSocket(context.request, {}, () => {
          throw new Error('not possible');
        }),
    },
    log: {
      verbs: ['get'],
      isLongRunning: true,
      connect: ({ context }) => streamResponse(logOf(context.request.signal)),
    },
  },
});

async function* logOf(signal: AbortSignal): AsyncGenerator<string> {
  yield 'started\n';
  try {
    for await (const [line] of on(lines, 'line', { signal })) yield `${line}\n`;
  } finally {
    lines.emit('ended');
  }
}

let directory: string;
let server: ApiServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'streams-'));
  server = new ApiServer({
    storage: await EmbeddedStorage.open(),
    requestTimeoutMilliseconds: 5000,
    filters: (defaults) => [
      ...defaults,
      {
        name: 'deadlines',
        handle(context, next) {
          hasDeadline.push(Number.isFinite(context.deadline));
          return next();
        },
      },
    ],
  });
  server.install(defineGroup({ name: 'example.com', resources: [robots] }));
  await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
  await server.shared.loopback.client.resource({ group: 'example.com', version: 'v1', resource: 'robots' }).create({
    apiVersion: 'example.com/v1',
    kind: 'Robot',
    metadata: { name: 'r2' },
    spec: { greeting: 'hello' },
  });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const path = '/apis/example.com/v1/robots';

async function open(target: string, protocol?: string) {
  return connectWebSocket(server.port, target, protocol === undefined ? {} : { 'sec-websocket-protocol': protocol });
}

test('a WebSocket subresource is a handler of a few lines', async () => {
  hasDeadline = [];
  const [response, socket, head] = await open(`${path}/r2/console`, 'v0.console, v1.console');
  expect(response.headers).toMatchObject({ 'sec-websocket-protocol': 'v1.console' });
  const frames = new Frames(socket!, head!);
  expect(await frames.next()).toMatchObject({ opcode: 1, payload: Buffer.from('hello') });
  frames.send(1, 'hi');
  expect(await frames.next()).toMatchObject({ opcode: 1, payload: Buffer.from('echo hi') });
  frames.send(8, '');
  expect((await frames.next()).opcode).toBe(8);
  expect(hasDeadline).toEqual([false]);
  socket!.destroy();
});

test.each([
  ['no object', `${path}/none/console`, 'v1.console', 404],
  ['no common subprotocol', `${path}/r2/console`, 'v0.console', 400],
])('with %s it is refused', async (_what, target, protocol, status) => {
  const [response] = await open(target, protocol);
  expect(response).toMatchObject({ statusCode: status });
});

test('a handler that fails closes its WebSocket with status 1011', async () => {
  const [, socket, head] = await open(`${path}/r2/broken`);
  const { opcode, payload } = await new Frames(socket!, head!).next();
  expect([opcode, payload.readUInt16BE()]).toEqual([8, 1011]);
  socket!.destroy();
  const [, other, first] = await open(`${path}/r2/console`, 'v1.console');
  const frames = new Frames(other!, first!);
  await frames.next();
  frames.send(1, 'fail');
  expect((await frames.next()).payload.readUInt16BE()).toBe(1011);
  other!.destroy();
});

test('a streaming subresource sends what is yielded, and ends with its client', async () => {
  let text = '';
  const client = request({ port: server.port, host: '127.0.0.1', path: `${path}/r2/log`, rejectUnauthorized: false });
  client.on('response', (response) => response.on('data', (chunk) => (text += chunk)).on('error', () => undefined));
  client.on('error', () => undefined).end();
  await vi.waitFor(() => expect(text).toBe('started\n'), 15_000);
  await vi.waitFor(() => expect(lines.listenerCount('line')).toBe(1), 15_000);
  lines.emit('line', 'moved');
  await vi.waitFor(() => expect(text).toBe('started\nmoved\n'), 15_000);
  client.destroy();
  await vi.waitFor(() => expect(lines.listenerCount('line')).toBe(0), 15_000);
});
