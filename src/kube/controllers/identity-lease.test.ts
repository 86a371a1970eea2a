import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../../apimachinery/meta/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { IdentityLease } from './identity-lease.js';
import { LegacyTokenTracking } from './legacy-token-tracking.js';

let kube: TestKube;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-03-04T05:06:07Z');
  kube = await TestKube.start();
  await kube.call('POST', '/api/v1/namespaces', { metadata: { name: 'kube-system' } });
});
afterEach(() => kube.close());

const onError = (error: unknown): never => {
  throw error;
};
const common = () => ({ client: kube.server.shared.loopback.client, onError, now: () => now });

describe('the lease of a server', () => {
  const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
  const leaseOf = (id: string): IdentityLease =>
    new IdentityLease({ ...common(), identity: { id, hostname: 'm' }, peerAddress: '192.0.2.1:6443' });

  test('names the server and its host, is renewed, and is deleted with the server', async () => {
    const lease = leaseOf('apiserver-x');
    await lease.renew();
    const { json } = await kube.call('GET', `${leases}/apiserver-x`);
    expect(json).toMatchObject({
      metadata: {
        labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'm' },
        annotations: { 'kubernetes.io/peer-advertise-address': '192.0.2.1:6443' },
      },
      spec: {
        holderIdentity: expect.stringMatching(/^apiserver-x_[0-9a-f-]{36}$/),
        leaseDurationSeconds: 3600,
        renewTime: '2026-03-04T05:06:07.000000Z',
      },
    });
    now += 10_000;
    await lease.renew();
    expect((await kube.call('GET', `${leases}/apiserver-x`)).json['spec']).toMatchObject({
      renewTime: '2026-03-04T05:06:17.000000Z',
    });
    await lease.close();
    expect((await kube.call('GET', `${leases}/apiserver-x`)).status).toBe(404);
  });

  test('is written again if another client changed or deleted it', async () => {
    const lease = leaseOf('apiserver-x');
    await lease.renew();
    await kube.call('DELETE', `${leases}/apiserver-x`);
    await expect(lease.renew()).rejects.toThrow();
    await lease.renew();
    await kube.call(
      'PATCH',
      `${leases}/apiserver-x`,
      { spec: { holderIdentity: 'y' } },
      'application/merge-patch+json',
    );
    await expect(lease.renew()).rejects.toThrow('the object has been modified');
    await lease.renew();
    const { spec } = (await kube.call('GET', `${leases}/apiserver-x`)).json;
    expect(spec).toMatchObject({ holderIdentity: expect.stringMatching(/^apiserver-x_/) });
  });

  test('is a new one, not what an earlier server of the machine left', async () => {
    await leaseOf('apiserver-x').renew();
    const uid = async () => metadataOf((await kube.call('GET', `${leases}/apiserver-x`)).json).uid;
    const left = await uid();
    await leaseOf('apiserver-x').renew();
    expect(await uid()).not.toBe(left);
  });

  test('is cleared away by others when its server has long not renewed it', async () => {
    await leaseOf('apiserver-dead').renew();
    now += 3_000_000;
    const living = leaseOf('apiserver-living');
    await living.renew();
    await kube.call('POST', leases, { metadata: { name: 'leader-election' } });
    const names = async () => (await kube.call('GET', leases)).json['items'];
    await living.collect();
    expect(await names()).toHaveLength(3);
    now += 1_000_000;
    await living.collect();
    const left = (await names()) as { metadata: { name: string } }[];
    expect(left.map(({ metadata }) => metadata.name)).toEqual(['apiserver-living', 'leader-election']);
  });
});

describe('since when the use of tokens in secrets is written down', () => {
  const target = '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking';

  test('is recorded once, and again if it is not a day', async () => {
    const tracking = new LegacyTokenTracking(common());
    await tracking.ensure();
    const { json } = await kube.call('GET', target);
    expect(json['data']).toEqual({ since: '2026-03-04' });
    now += 86_400_000;
    await tracking.ensure();
    expect(metadataOf((await kube.call('GET', target)).json)).toEqual(metadataOf(json));
    await kube.call('PATCH', target, { data: { since: '2026-13-01', more: 'x' } }, 'application/merge-patch+json');
    await tracking.ensure();
    expect((await kube.call('GET', target)).json['data']).toEqual({ since: '2026-03-05', more: 'x' });
  });
});
