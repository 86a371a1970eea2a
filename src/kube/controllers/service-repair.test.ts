import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { ClusterAddresses, NodePorts, PortRange } from '../service-addresses/index.js';
import { ServiceRepair } from './service-repair.js';

let kube: TestKube;
let nodePorts: NodePorts;
let clusterAddresses: ClusterAddresses;
let metrics: MetricsRegistry;
let later = 0;
let repair: ServiceRepair;

beforeEach(async () => {
  kube = await TestKube.start();
  metrics = new MetricsRegistry();
  later = 0;
  const { stores } = kube.server.shared;
  nodePorts = new NodePorts({ storage: kube.storage, range: PortRange.parse('30000-32767')! });
  clusterAddresses = new ClusterAddresses({ ranges: ['10.0.0.0/24'], stores });
  const onError = (error: unknown): never => {
    throw error;
  };
  repair = new ServiceRepair({
    services: kube.server.store('', 'services'),
    records: stores.get('networking.k8s.io', 'ipaddresses'),
    resources: { clusterAddresses, nodePorts, onError },
    metrics,
    now: () => Date.now() + later,
  });
});
afterEach(async () => {
  repair.close();
  await kube.close();
});

const addressesNow = async (): Promise<unknown[]> => {
  const { json } = await kube.call('GET', '/apis/networking.k8s.io/v1/ipaddresses');
  return (json['items'] as JsonObject[]).map(({ metadata }) => (metadata as JsonObject)['name']);
};
const createService = () =>
  kube.call('POST', '/api/v1/namespaces/a/services', {
    metadata: { name: 's' },
    spec: { type: 'NodePort', clusterIP: '10.0.0.5', ports: [{ port: 80, nodePort: 30_000 }] },
  });

test('an unused address is released, but not while a service may be about to use it', async () => {
  await createService();
  await clusterAddresses.allocate('10.0.0.6', { namespace: 'a', name: 'gone' });
  await repair.reconcile();
  expect(await addressesNow()).toEqual(['10.0.0.5', '10.0.0.6']);
  later = 120_000;
  await repair.reconcile();
  expect(await addressesNow()).toEqual(['10.0.0.5']);
});

test('an address that is for something else than a service stays', async () => {
  const spec = { parentRef: { group: 'example.com', resource: 'gateways', name: 'g' } };
  await kube.call('POST', '/apis/networking.k8s.io/v1/ipaddresses', { metadata: { name: '10.0.0.7' }, spec });
  later = 120_000;
  await repair.reconcile();
  expect(await addressesNow()).toEqual(['10.0.0.7']);
});

test('what a service has is allocated, whatever was recorded', async () => {
  await createService();
  await clusterAddresses.release('10.0.0.5');
  await nodePorts.release([30_000]);
  await repair.reconcile();
  expect([await addressesNow(), [...(await nodePorts.allocated())]]).toEqual([['10.0.0.5'], [30_000]]);
});

test('the address of a service that nothing recorded is allocated when the service changes', async () => {
  await repair.start();
  const { json } = await createService();
  await clusterAddresses.release('10.0.0.5');
  const labels = { a: 'b' };
  await kube.call('PUT', '/api/v1/namespaces/a/services/s', { ...json, metadata: { name: 's', labels } });
  await expect.poll(addressesNow).toEqual(['10.0.0.5']);
  expect(metrics.expose()).toContain('apiserver_clusterip_repair_ip_errors_total{type="repair"} 1');
});

test('a port that was unused three times is released', async () => {
  await nodePorts.allocate(30_001);
  await repair.reconcile();
  await repair.reconcile();
  expect([...(await nodePorts.allocated())]).toEqual([30_001]);
  await repair.reconcile();
  expect([...(await nodePorts.allocated())]).toEqual([]);
  expect(metrics.expose()).toContain('apiserver_nodeport_repair_port_errors_total{type="leak"} 1');
});
