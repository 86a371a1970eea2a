// Privilege escalation: roles, bindings, impersonation, certificates of others, service account tokens.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAuthority } from '../support/certificates.mjs';
import { expectStatus } from '../support/client.mjs';
import { createNamespace } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { tokenOf } from '../support/servers.mjs';
import { until } from '../support/until.mjs';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const group = 'rbac.authorization.k8s.io';
const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const users = [
  { name: 'roles' },
  { name: 'binder' },
  { name: 'impersonator' },
  { name: 'token-maker' },
  { name: 'plain' },
];

/** The permissions of each user, in namespace `a` if one is named. */
const rules = {
  roles: [
    {
      apiGroups: [group],
      resources: ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
      verbs: ['get', 'create', 'update', 'patch'],
    },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
  ],
  binder: [
    { apiGroups: [group], resources: ['rolebindings', 'clusterrolebindings'], verbs: ['create'] },
    { apiGroups: [group], resources: ['clusterroles'], resourceNames: ['view'], verbs: ['bind'] },
  ],
  impersonator: [
    { apiGroups: [''], resources: ['users'], resourceNames: ['plain'], verbs: ['impersonate'] },
    { apiGroups: [''], resources: ['groups'], resourceNames: ['friends'], verbs: ['impersonate'] },
  ],
  'token-maker': [
    { apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: ['harmless'], verbs: ['create'] },
  ],
};

export const escalation = {
  name: 'escalation of privileges',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage, users });
    const admin = server.client();
    await createNamespace(admin, 'a');
    for (const [name, list] of Object.entries(rules)) await grant(admin, name, list);
    for (const name of ['harmless', 'powerful'])
      await admin.post('/api/v1/namespaces/a/serviceaccounts', { metadata: { name } });
    await takesEffect(server);
    await attempt(context, 'attempts by roles, bindings and tokens', { server, attempts: roleAttempts });
    await attempt(context, 'attempts by impersonation', { server, attempts: impersonations });
  },
};

async function grant(admin, name, list) {
  expectStatus(await admin.post(`${rbac}/clusterroles`, { metadata: { name: `may-${name}` }, rules: list }), 201);
  expectStatus(await admin.post(`${rbac}/clusterrolebindings`, binding(`may-${name}`, { user: name })), 201);
}

async function takesEffect(server) {
  const client = server.client({ token: tokenOf('token-maker') });
  await until(
    'roles are known',
    async () => (await client.post('/api/v1/namespaces/a/serviceaccounts/harmless/token', { spec: {} })).status === 201,
  );
}

function binding(role, { user, kind = 'ClusterRole', name = role }) {
  return {
    metadata: { name: `${name}-${user}` },
    roleRef: { apiGroup: group, kind, name: role },
    subjects: [{ apiGroup: group, kind: 'User', name: user }],
  };
}

const role = (name, ...list) => ({ metadata: { name }, rules: list });
const secrets = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const readable = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

/** User, method, path, body, and the expected status. */
const roleAttempts = [
  ['roles', 'POST', `${rbac}/namespaces/a/roles`, role('fine', readable), 201],
  ['roles', 'POST', `${rbac}/namespaces/a/roles`, role('more', secrets), 403],
  ['roles', 'POST', `${rbac}/namespaces/a/roles`, role('partly', readable, secrets), 403],
  ['roles', 'POST', `${rbac}/namespaces/a/roles`, role('star', everything), 403],
  ['roles', 'PUT', `${rbac}/namespaces/a/roles/fine`, role('fine', secrets), 403],
  ['roles', 'PATCH', `${rbac}/namespaces/a/roles/fine`, { rules: [secrets] }, 403],
  ['roles', 'PATCH', `${rbac}/namespaces/a/roles/fine`, { rules: [{ ...readable, verbs: ['*'] }] }, 403],
  ['roles', 'PUT', `${rbac}/namespaces/a/roles/created`, role('created', secrets), [403, 404]],
  ['roles', 'POST', `${rbac}/clusterroles`, role('wide', everything), 403],
  [
    'roles',
    'POST',
    `${rbac}/clusterroles`,
    { metadata: { name: 'collected' }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } },
    403,
  ],
  [
    'roles',
    'POST',
    `${rbac}/clusterroles`,
    { metadata: { name: 'paths' }, rules: [{ nonResourceURLs: ['*'], verbs: ['get'] }] },
    403,
  ],
  ['roles', 'POST', `${rbac}/clusterrolebindings`, binding('cluster-admin', { user: 'roles' }), 403],
  [
    'roles',
    'POST',
    `${rbac}/namespaces/a/rolebindings`,
    binding('system:kube-controller-manager', { user: 'roles' }),
    403,
  ],
  ['roles', 'POST', `${rbac}/namespaces/a/rolebindings`, binding('nothing-there', { user: 'roles' }), [403, 404]],
  ['roles', 'POST', `${rbac}/namespaces/a/rolebindings`, binding('fine', { user: 'roles', kind: 'Role' }), 201],
  [
    'roles',
    'PATCH',
    `${rbac}/clusterrolebindings/may-roles-roles`,
    { roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' } },
    [403, 422],
  ],
  [
    'roles',
    'PATCH',
    `${rbac}/clusterrolebindings/cluster-admin`,
    { subjects: [{ apiGroup: group, kind: 'User', name: 'roles' }] },
    403,
  ],
  ['binder', 'POST', `${rbac}/clusterrolebindings`, binding('cluster-admin', { user: 'binder' }), 403],
  ['binder', 'POST', `${rbac}/clusterrolebindings`, binding('system:node', { user: 'binder' }), 403],
  ['binder', 'POST', `${rbac}/clusterrolebindings`, binding('view', { user: 'binder' }), 201],
  ['token-maker', 'POST', '/api/v1/namespaces/a/serviceaccounts/harmless/token', { spec: {} }, 201],
  ['token-maker', 'POST', '/api/v1/namespaces/a/serviceaccounts/powerful/token', { spec: {} }, 403],
  ['token-maker', 'POST', '/api/v1/namespaces/a/serviceaccounts/powerful/token?name=harmless', { spec: {} }, 403],
  ['plain', 'POST', `${rbac}/namespaces/a/roles`, role('none', readable), 403],
  ['plain', 'POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', { spec: { user: 'roles' } }, 403],
  ['plain', 'POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: 'a' } }, 403],
];

/** Impersonation headers, and the expected status or user. */
const impersonations = [
  ['impersonator', 'POST', reviews, {}, 201, { 'impersonate-user': 'plain' }],
  ['impersonator', 'POST', reviews, {}, 201, { 'impersonate-user': 'plain', 'impersonate-group': 'friends' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'roles' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'admin' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'plain', 'impersonate-group': 'system:masters' }],
  [
    'impersonator',
    'POST',
    reviews,
    {},
    403,
    { 'impersonate-user': 'plain', 'impersonate-group': ['friends', 'system:masters'] },
  ],
  ['impersonator', 'POST', reviews, {}, 403, { 'IMPERSONATE-USER': 'plain', 'iMPERSONATE-gROUP': 'system:masters' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'system:serviceaccount:kube-system:default' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'plain', 'impersonate-uid': '1' }],
  ['impersonator', 'POST', reviews, {}, 403, { 'impersonate-user': 'plain', 'impersonate-extra-scopes': 'all' }],
  ['impersonator', 'POST', reviews, {}, [400, 403, 500], { 'impersonate-group': 'friends' }],
  ['impersonator', 'POST', reviews, {}, [400, 403, 500], { 'impersonate-extra-a': 'b' }],
  ['impersonator', 'POST', reviews, {}, [400, 403, 500], { 'impersonate-uid': '1' }],
  ['impersonator', 'POST', reviews, {}, [400, 403], { 'impersonate-user': 'plain\tadmin' }],
  ['plain', 'POST', reviews, {}, 403, { 'impersonate-user': 'impersonator' }],
  ['plain', 'POST', reviews, {}, 403, { 'impersonate-user': 'system:anonymous' }],
];

async function attempt(context, what, { server, attempts }) {
  const wrong = [];
  for (const [user, method, path, body, wanted, more = {}] of attempts) {
    const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    const client = server.client({ token: tokenOf(user) });
    const { status, text } = await client.send(method, path, { body, headers: { ...type, ...more } });
    client.close();
    if (![wanted].flat().includes(status))
      wrong.push(
        `${user} ${method} ${path} ${JSON.stringify(more)}: ${status} ${text.slice(0, 200)}, expected ${wanted}`,
      );
  }
  for (const line of wrong) console.log(`    ${line}`);
  context.figure(`${what} that ended otherwise than they must`, {
    value: of(wrong.length, attempts.length),
    holds: wrong.length === 0,
  });
}

export const proxyHeaders = {
  name: 'users named by headers',
  async run(context) {
    const directory = context.environment.directory();
    const [clients, proxies, strangers] = ['clients', 'proxies', 'strangers'].map(newAuthority);
    const file = (name, text) => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const flags = [
      `--client-ca-file=${file('clients.crt', clients.certificate)}`,
      `--requestheader-client-ca-file=${file('proxies.crt', proxies.certificate)}`,
      '--requestheader-allowed-names=front-proxy',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    ];
    const server = await context.environment.server({ storage: context.storage, directory, flags, users });
    const spoofed = { 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
    const cases = [
      ['a token of a user', { token: tokenOf('plain') }, 'plain'],
      ['nothing at all', { token: '' }, 'system:anonymous'],
      ['a certificate of a client', { token: '', tls: clients.sign('carol') }, 'carol'],
      ['a certificate of a client, named as a proxy', { token: '', tls: clients.sign('front-proxy') }, 'front-proxy'],
      [
        'a certificate of a proxy that is not allowed',
        { token: '', tls: proxies.sign('back-proxy') },
        'system:anonymous',
      ],
      ['a certificate of strangers', { token: '', tls: strangers.sign('front-proxy') }, 'system:anonymous'],
      ['the certificate of the proxy', { token: '', tls: proxies.sign('front-proxy') }, 'admin'],
    ];
    const wrong = [];
    for (const [name, options, wanted] of cases) {
      const client = server.client({ ...options, headers: spoofed });
      const answer = await client.post(reviews, {});
      client.close();
      const found =
        answer.document?.status?.userInfo?.username ?? (answer.status === 401 ? 'nobody' : 'system:anonymous');
      const isAnonymous = wanted === 'system:anonymous' && (found === 'nobody' || found === wanted);
      if (found !== wanted && !isAnonymous) wrong.push(`${name}: ${answer.status} ${found}, expected ${wanted}`);
    }
    for (const line of wrong) console.log(`    ${line}`);
    context.figure('X-Remote headers believed of the wrong, or not of the right', {
      value: of(wrong.length, cases.length),
      holds: wrong.length === 0,
    });
  },
};
