import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.mjs';

const received: string[] = [];
const echo = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    received.push(String(chunk));
    socket.write(chunk);
  });
});
/** With or without a preceding error. */
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
let proxy: TcpProxy;
let client: Socket;

beforeEach(async () => {
  received.length = 0;
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await TcpProxy.start((echo.address() as { port: number }).port);
  client = connect(proxy.port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write('first');
  expect(String((await once(client, 'data'))[0])).toBe('first');
});

afterEach(async () => {
  client.destroy();
  await proxy.close();
  echo.close();
  await once(echo, 'close');
});

it('cuts connections, refuses new ones, and heals', async () => {
  const closed = closing(client);
  proxy.cut();
  await closed;
  const refused = connect(proxy.port, '127.0.0.1');
  refused.on('error', () => undefined);
  await closing(refused);
  proxy.heal();
  client = connect(proxy.port, '127.0.0.1');
  client.write('again');
  expect(String((await once(client, 'data'))[0])).toBe('again');
});

it('holds what is sent until it heals', async () => {
  proxy.hold();
  client.write('held');
  proxy.heal();
  expect(String((await once(client, 'data'))[0])).toBe('held');
  expect(received).toEqual(['first', 'held']);
});

it('forwards requests whose responses are lost', async () => {
  proxy.dropAnswers();
  const responses: string[] = [];
  client.on('data', (chunk) => responses.push(String(chunk)));
  client.write('unanswered');
  while (!received.includes('unanswered')) await new Promise(setImmediate);
  const closed = closing(client);
  proxy.heal();
  await closed;
  expect(responses).toEqual([]);
});
