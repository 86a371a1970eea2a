// The aggregation layer: APIServices, and requests handed on to an extension API server (here a fake one on loopback, reached by an ExternalName service).

import { conditions, MERGE, need, pick, seeError, V2, warnings, withCleanup } from '../support/case-helpers.mjs';
import { serve } from '../support/server.mjs';
export const parallel = 4;
const P = '/apis/apiregistration.k8s.io/v1/apiservices';
const code = async (p) => (await p).status;
const groupOf = async (t, name) => (await t.get('/apis')).json.groups.find((g) => g.name === name);
const aggregated = async (t, name) =>
  (await t.get('/apis', { accept: V2 })).json.items.find((g) => g.metadata.name === name);
const body = (group, spec = {}, version = 'v1') => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: `${version}.${group}` },
  spec: { group, version, groupPriorityMinimum: 1000, versionPriority: 10, ...spec },
});
const RESOURCES = [
  {
    name: 'things',
    singularName: 'thing',
    namespaced: true,
    kind: 'Thing',
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
    shortNames: ['th'],
  },
];
const externalName = (t, ns, name = 'ext') =>
  t.post(`/api/v1/namespaces/${ns}/services`, {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
/** The discovery and OpenAPI documents of the fake server; everything else goes to handler(x) and is kept in .calls. */
function fake(group, versions, handler, calls) {
  const list = (v) => ({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${group}/${v}`,
    resources: RESOURCES,
  });
  return (x) => {
    for (const v of versions) if (x.path === `/apis/${group}/${v}`) return list(v);
    if (x.path === '/openapi/v3')
      return {
        paths: Object.fromEntries(
          versions.map((v) => [`apis/${group}/${v}`, { serverRelativeURL: `/openapi/v3/apis/${group}/${v}?hash=1` }]),
        ),
      };
    if (x.path.startsWith('/openapi/v3/apis/'))
      return {
        openapi: '3.0.0',
        info: { title: 'fake', version: '1' },
        paths: { [`/apis/${group}/v1/things`]: { get: { responses: { 200: { description: 'OK' } } } } },
        components: { schemas: { 'org.example.Thing': { type: 'object' } } },
      };
    if (x.path === '/apis' || x.path === `/apis/${group}` || x.path.startsWith('/openapi'))
      return void x.send(404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 });
    calls.push(x);
    return handler(x);
  };
}
/** A fake extension server behind an APIService; wait until it is available and answers through the server. */
async function extension(
  t,
  handler = () => ({ kind: 'Thing' }),
  { versions = ['v1'], spec = {}, wait = true, tls = {}, group = `${t.id}.example.org` } = {},
) {
  const ns = await t.ns(),
    calls = [];
  const s = await serve(t, fake(group, versions, handler, calls), { dns: [`ext.${ns}.svc`], tls });
  await externalName(t, ns);
  for (const v of versions) {
    const r = await t.post(
      P,
      body(
        group,
        {
          caBundle: s.caBundle,
          service: { namespace: ns, name: 'ext', port: s.port },
          ...(typeof spec === 'function' ? spec(v) : spec),
        },
        v,
      ),
    );
    if (r.status >= 300) throw new Error(r.text);
    t.cleanup(() => t.del(`${P}/${v}.${group}`));
  }
  const api = `${P}/${versions[0]}.${group}`,
    base = `/apis/${group}/${versions[0]}`;
  if (wait)
    for (const v of versions) {
      await available(t, `${P}/${v}.${group}`);
      await need(t, 'proxied', async () => (await code(t.get(`/apis/${group}/${v}`))) === 200);
    }
  calls.length = 0;
  return { ns, group, s, api, base, calls, things: `${base}/namespaces/default/things` };
}
const condition = async (t, api) => conditions((await t.get(api)).json).Available;
const available = (t, api) => need(t, 'available', async () => (await condition(t, api))?.startsWith('True'), 30000);
const becomes = (t, api, want) => need(t, want, async () => (await condition(t, api)) === want, 30000);
const invalid = (name, change) => ({
  name,
  async run(t) {
    const b = body(`${t.id}.example.org`, {
      service: { namespace: 'default', name: 'x' },
      insecureSkipTLSVerify: true,
    });
    change(b, t);
    seeError(t, 'create', await t.post(`${P}?dryRun=All`, b));
  },
});
export const cases = withCleanup([
  // ---- local APIServices
  // ---- availability
  {
    name: 'an APIService whose extension server answers becomes available',
    async run(t) {
      const e = await extension(t);
      const r = await t.get(e.api);
      t.see('conditions', conditions(r.json));
      t.see('spec', {
        ...r.json.spec,
        caBundle: !!r.json.spec.caBundle,
        service: { ...r.json.spec.service, port: r.json.spec.service.port === e.s.port },
      });
    },
  },
  {
    name: 'an APIService whose service is missing is not available and answers 503',
    async run(t) {
      const group = `${t.id}.example.org`,
        ns = await t.ns();
      await t.post(
        P,
        body(group, { insecureSkipTLSVerify: true, service: { namespace: ns, name: 'none', port: 443 } }),
      );
      t.cleanup(() => t.del(`${P}/v1.${group}`));
      await becomes(t, `${P}/v1.${group}`, 'False/ServiceNotFound');
      t.see('condition', await condition(t, `${P}/v1.${group}`));
      t.see('request', await code(t.get(`/apis/${group}/v1/things`)));
      t.see('discovery', await code(t.get(`/apis/${group}/v1`)));
    },
  },
  {
    name: 'an extension server that is down makes the APIService unavailable, and requests answer 503',
    async run(t) {
      const e = await extension(t);
      await e.s.close();
      t.see('request', await code(t.get(e.things)));
      await t.patch(e.api, { metadata: { labels: { look: 'again' } } }, MERGE);
      await becomes(t, e.api, 'False/FailedDiscoveryCheck');
      t.see('condition', await condition(t, e.api));
      t.see('then', await code(t.get(e.things)));
    },
  },
  {
    name: 'the certificate must carry the name of the service',
    async run(t) {
      const group = `${t.id}.example.org`,
        ns = await t.ns();
      const s = await serve(
        t,
        fake(group, ['v1'], () => ({}), []),
        { dns: ['other.example.org'] },
      );
      await externalName(t, ns);
      await t.post(P, body(group, { caBundle: s.caBundle, service: { namespace: ns, name: 'ext', port: s.port } }));
      t.cleanup(() => t.del(`${P}/v1.${group}`));
      await becomes(t, `${P}/v1.${group}`, 'False/FailedDiscoveryCheck');
      t.see('condition', await condition(t, `${P}/v1.${group}`));
    },
  },
  // ---- discovery
  {
    name: 'the group of an APIService is listed in /apis and at /apis/<group>',
    async run(t) {
      const e = await extension(t);
      const g = await need(t, 'group', () => groupOf(t, e.group));
      t.see('in /apis', pick(g, 'name', 'versions', 'preferredVersion'));
      const r = await t.get(`/apis/${e.group}`);
      t.see('group', { code: r.status, ...pick(r.json, 'kind', 'name', 'versions', 'preferredVersion') });
    },
  },
  {
    name: 'OpenAPI v3 lists and hands on the documents of an extension server',
    timeout: 120000,
    async run(t) {
      const e = await extension(t);
      const key = `apis/${e.group}/v1`;
      const p = await need(t, 'path', async () => (await t.get('/openapi/v3')).json.paths[key], 90000);
      t.see('listed', !!p.serverRelativeURL);
      const d = await t.get(`/openapi/v3/${key}`);
      t.see('document', {
        code: d.status,
        openapi: d.json?.openapi,
        schemas: Object.keys(d.json?.components?.schemas ?? {}),
        paths: Object.keys(d.json?.paths ?? {}),
      });
    },
  },
  {
    name: 'groups are ordered by groupPriorityMinimum in /apis',
    async run(t) {
      const names = [];
      for (const [n, groupPriorityMinimum] of [
        ['low', 11],
        ['high', 17000],
        ['mid', 900],
      ]) {
        const group = `${n}.${t.id}.example.org`;
        names.push(group);
        const r = await t.post(
          P,
          body(group, {
            groupPriorityMinimum,
            insecureSkipTLSVerify: true,
            service: { namespace: 'default', name: `none-${t.id}`, port: 443 },
          }),
        );
        t.cleanup(() => t.del(`${P}/v1.${group}`));
        if (r.status >= 300) throw new Error(r.text);
      }
      const l = await need(t, 'all listed', async () => {
        const l = (await t.get('/apis')).json.groups.map((g) => g.name);
        return names.every((n) => l.includes(n)) && l;
      });
      t.see(
        'order',
        l.filter((n) => names.includes(n)),
      );
      t.see('after core groups', l.indexOf(names[1]) > l.indexOf('apps') && l.indexOf(names[1]) < l.indexOf(names[0]));
    },
  },
  {
    name: 'a deleted APIService leaves discovery, and its paths answer 404',
    async run(t) {
      const e = await extension(t);
      await need(t, 'listed', () => groupOf(t, e.group));
      t.see('delete', await code(t.del(e.api)));
      await need(t, 'not listed', async () => !(await groupOf(t, e.group)));
      await need(t, '404', async () => (await code(t.get(e.things))) === 404);
      t.see('request', await code(t.get(e.things)));
      await need(t, 'not aggregated', async () => !(await aggregated(t, e.group)));
      t.see('group', await code(t.get(`/apis/${e.group}`)));
    },
  },
  // ---- proxying
  {
    name: 'a request is handed on with the user in X-Remote headers and without its token',
    async run(t) {
      const e = await extension(t);
      await t.get(e.things, { headers: { 'x-custom': 'kept' } });
      const h = e.calls[0].headers;
      t.see('headers', {
        user: h['x-remote-user'],
        groups: h['x-remote-group']?.split(/, */).sort(),
        authorization: h.authorization ?? null,
        custom: h['x-custom'],
      });
    },
  },
  {
    name: 'method, path, query and body are handed on',
    async run(t) {
      const e = await extension(t, (x) => ({
        kind: 'Thing',
        method: x.method,
        path: x.path.replace(/\/apis\/[^/]+/, '/apis/<group>'),
        query: [...x.query],
        type: x.headers['content-type'] ?? null,
        accept: x.headers.accept ?? null,
        body: x.body.toString(),
      }));
      t.see('get', (await t.get(`${e.things}/a%20b?labelSelector=a%3Db&limit=5`, { accept: 'application/json' })).json);
      t.see('post', (await t.post(e.things, { kind: 'Thing', n: 1 })).json);
      t.see('put', (await t.put(`${e.things}/a`, { kind: 'Thing', n: 2 })).json);
      t.see('patch', (await t.patch(`${e.things}/a`, { n: 3 }, MERGE)).json);
      t.see('delete', (await t.del(`${e.things}/a?propagationPolicy=Foreground`)).json);
      t.see('subresource', (await t.post(`${e.things}/a/eat`, 'plain text', { type: 'text/plain' })).json);
    },
  },
  {
    name: 'status codes, bodies and headers of the extension server come back',
    async run(t) {
      const answers = {
        a: [201, { kind: 'Thing' }, { 'x-extension': 'yes' }],
        b: [404, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 }],
        c: [409, { kind: 'Status', reason: 'Conflict' }],
        d: [418, 'a teapot', { 'content-type': 'text/plain' }],
        e: [401, { kind: 'Status' }],
        f: [500, { kind: 'Status' }],
        g: [200, { kind: 'Thing' }, { warning: '299 - "old thing"' }],
      };
      const e = await extension(t, (x) => {
        x.send(...answers[x.path.at(-1)]);
      });
      for (const k of Object.keys(answers)) {
        const r = await t.get(`${e.things}/${k}`);
        t.see(k, {
          code: r.status,
          body: r.json ?? r.text,
          type: r.headers['content-type'],
          header: r.headers['x-extension'],
          warnings: warnings(r).map((w) => w.text),
        });
      }
    },
  },
  {
    name: 'a user without rights is refused before the extension server is asked',
    async run(t) {
      const e = await extension(t);
      const r = await t.get(e.things, { token: 'viewer-token' });
      t.seeStatus('list', r);
      t.see('calls', e.calls.length);
      t.see('discovery', await code(t.get(e.base, { token: 'viewer-token' })));
    },
  },
  {
    name: 'two versions of a group may come from different servers',
    async run(t) {
      const a = await extension(t, () => ({ kind: 'Thing', from: 'a' }));
      const ns = await t.ns(),
        calls = [];
      const b = await serve(
        t,
        fake(a.group, ['v2'], () => ({ kind: 'Thing', from: 'b' }), calls),
        { dns: [`ext.${ns}.svc`] },
      );
      await externalName(t, ns);
      await t.post(
        P,
        body(a.group, { caBundle: b.caBundle, service: { namespace: ns, name: 'ext', port: b.port } }, 'v2'),
      );
      t.cleanup(() => t.del(`${P}/v2.${a.group}`));
      await available(t, `${P}/v2.${a.group}`);
      await need(t, 'v2', async () => (await code(t.get(`/apis/${a.group}/v2/things`))) === 200);
      t.see('from', [
        (await t.get(`/apis/${a.group}/v1/things`)).json.from,
        (await t.get(`/apis/${a.group}/v2/things`)).json.from,
      ]);
      const g = await need(t, 'both', async () => {
        const g = await groupOf(t, a.group);
        return g?.versions.length === 2 && g;
      });
      t.see(
        'versions',
        g.versions.map((v) => v.version),
      );
    },
  },
  // ---- with CRDs
  {
    name: 'an APIService wins over a CRD of its group version, and the CRD takes over when it is deleted',
    async run(t) {
      const e = await extension(t, () => ({ kind: 'Thing', from: 'extension' }));
      const c = await t.crd({ group: e.group, scope: 'Cluster', wait: false });
      await need(t, 'established', async () =>
        conditions((await t.get(c.crdPath)).json).Established?.startsWith('True'),
      );
      t.see('APIService keeps its service', !!(await t.get(e.api)).json.spec.service);
      t.see('requests', (await t.get(c.path())).json.from);
      await t.del(e.api);
      const r = await need(t, 'CRD serves', async () => {
        const r = await t.get(c.path());
        return r.json?.kind === 'WidgetList' && r;
      });
      t.see('afterwards', r.json.kind);
      const n = await need(t, 'local', async () => {
        const n = await t.get(e.api);
        return conditions(n.json).Available && n;
      });
      t.see('APIService', { service: n.json.spec.service ?? null, conditions: conditions(n.json) });
    },
  },
  // ---- validation
  invalid('an APIService whose name is not <version>.<group> is invalid', (b) => {
    b.metadata.name = 'nonsense';
  }),
  invalid('an APIService without version is invalid', (b) => {
    b.spec.version = '';
  }),
  invalid('an APIService with priorities out of range is invalid', (b) => {
    b.spec.groupPriorityMinimum = 20001;
    b.spec.versionPriority = 1001;
  }),
  invalid('an APIService without priorities is invalid', (b) => {
    delete b.spec.groupPriorityMinimum;
    delete b.spec.versionPriority;
  }),
  invalid('an APIService with caBundle and insecureSkipTLSVerify is invalid', (b) => {
    b.spec.caBundle = Buffer.from('x').toString('base64');
  }),
  invalid('an APIService service without name or namespace is invalid', (b) => {
    b.spec.service = { namespace: '', name: '' };
  }),
  // ---- what extension servers need
  {
    name: 'the role extension-apiserver-authentication-reader reads that ConfigMap',
    async run(t) {
      const r = await t.get(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles/extension-apiserver-authentication-reader',
      );
      t.see('rules', r.json.rules);
    },
  },
]);
