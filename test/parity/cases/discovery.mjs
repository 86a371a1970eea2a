// Discovery, health, OpenAPI and metrics. Groups that other cases register (CRDs, APIServices) are left out of every view.
import { V2 } from '../support/case-helpers.mjs';

const BUILTIN = [
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
];
const GROUP_VERSIONS = [
  'api/v1',
  ...BUILTIN.filter((g) => g !== 'autoscaling').map((g) => `apis/${g}/v1`),
  'apis/autoscaling/v2',
];
const sortBy = (l, f) => [...(l ?? [])].sort((a, b) => (f(a) < f(b) ? -1 : f(a) > f(b) ? 1 : 0));
const ct = (r) => r.headers['content-type'];
/** One APIResource without the opaque storageVersionHash; verbs are a set. */
const resource = ({ storageVersionHash, ...r }) => ({ ...r, verbs: [...(r.verbs ?? [])].sort() });
/** One APIResourceDiscovery; a responseKind without group and version means those of the document, as client-go reads it. */
const v2resource = (r, group, version) => {
  const kind = (k) => (k && !k.group && !k.version ? { ...k, group, version } : k);
  return {
    ...r,
    responseKind: kind(r.responseKind),
    verbs: [...(r.verbs ?? [])].sort(),
    ...(r.subresources
      ? {
          subresources: sortBy(r.subresources, (s) => s.subresource).map((s) => ({
            ...s,
            responseKind: kind(s.responseKind),
            verbs: [...(s.verbs ?? [])].sort(),
          })),
        }
      : {}),
  };
};
/** The short form of a check line of /livez?verbose. */

export const cases = [
  {
    name: 'groups and versions that are not served',
    async run(t) {
      for (const path of [
        '/apis/storagemigration.k8s.io',
        '/apis/storagemigration.k8s.io/v1beta1',
        '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations',
        '/apis/internal.apiserver.k8s.io',
        '/apis/internal.apiserver.k8s.io/v1alpha1',
        '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions/x',
        '/apis/apps/v1beta1',
        '/apis/apps/v1beta1/namespaces/default/deployments',
        '/apis/batch/v1beta1/cronjobs',
        '/apis/autoscaling/v2beta2',
        '/apis/nothing.example.com/v1/things',
        '/api/v2',
        '/api/v2/pods',
      ]) {
        const { status, text, headers } = await t.get(path);
        const body = text?.startsWith('{') ? JSON.parse(text) : text;
        t.see(path, { status, type: headers['content-type'], body }, { message: true });
      }
    },
  },
  // ---- root, version, legacy discovery documents
  {
    name: 'version can be read without credentials',
    async run(t) {
      const r = await t.get('/version', { token: null });
      t.see('code', r.status);
    },
  },
  {
    name: 'api answers an APIVersions document with server addresses',
    async run(t) {
      const r = await t.get('/api');
      t.see('type', [r.status, ct(r)]);
      t.see(
        'cidrs',
        r.json?.serverAddressByClientCIDRs?.map((s) => s.clientCIDR),
      );
    },
  },
  {
    name: 'apis names every version of a group and the preferred one',
    async run(t) {
      const r = await t.get('/apis');
      t.see(
        'groups',
        sortBy(
          r.json?.groups?.filter((g) => BUILTIN.includes(g.name)),
          (g) => g.name,
        ).map(({ name, versions, preferredVersion }) => ({ name, versions, preferredVersion })),
      );
    },
  },
  {
    name: 'one group document is an APIGroup',
    async run(t) {
      for (const g of ['apps', 'autoscaling', 'batch', 'apiregistration.k8s.io', 'apiextensions.k8s.io']) {
        const r = await t.get(`/apis/${g}`);
        t.see(g, { code: r.status, type: ct(r), body: r.json });
      }
    },
  },
  {
    name: 'one group document with a trailing slash is served as well',
    async run(t) {
      const r = await t.get('/apis/apps/');
      t.see('apps/', [r.status, r.json?.kind, r.json?.name]);
    },
  },
  ...GROUP_VERSIONS.map((gv) => ({
    name: `resource list of ${gv.replace(/^apis?\//, '')}`,
    async run(t) {
      const r = await t.get(`/${gv}`);
      t.see('head', {
        code: r.status,
        type: ct(r),
        kind: r.json?.kind,
        apiVersion: r.json?.apiVersion,
        groupVersion: r.json?.groupVersion,
      });
      for (const x of sortBy(r.json?.resources, (x) => x.name)) t.see(x.name, resource(x));
    },
  })),
  {
    name: 'resource lists carry a storageVersionHash for stored kinds only',
    async run(t) {
      const r = await t.get('/api/v1');
      const h = (n) => typeof r.json?.resources?.find((x) => x.name === n)?.storageVersionHash;
      t.see(
        'hash',
        ['configmaps', 'pods', 'bindings', 'pods/status', 'namespaces/finalize'].map((n) => [n, h(n)]),
      );
    },
  },
  {
    name: 'resource list of a group version with a trailing slash',
    async run(t) {
      const r = await t.get('/apis/apps/v1/');
      t.see('kind', [r.status, r.json?.kind]);
    },
  },
  // ---- paths that do not exist
  {
    name: 'unknown path is 404',
    async run(t) {
      t.seeStatus('nope', await t.get('/apis/nope.example.com/v1'));
      t.see('text', (await t.get('/nope')).status);
    },
  },
  {
    name: 'unknown version of a known group is 404',
    async run(t) {
      t.seeStatus('version', await t.get('/apis/apps/v9'));
      t.seeStatus('core', await t.get('/api/v2'));
    },
  },
  {
    name: 'unknown resource of a known group version is 404',
    async run(t) {
      for (const p of [
        '/api/v1/nopes',
        '/api/v1/namespaces/default/nopes',
        '/api/v1/namespaces/default/nopes/x',
        '/apis/apps/v1/namespaces/default/nopes',
        '/apis/apps/v1/nopes',
      ])
        t.seeStatus(p, await t.get(p));
    },
  },
  // ---- aggregated discovery
  {
    name: 'aggregated discovery lists built-in groups in priority order with fresh versions',
    async run(t) {
      const r = await t.get('/apis', { accept: V2 });
      t.see(
        'groups',
        r.json?.items
          ?.filter((g) => BUILTIN.includes(g.metadata?.name))
          .map((g) => ({ name: g.metadata.name, versions: g.versions.map((v) => [v.version, v.freshness]) })),
      );
    },
  },
  ...[
    'batch',
    'networking.k8s.io',
    'policy',
    'rbac.authorization.k8s.io',
    'storage.k8s.io',
    'authorization.k8s.io',
    'certificates.k8s.io',
  ].map((g) => ({
    name: `aggregated discovery of ${g}`,
    async run(t) {
      const r = await t.get('/apis', { accept: V2 });
      const it = r.json?.items?.find((i) => i.metadata?.name === g);
      for (const v of it?.versions ?? [])
        for (const x of sortBy(v.resources, (x) => x.resource))
          t.see(`${v.version} ${x.resource}`, v2resource(x, g, v.version));
    },
  })),
  {
    name: 'aggregated discovery answers 304 to its own ETag',
    async run(t) {
      const out = await t.eventually(async () => {
        const a = await t.get('/apis', { accept: V2 });
        const b = await t.get('/apis', { accept: V2, headers: { 'if-none-match': a.headers.etag } });
        return b.status === 304
          ? {
              first: a.status,
              second: b.status,
              empty: b.buf.length === 0,
              quoted: /^"[^"]+"$/.test(a.headers.etag),
              sameEtag: a.headers.etag === b.headers.etag,
            }
          : undefined;
      });
      t.see('304', out);
    },
  },
  {
    name: 'aggregated discovery of the core group keeps its ETag',
    async run(t) {
      const a = await t.get('/api', { accept: V2 }),
        b = await t.get('/api', { accept: V2 });
      t.see('etag', [typeof a.headers.etag, a.headers.etag === b.headers.etag]);
      const c = await t.get('/api', { accept: V2, headers: { 'if-none-match': a.headers.etag } });
      t.see('304', c.status);
    },
  },
  {
    name: 'group documents ignore the aggregated form',
    async run(t) {
      const r = await t.get('/apis/apps', { accept: `${V2},application/json` });
      t.see('apps', [r.status, r.json?.kind]);
      const v = await t.get('/apis/apps/v1', { accept: `${V2},application/json` });
      t.see('apps/v1', [v.status, v.json?.kind]);
    },
  },
  {
    name: 'discovery documents can be had in other encodings',
    async run(t) {
      for (const p of ['/api', '/apis', '/apis/apps', '/apis/apps/v1'])
        for (const a of ['application/yaml', 'application/vnd.kubernetes.protobuf']) {
          const r = await t.get(p, { accept: a });
          t.see(`${p} ${a}`, [r.status, ct(r)]);
        }
    },
  },
  {
    name: 'discovery with an Accept nobody serves is 406',
    async run(t) {
      for (const p of ['/apis', '/apis/apps', '/apis/apps/v1', '/api', '/api/v1']) {
        const r = await t.get(p, { accept: 'text/csv' });
        t.see(p, [r.status]);
      }
    },
  },
  // ---- health
  {
    name: 'health endpoints need no credentials',
    async run(t) {
      for (const p of ['/healthz', '/livez', '/readyz']) t.see(p, (await t.get(p, { token: null })).status);
    },
  },
  {
    name: 'individual health checks have their own path',
    async run(t) {
      for (const p of [
        '/livez/ping',
        '/readyz/ping',
        '/healthz/ping',
        '/livez/etcd',
        '/readyz/etcd',
        '/readyz/informer-sync',
        '/readyz/shutdown',
        '/healthz/log',
        '/livez/poststarthook/rbac/bootstrap-roles',
      ]) {
        const r = await t.get(p);
        t.see(p, [r.status, ct(r), r.text]);
      }
    },
  },
  // ---- OpenAPI v3
  {
    name: 'openapi v3 index names a document per group version',
    async run(t) {
      const r = await t.get('/openapi/v3');
      t.see('code', r.status);
      t.see(
        'paths',
        Object.keys(r.json?.paths ?? {})
          .filter((p) => ['api', 'apis', 'api/v1', 'version'].includes(p) || BUILTIN.includes(p.split('/')[1]))
          .sort(),
      );
      t.see(
        'urls',
        Object.entries(r.json?.paths ?? {})
          .filter(([p]) => p === 'api/v1' || BUILTIN.includes(p.split('/')[1]))
          .every(([p, v]) => new RegExp(`^/openapi/v3/${p}\\?hash=[0-9A-F]+$`).test(v.serverRelativeURL)),
      );
    },
  },
  {
    name: 'openapi v3 document with a wrong hash redirects to the right one',
    async run(t) {
      const i = await t.get('/openapi/v3');
      const r = await t.get('/openapi/v3/apis/apps/v1?hash=ABC');
      t.see('301', [r.status, r.headers.location === i.json?.paths?.['apis/apps/v1']?.serverRelativeURL]);
    },
  },
  {
    name: 'openapi v3 document of an unknown group is 404',
    async run(t) {
      t.see('404', (await t.get('/openapi/v3/apis/nope.example.com/v1')).status);
    },
  },
  {
    name: 'openapi v3 of coordination has the paths and operations',
    async run(t) {
      const r = await t.get('/openapi/v3/apis/coordination.k8s.io/v1');
      t.see(
        'paths',
        Object.keys(r.json?.paths ?? {})
          .sort()
          .map((p) => [
            p,
            Object.entries(r.json.paths[p])
              .filter(([, o]) => o?.operationId)
              .map(([m, o]) => [m, o.operationId, o['x-kubernetes-action'], o['x-kubernetes-group-version-kind']]),
          ]),
      );
    },
  },
  ...[
    ['apis/apps/v1', 'io.k8s.api.apps.v1', ['Deployment', 'DeploymentSpec', 'DeploymentStrategy', 'StatefulSetSpec']],
    [
      'apis/apiregistration.k8s.io/v1',
      'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1',
      ['APIService', 'APIServiceSpec'],
    ],
  ].map(([gv, pkg, kinds]) => ({
    name: `openapi v3 schemas of ${gv.replace(/^apis?\//, '')}`,
    async run(t) {
      const r = await t.get(`/openapi/v3/${gv}`);
      for (const k of kinds)
        t.see(k, r.json?.components?.schemas?.[`${pkg}.${k}`], { drop: ['description'], message: true });
    },
  })),
  // ---- OpenAPI v2
  {
    name: 'openapi v2 is offered as protobuf',
    async run(t) {
      const r = await t.get('/openapi/v2', { accept: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' });
      t.see('pb', [r.status, ct(r)]);
    },
  },
  {
    name: 'openapi v2 falls through the Accept list',
    async run(t) {
      const r = await t.get('/openapi/v2', { accept: 'text/csv;q=0.9,application/json' });
      t.see('json', [r.status, ct(r)]);
      const n = await t.get('/openapi/v2', { accept: 'text/csv' });
      t.see('406', [n.status]);
    },
  },
  // ---- metrics and other well-known paths
  {
    name: 'metrics need authorization',
    async run(t) {
      const r = await t.get('/metrics', { token: 'viewer-token' });
      t.seeStatus('viewer', r);
    },
  },
  {
    name: 'service account issuer discovery documents',
    async run(t) {
      const r = await t.get('/.well-known/openid-configuration');
      t.see('oidc', {
        code: r.status,
        type: ct(r),
        keys: Object.keys(r.json ?? {}).sort(),
        issuer: r.json?.issuer,
        types: r.json?.response_types_supported,
        subject: r.json?.subject_types_supported,
      });
      const k = await t.get('/openid/v1/jwks');
      t.see('jwks', { code: k.status, type: ct(k), keys: k.json?.keys?.map((x) => Object.keys(x).sort()) });
    },
  },
  {
    name: 'answers name the flow schema and priority level that served them',
    async run(t) {
      const F = '/apis/flowcontrol.apiserver.k8s.io/v1';
      const uid = async (r, n) => (await t.get(`${F}/${r}/${n}`)).json?.metadata?.uid;
      for (const [who, token, schema, level] of [
        ['admin', undefined, 'exempt', 'exempt'],
        ['viewer', 'viewer-token', 'global-default', 'global-default'],
        ['nobody', null, 'global-default', 'global-default'],
      ]) {
        const r = await t.get('/version', { token });
        t.see(who, [
          r.headers['x-kubernetes-pf-flowschema-uid'] === (await uid('flowschemas', schema)),
          r.headers['x-kubernetes-pf-prioritylevel-uid'] === (await uid('prioritylevelconfigurations', level)),
        ]);
      }
    },
  },
  {
    name: 'a client may choose its audit id',
    async run(t) {
      const r = await t.get('/api/v1/namespaces/default', { headers: { 'audit-id': `${t.id}-audit` } });
      t.see('audit', r.headers['audit-id']);
    },
  },
];
