// Graceful shutdown under load: no request fails, watches end as on a timeout, and it does not take long.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { Agent, get, request } from 'node:https';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { measureSlowness } from '../support/machine-speed.js';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

interface Running {
  readonly program: ProgramProcess;
  readonly url: string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer; readonly rejectUnauthorized: false };
}

async function start(...flags: string[]): Promise<Running> {
  const directory = temporaryDirectory();
  const program = new ProgramProcess('main', ['--secure-port=0', ...flags], directory);
  const url = await program.readyUrl();
  const pem = (name: string) => readFileSync(join(directory, '.trestle/pki', name));
  return { program, url, tls: { cert: pem('admin.crt'), key: pem('admin.key'), rejectUnauthorized: false } };
}

const secrets = '/api/v1/namespaces/default/secrets?watch=1';
const maps = '/api/v1/namespaces/default/configmaps';

/** Clients that send one request after the other, each on a keep-alive connection, until they cannot connect. */
class BusyClients {
  readonly failures: string[] = [];
  readonly statuses = new Map<number, number>();
  closeAnnounced = 0;
  lastAnswer = 0;
  #sent = 0;

  run(count: number, server: Running): Promise<unknown> {
    const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1, ...server.tls }));
    onTestFinished(() => {
      for (const agent of agents) agent.destroy();
    });
    return Promise.all(agents.map((agent) => this.#repeat(agent, server.url)));
  }

  async #repeat(agent: Agent, url: string): Promise<void> {
    for (;;) {
      try {
        const { status, connection } = await this.#send(agent, url);
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        this.lastAnswer = performance.now();
        if (connection === 'close') this.closeAnnounced++;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
        this.failures.push(String(error));
        return;
      }
    }
  }

  #send(agent: Agent, url: string): Promise<{ status: number; connection: string | undefined }> {
    const number = this.#sent++;
    const body = number % 3 === 0 ? JSON.stringify({ metadata: { name: `map-${number}` } }) : undefined;
    const options = { agent, method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json' } };
    return new Promise((resolve, reject) => {
      const sent = request(`${url}${body ? maps : '/api/v1/namespaces/default'}`, options, (response) => {
        response.resume().on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
      });
      sent.on('error', reject).end(body);
    });
  }
}

/** Resolves when the watch is open; `ended` then resolves with how it ended. */
async function watchByHttp1({ url, tls }: Running): Promise<{ ended: Promise<string> }> {
  const [response] = await once(get(url + secrets, { agent: false, ...tls }), 'response');
  response.resume();
  const ended = new Promise<string>((resolve) => {
    response.on('end', () => resolve(response.complete ? 'complete' : 'broken off'));
    response.on('error', (error: Error) => resolve(error.message));
  });
  return { ended };
}

async function watchesByHttp2(count: number, { url, tls }: Running): Promise<{ ended: Promise<string> }[]> {
  const session = connectHttp2(url, tls);
  onTestFinished(() => session.destroy());
  const goaway = once(session, 'goaway');
  const opening = Array.from({ length: count }, async () => {
    const stream = session.request({ ':path': secrets });
    await once(stream, 'response');
    const end = once(stream.resume(), 'end').then(() => goaway);
    return { ended: end.then(([code]) => (code === 0 && stream.rstCode === 0 ? 'complete' : `code ${code}`)) };
  });
  return Promise.all(opening);
}

/** Returns the first byte of the close frame, and its code. */
async function watchByWebSocket({ url, tls }: Running): Promise<{ ended: Promise<string> }> {
  const { port, host } = new URL(url);
  const socket = connectTls({ port: Number(port), host: '127.0.0.1', ...tls }).on('error', () => {});
  const headers = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Origin: http://a'];
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
  socket.write(`GET ${secrets} HTTP/1.1\r\nHost: ${host}\r\n${[...headers, key].join('\r\n')}\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 101 /);
  const ended = once(socket, 'data').then(async ([frame]: Buffer[]) => {
    socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe9]));
    await once(socket, 'close');
    return `${frame![0]!.toString(16)} ${frame!.readUInt16BE(2)}`;
  });
  return { ended };
}

test('64 busy clients and 100 watches: no request fails, watches end in order, and the end comes soon', async () => {
  const server = await start();
  const watches = await watchesByHttp2(50, server);
  for (let count = 0; count < 50; count++) watches.push(await watchByHttp1(server));
  const byWebSocket = await watchByWebSocket(server);
  const clients = new BusyClients();
  const running = clients.run(64, server);
  while ((clients.statuses.get(201) ?? 0) < 200) await new Promise(setImmediate);
  const { code, stderr } = await server.program.end();
  const exitMilliseconds = (performance.now() - clients.lastAnswer) / measureSlowness(20).wall;
  await running;
  expect(clients.failures).toEqual([]);
  expect([...clients.statuses.keys()].sort()).toEqual([200, 201]);
  expect(clients.closeAnnounced).toBe(64);
  expect(new Set(await Promise.all(watches.map(({ ended }) => ended)))).toEqual(new Set(['complete']));
  expect(await byWebSocket.ended).toBe('88 1001');
  expect(exitMilliseconds).toBeLessThan(1500);
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^E/m)]);
});

test('during the shutdown delay everything is served, and readyz says that it is not for long', async () => {
  const { program, url, tls } = await start('--shutdown-delay-duration=1s');
  const watch = await watchByHttp1({ program, url, tls });
  let isOver = false;
  void watch.ended.then(() => {
    isOver = true;
  });
  const ended = program.end();
  while ((await call(`${url}/readyz`)).status === 200) await new Promise(setImmediate);
  expect(isOver).toBe(false);
  const { cert, key } = tls;
  const body = { metadata: { name: 'late' } };
  expect((await call(url + maps, { method: 'POST', body, cert, key })).status).toBe(201);
  expect((await call(`${url}/livez`)).status).toBe(200);
  expect(await watch.ended).toBe('complete');
  expect((await ended).code).toBe(0);
});

test('a second signal ends the program at once', async () => {
  const { program, url } = await start('--shutdown-delay-duration=60s');
  void program.end();
  while ((await call(`${url}/readyz`)).status === 200) await new Promise(setImmediate);
  expect((await program.end('SIGINT')).code).toBe(1);
});
