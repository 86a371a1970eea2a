import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { DefaultServiceCidr } from './default-service-cidr.js';
import { KubernetesEndpoints } from './kubernetes-endpoints.js';
import { KubernetesService } from './kubernetes-service.js';
import { CountedAddresses, LeasedAddresses, type ServerAddresses } from './server-addresses.js';

let kube: TestKube;
beforeEach(async () => {
  kube = await TestKube.start();
});
afterEach(() => kube.close());

const fail = (error: unknown): never => {
  throw error;
};
const namespaced = '/api/v1/namespaces/default';
const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';

function kubernetesService(addresses?: ServerAddresses, nodePort = 0): KubernetesService {
  const { client } = kube.server.shared.loopback;
  const endpoints = addresses && { addresses, published: new KubernetesEndpoints(client, 6443) };
  return new KubernetesService({ client, clusterIp: '10.0.0.1', port: 6443, nodePort, endpoints, onError: fail });
}

describe('the service kubernetes', () => {
  test('is created with its namespace, and without endpoints if they are disabled', async () => {
    const service = kubernetesService();
    await service.start();
    const { json } = await kube.call('GET', `${namespaced}/services/kubernetes`);
    expect(json['metadata']).toMatchObject({ labels: { component: 'apiserver', provider: 'kubernetes' } });
    expect(json['spec']).toMatchObject({
      type: 'ClusterIP',
      clusterIP: '10.0.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    });
    expect((await kube.call('GET', `${namespaced}/endpoints/kubernetes`)).status).toBe(404);
    await service.close();
  });

  test('may have a node port', async () => {
    const service = kubernetesService(undefined, 30_443);
    await service.start();
    const { json } = await kube.call('GET', `${namespaced}/services/kubernetes`);
    expect(json['spec']).toMatchObject({ type: 'NodePort', ports: [{ nodePort: 30_443 }] });
    await service.close();
  });

  test('leads to the servers that are there, and to none that has gone', async () => {
    const storage = await EmbeddedStorage.open();
    const first = kubernetesService(new LeasedAddresses(storage, '192.0.2.1'));
    const second = kubernetesService(new LeasedAddresses(storage, '192.0.2.2'));
    await first.start();
    await second.start();
    expect(await publishedAddresses()).toEqual([
      ['192.0.2.1', '192.0.2.2'],
      ['192.0.2.1', '192.0.2.2'],
    ]);
    await first.close();
    expect(await publishedAddresses()).toEqual([['192.0.2.2'], ['192.0.2.2']]);
    await second.close();
    expect(await publishedAddresses()).toEqual([[], []]);
    // Endpoints { subsets: [{ addresses: [{ ip: "192.0.2.9" }] }] }, as stored by kube-apiserver.
    const message = Buffer.from(
      `12 0d 0a 0b 0a 09 ${Buffer.from('192.0.2.9').toString('hex')}`.replaceAll(' ', ''),
      'hex',
    );
    const type = Buffer.from('k8s\0\x0a\x0f\x0a\x02v1\x12\x09Endpoints\x12\x0f', 'latin1');
    const value = Buffer.concat([type, message]);
    await storage.commit([{ type: 'put', key: '/masterleases/192.0.2.9', value }]);
    expect(await new LeasedAddresses(storage, '192.0.2.1').join()).toEqual(['192.0.2.1', '192.0.2.9']);
    await storage.close();
  });

  async function publishedAddresses(): Promise<unknown[][]> {
    const endpoints = await kube.call('GET', `${namespaced}/endpoints/kubernetes`);
    const [subset] = (endpoints.json['subsets'] ?? []) as JsonObject[];
    const slice = await kube.call('GET', `${slices}/kubernetes`);
    return [
      ((subset?.['addresses'] ?? []) as JsonObject[]).map(({ ip }) => ip),
      ((slice.json['endpoints'] ?? []) as JsonObject[]).flatMap(({ addresses }) => addresses),
    ];
  }

  test('its endpoints say that they are looked after, on which port', async () => {
    const service = kubernetesService(new CountedAddresses('2001:db8::1', 1));
    await service.start();
    const endpoints = await kube.call('GET', `${namespaced}/endpoints/kubernetes`);
    expect(endpoints.json['metadata']).toMatchObject({ labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } });
    const { json } = await kube.call('GET', `${slices}/kubernetes`);
    expect(json).toMatchObject({
      metadata: { labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      addressType: 'IPv6',
      endpoints: [{ addresses: ['2001:db8::1'], conditions: { ready: true } }],
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    });
    await service.close();
  });
});

test.each<[string[], string[]]>([
  [[], ['b']],
  [['a'], ['a', 'b']],
  [
    ['a', 'c'],
    ['a', 'b'],
  ],
  [
    ['c', 'd'],
    ['b', 'd'],
  ],
])('of two servers that count, b makes %j into %j', async (published, addresses) => {
  expect(await new CountedAddresses('b', 2).join(published)).toEqual(addresses);
});

describe('the networks of services', () => {
  const target = '/apis/networking.k8s.io/v1/servicecidrs/kubernetes';
  const ensure = async (ranges: string[]): Promise<JsonObject> => {
    const { client } = kube.server.shared.loopback;
    const controller = new DefaultServiceCidr({ client, ranges, onError: fail });
    await controller.start();
    controller.close();
    return (await kube.call('GET', target)).json;
  };

  test('are made and ready, and get a second family', async () => {
    const made = await ensure(['10.0.0.0/24']);
    expect([made['spec'], made['status']]).toEqual([
      { cidrs: ['10.0.0.0/24'] },
      { conditions: [expect.objectContaining({ type: 'Ready', status: 'True' })] },
    ]);
    expect(await ensure(['10.0.0.0/24', '2001:db8::/112'])).toMatchObject({
      spec: { cidrs: ['10.0.0.0/24', '2001:db8::/112'] },
    });
  });

  test('are left alone where they are others', async () => {
    await ensure(['10.0.0.0/24']);
    expect(await ensure(['10.1.0.0/24'])).toMatchObject({ spec: { cidrs: ['10.0.0.0/24'] } });
  });
});
