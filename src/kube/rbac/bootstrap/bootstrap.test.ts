import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { alwaysUser } from '../../../server/authentication/index.js';
import { pathAccess } from '../../../server/authorization/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { BootstrapPolicy } from './index.js';
import { reconcile } from './reconcile.js';

const base = '/apis/rbac.authorization.k8s.io/v1';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start({ authenticator: alwaysUser({ name: 'admin', groups: ['system:masters'] }) });
  await run();
});
afterAll(() => kube.close());

function run(): Promise<void> {
  const onError = (error: unknown): never => {
    throw error;
  };
  const { client } = kube.server.shared.loopback;
  return new BootstrapPolicy({ client, features: kube.server.features, onError }).run(new AbortController().signal);
}

test('a new cluster has the roles and bindings that clusters have', async () => {
  const counts = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'].map(async (plural) => {
    const { json } = await kube.call('GET', `${base}/${plural}`);
    return (json['items'] as unknown[]).length;
  });
  expect(await Promise.all(counts)).toEqual([69, 50, 7, 7]);
  const reader = `${base}/namespaces/kube-system/roles/extension-apiserver-authentication-reader`;
  expect((await kube.call('GET', reader)).json['rules']).toEqual([
    {
      verbs: ['get', 'list', 'watch'],
      apiGroups: [''],
      resources: ['configmaps'],
      resourceNames: ['extension-apiserver-authentication'],
    },
  ]);
  const { json: edit } = await kube.call('GET', `${base}/clusterroles/edit`);
  expect(edit).toMatchObject({
    metadata: {
      labels: {
        'kubernetes.io/bootstrapping': 'rbac-defaults',
        'rbac.authorization.k8s.io/aggregate-to-admin': 'true',
      },
      annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
    },
    aggregationRule: {
      clusterRoleSelectors: [{ matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' } }],
    },
    rules: null,
  });
});

test.each([
  ['system:unauthenticated', '/healthz', true],
  ['system:unauthenticated', '/api', false],
  ['system:authenticated', '/apis/apps/v1', true],
  ['system:authenticated', '/metrics', false],
  ['system:monitoring', '/metrics', true],
])('%s may read %s: %s', async (group, path, allowed) => {
  const decision = await kube.rbac.authorize({ name: 'x', groups: [group] }, pathAccess('get', path));
  expect(decision.decision === 'allow').toBe(allowed);
});

test('removed rules are restored at the next start, unless that is disabled; added ones stay', async () => {
  const target = `${base}/clusterroles/system:basic-user`;
  const { json: before } = await kube.call('GET', target);
  const more = { verbs: ['get'], apiGroups: [''], resources: ['nodes'] };
  const change = async (body: JsonObject) => kube.call('PUT', target, { ...before, ...body });
  const metadataWith = (annotations: JsonObject): JsonObject => {
    const { resourceVersion: _, ...metadata } = before['metadata'] as JsonObject;
    return { ...metadata, annotations };
  };
  await change({ metadata: metadataWith({}), rules: [more] });
  await run();
  const { json: after } = await kube.call('GET', target);
  expect(after['rules']).toEqual([more, ...(before['rules'] as JsonObject[])]);

  await change({ metadata: metadataWith({ 'rbac.authorization.kubernetes.io/autoupdate': 'false' }), rules: [more] });
  await run();
  expect((await kube.call('GET', target)).json['rules']).toEqual([more]);
});

test('a binding of a later release begins with what users made of its predecessor', async () => {
  const [bindings, subject] = [`${base}/clusterrolebindings`, { kind: 'Group', name: 'g' }];
  const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false', changed: 'yes' };
  const { json: discovery } = await kube.call('GET', `${bindings}/system:discovery`);
  const changed = {
    ...discovery,
    subjects: [subject],
    metadata: { ...(discovery['metadata'] as JsonObject), annotations },
  };
  await kube.call('PUT', `${bindings}/system:discovery`, changed);
  await kube.call('DELETE', `${bindings}/system:public-info-viewer`);
  await run();
  const { json } = await kube.call('GET', `${bindings}/system:public-info-viewer`);
  expect(json).toMatchObject({
    metadata: { annotations },
    roleRef: { name: 'system:public-info-viewer' },
    subjects: [subject],
  });
  expect(json['subjects']).toHaveLength(1);
});

test('a second start writes nothing', async () => {
  const revision = async () =>
    ((await kube.call('GET', `${base}/clusterroles`)).json['metadata'] as JsonObject)['resourceVersion'];
  await run();
  const before = await revision();
  await run();
  expect(await revision()).toBe(before);
});

test('a binding of another role is made anew', () => {
  const expected = { metadata: { name: 'b' }, roleRef: { name: 'x' }, subjects: [] };
  expect(reconcile({ ...expected, roleRef: { name: 'y' } }, expected)).toEqual({ recreate: expected });
});
