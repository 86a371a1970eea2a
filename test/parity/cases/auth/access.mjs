import { APPLY, MERGE, need, says } from '../../support/case-helpers.mjs';
import { strangerCert } from '../../support/tls.mjs';
import {
  A,
  allow,
  allowAll,
  as,
  bind,
  code,
  granted,
  group,
  RBAC,
  role,
  serviceAccount,
  tokenRequest,
  user,
  withCA,
} from './helpers.mjs';

const cm = (name, more = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more.metadata },
  data: more.data,
});
const CMS = (ns) => `/api/v1/namespaces/${ns}/configmaps`;
const need200 = (t, what, fn) =>
  need(t, what, async () => {
    const r = await fn();
    return r.status === 200 && r;
  });

export const cases = [
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
];
