import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deepFreeze, SharedInformers } from '../../../src/client/informer/index.js';
import {
  defaultConnection,
  type KubeconfigUser,
  kubeconfigFor,
  writeKubeconfig,
} from '../../../src/client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../../../src/client/rest/index.js';
import { runController, WorkQueue } from '../../../src/client/workqueue/index.js';
import { makeSelfSigned, SecureServer } from '../../../src/server/http/index.js';
import { type Flunder, flunders, SampleApi } from './sample-api.js';

const { certificate, key } = makeSelfSigned({ names: ['127.0.0.1'] });
const admin = makeSelfSigned({ names: ['admin'] });
const cleanups: (() => Promise<unknown>)[] = [];
let api: SampleApi;
let server: SecureServer;
let file: string;
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  file = join(directory, 'config');
  api = await SampleApi.start();
  server = await SecureServer.start({
    handler: api.handler,
    host: '127.0.0.1',
    port: 0,
    tls: {
      certificate: { certificate: { pem: certificate }, key: { pem: key } },
      clientAuthorities: [{ pem: admin.certificate }],
    },
  });
  cleanups.push(
    () => rm(directory, { recursive: true }),
    () => api.close(),
    () => server.close(),
  );
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function clientFor(user: KubeconfigUser): Promise<{ client: RestClient; namespace: string }> {
  const address = { name: 'sample', server: `https://127.0.0.1:${server.port}`, authorities: certificate };
  await writeKubeconfig(file, kubeconfigFor({ ...address, namespace: 'a', user }));
  const connection = await defaultConnection({ env: { KUBECONFIG: file } });
  const transport = new Http2Transport(connection);
  cleanups.push(() => transport.close());
  return { client: new RestClient({ transport }), namespace: connection.namespace };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('a client is authenticated by the certificate and the token of its kubeconfig', async () => {
  const seen: unknown[] = [];
  api.intercept = (request) => {
    seen.push([request.clientCertificate()?.chain[0]?.subject, request.header('authorization')]);
    return undefined;
  };
  const { client, namespace } = await clientFor({
    'client-certificate-data': base64(admin.certificate),
    'client-key-data': base64(admin.key),
    token: 'secret',
  });
  expect((await client.resource(flunders, namespace).list()).items).toEqual([]);
  expect(seen).toEqual([[expect.stringContaining('CN=admin'), 'Bearer secret']]);
});

test('a controller brings the world to what is wanted, over HTTPS and across broken connections', async () => {
  const { client, namespace } = await clientFor({ token: 'secret' });
  const informers = new SharedInformers({
    client,
    transform: deepFreeze,
    backoff: { firstMilliseconds: 1, limitMilliseconds: 5 },
    onError: () => undefined,
  });
  const informer = informers.informer<Flunder>(flunders);
  const queue = new WorkQueue<string>();
  const end = new AbortController();
  const allDone = new Promise<void>((resolve) => {
    const isDone = ({ status }: Flunder) => status?.phase === 'Done';
    const check = () => informer.lister.list().filter(isDone).length === 10 && resolve();
    const enqueue = ({ metadata }: Flunder) => queue.add(`${metadata.namespace}/${metadata.name}`);
    informer.addHandler({ added: enqueue, updated: (_old, item) => (isDone(item) ? check() : enqueue(item)) });
  });
  informers.start();
  await informers.synced();
  const running = runController({
    queue,
    workers: 3,
    signal: end.signal,
    reconcile: async (itemKey, signal) => {
      const item = informer.lister.getByKey(itemKey);
      if (item === undefined || item.status?.phase === 'Done') return;
      const resource = client.resource<Flunder>(flunders, item.metadata.namespace);
      await resource.updateStatus({ ...item, status: { phase: 'Done' } }, { signal });
    },
    onError: () => undefined,
  });
  for (let index = 0; index < 10; index++) {
    await client.resource<Flunder>(flunders, namespace).create({ metadata: { name: `x${index}` } });
    if (index % 4 === 3) await api.restart();
  }
  await allDone;
  end.abort();
  await running;
  await informers.close();
});
