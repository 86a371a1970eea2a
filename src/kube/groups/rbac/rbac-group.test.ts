import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const group = 'rbac.authorization.k8s.io';
const base = `/apis/${group}/v1`;
const roleRef = { apiGroup: group, kind: 'ClusterRole', name: 'r' };
const metadata = { name: 'wrong:name' };

test('a role without rules has null for them', async () => {
  const created = await kube.call('POST', `${base}/namespaces/a/roles`, { metadata: { name: 'none' }, rules: [] });
  expect([created.json['rules'], created.json['metadata']]).toMatchObject([
    null,
    { managedFields: [{ fieldsV1: { 'f:rules': {} } }] },
  ]);
});

test.each<[string, JsonObject, string[]]>([
  [
    'namespaces/a/roles',
    { rules: [{}] },
    [
      'rules[0].verbs: Required value: verbs must contain at least one value',
      'rules[0].apiGroups: Required value: resource rules must supply at least one api group',
      'rules[0].resources: Required value: resource rules must supply at least one resource',
    ],
  ],
  [
    'namespaces/a/roles',
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/a'] }] },
    ['rules[0].nonResourceURLs: Invalid value: ["/a"]: namespaced rules cannot apply to non-resource URLs'],
  ],
  [
    'clusterroles',
    { rules: [{ verbs: ['get'], nonResourceURLs: ['/a'], apiGroups: [''] }] },
    [
      'rules[0].nonResourceURLs: Invalid value: ["/a"]: rules cannot apply to both regular resources and non-resource URLs',
    ],
  ],
  [
    'clusterroles',
    { aggregationRule: {} },
    [
      'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
    ],
  ],
  [
    'clusterroles',
    { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Near' }] }] } },
    [
      'aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
      'aggregationRule.clusterRoleSelectors[0]: Invalid value: null: invalid label selector.',
    ],
  ],
  [
    'clusterrolebindings',
    { roleRef: { apiGroup: 'x', kind: 'Role' }, subjects: [{ kind: 'ServiceAccount', name: 'A' }] },
    [
      `roleRef.apiGroup: Unsupported value: "x": supported values: "${group}"`,
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
      'roleRef.name: Required value',
      expect.stringContaining('subjects[0].name: Invalid value: "A": a lowercase RFC 1123 subdomain'),
      'subjects[0].namespace: Required value',
    ],
  ],
  [
    'namespaces/a/rolebindings',
    {
      roleRef,
      subjects: [
        { kind: 'User', apiGroup: 'x' },
        { kind: 'Thing', name: 'a' },
        { kind: 'ServiceAccount', name: 'a' },
      ],
    },
    [
      'subjects[0].name: Required value',
      `subjects[0].apiGroup: Unsupported value: "x": supported values: "${group}"`,
      'subjects[1].kind: Unsupported value: "Thing": supported values: "ServiceAccount", "User", "Group"',
    ],
  ],
])('%s with %j are refused', async (target, fields, causes) => {
  const { status, json } = await kube.call('POST', `${base}/${target}`, { metadata, ...fields });
  const found = ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(
    (one) => `${one['field']}: ${one['message']}`,
  );
  expect([status, found]).toEqual([422, causes]);
});

test('a binding keeps its role, and its groups need not be said', async () => {
  const target = `${base}/clusterrolebindings`;
  const binding = {
    metadata: { name: 'kept' },
    roleRef: { kind: 'ClusterRole', name: 'r' },
    subjects: [
      { kind: 'Group', name: 'g' },
      { kind: 'ServiceAccount', name: 's', namespace: 'a' },
    ],
  };
  const { json } = await kube.call('POST', target, binding);
  expect(json).toMatchObject({ roleRef, subjects: [{ apiGroup: group }, { name: 's' }] });
  const other = await kube.call('PUT', `${target}/kept`, { ...binding, roleRef: { ...roleRef, name: 'other' } });
  expect([other.status, other.json['details']]).toMatchObject([422, { causes: [{ field: 'roleRef' }] }]);
});

test('what is replaced is created if it is not there', async () => {
  const { status } = await kube.call('PUT', `${base}/namespaces/a/roles/new`, { metadata: { name: 'new' } });
  expect(status).toBe(201);
});

test('tables show the subjects of a binding', async () => {
  const { server } = kube;
  const columns = server.store(group, 'clusterrolebindings').resource.version('v1').columns ?? [];
  const subjects = [
    { kind: 'User', name: 'u' },
    { kind: 'User', name: 'v' },
    { kind: 'ServiceAccount', name: 's', namespace: 'a' },
    { kind: 'ServiceAccount', name: 't' },
  ];
  const cells = columns.map((column) => [column.name, column.valueOf({ metadata: { name: 'b' }, roleRef, subjects })]);
  expect(Object.fromEntries(cells)).toMatchObject({
    Name: 'b',
    Role: 'ClusterRole/r',
    Users: 'u, v',
    Groups: '',
    ServiceAccounts: 'a/s, /t',
  });
});
