import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitMilliseconds } from '../apimachinery/machine-speed.test.support.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { TestServer } from './index.js';
import { readObjects } from './read-objects.js';

const definition = (plural: string, kind: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${plural}.stable.example.com }
spec:
  group: stable.example.com
  scope: Namespaced
  names: { plural: ${plural}, kind: ${kind} }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;

let directory: string;
let server: TestServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-crds-'));
  writeFileSync(join(directory, 'a.yaml'), `---${definition('apples', 'Apple')}---${definition('pears', 'Pear')}`);
  writeFileSync(join(directory, 'README.md'), 'not for the server');
  server = await TestServer.start({ crds: [directory], controllers: [] });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const stable = (resource: string) =>
  server.client.resource({ group: 'stable.example.com', version: 'v1', resource }, 'default');
const configMaps = (client = server.client) =>
  client.resource<JsonObject>({ group: '', version: 'v1', resource: 'configmaps' }, 'default');

test('serves the definitions of a directory from the beginning', async () => {
  await stable('pears').create({ apiVersion: 'stable.example.com/v1', kind: 'Pear', metadata: { name: 'p' } });
  expect((await stable('pears').list()).items.length).toBe(1);
  expect((await stable('apples').list()).items).toEqual([]);
});

test('restores all objects, and notifies watches', async () => {
  await configMaps().create({ metadata: { name: 'kept' }, data: { is: 'old' } });
  const state = await server.save();
  const { metadata } = await configMaps().list();
  await configMaps().patch('kept', { type: 'merge', body: { data: { is: 'new' } } });
  await configMaps().create({ metadata: { name: 'later' } });
  await stable('apples').create({ apiVersion: 'stable.example.com/v1', kind: 'Apple', metadata: { name: 'a' } });
  await server.installCrds(...readDefinition('plums', 'Plum'));
  expect((await stable('plums').list()).items).toEqual([]);

  await state.restore();
  expect((await configMaps().list()).items).toMatchObject([{ metadata: { name: 'kept' }, data: { is: 'old' } }]);
  expect((await stable('apples').list()).items).toEqual([]);
  await expect(stable('plums').list()).rejects.toMatchObject({ code: 404 });
  const types: string[] = [];
  const events = configMaps().watch({ resourceVersion: metadata?.resourceVersion ?? '' });
  for await (const { type } of events) if (types.push(type) === 4) break;
  expect(types.sort()).toEqual(['ADDED', 'DELETED', 'MODIFIED', 'MODIFIED']);
});

function readDefinition(plural: string, kind: string): JsonObject[] {
  const file = join(directory, `${plural}.yml`);
  writeFileSync(file, definition(plural, kind));
  return readObjects(file);
}

test('other users may do what roles allow them', async () => {
  const { client } = await server.addUser({ name: 'jane', groups: ['dev'] });
  await expect(configMaps(client).list()).rejects.toMatchObject({ code: 403 });
  const rbac = (resource: string) =>
    server.client.resource({ group: 'rbac.authorization.k8s.io', version: 'v1', resource });
  await rbac('clusterroles').create({
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
  });
  await rbac('clusterrolebindings').create({
    metadata: { name: 'dev' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
  });
  expect(Array.isArray((await configMaps(client).list()).items)).toBe(true);
});

test('takes flags, says what it does, and refuses flags that are wrong', async () => {
  const lines: string[] = [];
  const flags = ['--authorization-mode=AlwaysAllow', '--v=4'];
  const open = await TestServer.start({ flags, controllers: [], log: (text) => lines.push(text) });
  const { client } = await open.addUser({ name: 'jane' });
  expect((await configMaps(client).list()).items).toEqual([]);
  await open.close();
  expect(lines.join('')).toContain('/api/v1/namespaces/default/configmaps');
  await expect(TestServer.start({ flags: ['--no-such-flag'] })).rejects.toThrow('no-such-flag');
});

test('leaves the process to those whose it is', async () => {
  const events = ['uncaughtException', 'unhandledRejection', 'exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'warning'];
  const listeners = () => events.map((event) => [event, process.listenerCount(event)]);
  const before = listeners();
  const another = await TestServer.start();
  expect(listeners()).toEqual(before);
  await another.close();
  expect(listeners()).toEqual(before);
});

test('ends at once though watches are open', async () => {
  const ending = await TestServer.start();
  const { clusters, users } = ending.kubeconfig;
  const decoded = (text: string | undefined) => Buffer.from(text ?? '', 'base64');
  const { 'client-certificate-data': cert, 'client-key-data': key } = users[0]!.user;
  const tls = {
    cert: decoded(cert),
    key: decoded(key),
    ca: decoded(clusters[0]!.cluster['certificate-authority-data']),
  };
  const sent = get(`${ending.url}/api/v1/secrets?watch=1`, { agent: false, ...tls });
  const [watch] = (await once(sent, 'response')) as [IncomingMessage];
  const idle = new Agent({ keepAlive: true, ...tls });
  const [ready] = (await once(get(`${ending.url}/readyz`, { agent: idle }), 'response')) as [IncomingMessage];
  await once(ready.resume(), 'end');
  const end = async () => {
    const ended = once(watch.resume(), 'end');
    await ending.close();
    await ended;
  };
  expect(await waitMilliseconds(end)).toBeLessThan(1000);
  expect(watch.complete).toBe(true);
  idle.destroy();
});
