import { need, pick, says, seeError } from '../../support/case-helpers.mjs';
import { csr, strangerCert } from '../../support/tls.mjs';
import {
  allow,
  allowAll,
  as,
  code,
  granted,
  make,
  sar,
  serviceAccount,
  tokenRequest,
  user,
  withCA,
} from './helpers.mjs';

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
const claims = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
const tokenReview = (t, token, audiences, opts) =>
  t.post(
    '/apis/authentication.k8s.io/v1/tokenreviews',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token, audiences } },
    opts,
  );

const signingRequest = (name) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: {
    request: Buffer.from(csr('jane').csr).toString('base64'),
    signerName: 'example.com/probe',
    usages: ['client auth'],
  },
});

export const cases = [
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
      seeError(
        t,
        'other namespace',
        await go({ user: u, resourceAttributes: { namespace: 'default', verb: 'get', resource: 'configmaps' } }),
      );
      seeError(t, 'path', await go({ user: u, nonResourceAttributes: { path: '/', verb: 'get' } }));
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
      seeError(
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
      seeError(t, 'request', await go({ request: Buffer.from('x').toString('base64') }));
      seeError(t, 'signer', await go({ signerName: 'nodomain' }));
      seeError(t, 'usages', await go({ usages: [] }));
      seeError(t, 'unknown usage', await go({ usages: ['fun'] }));
      seeError(t, 'too short', await go({ expirationSeconds: 5 }));
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
      await make(t, P, signingRequest(u));
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
      seeError(t, 'withdrawing', await t.put(`${P}/${u}/approval`, d));
      const b = (await t.get(`${P}/${u}`)).json;
      b.status.conditions.push({ type: 'Denied', status: 'True' });
      seeError(t, 'also denying', await t.put(`${P}/${u}/approval`, b));
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
      await make(t, P, signingRequest(u));
      const o = (await t.get(`${P}/${u}`)).json;
      o.status = { certificate: Buffer.from(strangerCert('jane').cert).toString('base64') };
      t.seeStatus('without sign', await t.put(`${P}/${u}/status`, o, as(u)));
      o.status = { certificate: Buffer.from('not a certificate').toString('base64') };
      seeError(t, 'bad certificate', await t.put(`${P}/${u}/status`, o));
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
];
