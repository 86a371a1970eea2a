import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { inject } from '../../../../server/http/index.js';
import { TestKube } from '../../../kube-server.test.support.js';

const pods = '/api/v1/namespaces/a/pods';
let kube: TestKube;

beforeAll(async () => {
  kube = await TestKube.start();
  const containers = (...names: string[]) =>
    names.map((name) => ({ name, image: 'i', ports: [{ containerPort: 80 }] }));
  const create = (name: string, spec: JsonObject) => kube.call('POST', pods, { metadata: { name }, spec });
  await create('idle', { containers: containers('c') });
  await create('two', { initContainers: [{ name: 'i', image: 'i' }], containers: containers('c', 'd'), nodeName: 'n' });
  await create('placed', { containers: containers('c'), nodeName: 'n' });
  await create('lost', { containers: containers('c'), nodeName: 'none' });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const daemonEndpoints = { kubeletEndpoint: { Port: 1 } };
  await kube.call('POST', '/api/v1/nodes', { metadata: { name: 'n' }, status: { addresses, daemonEndpoints } });
  await kube.call('POST', '/api/v1/nodes', {
    metadata: { name: 'strange' },
    status: { addresses: [{ type: 'Other', address: 'x' }] },
  });
});
afterAll(() => kube.close());

const refused = 'dial tcp 127.0.0.1:1: connect: connection refused';

test.each([
  ['exec', 'idle/exec?command=ls', 400, 'pod idle does not have a host assigned'],
  ['attach', 'idle/attach', 400, 'pod idle does not have a host assigned'],
  ['portforward', 'idle/portforward?ports=80', 400, 'pod idle does not have a host assigned'],
  ['exec', 'two/exec', 400, 'a container name must be specified for pod two, choose one of: [i c d]'],
  ['exec', 'two/exec?container=x', 400, 'container x is not valid for pod two'],
  ['exec', 'two/exec?container=i', 400, 'Upgrade request required'],
  ['exec', 'placed/exec', 400, 'Upgrade request required'],
  ['exec', 'lost/exec', 404, 'pods "none" not found'],
  ['exec', 'none/exec', 404, 'pods "none" not found'],
  ['portforward', 'placed/portforward?ports=80', 400, 'Upgrade request required'],
  [
    'portforward',
    'placed/portforward?ports=80,x',
    400,
    'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax',
  ],
  ['proxy', 'placed/proxy/', 400, 'address not allowed'],
  ['proxy', 'a:b:c:d/proxy/', 400, 'invalid pod request "a:b:c:d"'],
])('%s: %s is answered with %d: %s', async (_what, path, code, message) => {
  const { status, json } = await kube.call('GET', `${pods}/${path}`);
  expect([status, json['message']]).toEqual([code, message]);
});

test.each([
  ['lost/log', 404, 'pods "none" not found'],
  ['two/log?container=x', 400, 'container x is not valid for pod two'],
  ['placed/log?tailLines=2', 500, `Get "https://127.0.0.1:1/containerLogs/a/placed/c?tailLines=2": ${refused}`],
  ['placed/log?tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  ['placed/log?tailLines=-1', 422, /tailLines: Invalid value: -1: must be greater than or equal to 0/],
  ['placed/log?limitBytes=0', 422, /limitBytes: Invalid value: 0: must be greater than 0/],
  ['placed/log?sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z', 422, /at most one of `sinceTime` or `sinceSeconds`/],
  ['placed/log?sinceTime=yesterday', 400, /parsing time "yesterday"/],
  ['placed/log?stream=All', 422, /stream: Forbidden: may not be specified/],
])('the log %s is answered with %d: %s', async (path, code, message) => {
  const { status, json } = await kube.call('GET', `${pods}/${path}`);
  expect(status).toBe(code);
  expect(json['message']).toMatch(message);
});

test('a pod that is nowhere has said nothing', async () => {
  const { status } = await inject(kube.server.handle, { method: 'GET', target: `${pods}/idle/log` });
  expect(status).toBe(204);
});

test.each([
  ['n', 400, 'address not allowed'],
  ['n:8080', 400, 'address not allowed'],
  ['none', 404, 'nodes "none" not found'],
  ['strange', 500, 'no preferred addresses found; known addresses: [{Other x}]'],
  ['ftp:n:1', 400, 'invalid node request "ftp:n:1"'],
])('the node %s is proxied to with %d: %s', async (id, code, message) => {
  const { status, json } = await kube.call('GET', `/api/v1/nodes/${id}/proxy/metrics`);
  expect([status, json['message']]).toEqual([code, message]);
});
