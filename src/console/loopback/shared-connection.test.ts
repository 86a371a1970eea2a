import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { Frames } from '../../server/websocket-client.test.support.js';
import { LoopbackConsole } from './loopback-console.js';

type Respond = (response: ServerResponse) => void;

/** A server with these responses, and the WebSocket of a page of the console before it. */
async function start(responses: Readonly<Record<string, Respond>>) {
  const server = createServer((incoming, response) => responses[incoming.url!]!(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, namespace: 'default' };
  const served = await LoopbackConsole.start({ connection, context: 'test' });
  onTestFinished(async () => {
    await served.close();
    server.closeAllConnections();
    server.close();
  });
  const url = `${served.url}shared-connection`;
  return { url, page: await open(url) };
}

async function upgrade(url: string, headers: Record<string, string> = {}): Promise<[Duplex, Buffer] | number> {
  const sent = request(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: new URL(url).origin,
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  sent.end();
  return new Promise((resolve, reject) => {
    sent.on('upgrade', (_response, socket, head) => {
      // The server may end it before all is read.
      socket.on('error', () => socket.destroy());
      resolve([socket, head]);
    });
    sent.on('response', (response) => resolve(response.statusCode!));
    sent.on('error', reject);
  });
}

async function open(url: string): Promise<Page> {
  const upgraded = await upgrade(url);
  if (typeof upgraded === 'number') throw new Error(`refused with ${upgraded}`);
  return new Page(...upgraded);
}

/** What has arrived of each response. */
class Page {
  readonly socket: Duplex;
  readonly #frames: Frames;
  readonly heads = new Map<number, { status: number; headers: Record<string, string> }>();
  readonly problems = new Map<number, string>();
  readonly bytes = new Map<number, number>();
  readonly texts = new Map<number, string>();
  readonly ended = new Set<number>();

  constructor(socket: Duplex, head: Buffer) {
    this.socket = socket;
    this.#frames = new Frames(socket, head);
  }

  send(message: object): void {
    this.#frames.send(1, JSON.stringify(message));
  }

  async receiveUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const { opcode, payload } = await this.#frames.next();
      if (opcode === 1) {
        const { id, problem, ...head } = JSON.parse(payload.toString());
        if (problem === undefined) this.heads.set(id, head);
        else this.problems.set(id, problem);
        continue;
      }
      const [id, content] = [payload.readUInt32BE(), payload.subarray(4)];
      this.bytes.set(id, (this.bytes.get(id) ?? 0) + content.length);
      this.texts.set(id, (this.texts.get(id) ?? '') + content.toString());
      if (content.length === 0) this.ended.add(id);
    }
  }
}

/** Writes as long as there is room. */
function writeForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(16 * 1024, 'x');
  const write = (): void => {
    while (response.write(chunk));
  };
  response.on('drain', write);
  write();
}

it('responses share a connection; one whose reader is slow holds up no other', async () => {
  const { page } = await start({
    '/big': writeForEver,
    '/small?watch=1': (response) => response.writeHead(200, { 'set-cookie': 'a=b', 'x-kind': 'small' }).end('small'),
  });
  const window = 256 * 1024;
  page.send({ open: 1, target: '/big', accept: '*/*' });
  await page.receiveUntil(() => page.bytes.get(1)! >= window);
  page.send({ open: 2, target: '/small?watch=1', accept: 'text/plain' });
  await page.receiveUntil(() => page.ended.has(2));
  expect(page.texts.get(2)).toBe('small');
  expect(page.heads.get(2)).toMatchObject({ status: 200, headers: { 'x-kind': 'small' } });
  expect(page.heads.get(2)!.headers).not.toHaveProperty('set-cookie');
  expect(page.bytes.get(1)).toBeLessThan(window + 64 * 1024);
  page.send({ read: 1, bytes: window });
  await page.receiveUntil(() => page.bytes.get(1)! >= 2 * window);
  page.send({ close: 1 });
});

it('a response that breaks off, or that cannot be had, is a problem of that response', async () => {
  const { page } = await start({
    '/broken': (response) => {
      response.write('begun');
      setImmediate(() => response.destroy());
    },
    '/refused': (response) => response.writeHead(403).end('{"reason":"Forbidden"}'),
  });
  page.send({ open: 1, target: '/broken', accept: '*/*' });
  await page.receiveUntil(() => page.problems.has(1));
  expect(page.problems.get(1)).toBe('aborted');
  page.send({ open: 2, target: '/refused', accept: '*/*' });
  await page.receiveUntil(() => page.ended.has(2));
  expect(page.heads.get(2)).toMatchObject({ status: 403 });
});

it('requests end with the page, and when it needs them no longer', async () => {
  const closed: string[] = [];
  const watch = (name: string) => (response: ServerResponse) => {
    response.write('event');
    response.on('close', () => closed.push(name));
  };
  const { page } = await start({ '/a': watch('a'), '/b': watch('b'), '/c': watch('c') });
  for (const [id, name] of ['a', 'b', 'c'].entries()) page.send({ open: id, target: `/${name}`, accept: '*/*' });
  await page.receiveUntil(() => page.texts.size === 3);
  page.send({ close: 1 });
  await expect.poll(() => closed).toEqual(['b']);
  page.socket.destroy();
  await expect.poll(() => closed.toSorted()).toEqual(['a', 'b', 'c']);
});

it('the connection is for pages of the console, and ends if a message is not one of theirs', async () => {
  const { url, page } = await start({});
  const elsewhere = new URL('/console/shared-connection', url).href;
  for (const [target, headers] of [
    [url, { origin: 'http://evil.example' }],
    [url, { host: 'evil.example' }],
    [url, { 'sec-fetch-site': 'same-site' }],
    [elsewhere, {}],
  ] as const)
    expect(await upgrade(target, headers), JSON.stringify(headers)).toBe(403);
  for (const message of ['{', '{"open":1,"target":"http://evil.example/"}', '{"open":"x","target":"/"}']) {
    const [socket, head] = (await upgrade(url)) as [Duplex, Buffer];
    const frames = new Frames(socket, head);
    frames.send(1, message);
    expect((await frames.next()).opcode, message).toBe(8);
    socket.destroy();
  }
  expect(page.socket.destroyed).toBe(false);
});
