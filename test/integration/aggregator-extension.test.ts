import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { isNotFound } from '../../src/apimachinery/status/index.js';
import { Informer } from '../../src/client/informer/index.js';
import { bearerToken, Http2Transport, type ResourceClient, RestClient } from '../../src/client/rest/index.js';
import { createAuthenticator } from '../../src/server/authentication/index.js';
import { ApiServer } from '../../src/server/index.js';
import { wardle } from '../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';
import { Chain, Extension, extensionHandler, json, TestAuthority } from './aggregator-chain.test.support.js';

const group = 'wardle.example.com';
const resource = { group, version: 'v1', resource: 'flunders' };
const authority = new TestAuthority();
let directory: string;
let chain: Chain;
let server: ApiServer;
let extension: Extension;
let transport: Http2Transport;
let flunders: ResourceClient<JsonObject>;

function writeKeyPair(commonName: string): void {
  const { certificate, key } = authority.sign(commonName);
  writeFileSync(join(directory, 'proxy.crt'), certificate);
  writeFileSync(join(directory, 'proxy.key'), key);
}

/** Trusts only a proxy with a known certificate. */
async function startServer(): Promise<ApiServer> {
  const authorityFile = join(directory, 'authority.crt');
  writeFileSync(authorityFile, authority.certificate);
  const authenticator = await createAuthenticator({
    requestHeader: {
      authorities: { file: authorityFile },
      allowedNames: ['aggregator', 'renewed'],
      usernameHeaders: ['X-Remote-User'],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group'],
      extraPrefixes: ['X-Remote-Extra-'],
    },
    anonymous: false,
    onError: () => {},
  });
  const started = new ApiServer({ storage: await EmbeddedStorage.open(), authenticator });
  started.install(wardle);
  started.prepare();
  return started;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  writeKeyPair('aggregator');
  const [certificateFile, keyFile] = [join(directory, 'proxy.crt'), join(directory, 'proxy.key')];
  const proxyClient = { certificateFile, keyFile, pollMilliseconds: 10 };
  chain = await Chain.start({ proxyClient });
  server = await startServer();
  extension = await Extension.start(server.handle, { clientAuthority: authority.certificate });
  await chain.externalService();
  await chain.serves(group, extension);
  transport = new Http2Transport({
    server: `https://localhost:${chain.aggregator.port}`,
    tls: { insecure: true },
    credentials: bearerToken('alice'),
  });
  flunders = new RestClient({ transport }).resource<JsonObject>(resource, 'default');
});
afterAll(async () => {
  await transport.close();
  await chain.close();
  await extension.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('an extension API server made with the library', () => {
  test('is reached by every verb', async () => {
    const created = await flunders.create({ metadata: { name: 'a' }, spec: { reference: 'r' } });
    expect(created['spec']).toMatchObject({ reference: 'r', size: 1 });
    expect((await flunders.get('a'))['metadata']).toEqual(created['metadata']);
    const updated = await flunders.update({ ...created, spec: { size: 2 } });
    expect(updated['metadata']).toMatchObject({ generation: 2 });
    const patched = await flunders.patch('a', { type: 'merge', body: { metadata: { labels: { x: 'y' } } } });
    expect(patched['metadata']).toMatchObject({ labels: { x: 'y' } });
    const applied = await flunders.apply(
      { apiVersion: `${group}/v1`, kind: 'Flunder', metadata: { name: 'b' }, spec: { reference: 'applied' } },
      { fieldManager: 'test' },
    );
    expect(applied['spec']).toMatchObject({ reference: 'applied' });
    expect((await flunders.list({ labelSelector: 'x=y' })).items).toHaveLength(1);
    await flunders.delete('a');
    await expect(flunders.get('a')).rejects.toSatisfy(isNotFound);
    await flunders.deleteCollection();
    expect((await flunders.list()).items).toEqual([]);
  });

  test('feeds informers through the aggregator', async () => {
    const informer = new Informer<JsonObject>({ source: flunders });
    informer.start();
    await informer.synced();
    for (let index = 0; index < 20; index++) await flunders.create({ metadata: { name: `i${index}` } });
    await chain.until(() => informer.lister.size === 20);
    await flunders.deleteCollection();
    await chain.until(() => informer.lister.size === 0);
    await informer.close();
  });

  test('trusts only the aggregator, by a certificate that may be renewed', async () => {
    const direct = new Http2Transport({
      server: `https://localhost:${extension.port}`,
      tls: { insecure: true },
    });
    const headers = { 'x-remote-user': 'root' };
    const forged = await direct.send({ method: 'GET', target: `/apis/${group}/v1/flunders`, headers });
    expect(forged.status).toBe(401);
    await forged.body();
    await direct.close();
    writeKeyPair('stranger');
    await chain.until(async () => (await chain.status(`/apis/${group}/v1/flunders`)) === 401);
    writeKeyPair('renewed');
    await chain.until(async () => (await chain.status(`/apis/${group}/v1/flunders`)) === 200);
  });
});

test('endpoints of a Service are called themselves where Services have no addresses', async () => {
  const routed = await Chain.start({ routesToEndpoints: true });
  const name = 'routed.example.com';
  const seen = new Set<number>();
  const extensions: Extension[] = [];
  const first = await Extension.start(extensionHandler(name, () => json({})));
  extensions.push(first);
  for (let index = 0; index < 2; index++) {
    const handler = extensionHandler(name, () => {
      seen.add(index);
      return json({});
    });
    extensions.push(await Extension.start(handler, { like: first }));
  }
  await routed.clusterService('extension', { clusterIP: 'None', ports: [{ name: 'api', port: 443 }] });
  const slices = extensions.slice(1).map(({ port }, index) => ({ port, index }));
  for (const { port, index } of slices) {
    const endpoints = [{ addresses: ['127.0.0.1'], conditions: {} }];
    const slice = { addressType: 'IPv4', ports: [{ name: 'api', port }], endpoints };
    const metadata = { name: `s${index}`, labels: { 'kubernetes.io/service-name': 'extension' } };
    const endpointSlices = { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' };
    await routed.api.resource<JsonObject>(endpointSlices, 'default').create({ metadata, ...slice });
  }
  await routed.serves(name, first, { service: { namespace: 'default', name: 'extension', port: 443 } });
  await routed.until(async () => (await routed.status(`/apis/${name}/v1/things`)) === 200 && seen.size === 2);
  await routed.close();
  await Promise.all(extensions.map((one) => one.close()));
});

test('servers that are killed and started again under load concern only their own groups', async () => {
  const names = ['steady.example.com', 'shaky.example.com'] as const;
  const handler = (name: string) => extensionHandler(name, () => json({ from: name }));
  const steady = await Extension.start(handler(names[0]));
  let shaky = await Extension.start(handler(names[1]));
  await chain.serves(names[0], steady);
  await chain.serves(names[1], shaky);
  const counts = { steady: { ok: 0, failed: 0 }, shaky: { ok: 0, failed: 0 }, local: { ok: 0, failed: 0 } };
  let isOver = false;
  const load = async (count: { ok: number; failed: number }, path: string): Promise<void> => {
    const client = chain.client('HTTP/2.0');
    while (!isOver) {
      const { status } = await client.get(path);
      if (status === 200) count.ok++;
      else count.failed++;
    }
  };
  const running = [
    ...[1, 2, 3].map(() => load(counts.steady, `/apis/${names[0]}/v1/things`)),
    ...[1, 2, 3].map(() => load(counts.shaky, `/apis/${names[1]}/v1/things`)),
    load(counts.local, '/apis/apps/v1/deployments'),
  ];
  for (let round = 0; round < 3; round++) {
    await shaky.close();
    const failedBefore = counts.shaky.failed;
    await chain.until(() => counts.shaky.failed > failedBefore);
    shaky = await Extension.start(handler(names[1]), { port: shaky.port, like: shaky });
    await chain.until(async () => (await chain.status(`/apis/${names[1]}/v1/things`)) === 200);
  }
  await chain.until(() => Object.values(counts).every(({ ok }) => ok > 10));
  isOver = true;
  await Promise.all(running);
  expect(counts.steady.failed + counts.local.failed).toBe(0);
  await Promise.all([steady.close(), shaky.close()]);
});
