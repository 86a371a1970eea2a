import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { EmbeddedStorage } from '../storage/embedded/index.js';
import {
  AdmissionChain,
  type AdmissionPlugin,
  ApiServer,
  type ApiServerOptions,
  type AuditBackend,
  Auditor,
  decodeAuditPolicy,
  defineGroup,
  defineResource,
  FlowControl,
  forbiddenBy,
  Logger,
  LogWriter,
} from './index.js';

const tlsDirectory = mkdtempSync(join(tmpdir(), 'own-server-'));
afterAll(() => rmSync(tlsDirectory, { recursive: true }));

const group = defineGroup({
  name: 'example.com',
  resources: [defineResource({ kind: 'Toy', plural: 'toys', scope: 'Cluster', versions: { v1: {} } })],
});
const toys = { group: 'example.com', version: 'v1', resource: 'toys' };
const toy = (name: string): JsonObject => ({ apiVersion: 'example.com/v1', kind: 'Toy', metadata: { name } });

async function prepared(options: Partial<ApiServerOptions> = {}): Promise<ApiServer> {
  const server = new ApiServer({ storage: await EmbeddedStorage.open(), ...options });
  server.install(group);
  server.prepare();
  return server;
}

const read = (server: ApiServer, target: string): Promise<JsonObject> =>
  server.shared.loopback.client.object({ method: 'GET', target });

test('a version needs only a major and a minor one', async () => {
  const server = await prepared({ version: { major: '0', minor: '1' } });
  expect(await read(server, '/version')).toMatchObject({
    major: '0',
    minor: '1',
    gitVersion: 'v0.1.0',
    platform: expect.stringContaining('/'),
  });
  await server.close();
});

test('OpenAPI documents have the title and the version of the server', async () => {
  const server = await prepared({ version: { major: '0', minor: '1' }, openApi: { title: 'Wardle' } });
  const info = { title: 'Wardle', version: '0.1' };
  expect(await read(server, '/openapi/v2')).toMatchObject({ info });
  expect(await read(server, '/openapi/v3/apis/example.com/v1')).toMatchObject({ info });
  await server.close();
  const other = await prepared({ openApi: { title: 'Wardle', version: '2' } });
  expect(await read(other, '/openapi/v2')).toMatchObject({ info: { title: 'Wardle', version: '2' } });
  await other.close();
});

test('requests are audited, logged and subject to flow control', async () => {
  const stages: string[] = [];
  const backend: AuditBackend = {
    process(records) {
      stages.push(...records.map(({ json }) => JSON.parse(json)).map(({ verb, stage }) => `${verb} ${stage}`));
      return true;
    },
    close: async () => void stages.push('closed'),
  };
  const policy = decodeAuditPolicy(
    JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }),
  );
  let logged = '';
  const writer = new LogWriter(async (text) => {
    logged += text;
  });
  const log = new Logger({ writer, verbosity: 3, format: 'json' });
  const flowControl = new FlowControl({ serverSeats: 10 });
  const server = await prepared({ audit: new Auditor({ policy, backends: [backend] }), log, flowControl });
  await server.shared.loopback.client.resource(toys).create(toy('a'));
  expect(flowControl.levels.map(({ name }) => name)).toContain('exempt');
  await server.close();
  await log.flush();
  expect(stages).toEqual(['create RequestReceived', 'create ResponseComplete', 'closed']);
  expect(JSON.parse(logged.split('\n')[0]!)).toMatchObject({ msg: 'HTTP', verb: 'POST', resp: 201 });
});

test('informers on the server itself are ready when the server is, and closed with it', async () => {
  const server = new ApiServer({ storage: await EmbeddedStorage.open() });
  server.install(group);
  const informer = server.informers.informer(toys);
  await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: tlsDirectory, names: ['localhost'] } });
  await server.shared.lifecycle.ready({ timeoutMilliseconds: 5000 });
  expect(informer.lister.list()).toEqual([]);
  await server.shared.loopback.client.resource(toys).create(toy('a'));
  await vi.waitFor(() => expect(informer.lister.list()).toHaveLength(1), 15_000);
  expect(server.openWatches).toBe(1);
  await server.close();
  expect(server.openWatches).toBe(0);
});

test('what belongs to the server is closed with it, once, and in order', async () => {
  const closed: string[] = [];
  const plugin: AdmissionPlugin = {
    name: 'NoToys',
    operations: ['CREATE'],
    validate(request) {
      throw forbiddenBy(request, 'no toys');
    },
    close: () => void closed.push('plug-in'),
  };
  const storage = await EmbeddedStorage.open();
  const server = await prepared({ storage, admission: new AdmissionChain({ plugins: [plugin] }) });
  server.onClose(() => void closed.push('first'));
  server.onClose(() => void closed.push('second'));
  const creating = server.shared.loopback.client.resource(toys).create(toy('a'));
  await expect(creating).rejects.toThrow('toys.example.com "a" is forbidden: no toys');
  await Promise.all([server.close(), server.close()]);
  await server.close();
  expect(closed).toEqual(['second', 'first', 'plug-in']);
  await expect(storage.currentRevision()).rejects.toMatchObject({ code: 'closed' });
});
