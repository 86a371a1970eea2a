import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CertificateSigningRequest } from '../api/certificates/v1.js';
import type { ConfigMap, Namespace, Pod, ResourceQuota, Secret, ServiceAccount } from '../api/core/v1.js';
import type { VolumeAttributesClass } from '../api/storage/v1.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { isNotFound } from '../apimachinery/status/index.js';
import { signingRequest } from './signing-request.test.support.js';
import { TestServer } from './test-server.js';

const core = (resource: string) => ({ group: '', version: 'v1', resource });
const signingRequests = { group: 'certificates.k8s.io', version: 'v1', resource: 'certificatesigningrequests' };
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server.close());

/** Waits until the check returns something, and returns it. */
async function eventually<Type>(check: () => Promise<Type | undefined | false>): Promise<Type> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function isGone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    return isNotFound(error);
  }
}

async function newNamespace(name: string): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } as Namespace;
  await server.client.resource<Namespace>(core('namespaces')).create(object);
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('a quota', () => {
  const quotas = () => server.client.resource<ResourceQuota>(core('resourcequotas'), 'quota');
  const used = async (): Promise<Record<string, string>> => (await quotas().get('all')).status?.used ?? {};
  const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }) as ConfigMap;
  const pod = (name: string, cpu: string) =>
    ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: { containers: [{ name: 'a', image: 'a', resources: { requests: { cpu } } }] },
    }) as unknown as Pod;

  beforeAll(async () => {
    await newNamespace('quota');
    await server.client.resource<ConfigMap>(core('configmaps'), 'quota').create(configMap('before'));
    await eventually(async () => {
      const { items } = await server.client.resource<ConfigMap>(core('configmaps'), 'quota').list();
      return items.length === 2;
    });
    const hard = { 'count/configmaps': '5', pods: '3', 'requests.cpu': '2', 'count/widgets.example.com': '1' };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'all' }, spec: { hard } };
    await quotas().create(quota as unknown as ResourceQuota);
  });

  test('has the usage of what exists', async () => {
    await eventually(async () => (await used())['pods'] === '0');
    expect(await used()).toEqual({ 'count/configmaps': '2', pods: '0', 'requests.cpu': '0' });
  });

  test('gets back what deleted and finished objects used', async () => {
    const pods = server.client.resource<Pod>(core('pods'), 'quota');
    await pods.create(pod('one', '500m'));
    await pods.create(pod('two', '500m'));
    await server.client.resource<ConfigMap>(core('configmaps'), 'quota').delete('before');
    expect((await used())['requests.cpu']).toBe('1');
    await pods.delete('one');
    await pods.subresource<Pod>('two', 'status').patch({ type: 'merge', body: { status: { phase: 'Succeeded' } } });
    await eventually(async () => (await used())['count/configmaps'] === '1' && (await used())['pods'] === '0');
    expect((await used())['requests.cpu']).toBe('0');
  });

  test('counts custom resources once they are served', async () => {
    expect(await used()).not.toHaveProperty(['count/widgets.example.com']);
    await server.installCrds(widgets);
    await eventually(async () => (await used())['count/widgets.example.com'] === '0');
    const client = server.client.resource<JsonObject>(
      { group: 'example.com', version: 'v1', resource: 'widgets' },
      'quota',
    );
    const widget = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } });
    await client.create(widget('one'));
    await expect(client.create(widget('two'))).rejects.toThrow('exceeded quota: all');
    await client.delete('one');
    await eventually(async () => (await used())['count/widgets.example.com'] === '0');
    await client.create(widget('two'));
  });
});

const widgets: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe('a secret for the token of a service account', () => {
  const secrets = () => server.client.resource<Secret>(core('secrets'), 'default');
  const accounts = () => server.client.resource<ServiceAccount>(core('serviceaccounts'), 'default');
  const token = (name: string, account: string) =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, annotations: { 'kubernetes.io/service-account.name': account } },
      type: 'kubernetes.io/service-account-token',
    }) as unknown as Secret;

  test('is filled, is valid, and goes with its account', async () => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } } as ServiceAccount;
    await accounts().create(account);
    await secrets().create(token('robot-token', 'robot'));
    const filled = await eventually(async () => {
      const found = await secrets().get('robot-token');
      return found.data?.['token'] ? found : undefined;
    });
    expect(Object.keys(filled.data ?? {}).sort()).toEqual(['ca.crt', 'namespace', 'token']);
    const review = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token: Buffer.from(filled.data?.['token'] ?? '', 'base64').toString() },
    };
    const reviews = { group: 'authentication.k8s.io', version: 'v1', resource: 'tokenreviews' };
    const { status } = await server.client.resource<JsonObject>(reviews).create(review);
    expect(status).toMatchObject({ authenticated: true, user: { username: 'system:serviceaccount:default:robot' } });
    await accounts().delete('robot');
    await eventually(() => isGone(secrets().get('robot-token')));
  });

  test('goes if its account does not exist', async () => {
    await secrets().create(token('lost', 'nobody'));
    await eventually(() => isGone(secrets().get('lost')));
  });
});

describe('a certificate signing request', () => {
  const requests = () => server.client.resource<CertificateSigningRequest>(signingRequests);
  const create = (
    name: string,
    { organization = 'system:nodes', usages = ['digital signature', 'client auth'] } = {},
  ) => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const request = encoded(signingRequest({ commonName: 'system:node:a', organization, keys }));
    const spec = { request, signerName: 'kubernetes.io/kube-apiserver-client-kubelet', usages };
    const object = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name },
      spec,
    };
    return requests().create(object as unknown as CertificateSigningRequest);
  };

  test('of a kubelet is approved and signed', async () => {
    await create('kubelet');
    const signed = await eventually(async () => {
      const found = await requests().get('kubelet');
      return found.status?.certificate ? found : undefined;
    });
    expect(signed.status?.conditions).toMatchObject([
      {
        type: 'Approved',
        reason: 'AutoApproved',
        message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
      },
    ]);
    const certificate = new X509Certificate(Buffer.from(signed.status?.certificate ?? '', 'base64'));
    const { cluster } = server.kubeconfig.clusters[0]!;
    const authority = new X509Certificate(Buffer.from(cluster['certificate-authority-data'] ?? '', 'base64'));
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkIssued(authority)).toBe(true);
    expect(certificate.subject).toBe('O=system:nodes\nCN=system:node:a');
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  test('that its signer does not sign fails', async () => {
    const { metadata } = await create('other', { organization: 'others' });
    const approved = { type: 'Approved', status: 'True', reason: 'Test', message: 'by hand' };
    const object = { ...(await requests().get('other')), status: { conditions: [approved] } };
    await requests()
      .subresource(metadata.name ?? '', 'approval')
      .update(object as unknown as CertificateSigningRequest);
    const failed = await eventually(async () => {
      const { status } = await requests().get('other');
      return status?.conditions?.find(({ type }) => type === 'Failed');
    });
    expect(failed).toMatchObject({
      reason: 'SignerValidationFailure',
      message: 'subject organization is not system:nodes',
    });
  });
});

test('bootstrap tokens sign the cluster information, and go when they expire', async () => {
  const secrets = server.client.resource<Secret>(core('secrets'), 'kube-system');
  const maps = server.client.resource<ConfigMap>(core('configmaps'), 'kube-public');
  const data = {
    'token-id': encoded('abcdef'),
    'token-secret': encoded('0123456789abcdef'),
    'usage-bootstrap-signing': encoded('true'),
  };
  const secret = (name: string, more: object = {}) =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name },
      type: 'bootstrap.kubernetes.io/token',
      data: { ...data, ...more },
    }) as unknown as Secret;
  const information = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'cluster-info' } };
  await maps.create({ ...information, data: { kubeconfig: 'content' } } as unknown as ConfigMap);
  await secrets.create(secret('bootstrap-token-abcdef'));
  await eventually(async () => (await maps.get('cluster-info')).data?.['jws-kubeconfig-abcdef']);
  await secrets.create(
    secret('bootstrap-token-000000', { 'token-id': encoded('000000'), expiration: encoded('2020-01-01T00:00:00Z') }),
  );
  await eventually(() => isGone(secrets.get('bootstrap-token-000000')));
});

test('a pod that was never scheduled goes when it is deleted, although a finalizer kept it', async () => {
  const pods = server.client.resource<Pod>(core('pods'), 'default');
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'kept', finalizers: ['example.com/keep'] },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  };
  await pods.create(object as unknown as Pod);
  await pods.delete('kept');
  await eventually(async () => (await pods.get('kept')).status?.phase === 'Failed');
  await pods.patch('kept', { type: 'merge', body: { metadata: { finalizers: null } } });
  await eventually(() => isGone(pods.get('kept')));
});

test('a volume attributes class is kept while a claim names it', async () => {
  const classes = server.client.resource<VolumeAttributesClass>({
    group: 'storage.k8s.io',
    version: 'v1',
    resource: 'volumeattributesclasses',
  });
  const claims = server.client.resource<JsonObject>(core('persistentvolumeclaims'), 'default');
  const object = { apiVersion: 'storage.k8s.io/v1', kind: 'VolumeAttributesClass', metadata: { name: 'fast' } };
  await classes.create({
    ...object,
    driverName: 'example.com',
    parameters: { a: 'b' },
  } as unknown as VolumeAttributesClass);
  await eventually(async () => (await classes.get('fast')).metadata.finalizers?.length);
  await claims.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: {
      volumeAttributesClassName: 'fast',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1' } },
    },
  });
  await classes.delete('fast');
  expect((await classes.get('fast')).metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
  await claims.delete('data');
  await eventually(() => isGone(classes.get('fast')));
});

test('controllers watch a resource from its first object on', async () => {
  const fresh = await TestServer.start();
  const jobs = fresh.client.resource<JsonObject>({ group: 'batch', version: 'v1', resource: 'jobs' }, 'default');
  const accounts = fresh.client.resource<ServiceAccount>(core('serviceaccounts'), 'default');
  const watched = async (): Promise<string[]> => {
    const response = await fresh.client.response({ method: 'GET', target: '/metrics' });
    const series = /^apiserver_longrunning_requests\{.*resource="(\w+)".*verb="WATCH".*\} [1-9]/gm;
    return [...(await response.body()).toString().matchAll(series)].map(([, resource = '']) => resource);
  };
  // Reading creates the cache.
  await jobs.list();
  await eventually(() => accounts.get('default').catch(() => undefined));
  expect(await watched()).toContain('namespaces');
  expect(await watched()).not.toContain('jobs');
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/app' }] } };
  await jobs.create({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'work' }, spec: { template } });
  await eventually(async () => (await watched()).includes('jobs'));
  await fresh.close();
});
