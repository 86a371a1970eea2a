import { once } from 'node:events';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { kubeconfigFor, writeKubeconfig } from '../../src/client/kubeconfig/index.js';
import { call, ProgramProcess, temporaryDirectory, writeSigningKey } from './program.test.support.js';

const configMaps = '/api/v1/namespaces/default/configmaps';
const gibibyte = 2 ** 30;

interface Event {
  readonly auditID: string;
  readonly stage: string;
  readonly responseStatus?: { readonly code: number };
}

/** A server that audits the administrator's requests. */
async function start(directory: string, flags: readonly string[], limits: { fileSizeBytes?: number } = {}) {
  writeSigningKey(directory);
  writeFileSync(join(directory, 'tokens.csv'), 'admin-token,admin,admin,system:masters\n');
  writeFileSync(
    join(directory, 'policy.yaml'),
    'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata, users: [admin], resources: [{}]}]\n',
  );
  const program = new ProgramProcess(
    'kube-apiserver',
    [
      '--bind-address=127.0.0.1',
      `--secure-port=${await freePort()}`,
      '--data-dir=data',
      '--cert-dir=certs',
      '--token-auth-file=tokens.csv',
      '--authorization-mode=RBAC',
      '--service-account-issuer=https://kubernetes.default.svc',
      '--service-account-signing-key-file=sa.key',
      '--audit-policy-file=policy.yaml',
      ...flags,
    ],
    directory,
    limits,
  );
  return { program, url: await program.readyUrl() };
}

function eventsIn(file: string): Event[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A line that the kill has truncated belongs to a request without a response.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

interface Acknowledged {
  readonly status: number;
  readonly auditId: string;
}

/** Resolves when the response headers have arrived. */
function send(url: string, options: RequestOptions, body?: unknown): Promise<Acknowledged> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json', ...options.headers };
    const sent = request(url, { agent: false, rejectUnauthorized: false, ...options, headers }, (response) => {
      response.resume();
      response.on('error', () => undefined);
      resolve({ status: response.statusCode!, auditId: String(response.headers['audit-id']) });
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode!, auditId: String(response.headers['audit-id']) });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

it('with blocking, what was acknowledged is in the log after a kill', async () => {
  const directory = temporaryDirectory();
  const acknowledged = new Set<string>();
  for (let round = 0; round < 2; round++) {
    const { program, url } = await start(directory, ['--audit-log-path=audit.log', '--audit-log-mode=blocking']);
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    const enough = acknowledged.size + 250;
    let ended: Promise<unknown> | undefined;
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; !ended; count++) {
        const metadata = { name: `c-${round}-${writer}-${count}` };
        const result = await send(url + configMaps, { method: 'POST', agent }, { metadata }).catch(() => undefined);
        if (result?.status === 201) acknowledged.add(result.auditId);
        if (acknowledged.size >= enough) ended ??= program.end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, writer) => write(writer)));
    await ended;
    agent.destroy();
  }
  const events = eventsIn(join(directory, 'audit.log'));
  for (const stage of ['RequestReceived', 'ResponseComplete']) {
    const logged = new Set(events.filter((event) => event.stage === stage).map(({ auditID }) => auditID));
    expect([...acknowledged].filter((id) => !logged.has(id))).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(500);
});

it('with blocking, the event of a stage is in the log before the response arrives', async () => {
  const directory = temporaryDirectory();
  const { url } = await start(directory, ['--audit-log-path=audit.log']);
  const stagesOf = (id: string) =>
    eventsIn(join(directory, 'audit.log')).flatMap(({ auditID, stage }) => (auditID === id ? [stage] : []));
  const complete = ['RequestReceived', 'ResponseComplete'];
  const begun = ['RequestReceived', 'ResponseStarted'];
  const webSocket = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: url,
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'audit-id': 'the-websocket',
  };
  const metadata = { name: 'a' };
  for (let round = 0; round < 20; round++) {
    const created = await send(url + configMaps, { method: 'POST' }, { metadata });
    expect([created.status, stagesOf(created.auditId)]).toEqual([round === 0 ? 201 : 409, complete]);
    const missing = await send(`${url}${configMaps}/none`, {});
    expect([missing.status, stagesOf(missing.auditId)]).toEqual([404, complete]);
    const watch = await send(`${url}${configMaps}?watch=true&timeoutSeconds=60`, {});
    expect([watch.status, stagesOf(watch.auditId)]).toEqual([200, begun]);
  }
  const upgraded = await send(`${url}${configMaps}?watch=true`, { headers: webSocket });
  expect([upgraded.status, stagesOf('the-websocket').slice(0, 2)]).toEqual([101, begun]);
});

it.each([
  ['a file that cannot grow', 'audit.log', { fileSizeBytes: gibibyte }],
  ...(process.platform === 'linux' ? [['a device that is full', '/dev/full', {}] as const] : []),
])('with blocking-strict, requests fail while the log is %s', async (_title, path, limits) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'audit.log'), '');
  truncateSync(join(directory, 'audit.log'), gibibyte);
  const flags = [`--audit-log-path=${path}`, '--audit-log-mode=blocking-strict', '--audit-log-maxsize=0'];
  const { url } = await start(directory, flags, limits);
  const token = 'admin-token';
  const create = () => call(url + configMaps, { method: 'POST', token, body: { metadata: { name: 'a' } } });
  expect(await create()).toEqual({
    status: 500,
    body: `Internal Server Error: "${configMaps}": failed to store audit event\n`,
  });
  const { body } = await call(`${url}/metrics`, { token });
  expect(body).toContain('apiserver_audit_requests_rejected_total 1\n');
  expect(body).toContain('apiserver_audit_error_total{plugin="log"} 1\n');
  if (path === '/dev/full') return;
  truncateSync(join(directory, 'audit.log'), 0);
  expect((await create()).status).toBe(201);
  expect(eventsIn(join(directory, 'audit.log')).map(({ stage }) => stage)).toEqual([
    'RequestReceived',
    'ResponseComplete',
  ]);
});

it('with blocking, requests are served while the log cannot be written', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'audit.log'), '');
  truncateSync(join(directory, 'audit.log'), gibibyte);
  const flags = ['--audit-log-path=audit.log', '--audit-log-mode=blocking', '--audit-log-maxsize=0'];
  const { url } = await start(directory, flags, { fileSizeBytes: gibibyte });
  const body = { metadata: { name: 'a' } };
  expect((await call(url + configMaps, { method: 'POST', token: 'admin-token', body })).status).toBe(201);
  const metrics = await call(`${url}/metrics`, { token: 'admin-token' });
  expect(metrics.body).toContain('apiserver_audit_error_total{plugin="log"} 2\n');
});

it('with a blocking webhook, responses wait until it has accepted their events', async () => {
  const directory = temporaryDirectory();
  const order: string[] = [];
  const webhook = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { items } = JSON.parse(Buffer.concat(chunks).toString());
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    order.push(...items.map(({ stage }: Event) => stage));
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void webhook.close());
  await once(webhook, 'listening');
  const server = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`;
  const kubeconfig = kubeconfigFor({ name: 'audit', server, user: {} });
  await writeKubeconfig(join(directory, 'webhook.kubeconfig'), kubeconfig);
  const flags = ['--audit-webhook-config-file=webhook.kubeconfig', '--audit-webhook-mode=blocking'];
  const { url } = await start(directory, flags);
  const { status } = await send(url + configMaps, { method: 'POST' }, { metadata: { name: 'a' } });
  order.push(`answer ${status}`);
  expect(order).toEqual(['RequestReceived', 'ResponseComplete', 'answer 201']);
});
