import { afterAll, beforeAll, expect, test } from 'vitest';
import { RestClient } from '../client/rest/index.js';
import { TestKube } from '../kube/kube-server.test.support.js';
import { inject } from '../server/http/index.js';
import { webhookServices } from './webhook-services.js';

let kube: TestKube;
let client: RestClient;
beforeAll(async () => {
  kube = await TestKube.start();
  client = new RestClient({
    transport: { send: (sent) => inject(kube.server.handle, sent), close: async () => undefined },
  });
  const ports = [{ name: 'https', port: 443, targetPort: 8443 }];
  await kube.call('POST', '/api/v1/namespaces/a/services', {
    metadata: { name: 'hook' },
    spec: { clusterIP: '10.0.0.9', ports },
  });
  await kube.call('POST', '/apis/discovery.k8s.io/v1/namespaces/a/endpointslices', {
    metadata: { name: 'hook-1', labels: { 'kubernetes.io/service-name': 'hook' } },
    addressType: 'IPv4',
    ports: [{ name: 'https', port: 8443 }],
    endpoints: [{ addresses: ['10.1.1.1'], conditions: { ready: true } }],
  });
});
afterAll(() => kube.close());

test.each<[where: string, routesToEndpoints: boolean, address: object]>([
  ['its address', false, { host: '10.0.0.9', port: 443 }],
  ['an endpoint of its', true, { host: '10.1.1.1', port: 8443 }],
])('a webhook is reached at %s', async (_where, routesToEndpoints, address) => {
  expect(await webhookServices(client, { routesToEndpoints })('a', 'hook', 443)).toEqual(address);
});

test.each([false, true])('a service that is not there is not reached (to endpoints: %s)', async (routesToEndpoints) => {
  const reaching = webhookServices(client, { routesToEndpoints })('a', 'none', 443);
  await expect(reaching).rejects.toThrow('service "none" not found');
});
