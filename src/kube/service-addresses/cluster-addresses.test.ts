import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestKube } from '../kube-server.test.support.js';
import { ClusterAddresses } from './cluster-addresses.js';

let kube: TestKube;
beforeEach(async () => {
  kube = await TestKube.start();
});
afterEach(() => kube.close());

const owner = { namespace: 'a', name: 's' };
const addressesOf = (...ranges: string[]): ClusterAddresses =>
  new ClusterAddresses({
    ranges,
    stores: kube.server.shared.stores,
    random: () => 0,
  });
const addNetwork = (name: string, cidr: string) =>
  kube.call('POST', '/apis/networking.k8s.io/v1/servicecidrs', { metadata: { name }, spec: { cidrs: [cidr] } });

test('all of a network is given, each address once, and then none', async () => {
  const addresses = addressesOf('10.9.0.0/29');
  const taken = await Promise.all(Array.from({ length: 6 }, () => addresses.allocateNext('IPv4', owner)));
  expect(taken.sort()).toEqual([1, 2, 3, 4, 5, 6].map((host) => `10.9.0.${host}`));
  await expect(addresses.allocateNext('IPv4', owner)).rejects.toMatchObject({ message: 'range is full', isFull: true });
  await addresses.release('10.9.0.3');
  expect(await addresses.allocateNext('IPv4', owner)).toBe('10.9.0.3');
});

test('a network that is added gives addresses when the first is full', async () => {
  const addresses = addressesOf('10.9.0.0/30');
  await addNetwork('more', '10.8.0.0/30');
  const taken = [];
  for (let count = 0; count < 4; count++) taken.push(await addresses.allocateNext('IPv4', owner));
  expect(taken).toEqual(['10.9.0.1', '10.9.0.2', '10.8.0.1', '10.8.0.2']);
});

test('a network that is not ready gives nothing', async () => {
  const addresses = addressesOf('10.9.0.0/30');
  await addNetwork('unready', '10.8.0.0/24');
  const status = {
    conditions: [{ type: 'Ready', status: 'False', reason: '', message: '', lastTransitionTime: null }],
  };
  const target = '/apis/networking.k8s.io/v1/servicecidrs/unready/status';
  await kube.call('PATCH', target, { status }, 'application/merge-patch+json');
  await expect(addresses.allocate('10.8.0.7', owner)).rejects.toThrow('does not match the current range');
});

test('neither does the network of the flag, if its ServiceCIDR is not ready or is being deleted', async () => {
  const addresses = addressesOf('10.9.0.0/30');
  await addNetwork('own', '10.9.0.0/30');
  await addNetwork('more', '10.8.0.0/30');
  expect(await addresses.allocateNext('IPv4', owner)).toBe('10.9.0.1');
  const target = '/apis/networking.k8s.io/v1/servicecidrs/own';
  const finalizers = { metadata: { finalizers: ['example.com/hold'] } };
  await kube.call('PATCH', target, finalizers, 'application/merge-patch+json');
  await kube.call('DELETE', target);
  expect(await addresses.allocateNext('IPv4', owner)).toBe('10.8.0.1');
  await expect(addresses.allocate('10.9.0.2', owner)).rejects.toThrow('does not match the current range');
});

test('a service whose last finalizer is removed through its status gives its address back', async () => {
  const path = '/api/v1/namespaces/a/services';
  const service = { metadata: { name: 's', finalizers: ['example.com/hold'] }, spec: { ports: [{ port: 80 }] } };
  const { json } = await kube.call('POST', path, service);
  const { clusterIP } = json['spec'] as { clusterIP: string };
  const address = `/apis/networking.k8s.io/v1/ipaddresses/${clusterIP}`;
  await kube.call('DELETE', `${path}/s`);
  expect((await kube.call('GET', address)).status).toBe(200);
  await kube.call('PATCH', `${path}/s/status`, { metadata: { finalizers: null } }, 'application/merge-patch+json');
  expect((await kube.call('GET', `${path}/s`)).status).toBe(404);
  expect((await kube.call('GET', address)).status).toBe(404);
});

test('families have networks of their own', async () => {
  const addresses = addressesOf('10.9.0.0/24', '2001:db8::/112');
  expect([addresses.families, addresses.placeholder('IPv6')]).toEqual([['IPv4', 'IPv6'], '2001:db8::']);
  expect(await addresses.allocateNext('IPv6', owner)).toBe('2001:db8::101');
  expect(() => addresses.checkRange('10.8.0.1', 'IPv4')).toThrow(
    'the provided IP (10.8.0.1) is not in the valid range. The range of valid IPs is 10.9.0.0/24',
  );
});
