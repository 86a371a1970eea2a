// Several processes that serve as one: a client cannot tell which of them it is connected to.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProgramProcess, temporaryDirectory } from './program.test.support.js';

const run = promisify(execFile);
const maps = '/api/v1/namespaces/default/configmaps';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A client with one connection. */
class Client {
  readonly #agent: Agent;
  readonly #url: string;

  constructor(url: string, tls: RequestOptions) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ...tls });
    onTestFinished(() => this.#agent.destroy());
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await this.#send(method, path, body);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    return { status: response.statusCode!, body: text };
  }

  /** The lines of a watch. */
  async watch(path: string): Promise<AsyncIterator<string>> {
    const response = await this.#send('GET', path);
    return lines(response);
  }

  #send(method: string, path: string, body?: unknown): Promise<IncomingMessage> {
    const headers = { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#url}${path}`, { method, agent: this.#agent, headers }, resolve);
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

async function* lines(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    yield* parts;
  }
}

class Server {
  readonly program: ProgramProcess;
  readonly url: string;
  readonly directory: string;
  worker = 0;

  static async start(...flags: string[]): Promise<Server> {
    const directory = temporaryDirectory();
    const program = new ProgramProcess('main', ['--secure-port=0', '--workers=2', '-v=2', ...flags], directory);
    const server = new Server(program, await program.url(), directory);
    await server.workerIsReady();
    return server;
  }

  private constructor(program: ProgramProcess, url: string, directory: string) {
    this.program = program;
    this.url = url;
    this.directory = directory;
  }

  async workerIsReady(): Promise<void> {
    const match = await this.program.logged(/"Worker is ready" worker=\d+ pid=(\d+)/);
    this.worker = Number(match[1]);
  }

  /** Clients of the owner and of the worker, in this order. */
  async clients(): Promise<readonly [owner: Client, worker: Client]> {
    const [worker, owner] = [this.client(), this.client()];
    await worker.call('GET', '/version');
    await owner.call('GET', '/version');
    return [owner, worker];
  }

  client(): Client {
    const pem = (name: string) => readFileSync(join(this.directory, '.trestle/pki', name));
    return new Client(this.url, { cert: pem('admin.crt'), key: pem('admin.key'), rejectUnauthorized: false });
  }
}

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended, and whose parent is gone, may be a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const map = (name: string) => ({ metadata: { name }, data: { a: 'b' } });
const crontabs = {
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe.each([{ flags: [] }, { flags: ['--in-memory'] }])('two workers $flags', ({ flags }) => {
  test('see what the other has written, at once', async () => {
    const server = await Server.start(...flags);
    const clients = await server.clients();
    const watches = await Promise.all(
      [server.client(), server.client()].map((client) => client.watch(`${maps}?watch=1&resourceVersion=0`)),
    );
    for (let count = 0; count < 40; count++) {
      const [writer, reader] = count % 2 === 0 ? clients : [clients[1], clients[0]];
      expect(await writer.call('POST', maps, map(`map-${count}`))).toMatchObject({ status: 201 });
      expect(await reader.call('GET', `${maps}/map-${count}`)).toMatchObject({ status: 200 });
      expect(JSON.parse((await reader.call('GET', maps)).body).items.length).toBeGreaterThan(count);
    }
    for (const watch of watches) {
      const names = new Set<string>();
      while (!names.has('map-39')) names.add(JSON.parse((await watch.next()).value).object.metadata.name);
      expect([...names].filter((name) => name.startsWith('map-'))).toHaveLength(40);
    }
    await definesAndUses(server, clients);
    await countsAll(clients);
    expect(await server.program.end()).toMatchObject({ code: 0 });
    expect(isAlive(server.worker)).toBe(false);
  });

  /** A definition and a role are effective for the other process with the response. */
  async function definesAndUses(server: Server, [one, other]: readonly [Client, Client]): Promise<void> {
    const watch = await server.client().watch(`${definitions}?watch=1&resourceVersion=0`);
    const creator = one.call('POST', definitions, crontabs);
    for (let line = ''; !/"type":"Established","status":"True"|"status":"True","type":"Established"/.test(line); ) {
      line = (await watch.next()).value;
      if (line === undefined) throw new Error('the watch has ended');
    }
    await creator;
    const path = '/apis/stable.example.com/v1/namespaces/default/crontabs';
    for (const client of [other, one]) expect(await client.call('GET', path)).toMatchObject({ status: 200 });
    expect(
      await other.call('POST', path, { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: { name: 'a' } }),
    ).toMatchObject({ status: 201 });
  }

  async function countsAll([one, other]: readonly [Client, Client]): Promise<void> {
    const counted = async (client: Client): Promise<number> => {
      const { body } = await client.call('GET', '/metrics');
      const posts = body
        .split('\n')
        .filter((line) => /^apiserver_request_total\{.*resource="configmaps".*verb="POST"/.test(line));
      return posts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    expect(await counted(one)).toBeGreaterThanOrEqual(40);
    expect(await counted(other)).toBe(await counted(one));
    for (const client of [one, other])
      expect((await client.call('GET', '/readyz?verbose')).body).toContain('readyz check passed');
  }
});

test('a worker that is killed is replaced; clients of the others are not affected', async () => {
  const server = await Server.start();
  const [owner, worker] = await server.clients();
  const watch = await owner.call('GET', maps).then(() => server.client().watch(`${maps}?watch=1&resourceVersion=0`));
  const killed = server.worker;
  process.kill(killed, 'SIGKILL');
  // The connection is gone; the client opens another one.
  await worker.call('GET', maps).catch(() => undefined);
  expect(await owner.call('POST', maps, map('after'))).toMatchObject({ status: 201 });
  await server.workerIsReady();
  expect(server.worker).not.toBe(killed);
  for (const client of [server.client(), server.client(), server.client()]) {
    expect(await client.call('GET', `${maps}/after`)).toMatchObject({ status: 200 });
  }
  void watch.return?.();
  expect(await server.program.end()).toMatchObject({ code: 0 });
});

test('workers end with the owner', async () => {
  const server = await Server.start();
  const [, worker] = await server.clients();
  const watch = await worker.watch(`${maps}?watch=1&resourceVersion=0`);
  server.program.signal('SIGKILL');
  await server.program.ended();
  for (let line = await watch.next().catch(() => ({ done: true })); !line.done; ) {
    line = await watch.next().catch(() => ({ done: true }));
  }
  while (isAlive(server.worker)) await new Promise((resolve) => setTimeout(resolve, 10));
});

test('there is one audit log, of whole lines', async () => {
  const directory = temporaryDirectory();
  writeFileSync(
    join(directory, 'policy.yaml'),
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Request}]\n',
  );
  const log = join(directory, 'audit.log');
  const server = await Server.start(
    `--audit-policy-file=${join(directory, 'policy.yaml')}`,
    `--audit-log-path=${log}`,
    '--audit-log-mode=blocking',
  );
  const clients = await server.clients();
  const write = (client: Client, name: string) => client.call('POST', maps, map(name));
  await Promise.all(
    clients.flatMap((client, who) => Array.from({ length: 25 }, (_, index) => write(client, `client-${who}-${index}`))),
  );
  const events = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const created = events.filter(
    ({ verb, stage, requestObject }) =>
      verb === 'create' && stage === 'ResponseComplete' && /^client-/.test(requestObject?.metadata.name),
  );
  expect(created).toHaveLength(50);
});

test('kubectl works', async () => {
  const server = await Server.start();
  const kubectl = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('kubectl', [
      '--kubeconfig',
      join(server.directory, '.trestle/admin.kubeconfig'),
      ...args,
    ]);
    return stdout;
  };
  await kubectl('create', 'configmap', 'a', '--from-literal=x=y');
  expect(await kubectl('get', 'configmap', 'a', '-o', 'jsonpath={.data.x}')).toBe('y');
  await kubectl('delete', 'configmap', 'a');
  await expect(kubectl('get', 'configmap', 'a')).rejects.toThrow('NotFound');
});
