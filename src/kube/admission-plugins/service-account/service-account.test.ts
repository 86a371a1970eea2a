import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../kube-server.test.support.js';
import { definePlugin } from '../plugin-definition.js';
import { ServiceAccountAdmission, serviceAccount } from './service-account.js';

let kube: TestKube;
let waits = 0;

beforeAll(async () => {
  const plugin = definePlugin({
    ...serviceAccount,
    create: ({ stores }) =>
      new ServiceAccountAdmission({
        find: (namespace, name) => stores.find('', 'serviceaccounts', { namespace, name }),
        randomIndex: () => 0,
        wait: async () => {
          waits++;
        },
      }),
  });
  kube = await TestKube.start({ plugins: [plugin] });
  const account = (name: string, more: JsonObject = {}): Promise<TestResponse> =>
    kube.call('POST', '/api/v1/namespaces/a/serviceaccounts', { metadata: { name }, ...more });
  await account('default');
  await account('quiet', { automountServiceAccountToken: false, imagePullSecrets: [{ name: 'pull' }] });
  await kube.call('POST', '/api/v1/namespaces/a/serviceaccounts', {
    metadata: { name: 'strict', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
    secrets: [{ name: 'mine' }],
  });
});
afterAll(() => kube.close());

const create = (name: string, spec: JsonObject = {}, namespace = 'a'): Promise<TestResponse> =>
  kube.call('POST', `/api/v1/namespaces/${namespace}/pods`, {
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });
const specOf = ({ json }: TestResponse): JsonObject => json['spec'] as JsonObject;
const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';

describe('a pod', () => {
  test('runs as the default account, with its token', async () => {
    const spec = specOf(await create('plain', { initContainers: [{ name: 'i', image: 'i' }] }));
    const name = 'kube-api-access-bbbbb';
    expect(spec).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      initContainers: [{ volumeMounts: [{ name, readOnly: true, mountPath }] }],
      containers: [{ volumeMounts: [{ name, readOnly: true, mountPath }] }],
    });
    expect(spec['volumes']).toEqual([
      {
        name,
        projected: {
          defaultMode: 420,
          sources: [
            { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
            { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
            {
              downwardAPI: {
                items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
              },
            },
          ],
        },
      },
    ]);
  });

  test('gets no token where its account does not want that, and its pull secrets', async () => {
    const spec = specOf(await create('quiet', { serviceAccountName: 'quiet' }));
    expect(spec).not.toHaveProperty('volumes');
    expect(spec['imagePullSecrets']).toEqual([{ name: 'pull' }]);
  });

  test('says itself whether it wants the token', async () => {
    expect(specOf(await create('own', { automountServiceAccountToken: false }))).not.toHaveProperty('volumes');
    const { volumes } = specOf(
      await create('asks', { serviceAccountName: 'quiet', automountServiceAccountToken: true }),
    );
    expect(volumes).toHaveLength(1);
  });

  test('keeps what it has in the place of the token', async () => {
    const spec = specOf(
      await create('busy', {
        volumes: [{ name: 'v', emptyDir: {} }],
        containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath }] }],
      }),
    );
    expect(spec['volumes']).toHaveLength(1);
  });
});

test('an account that is not there is refused', async () => {
  const { status, json } = await create('x', { serviceAccountName: 'nope' });
  expect([status, json['message']]).toEqual([
    403,
    'pods "x" is forbidden: error looking up service account a/nope: serviceaccount "nope" not found',
  ]);
});

test('the default account of a new namespace is waited for', async () => {
  await kube.call('POST', '/api/v1/namespaces', { metadata: { name: 'new' } });
  waits = 0;
  expect((await create('x', {}, 'new')).status).toBe(403);
  expect(waits).toBe(9);
});

test.each<[what: string, spec: JsonObject, problem: string]>([
  [
    'a volume',
    { volumes: [{ name: 'v', secret: { secretName: 'other' } }] },
    'volume with secret.secretName="other" is not allowed because service account strict does not reference that secret',
  ],
  [
    'a variable',
    {
      containers: [
        { name: 'c', image: 'i', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'x', key: 'k' } } }] },
      ],
    },
    'container c with envVar A referencing secret.secretName="x" is not allowed because service account strict does not reference that secret',
  ],
])('%s of a secret that a strict account does not name is refused', async (_what, spec, problem) => {
  const { status, json } = await create('s', { serviceAccountName: 'strict', ...spec });
  expect([status, json['message']]).toEqual([403, `pods "s" is forbidden: ${problem}`]);
});

test('a strict account allows what it names', async () => {
  const volumes = [{ name: 'v', secret: { secretName: 'mine' } }];
  expect((await create('allowed', { serviceAccountName: 'strict', volumes })).status).toBe(201);
});

test('a pod that a node runs by itself has no account', async () => {
  const metadata = { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' } };
  const spec = { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] };
  const { json } = await kube.call('POST', '/api/v1/namespaces/a/pods', { metadata, spec });
  expect(json['spec']).not.toHaveProperty('serviceAccountName');
  const other = { ...spec, serviceAccountName: 'default' };
  expect(
    (await kube.call('POST', '/api/v1/namespaces/a/pods', { metadata: { ...metadata, name: 'm2' }, spec: other }))
      .status,
  ).toBe(403);
});
