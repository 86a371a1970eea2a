import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube } from '../../../kube-server.test.support.js';
import { findProxyTarget } from './proxy-target.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
  await create('services', 'web', { spec: { ports: [{ name: 'http', port: 80 }] } });
  await create('services', 'idle', { spec: { ports: [{ port: 80 }] } });
  await create('endpoints', 'idle', { subsets: [] });
  const targetRef = { kind: 'Pod', namespace: 'a', name: 'p' };
  const addresses = [{ ip: '192.0.2.1', targetRef }, { ip: '192.0.2.2', targetRef }, { ip: '192.0.2.3' }];
  await create('endpoints', 'web', { subsets: [{ addresses, ports: [{ name: 'http', port: 8080 }] }] });
  await create('pods', 'p', { spec: { containers: [{ name: 'c', image: 'i' }], nodeName: 'n' } });
  const status = { podIPs: [{ ip: '192.0.2.2' }], podIP: '192.0.2.2' };
  await kube.call('PATCH', `${path}/pods/p/status`, { status }, 'application/merge-patch+json');
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a';
const create = (plural: string, name: string, fields: JsonObject) =>
  kube.call('POST', `${path}/${plural}`, { metadata: { name }, ...fields });
const find = (id: string, scheme: 'http' | 'https', [name = '', port = '']: readonly string[]) =>
  findProxyTarget({ id, namespace: 'a', scheme, name, port }, kube.server.shared.stores);

test.each([
  ['web:http', 'http', ['web', 'http']],
  ['web:80', 'http', ['web', '80']],
  ['https:web:http', 'https', ['web', 'http']],
] as const)('%s is a pod, by the address that it has', async (id, scheme, named) => {
  expect(await find(id, scheme, named)).toEqual({ scheme, host: '192.0.2.2', port: '8080' });
});

test.each([
  ['none', 404, 'services "none" not found'],
  ['idle', 503, 'no endpoints available for service "idle"'],
  ['web', 503, 'no endpoints available for service "web"'],
  ['web:81', 503, 'no service port 81 found for service "web"'],
  ['ftp:web:http', 400, 'invalid service request "ftp:web:http"'],
  ['a:b:c:d', 400, 'invalid service request "a:b:c:d"'],
])('%s is answered with %d', async (id, code, message) => {
  const { status, json } = await kube.call('GET', `${path}/services/${id}/proxy/`);
  expect([status, json['message']]).toEqual([code, message]);
});

test('discovery names the options of the connection', async () => {
  const { json } = await kube.call('GET', '/api/v1');
  expect((json['resources'] as JsonObject[]).find(({ name }) => name === 'services/proxy')).toEqual({
    name: 'services/proxy',
    singularName: '',
    namespaced: true,
    kind: 'ServiceProxyOptions',
    verbs: ['create', 'delete', 'get', 'patch', 'update'],
  });
});
