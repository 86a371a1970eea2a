import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiServer } from '../../src/server/index.js';
import type { ResourceDefinition } from '../../src/server/registry/index.js';
import { connectWebSocket, Frames } from '../../src/server/websocket-client.test.support.js';
import { etcdIsInstalled, TestEtcd } from '../../src/storage/etcd/testing/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'trestle-docs-'));
const env = { ...process.env, KUBECONFIG: join(directory, 'kubeconfig') };

/** The files of the page: blocks that begin with a name. */
const files = new Map(
  [...readFileSync(join(root, 'docs/extension-server.md'), 'utf8').matchAll(/```ts\n\/\/ (\S+\.ts)\n(.*?)```/gs)].map(
    ([, name, text]) => [name!, text!],
  ),
);

const kubectl = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('kubectl', args, { env })).stdout;

/** Applies a manifest; returns what kubectl prints, whether it succeeds or not. */
async function apply(manifest: object): Promise<string> {
  const file = join(directory, 'manifest.json');
  writeFileSync(file, JSON.stringify(manifest));
  return kubectl('apply', '-f', file).catch((error: { stderr: string }) => error.stderr);
}

/** What the tests use of the page's modules, which are compiled when the tests run. */
interface PageModules {
  'server.js': { createServer(options: object): ApiServer };
  'controller.js': { runDatabases(server: ApiServer): void };
  'default-policy.js': { createDefaultPolicy(server: ApiServer): void };
  'features.js': { features: object };
  'observed.js': { observed: { log: unknown } };
  'tables.js': { tables: ResourceDefinition; rowsOf: ReadonlyMap<string, unknown> };
  'etcd.js': { createServerOnEtcd(endpoints: readonly string[]): Promise<ApiServer> };
}

const load = <Name extends keyof PageModules>(name: Name): Promise<PageModules[Name]> =>
  import(/* @vite-ignore */ pathToFileURL(join(directory, 'out', name)).href);

/** An empty project that has the package installed, with the files of the page. */
beforeAll(() => {
  mkdirSync(join(directory, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(directory, 'node_modules/trestle'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of files) writeFileSync(join(directory, name), text);
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--noUncheckedIndexedAccess'];
  const more = ['--exactOptionalPropertyTypes', '--types', 'node', '--outDir', 'out'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, ...options, ...more, ...files.keys()], {
    cwd: directory,
    stdio: 'inherit',
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  ['ES modules', 'module.mts', ['--module', 'nodenext']],
  ['CommonJS', 'module.cts', ['--module', 'nodenext']],
  ['bundlers', 'module.ts', ['--module', 'preserve', '--moduleResolution', 'bundler']],
])('types resolve for %s', (_kind, name, options) => {
  const text =
    "import { checkRoundTrips, TestServer } from 'trestle/testing';\nexport { checkRoundTrips, TestServer };\n";
  writeFileSync(join(directory, name), `${text}export type Pod = import('trestle/api/core/v1').Pod;\n`);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const all = [compiler, '--noEmit', '--strict', '--target', 'es2023', '--types', 'node', ...options, name];
  expect(execFileSync(process.execPath, all, { cwd: directory, encoding: 'utf8' })).toBe('');
});

const database = (fields: object, version = 'v1') => ({
  apiVersion: `db.example.com/${version}`,
  kind: 'Database',
  metadata: { name: 'main' },
  ...fields,
});

test('the whole server has fewer than 150 lines and no cast', () => {
  const own = ['v1.ts', 'v1alpha1.ts', 'validation.ts', 'databases.ts', 'admission.ts', 'server.ts'];
  const text = own.map((name) => files.get(name)!).join('');
  expect(text.split('\n').length).toBeLessThan(150);
  expect(text).not.toMatch(/\bas [\w{]|\w!\W|\bany\b/);
});

test('the first program works with kubectl', async () => {
  const child = spawn(process.execPath, [join(directory, 'out/notes.js')], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const note = { apiVersion: 'example.com/v1', kind: 'Note', metadata: { name: 'a' }, text: 'hello' };
  expect(await apply(note)).toBe('note.example.com/a created\n');
  expect(await kubectl('get', 'notes', 'a', '-o', 'jsonpath={.text}')).toBe('hello');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});

test('the program with flags refuses to serve everyone unless it is allowed to', async () => {
  const refused = promisify(execFile)(process.execPath, [join(directory, 'out/main.js'), '--data-dir', directory]);
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--insecure-allow-all') });
  const flags = ['--insecure-allow-all', '--secure-port=0', '--data-dir=data'];
  const child = spawn(process.execPath, [join(directory, 'out/main.js'), ...flags, '--cert-dir=data'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(printed)).toBe('export KUBECONFIG=data/database-server.kubeconfig\n');
  const access = ['--kubeconfig', join(directory, 'data/database-server.kubeconfig')];
  expect(await kubectl(...access, 'get', 'databases', '-A', '-o', 'name')).toBe('');
  expect(await kubectl(...access, 'get', '--raw', '/readyz?verbose')).toContain('readyz check passed');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});

describe('the server for databases', () => {
  let server: ApiServer;
  let tables: PageModules['tables.js'];
  let logged = '';

  beforeAll(async () => {
    const { EmbeddedStorage } = await import('trestle/storage/embedded' as string);
    const { defineGroup, staticTokens } = await import('trestle/server' as string);
    const { createServer } = await load('server.js');
    const { runDatabases } = await load('controller.js');
    const { createDefaultPolicy } = await load('default-policy.js');
    const { features } = await load('features.js');
    const { observed } = await load('observed.js');
    tables = await load('tables.js');
    vi.spyOn(console, 'log').mockImplementation((line) => {
      logged += line;
    });
    const authenticator = staticTokens({ secret: { name: 'me', groups: [] } });
    const storage = await EmbeddedStorage.open();
    const { log: _, ...options } = observed;
    server = createServer({ ...options, storage, authenticator, features });
    server.install(defineGroup({ name: 'tables.example.com', resources: [tables.tables] }));
    runDatabases(server);
    createDefaultPolicy(server);
    await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['127.0.0.1'] } });
    await server.shared.lifecycle.ready({ timeoutMilliseconds: 20_000 });
    await server.writeKubeconfig(env.KUBECONFIG, { user: { token: 'secret' }, namespace: 'default' });
  });
  afterAll(async () => {
    await server.close();
    vi.restoreAllMocks();
  });

  test('converts, sets defaults, and reconciles', async () => {
    expect(await apply(database({ engine: 'postgres', replicas: 2 }, 'v1alpha1'))).toContain('created');
    await vi.waitFor(async () => expect(await kubectl('get', 'db')).toMatch(/main +postgres +Ready/), 20_000);
    const read = JSON.parse(await kubectl('get', 'databases.v1.db.example.com', 'main', '-o', 'json'));
    expect(read.spec).toEqual({ engine: 'postgres', replicas: 2, storage: { gigabytes: 10 } });
    expect(await kubectl('get', '--raw', `${path}/report`)).toBe('main: 2 x postgres, 10 GB\n');
    expect(await kubectl('scale', 'db/main', '--replicas=3')).toContain('scaled');
    expect(logged).toContain('"resource":"databases"');
  });

  test.each([
    ['by a rule', { engine: 'sqlite', replicas: 2 }, 'spec: Invalid value: sqlite has no replicas'],
    ['by the strategy', { engine: 'postgres', replicas: 20 }, 'must be at least 1 for each replica'],
    ['by the schema', { engine: 'oracle' }, 'spec.engine: Unsupported value: "oracle"'],
  ])('refuses what is invalid %s', async (_how, spec, message) => {
    expect(await apply({ ...database({ spec }), metadata: { name: 'other' } })).toContain(message);
  });

  test('refuses what its admission plug-in forbids, in every version', async () => {
    await kubectl('patch', 'enginepolicy', 'default', '--type=merge', '-p', '{"forbiddenEngines":["sqlite"]}');
    const old = { ...database({ engine: 'sqlite' }, 'v1alpha1'), metadata: { name: 'other' } };
    const message = 'databases.db.example.com "other" is forbidden: default forbids the engine sqlite';
    await vi.waitFor(async () => expect(await apply({ ...old, gigabytes: 5 })).toContain(message), 20_000);
  });

  test('streams', async () => {
    const headers = { authorization: 'Bearer secret', 'sec-websocket-protocol': 'v1.console.db.example.com' };
    const [, socket, head] = await connectWebSocket(server.port, `${path}/console`, headers);
    const frames = new Frames(socket!, head!);
    expect(String((await frames.next()).payload)).toBe('main> ');
    frames.send(1, 'hi');
    expect(String((await frames.next()).payload)).toBe('hi\nmain> ');
    socket!.destroy();
    const log = spawn('kubectl', ['get', '--raw', `${path}/log`], { env });
    expect(String((await once(log.stdout, 'data'))[0])).toBe('main is alive\n');
    log.kill();
  });

  test('has a virtual resource', async () => {
    expect(await kubectl('get', 'tables', '-o', 'jsonpath={.items[*].rows}')).toBe('3');
    expect(await kubectl('delete', 'table', 'users')).toContain('deleted');
    expect(tables.rowsOf.size).toBe(0);
  });
});

const path = '/apis/db.example.com/v1/namespaces/default/databases/main';

test.skipIf(!etcdIsInstalled())('the server stores its objects in etcd', async () => {
  const etcd = await TestEtcd.start();
  const endpoints = [etcd.endpoint];
  const { createServerOnEtcd } = await load('etcd.js');
  const server = await createServerOnEtcd(endpoints);
  server.prepare();
  const databases = { group: 'db.example.com', version: 'v1', resource: 'databases' };
  const created = database({ spec: { engine: 'sqlite' } });
  await server.shared.loopback.client.resource(databases, 'a').create(created);
  await server.close();
  const again = await createServerOnEtcd(endpoints);
  again.prepare();
  expect((await again.shared.loopback.client.resource(databases, 'a').list()).items).toHaveLength(1);
  await again.close();
  await etcd.stop();
});

test('nothing is left open when a server behind a cluster has closed', async () => {
  const { TestServer } = await import('trestle/testing' as string);
  const main = await TestServer.start();
  const kubeconfig = join(directory, 'main.kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify(main.kubeconfig));
  writeFileSync(
    join(directory, 'out/close.mjs'),
    `import { createServerOfCluster } from './cluster.js';
     import { runDatabases } from './controller.js';
     const server = await createServerOfCluster(process.argv[2]);
     runDatabases(server);
     await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: 'cluster', names: ['127.0.0.1'] } });
     await server.shared.lifecycle.ready({ timeoutMilliseconds: 20_000 });
     const databases = server.shared.loopback.client.resource({ group: 'db.example.com', version: 'v1', resource: 'databases' }, 'a');
     await databases.create({ apiVersion: 'db.example.com/v1', kind: 'Database', metadata: { name: 'x' }, spec: { engine: 'sqlite' } });
     await server.close();
     await new Promise((resolve) => setImmediate(resolve));
     console.log(process.getActiveResourcesInfo().filter((one) => one !== 'Immediate').join());`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [join(directory, 'out/close.mjs'), kubeconfig], {
    cwd: directory,
    timeout: 30_000,
  });
  // The pipe is the standard output.
  expect(stdout.trim().split('\n').at(-1)?.replace('PipeWrap', '')).toBe('');
  await main.close();
}, 60_000);
