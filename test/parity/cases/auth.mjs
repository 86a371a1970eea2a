import { csr, haveCA, strangerCert } from '../support/tls.mjs';
import { APPLY, MERGE, need, pick, says, seeErr, tidily } from '../support/util.mjs';
export const parallel = 4;
const RBAC = '/apis/rbac.authorization.k8s.io/v1',
  A = 'rbac.authorization.k8s.io';
const as = (user, groups = [], more = {}) => ({
  headers: { 'impersonate-user': user, ...(groups.length ? { 'impersonate-group': groups } : {}), ...more },
});
const whoami = async (t, opts) => {
  const r = await t.post(
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    opts,
  );
  const u = r.json?.status?.userInfo;
  return {
    code: r.status,
    ...(u
      ? {
          username: u.username,
          uid: u.uid ? (/^[0-9a-f-]{36}$/.test(u.uid) ? '<uuid>' : u.uid) : undefined,
          groups: [...(u.groups ?? [])].sort(),
          extra: u.extra && Object.keys(u.extra).sort(),
        }
      : {}),
  };
};
async function make(t, path, body) {
  const r = await t.post(path, body);
  if (r.status >= 300) throw new Error(`${path}: ${r.status} ${r.text.slice(0, 300)}`);
  t.cleanup(() => t.del(`${path}/${r.json.metadata.name}`));
  return r.json;
}
const role = (t, ns, name, rules) =>
  make(t, `${RBAC}/namespaces/${ns}/roles`, { apiVersion: `${A}/v1`, kind: 'Role', metadata: { name }, rules });
const clusterRole = (t, name, rules, more = {}) =>
  make(t, `${RBAC}/clusterroles`, { apiVersion: `${A}/v1`, kind: 'ClusterRole', metadata: { name }, rules, ...more });
const user = (name) => ({ kind: 'User', apiGroup: A, name }),
  group = (name) => ({ kind: 'Group', apiGroup: A, name });
const bind = (t, ns, name, kind, to, subjects) =>
  make(t, `${RBAC}/namespaces/${ns}/rolebindings`, {
    apiVersion: `${A}/v1`,
    kind: 'RoleBinding',
    metadata: { name },
    roleRef: { apiGroup: A, kind, name: to },
    subjects,
  });
const bindAll = (t, name, to, subjects) =>
  make(t, `${RBAC}/clusterrolebindings`, {
    apiVersion: `${A}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: A, kind: 'ClusterRole', name: to },
    subjects,
  });
/** A user with these rules in a namespace; waits until the rule works (asked by a SubjectAccessReview). */
async function allow(t, ns, name, rules) {
  await role(t, ns, name, rules);
  await bind(t, ns, name, 'Role', name, [user(name)]);
  const r = rules[0];
  await granted(t, {
    user: name,
    resourceAttributes: {
      namespace: ns,
      verb: r.verbs[0],
      group: r.apiGroups?.[0] ?? '',
      resource: r.resources[0].split('/')[0],
      subresource: r.resources[0].split('/')[1],
      name: r.resourceNames?.[0],
    },
  });
}
async function allowAll(t, name, rules, subjects = [user(name)]) {
  await clusterRole(t, name, rules);
  await bindAll(t, name, name, subjects);
  const r = rules[0],
    who = subjects[0].kind === 'Group' ? { user: 'x', groups: [subjects[0].name] } : { user: subjects[0].name };
  await granted(t, {
    ...who,
    ...(r.nonResourceURLs
      ? { nonResourceAttributes: { path: r.nonResourceURLs[0].replace('*', 'x'), verb: r.verbs[0] } }
      : {
          resourceAttributes: {
            verb: r.verbs[0],
            group: r.apiGroups?.[0] ?? '',
            resource: r.resources[0].split('/')[0],
            subresource: r.resources[0].split('/')[1],
            name: r.resourceNames?.[0],
          },
        }),
  });
}
const sar = (t, spec) =>
  t.post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec,
  });
const granted = (t, spec, yes = true) =>
  need(
    t,
    `${yes ? '' : 'not '}granted ${JSON.stringify(spec)}`,
    async () => (await sar(t, spec)).json?.status?.allowed === yes,
  );
const cm = (name, more = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more.metadata },
  data: more.data,
});
const CMS = (ns) => `/api/v1/namespaces/${ns}/configmaps`;
async function serviceAccount(t, ns, name = 'sa') {
  const r = await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name },
  });
  if (r.status >= 300) throw new Error(r.text);
  return r.json;
}
const tokenRequest = (t, ns, name, spec = {}, opts) =>
  t.post(
    `/api/v1/namespaces/${ns}/serviceaccounts/${name}/token`,
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec },
    opts,
  );
const claims = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
const tokenReview = (t, token, audiences, opts) =>
  t.post(
    '/apis/authentication.k8s.io/v1/tokenreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token, audiences } },
    opts,
  );
const code = async (p) => (await p).status;

const need200 = (t, what, fn) =>
  need(t, what, async () => {
    const r = await fn();
    return r.status === 200 && r;
  });
const withCA = (list) => (haveCA ? list : []);
export const cases = tidily([
  // ---- who is asking
  {
    name: 'an authorization header that is no bearer token counts as anonymous',
    async run(t) {
      const r = await t.get('/api/v1/namespaces', {
        token: null,
        headers: { authorization: 'Basic YWRtaW46YWRtaW4=' },
      });
      t.see('basic', { code: r.status, anonymous: says(r, 'system:anonymous') });
    },
  },
  // ---- client certificates
  ...withCA([
    {
      name: 'a client certificate of an unknown CA answers 401',
      async run(t) {
        const c = strangerCert('admin', ['system:masters']);
        t.see('list', (await t.get('/api/v1/namespaces', { token: null, ...c })).status);
      },
    },
  ]),
  // ---- RBAC
  {
    name: 'each verb is granted on its own: get, list, watch, create, update, patch, delete, deletecollection',
    async run(t) {
      const ns = await t.ns(),
        verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
      await Promise.all(
        verbs.map((v) => allow(t, ns, `${v}-${t.id}`, [{ apiGroups: [''], resources: ['configmaps'], verbs: [v] }])),
      );
      await t.post(CMS(ns), cm('a'));
      const tries = {
        get: (o) => t.get(`${CMS(ns)}/a`, o),
        list: (o) => t.get(CMS(ns), o),
        watch: (o) => t.get(`${CMS(ns)}?watch=1&timeoutSeconds=1&resourceVersion=999999999`, o),
        create: (o) => t.post(`${CMS(ns)}?dryRun=All`, cm('b'), o),
        update: (o) => t.put(`${CMS(ns)}/a?dryRun=All`, cm('a'), o),
        patch: (o) => t.patch(`${CMS(ns)}/a?dryRun=All`, {}, MERGE, o),
        delete: (o) => t.del(`${CMS(ns)}/a?dryRun=All`, o),
        deletecollection: (o) => t.del(`${CMS(ns)}?dryRun=All`, o),
      };
      for (const v of verbs)
        t.see(
          v,
          Object.fromEntries(
            await Promise.all(verbs.map(async (w) => [w, (await code(tries[w](as(`${v}-${t.id}`)))) !== 403])),
          ),
        );
    },
  },
  {
    name: 'wildcards grant every verb, resource, subresource and group',
    async run(t) {
      const ns = await t.ns(),
        a = `a-${t.id}`,
        b = `b-${t.id}`;
      await allow(t, ns, a, [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }]);
      await allow(t, ns, b, [{ apiGroups: [''], resources: ['*/token'], verbs: ['create'] }]);
      await serviceAccount(t, ns);
      t.see('pods', await code(t.get(`/api/v1/namespaces/${ns}/pods`, as(a))));
      t.see('deployments', await code(t.get(`/apis/apps/v1/namespaces/${ns}/deployments`, as(a))));
      t.see('token', await code(tokenRequest(t, ns, 'sa', {}, as(a))));
      t.see('outside', await code(t.get('/api/v1/nodes', as(a))));
      t.see('*/token', await code(tokenRequest(t, ns, 'sa', {}, as(b))));
      t.see('*/token pods', await code(t.get(`/api/v1/namespaces/${ns}/pods`, as(b))));
    },
  },
  {
    name: 'nonResourceURLs grant paths, also with a trailing wildcard',
    async run(t) {
      const u = `u-${t.id}`;
      await allowAll(t, u, [{ nonResourceURLs: [`/probe-${t.id}/*`, '/metrics'], verbs: ['get'] }]);
      t.see('metrics', await code(t.get('/metrics', as(u))));
      t.see('below', await code(t.get(`/probe-${t.id}/x/y`, as(u))));
      t.see('itself', await code(t.get(`/probe-${t.id}`, as(u))));
      t.see('other verb', await code(t.post(`/probe-${t.id}/x`, {}, as(u))));
    },
  },
  {
    name: 'the groups system:unauthenticated and system:authenticated can be bound',
    async run(t) {
      const a = `a-${t.id}`,
        b = `b-${t.id}`;
      await allowAll(t, a, [{ nonResourceURLs: [`/probe-${a}`], verbs: ['get'] }], [group('system:unauthenticated')]);
      await allowAll(t, b, [{ nonResourceURLs: [`/probe-${b}`], verbs: ['get'] }], [group('system:authenticated')]);
      for (const [l, o] of [
        ['anonymous', { token: null }],
        ['viewer', { token: 'viewer-token' }],
      ])
        t.see(l, {
          unauthenticated: await code(t.get(`/probe-${a}`, o)),
          authenticated: await code(t.get(`/probe-${b}`, o)),
        });
    },
  },
  {
    name: 'a ServiceAccount subject gets the rights of its binding',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      await role(t, ns, 'r', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]);
      await bind(t, ns, 'r', 'Role', 'r', [{ kind: 'ServiceAccount', name: 'sa', namespace: ns }]);
      await granted(t, {
        user: `system:serviceaccount:${ns}:sa`,
        resourceAttributes: { namespace: ns, verb: 'list', resource: 'configmaps' },
      });
      const k = (await tokenRequest(t, ns, 'sa')).json.status.token;
      t.see('list', await code(t.get(CMS(ns), { token: k })));
      t.see('secrets', await code(t.get(`/api/v1/namespaces/${ns}/secrets`, { token: k })));
    },
  },
  {
    name: 'the groups of service accounts can be bound',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      await role(t, ns, 'r', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]);
      await bind(t, ns, 'r', 'Role', 'r', [group(`system:serviceaccounts:${ns}`)]);
      const k = (await tokenRequest(t, ns, 'sa')).json.status.token;
      await need200(t, 'list', () => t.get(CMS(ns), { token: k }));
      t.see('list', await code(t.get(CMS(ns), { token: k })));
    },
  },
  {
    name: 'an aggregated ClusterRole keeps its selectors',
    async run(t) {
      const r = await t.post(`${RBAC}/clusterroles?dryRun=All`, {
        apiVersion: `${A}/v1`,
        kind: 'ClusterRole',
        metadata: { name: `r-${t.id}` },
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { probe: 'x' } }] },
        rules: [],
      });
      t.see('created', { code: r.status, aggregationRule: r.json.aggregationRule, rules: r.json.rules ?? [] });
    },
  },
  // ---- escalation
  {
    name: 'a user cannot create a role with more rights than its own',
    async run(t) {
      const ns = await t.ns(),
        u = `u-${t.id}`;
      await allow(t, ns, u, [
        { apiGroups: [A], resources: ['roles'], verbs: ['create', 'update', 'get'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
      ]);
      const go = (name, rules) =>
        t.post(
          `${RBAC}/namespaces/${ns}/roles`,
          { apiVersion: `${A}/v1`, kind: 'Role', metadata: { name }, rules },
          as(u),
        );
      const no = await go('more', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]);
      t.seeStatus('more', no);
      t.see('same', await code(go('same', [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }])));
      t.see('wildcard', await code(go('wild', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])));
      const o = (await t.get(`${RBAC}/namespaces/${ns}/roles/same`)).json;
      o.rules[0].verbs = ['get', 'delete'];
      t.see('update to more', await code(t.put(`${RBAC}/namespaces/${ns}/roles/same`, o, as(u))));
    },
  },
  {
    name: 'the verb escalate allows to create a role with more rights',
    async run(t) {
      const ns = await t.ns(),
        u = `u-${t.id}`;
      await allow(t, ns, u, [{ apiGroups: [A], resources: ['roles'], verbs: ['create', 'escalate'] }]);
      t.see(
        'more',
        await code(
          t.post(
            `${RBAC}/namespaces/${ns}/roles`,
            {
              apiVersion: `${A}/v1`,
              kind: 'Role',
              metadata: { name: 'more' },
              rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
            },
            as(u),
          ),
        ),
      );
    },
  },
  {
    name: 'the verb bind allows to bind the named role',
    async run(t) {
      const ns = await t.ns(),
        u = `u-${t.id}`;
      await role(t, ns, 'secrets', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]);
      await role(t, ns, 'pods', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]);
      await allow(t, ns, u, [
        { apiGroups: [A], resources: ['rolebindings'], verbs: ['create'] },
        { apiGroups: [A], resources: ['roles'], resourceNames: ['secrets'], verbs: ['bind'] },
      ]);
      const go = (name, to) =>
        t.post(
          `${RBAC}/namespaces/${ns}/rolebindings`,
          {
            apiVersion: `${A}/v1`,
            kind: 'RoleBinding',
            metadata: { name },
            roleRef: { apiGroup: A, kind: 'Role', name: to },
            subjects: [user(u)],
          },
          as(u),
        );
      t.see('named', await code(go('a', 'secrets')));
      t.see('other', await code(go('b', 'pods')));
    },
  },
  {
    name: 'server side apply of a new object needs patch and create',
    async run(t) {
      const ns = await t.ns(),
        a = `a-${t.id}`,
        b = `b-${t.id}`;
      await allow(t, ns, a, [{ apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }]);
      await allow(t, ns, b, [{ apiGroups: [''], resources: ['configmaps'], verbs: ['patch', 'create'] }]);
      t.see('patch only', await code(t.patch(`${CMS(ns)}/x?fieldManager=m`, cm('x'), APPLY, as(a))));
      t.see('patch and create', await code(t.patch(`${CMS(ns)}/x?fieldManager=m`, cm('x'), APPLY, as(b))));
    },
  },
  // ---- impersonation
  {
    name: 'an impersonated user has its own rights, and errors name it',
    async run(t) {
      const r = await t.get('/api/v1/namespaces', as('jane'));
      t.see('list', { code: r.status, named: says(r, 'User "jane"') });
      t.see('as a master', await code(t.get('/api/v1/namespaces', as('jane', ['system:masters']))));
    },
  },
  {
    name: 'impersonating needs the verb impersonate on the user',
    async run(t) {
      const r = await t.get('/api', { token: 'viewer-token', headers: { 'impersonate-user': 'jane' } });
      t.see('viewer', { code: r.status, reason: r.json?.reason });
    },
  },
  {
    name: 'the right to impersonate can be limited to names, groups, uids and extras',
    async run(t) {
      const ns = await t.ns(),
        sa = `system:serviceaccount:${ns}:sa`;
      await serviceAccount(t, ns);
      const k = { token: (await tokenRequest(t, ns, 'sa')).json.status.token },
        n = `i-${t.id}`;
      await allowAll(
        t,
        n,
        [
          { apiGroups: [''], resources: ['users'], resourceNames: ['jane'], verbs: ['impersonate'] },
          { apiGroups: [''], resources: ['groups'], resourceNames: ['devs'], verbs: ['impersonate'] },
          {
            apiGroups: ['authentication.k8s.io'],
            resources: ['userextras/scopes'],
            resourceNames: ['view'],
            verbs: ['impersonate'],
          },
          {
            apiGroups: ['authentication.k8s.io'],
            resources: ['uids'],
            resourceNames: ['1234'],
            verbs: ['impersonate'],
          },
        ],
        [user(sa)],
      );
      const go = async (u, g, h) => (await whoami(t, { ...k, headers: { ...as(u, g).headers, ...h } })).code;
      t.see('jane', await go('jane'));
      t.see('john', await go('john'));
      t.see('devs', await go('jane', ['devs']));
      t.see('ops', await go('jane', ['devs', 'ops']));
      t.see('scope view', await go('jane', [], { 'impersonate-extra-scopes': 'view' }));
      t.see('scope edit', await go('jane', [], { 'impersonate-extra-scopes': 'edit' }));
      t.see('other extra', await go('jane', [], { 'impersonate-extra-other': 'view' }));
      t.see('uid', await go('jane', [], { 'impersonate-uid': '1234' }));
      t.see('other uid', await go('jane', [], { 'impersonate-uid': '5' }));
    },
  },
  // ---- reviews
  {
    name: 'a SubjectAccessReview answers for any user and group',
    async run(t) {
      const ns = await t.ns(),
        u = `u-${t.id}`;
      await allow(t, ns, u, [{ apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] }]);
      const go = async (spec) => {
        const r = await sar(t, spec);
        return { code: r.status, allowed: r.json.status?.allowed, denied: r.json.status?.denied };
      };
      const a = { namespace: ns, verb: 'get', group: 'apps', resource: 'deployments', name: 'x' };
      t.see('allowed', await go({ user: u, resourceAttributes: a }));
      t.see('other verb', await go({ user: u, resourceAttributes: { ...a, verb: 'delete' } }));
      t.see('subresource', await go({ user: u, resourceAttributes: { ...a, subresource: 'scale' } }));
      t.see(
        'masters',
        await go({ user: 'x', groups: ['system:masters'], resourceAttributes: { verb: 'delete', resource: 'nodes' } }),
      );
      t.see(
        'path',
        await go({
          user: 'x',
          groups: ['system:authenticated'],
          nonResourceAttributes: { path: '/healthz', verb: 'get' },
        }),
      );
      t.see('path denied', await go({ user: 'x', nonResourceAttributes: { path: '/metrics', verb: 'get' } }));
    },
  },
  {
    name: 'a SelfSubjectAccessReview answers for the caller',
    async run(t) {
      const go = async (opts, attrs) =>
        (
          await t.post(
            '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
            { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: attrs },
            opts,
          )
        ).json.status?.allowed;
      const pods = { resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'default' } };
      t.see('admin', await go({}, pods));
      t.see('viewer', await go({ token: 'viewer-token' }, pods));
      t.see(
        'viewer path',
        await go({ token: 'viewer-token' }, { nonResourceAttributes: { path: '/version', verb: 'get' } }),
      );
      t.see('wildcard', await go({}, { resourceAttributes: { verb: '*', group: '*', resource: '*' } }));
    },
  },
  {
    name: 'a LocalSubjectAccessReview must stay in its namespace',
    async run(t) {
      const ns = await t.ns(),
        u = `u-${t.id}`;
      await allow(t, ns, u, [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }]);
      const go = (spec) =>
        t.post(`/apis/authorization.k8s.io/v1/namespaces/${ns}/localsubjectaccessreviews`, {
          apiVersion: 'authorization.k8s.io/v1',
          kind: 'LocalSubjectAccessReview',
          metadata: { namespace: ns },
          spec,
        });
      const a = await go({ user: u, resourceAttributes: { namespace: ns, verb: 'get', resource: 'configmaps' } });
      t.see('allowed', { code: a.status, allowed: a.json.status?.allowed });
      seeErr(
        t,
        'other namespace',
        await go({ user: u, resourceAttributes: { namespace: 'default', verb: 'get', resource: 'configmaps' } }),
      );
      seeErr(t, 'path', await go({ user: u, nonResourceAttributes: { path: '/', verb: 'get' } }));
    },
  },
  // ---- service account tokens
  {
    name: 'a service account token is the service account in its groups',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      const k = (await tokenRequest(t, ns, 'sa')).json.status.token;
      t.see('who', await whoami(t, { token: k }));
    },
  },
  {
    name: 'a token for another audience is not accepted by the API but by a review for it',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      const k = (await tokenRequest(t, ns, 'sa', { audiences: ['vault', 'api'] })).json.status.token;
      t.see('claims', claims(k).aud);
      t.see('as API token', await code(t.get('/api', { token: k })));
      const r = await tokenReview(t, k, ['vault', 'other']);
      t.see('review', {
        authenticated: r.json.status.authenticated,
        audiences: r.json.status.audiences,
        username: r.json.status.user?.username,
      });
      const n = await tokenReview(t, k);
      t.see('review without audience', n.json.status.authenticated ?? false);
    },
  },
  {
    name: 'deleting a service account invalidates its tokens',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      const k = (await tokenRequest(t, ns, 'sa')).json.status.token;
      t.see('before', await code(t.get('/api', { token: k })));
      await t.del(`/api/v1/namespaces/${ns}/serviceaccounts/sa`);
      await need(t, '401', async () => (await code(t.get('/api', { token: k }))) === 401, 30000);
      await serviceAccount(t, ns);
      t.see('after, with a new account of the name', await code(t.get('/api', { token: k })));
    },
  },
  {
    name: 'a token bound to a Secret dies with it',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      const s = await t.post(`/api/v1/namespaces/${ns}/secrets`, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's' },
      });
      const r = await tokenRequest(t, ns, 'sa', { boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's' } });
      t.see('code', r.status);
      seeErr(
        t,
        'wrong uid',
        await tokenRequest(t, ns, 'sa', {
          boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's', uid: '12345678-1234-1234-1234-123456789012' },
        }),
      );
      t.see('claim', {
        name: claims(r.json.status.token)['kubernetes.io'].secret?.name,
        uid: claims(r.json.status.token)['kubernetes.io'].secret?.uid === s.json.metadata.uid,
      });
      t.see('before', await code(t.get('/api', { token: r.json.status.token })));
      await t.del(`/api/v1/namespaces/${ns}/secrets/s`);
      await need(t, '401', async () => (await code(t.get('/api', { token: r.json.status.token }))) === 401, 30000);
      t.see('after', 401);
    },
  },
  {
    name: 'the OpenID documents are readable for service accounts but not for anonymous',
    async run(t) {
      const ns = await t.ns();
      await serviceAccount(t, ns);
      const k = (await tokenRequest(t, ns, 'sa')).json.status.token;
      for (const p of ['/.well-known/openid-configuration', '/openid/v1/jwks'])
        t.see(p, {
          'service account': await code(t.get(p, { token: k })),
          anonymous: await code(t.get(p, { token: null })),
        });
    },
  },
  // ---- certificate signing requests
  {
    name: 'a CertificateSigningRequest is validated',
    async run(t) {
      const go = (spec) =>
        t.post('/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All', {
          apiVersion: 'certificates.k8s.io/v1',
          kind: 'CertificateSigningRequest',
          metadata: { name: `c-${t.id}` },
          spec: {
            request: Buffer.from(csr('jane').csr).toString('base64'),
            signerName: 'example.com/probe',
            usages: ['client auth'],
            ...spec,
          },
        });
      seeErr(t, 'request', await go({ request: Buffer.from('x').toString('base64') }));
      seeErr(t, 'signer', await go({ signerName: 'nodomain' }));
      seeErr(t, 'usages', await go({ usages: [] }));
      seeErr(t, 'unknown usage', await go({ usages: ['fun'] }));
      seeErr(t, 'too short', await go({ expirationSeconds: 5 }));
    },
  },
  {
    name: 'approving a CertificateSigningRequest needs approve on the signer',
    async run(t) {
      const u = `u-${t.id}`,
        v = `v-${t.id}`,
        P = '/apis/certificates.k8s.io/v1/certificatesigningrequests',
        sub = {
          apiGroups: ['certificates.k8s.io'],
          resources: ['certificatesigningrequests/approval'],
          verbs: ['update'],
        };
      await allowAll(t, u, [sub]);
      await allowAll(t, v, [
        sub,
        {
          apiGroups: ['certificates.k8s.io'],
          resources: ['signers'],
          resourceNames: ['example.com/probe'],
          verbs: ['approve'],
        },
      ]);
      await granted(t, {
        user: v,
        resourceAttributes: {
          verb: 'approve',
          group: 'certificates.k8s.io',
          resource: 'signers',
          name: 'example.com/probe',
        },
      });
      await make(t, P, {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: u },
        spec: {
          request: Buffer.from(csr('jane').csr).toString('base64'),
          signerName: 'example.com/probe',
          usages: ['client auth'],
        },
      });
      const o = (await t.get(`${P}/${u}`)).json;
      o.status = { conditions: [{ type: 'Approved', status: 'True', reason: 'Probe', message: 'ok' }] };
      t.seeStatus('without', await t.put(`${P}/${u}/approval`, o, as(u)));
      const r = await t.put(`${P}/${u}/approval`, o, as(v));
      t.see('with', {
        code: r.status,
        conditions: r.json.status?.conditions?.map((c) => pick(c, 'type', 'status', 'reason')),
      });
      const d = (await t.get(`${P}/${u}`)).json;
      d.status.conditions = [];
      seeErr(t, 'withdrawing', await t.put(`${P}/${u}/approval`, d));
      const b = (await t.get(`${P}/${u}`)).json;
      b.status.conditions.push({ type: 'Denied', status: 'True' });
      seeErr(t, 'also denying', await t.put(`${P}/${u}/approval`, b));
    },
  },
  {
    name: 'the status of a CertificateSigningRequest needs sign on the signer',
    async run(t) {
      const u = `u-${t.id}`,
        P = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
      await allowAll(t, u, [
        { apiGroups: ['certificates.k8s.io'], resources: ['certificatesigningrequests/status'], verbs: ['update'] },
      ]);
      await make(t, P, {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: u },
        spec: {
          request: Buffer.from(csr('jane').csr).toString('base64'),
          signerName: 'example.com/probe',
          usages: ['client auth'],
        },
      });
      const o = (await t.get(`${P}/${u}`)).json;
      o.status = { certificate: Buffer.from(strangerCert('jane').cert).toString('base64') };
      t.seeStatus('without sign', await t.put(`${P}/${u}/status`, o, as(u)));
      o.status = { certificate: Buffer.from('not a certificate').toString('base64') };
      seeErr(t, 'bad certificate', await t.put(`${P}/${u}/status`, o));
      o.status = { certificate: Buffer.from(strangerCert('jane').cert).toString('base64') };
      t.see('good certificate', await code(t.put(`${P}/${u}/status`, o)));
    },
  },
  // ---- node authorizer
  {
    name: 'a user of system:nodes whose name is no node gets nothing',
    async run(t) {
      t.see('get', await code(t.get('/api/v1/nodes/x', as('jane', ['system:nodes']))));
      t.see('without the group', await code(t.get('/api/v1/nodes/x', as('system:node:x', ['system:authenticated']))));
    },
  },
  ...withCA([]),
]);
