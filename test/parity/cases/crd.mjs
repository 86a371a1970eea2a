// CustomResourceDefinitions and the custom resources they serve.
import {
  APPLY,
  CRDS,
  conditions,
  cr,
  crdBody,
  JSONP,
  MERGE,
  messages,
  need,
  patiently,
  pick,
  seeErr,
  specSchema,
  TABLE,
  update,
  V2,
  warnings,
  watchFrom,
} from '../support/util.mjs';
export const parallel = 8;
const established = (t, c) =>
  need(t, 'established', async () => {
    const r = await t.get(c.crdPath ?? c);
    return r.json?.status?.conditions?.some((x) => x.type === 'Established' && x.status === 'True') && r;
  });
const group = async (t, name) => (await t.get('/apis')).json.groups.find((g) => g.name === name);
const aggregated = async (t, name) =>
  (await t.get('/apis', { accept: V2 })).json.items.find((g) => g.metadata.name === name);

const invalid = (name, opts, change) => ({
  name,
  async run(t) {
    const body = crdBody(t, opts);
    change?.(body, t);
    seeErr(
      t,
      'create',
      await t.post(`${CRDS}?dryRun=All`, body),
      (c) => !/^(status\.storedVersions|spec\.version:)/.test(c),
    );
  },
});
const SCALED = {
  version: {
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
  },
};
const refused = async (t, path, change) => {
  const r = await update(t, path, change);
  seeErr(t, 'update', r);
};
export const cases = patiently([
  // ---- lifecycle and status
  {
    name: 'aggregated discovery v2 shows the group, kind, scope, names, verbs and subresources',
    async run(t) {
      const c = await t.crd({ names: { shortNames: ['wd', 'wdg'], categories: ['all', 'probe'] }, ...SCALED });
      const g = await need(t, 'aggregated', () => aggregated(t, c.group));
      t.see('group', g.metadata.name);
      t.see(
        'versions',
        g.versions.map((v) => ({
          version: v.version,
          freshness: v.freshness,
          resources: v.resources.map((r) => ({
            ...r,
            verbs: [...r.verbs].sort(),
            subresources: r.subresources
              ?.map((s) => ({ ...s, verbs: [...s.verbs].sort() }))
              .sort((a, b) => (a.subresource < b.subresource ? -1 : 1)),
          })),
        })),
      );
    },
  },
  {
    name: 'deleting a CRD removes its API from discovery and answers 404 at its path',
    async run(t) {
      const c = await t.crd();
      await need(t, 'group', () => group(t, c.group));
      const d = await t.del(c.crdPath);
      t.see('delete', d.status);
      await need(t, 'gone', async () => (await t.get(c.crdPath)).status === 404);
      seeErr(t, 'crd', await t.get(c.crdPath));
      await need(t, 'no path', async () => (await t.get(c.path())).status === 404);
      t.see('resource', (await t.get(c.path())).status);
      await need(t, 'no group', async () => !(await group(t, c.group)));
      await need(t, 'not aggregated', async () => !(await aggregated(t, c.group)));
      t.see('group', (await t.get(`/apis/${c.group}`)).status);
    },
  },
  {
    name: 'a watch of custom resources sees DELETED when the CRD is deleted',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster' });
      await t.post(c.path(), cr(c, 'a'));
      const w = await watchFrom(t, c.path());
      await t.del(c.crdPath);
      await w.until((e) => e.some((x) => x.type === 'DELETED'));
      t.see(
        'events',
        w.events.filter((e) => e.type !== 'ERROR').map((e) => [e.type, e.object?.metadata?.name]),
      );
    },
  },
  {
    name: 'a CRD waits as Terminating until a custom resource loses its finalizer',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster' });
      await t.post(c.path(), cr(c, 'a', { metadata: { finalizers: ['example.com/hold'] } }));
      t.cleanup(() => t.patch(`${c.path()}/a`, { metadata: { finalizers: null } }, MERGE));
      const d = await t.del(c.crdPath);
      t.see('delete', { code: d.status, deleting: !!d.json.metadata?.deletionTimestamp });
      const r = await need(t, 'terminating', async () => {
        const r = await t.get(c.crdPath);
        return conditions(r.json).Terminating && r;
      });
      t.see('terminating', conditions(r.json).Terminating.split('/')[0]);
      t.see('finalizers', r.json.metadata.finalizers);
      const x = await need(t, 'the resource to be deleting', async () => {
        const r = await t.get(`${c.path()}/a`);
        return r.json?.metadata?.deletionTimestamp && r;
      });
      t.see('resource is deleting', x.status);
      await need(t, 'create refused', async () => (await t.post(`${c.path()}?dryRun=All`, cr(c, 'b'))).status >= 400);
      seeErr(t, 'create while terminating', await t.post(c.path(), cr(c, 'b')));
      const u = await t.patch(`${c.path()}/a`, { metadata: { finalizers: null } }, MERGE);
      t.see('finalizer removed', u.status);
      await need(t, 'gone', async () => (await t.get(c.crdPath)).status === 404);
      t.see('crd', (await t.get(c.crdPath)).status);
    },
  },
  // ---- names
  {
    name: 'a second CRD with the same kind in the group is not accepted and not served',
    async run(t) {
      await t.crd({ plural: 'firsts', kind: 'Same' });
      const c = await t.crd({
        plural: 'seconds',
        kind: 'Same',
        names: { singular: 'second', listKind: 'SecondList' },
        wait: false,
      });
      const r = await need(t, 'conditions', async () => {
        const r = await t.get(c.crdPath);
        return r.json.status.conditions?.length >= 2 && r;
      });
      t.see('conditions', conditions(r.json));
      t.see('accepted', r.json.status.acceptedNames);
      t.see('served', (await t.get(c.path())).status);
    },
  },
  {
    name: 'a second CRD whose singular is another plural in the group is not accepted',
    async run(t) {
      await t.crd({ plural: 'firsts', kind: 'First' });
      const c = await t.crd({ plural: 'seconds', kind: 'Second', names: { singular: 'firsts' }, wait: false });
      const r = await need(t, 'conditions', async () => {
        const r = await t.get(c.crdPath);
        return r.json.status.conditions?.length >= 2 && r;
      });
      t.see('conditions', conditions(r.json));
    },
  },
  {
    name: 'the same kind and plural in two groups do not conflict',
    async run(t) {
      await t.crd({ group: `a.${t.id}.example.com` });
      const c = await t.crd({ group: `b.${t.id}.example.com` });
      const r = await established(t, c);
      t.see('conditions', conditions(r.json));
    },
  },
  {
    name: 'a name conflict is resolved when the first CRD is deleted',
    async run(t) {
      const a = await t.crd({ plural: 'firsts', kind: 'Same' });
      const c = await t.crd({
        plural: 'seconds',
        kind: 'Same',
        names: { singular: 'second', listKind: 'SecondList' },
        wait: false,
      });
      await need(t, 'conflict', async () =>
        conditions((await t.get(c.crdPath)).json).NamesAccepted?.startsWith('False'),
      );
      await t.del(a.crdPath);
      const r = await established(t, c);
      t.see('conditions', conditions(r.json));
      t.see('accepted', r.json.status.acceptedNames);
    },
  },
  // ---- validation of the CRD
  invalid('a CRD whose metadata.name is not <plural>.<group> is invalid', { metadata: { name: 'nonsense' } }),
  invalid('a CRD whose group has capitals is invalid', { group: 'Bad.example.com' }),
  invalid('a CRD with an upper case plural is invalid', { plural: 'Widgets' }),
  invalid('a CRD without plural is invalid', {}, (b) => {
    delete b.spec.names.plural;
  }),
  invalid('a CRD with a kind that is no identifier is invalid', { names: { kind: 'not a kind' } }),
  invalid('a CRD with an upper case singular is invalid', { names: { singular: 'Widget' } }),
  invalid('a CRD without scope is invalid', {}, (b) => {
    delete b.spec.scope;
  }),
  invalid('a CRD with an unknown scope is invalid', { scope: 'Galaxy' }),
  invalid('a CRD version without schema is invalid', { version: { schema: undefined } }),
  invalid('a CRD version with an empty schema object is invalid', { version: { schema: {} } }),
  invalid('conversion Webhook without webhook settings is invalid', { spec: { conversion: { strategy: 'Webhook' } } }),
  invalid('conversion Webhook without conversionReviewVersions is invalid', {
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { url: 'https://127.0.0.1:1/c' } } } },
  }),
  invalid('conversion Webhook with an http url is invalid', {
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'http://127.0.0.1:1/c' } },
      },
    },
  }),
  invalid('conversion Webhook with url and service is invalid', {
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { url: 'https://127.0.0.1:1/c', service: { namespace: 'a', name: 'b' } },
        },
      },
    },
  }),
  invalid('conversion None with webhook settings is invalid', {
    spec: {
      conversion: {
        strategy: 'None',
        webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://127.0.0.1:1/c' } },
      },
    },
  }),
  invalid('a printer column of an unknown type or format is invalid', {
    version: {
      additionalPrinterColumns: [
        { name: 'A', type: 'colour', jsonPath: '.spec.a' },
        { name: 'B', type: 'integer', format: 'int128', jsonPath: '.spec.a' },
      ],
    },
  }),
  invalid('a scale subresource with paths outside spec and status is invalid', {
    version: {
      subresources: {
        scale: {
          specReplicasPath: '.status.replicas',
          statusReplicasPath: '.spec.replicas',
          labelSelectorPath: '.metadata.x',
        },
      },
    },
  }),
  invalid('a selectable field of type object or in metadata is invalid', {
    schema: specSchema({ a: { type: 'object' } }),
    version: { selectableFields: [{ jsonPath: '.spec.a' }, { jsonPath: '.metadata.name' }] },
  }),
  {
    name: 'a CRD in a *.k8s.io group needs the api-approved annotation',
    async run(t) {
      const group = `${t.id}.k8s.io`;
      seeErr(t, 'without', await t.post(`${CRDS}?dryRun=All`, crdBody(t, { group })));
      seeErr(
        t,
        'bad',
        await t.post(
          `${CRDS}?dryRun=All`,
          crdBody(t, { group, metadata: { annotations: { 'api-approved.kubernetes.io': 'certainly' } } }),
        ),
      );
    },
  },
  {
    name: 'a CRD in a *.k8s.io group marked unapproved is served and not conformant',
    async run(t) {
      const c = await t.crd({
        group: `${t.id}.k8s.io`,
        metadata: { annotations: { 'api-approved.kubernetes.io': 'unapproved, experimental-only' } },
      });
      const r = await need(t, 'condition', async () => {
        const r = await t.get(c.crdPath);
        return (
          conditions(r.json).KubernetesAPIApprovalPolicyConformant &&
          conditions(r.json).Established?.startsWith('True') &&
          r
        );
      });
      t.see('conditions', conditions(r.json));
      t.see('served', (await t.get(c.path())).status);
    },
  },
  {
    name: 'the scope of an established CRD cannot be changed',
    async run(t) {
      const c = await t.crd();
      await established(t, c);
      await refused(t, c.crdPath, (o) => {
        o.spec.scope = 'Cluster';
      });
    },
  },
  {
    name: 'updating a CRD with a stale resourceVersion answers 409',
    async run(t) {
      const c = await t.crd();
      await established(t, c);
      const o = (await t.get(c.crdPath)).json;
      o.metadata.resourceVersion = '1';
      t.seeStatus('stale', await t.put(c.crdPath, o));
    },
  },
  {
    name: 'a CRD generation grows with its spec but not with its metadata',
    async run(t) {
      const c = await t.crd();
      await established(t, c);
      const g = [];
      g.push(
        (
          await update(t, c.crdPath, (o) => {
            o.metadata.labels = { a: 'b' };
          })
        ).json.metadata.generation,
      );
      g.push(
        (
          await update(t, c.crdPath, (o) => {
            o.spec.names.shortNames = ['wd'];
          })
        ).json.metadata.generation,
      );
      t.see('generations', g);
    },
  },
  {
    name: 'an update of a CRD does not change its status, an update of /status not its spec',
    async run(t) {
      const c = await t.crd();
      await established(t, c);
      const a = await update(t, c.crdPath, (o) => {
        o.status.acceptedNames.plural = 'forged';
        o.status.storedVersions = ['v9'];
      });
      t.see('main', {
        code: a.status,
        plural: a.json.status.acceptedNames.plural,
        storedVersions: a.json.status.storedVersions,
      });
      const b = await update(
        t,
        c.crdPath,
        (o) => {
          o.spec.names.shortNames = ['forged'];
        },
        '/status',
      );
      t.see('status', { code: b.status, names: b.json.spec.names });
    },
  },
  {
    name: 'a watch of CRDs sees a CRD being added, established and deleted',
    async run(t) {
      const l = await t.get(`${CRDS}?limit=1`);
      const w = t.watch(
        `${CRDS}?watch=1&resourceVersion=${l.json.metadata.resourceVersion}&fieldSelector=metadata.name=widgets.${t.id}.example.com`,
      );
      t.cleanup(() => w.close());
      await w.opened();
      const c = await t.crd();
      await established(t, c);
      await t.del(c.crdPath);
      await w.until((e) => e.some((x) => x.type === 'DELETED'));
      const e = w.events;
      t.see('first', e[0]?.type);
      t.see(
        'established',
        e.some((x) => x.type === 'MODIFIED' && conditions(x.object).Established?.startsWith('True')),
      );
      t.see('last', e.at(-1)?.type);
    },
  },
  {
    name: 'an unknown field in a CRD is refused by fieldValidation=Strict and warned of by Warn',
    async run(t) {
      const b = crdBody(t);
      b.spec.nonsense = 1;
      const s = await t.post(`${CRDS}?dryRun=All&fieldValidation=Strict`, b);
      seeErr(t, 'strict', s);
      t.see('names it', messages(s).includes('spec.nonsense'));
      const w = await t.post(`${CRDS}?dryRun=All&fieldValidation=Warn`, b);
      t.see('warn', {
        code: w.status,
        warnings: warnings(w).map((x) => [x.code, x.text.includes('spec.nonsense')]),
        kept: 'nonsense' in w.json.spec,
      });
    },
  },
  // ---- custom resources
  {
    name: 'a cluster scoped custom resource is served at the cluster path only',
    async run(t) {
      const c = await t.crd({ scope: 'Cluster' });
      const ns = await t.ns();
      const r = await t.post(c.path(), cr(c, 'a', { spec: { x: 1 } }));
      t.see('create', { code: r.status, object: r.json });
      t.see('get', (await t.get(`${c.path()}/a`)).status);
      t.see('in namespace', (await t.get(`/apis/${c.group}/v1/namespaces/${ns}/widgets/a`)).status);
      t.see(
        'namespaced',
        (await t.get(`/apis/${c.group}/v1`)).json.resources.map((x) => x.namespaced),
      );
    },
  },
  {
    name: 'creating a custom resource twice answers 409 AlreadyExists',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      t.seeStatus('again', await t.post(c.path(ns), cr(c, 'a')));
    },
  },
  {
    name: 'a custom resource with the wrong kind, apiVersion or namespace is refused',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      seeErr(t, 'kind', await t.post(c.path(ns), { ...cr(c, 'a'), kind: 'Other' }));
      t.seeStatus('apiVersion', await t.post(c.path(ns), { ...cr(c, 'a'), apiVersion: `${c.group}/v9` }));
      t.seeStatus('namespace', await t.post(c.path(ns), cr(c, 'a', { metadata: { namespace: 'default' } })));
      t.seeStatus('no kind', await t.post(c.path(ns), { apiVersion: c.apiVersion, metadata: { name: 'a' } }));
      t.see('no JSON', (await t.post(c.path(ns), '{"a"')).status);
    },
  },
  {
    name: 'a custom resource list has the listKind and can be limited, continued and selected by label',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await Promise.all(
        ['a', 'b', 'c'].map((n) =>
          t.post(c.path(ns), cr(c, n, { metadata: { labels: { n, odd: String(n !== 'b') } } })),
        ),
      );
      const l = await t.get(c.path(ns));
      t.see('list', {
        kind: l.json.kind,
        apiVersion: l.json.apiVersion,
        names: l.json.items.map((i) => i.metadata.name),
        kinds: l.json.items.map((i) => `${i.apiVersion} ${i.kind}`),
      });
      const p = await t.get(`${c.path(ns)}?limit=2`);
      t.see('page', {
        names: p.json.items.map((i) => i.metadata.name),
        remaining: p.json.metadata.remainingItemCount,
        continues: !!p.json.metadata.continue,
      });
      const q = await t.get(`${c.path(ns)}?limit=2&continue=${encodeURIComponent(p.json.metadata.continue)}`);
      t.see('rest', { names: q.json.items.map((i) => i.metadata.name), continues: !!q.json.metadata.continue });
      t.see(
        'odd',
        (await t.get(`${c.path(ns)}?labelSelector=odd%3Dtrue`)).json.items.map((i) => i.metadata.name),
      );
      t.see(
        'all namespaces',
        (await t.get(c.path())).json.items.map((i) => i.metadata.name),
      );
    },
  },
  {
    name: 'a custom resource watch sees ADDED, MODIFIED and DELETED with the object',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      const w = await watchFrom(t, c.path(ns));
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      await t.patch(`${c.path(ns)}/a`, { spec: { x: 2 } }, MERGE);
      await t.del(`${c.path(ns)}/a`);
      await w.until(3);
      t.see('events', w.events);
    },
  },
  {
    name: 'a custom resource watch can begin with the present state and a bookmark',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      for (const n of ['a', 'b']) await t.post(c.path(ns), cr(c, n));
      const w = await need(t, 'watch', async () => {
        const w = t.watch(
          `${c.path(ns)}?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`,
        );
        t.cleanup(() => w.close());
        return (await w.opened()) === 200 && w;
      });
      await w.until(3);
      t.see(
        'events',
        w.events.slice(0, 3).map((e) => [e.type, e.object.kind, e.object.metadata.name, e.object.metadata.annotations]),
      );
      await t.post(c.path(ns), cr(c, 'c'));
      await w.until((e) => e.some((x) => x.object?.metadata?.name === 'c'));
      t.see(
        'then',
        w.events.filter((e) => e.object.metadata.name === 'c').map((e) => e.type),
      );
    },
  },
  {
    name: 'a custom resource takes merge patches: null removes, lists are replaced',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1, gone: true, list: [1, 2, 3], deep: { a: 1, b: 2 } } }));
      const r = await t.patch(`${c.path(ns)}/a`, { spec: { gone: null, list: [9], deep: { b: 3 } } }, MERGE);
      t.see('patched', { code: r.status, spec: r.json.spec, generation: r.json.metadata.generation });
      const n = await t.patch(`${c.path(ns)}/a`, { spec: { x: 1 } }, MERGE);
      t.see('no change', {
        code: n.status,
        generation: n.json.metadata.generation,
        same: n.json.metadata.resourceVersion === r.json.metadata.resourceVersion,
      });
    },
  },
  {
    name: 'a custom resource takes JSON patches, with test, move and copy',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1, list: [1, 2, 3] } }));
      const r = await t.patch(
        `${c.path(ns)}/a`,
        [
          { op: 'test', path: '/spec/x', value: 1 },
          { op: 'replace', path: '/spec/x', value: 5 },
          { op: 'add', path: '/spec/list/-', value: 4 },
          { op: 'remove', path: '/spec/list/0' },
          { op: 'copy', from: '/spec/x', path: '/spec/y' },
          { op: 'move', from: '/spec/y', path: '/spec/z' },
        ],
        JSONP,
      );
      t.see('patched', { code: r.status, spec: r.json.spec });
      t.see(
        'failed test',
        pick(
          (await t.patch(`${c.path(ns)}/a`, [{ op: 'test', path: '/spec/x', value: 1 }], JSONP)).json,
          'status',
          'reason',
          'code',
        ),
      );
      t.see('missing path', (await t.patch(`${c.path(ns)}/a`, [{ op: 'remove', path: '/spec/nope' }], JSONP)).status);
    },
  },
  {
    name: 'apply of a field that the schema does not have, or of a wrong type, is refused',
    async run(t) {
      const c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) }),
        ns = await t.ns();
      const r = await t.patch(
        `${c.path(ns)}/a?fieldManager=one&fieldValidation=Strict`,
        cr(c, 'a', { spec: { a: 'x', nope: 1 } }),
        APPLY,
      );
      t.see('refused', r.status >= 400);
      const w = await t.patch(
        `${c.path(ns)}/b?fieldManager=one&fieldValidation=Strict`,
        cr(c, 'b', { spec: { a: 7 } }),
        APPLY,
      );
      t.see('wrong type refused', w.status >= 400);
      t.see('nothing made', (await t.get(c.path(ns))).json.items.length);
    },
  },
  {
    name: 'a duplicate field in a custom resource is refused by Strict and warned of by Warn',
    async run(t) {
      const c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) }),
        ns = await t.ns();
      const body = `{"apiVersion":"${c.apiVersion}","kind":"Widget","metadata":{"name":"a"},"spec":{"a":"x","a":"y"}}`;
      const s = await t.post(`${c.path(ns)}?dryRun=All&fieldValidation=Strict`, body);
      t.see('strict', { code: s.status, reason: s.json.reason, named: messages(s).includes('spec.a') });
      const w = await t.post(`${c.path(ns)}?dryRun=All&fieldValidation=Warn`, body);
      t.see('warn', { code: w.status, spec: w.json.spec, warnings: warnings(w).map((x) => x.text.includes('spec.a')) });
    },
  },
  {
    name: 'custom resources are not read as protobuf, and an unknown media type answers 415',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      t.see('read', (await t.get(`${c.path(ns)}/a`, { accept: 'application/vnd.kubernetes.protobuf' })).status);
      t.see(
        'read, JSON as second choice',
        (await t.get(`${c.path(ns)}/a`, { accept: 'application/vnd.kubernetes.protobuf,application/json' })).headers[
          'content-type'
        ],
      );
      t.see('send', (await t.post(c.path(ns), 'a', { type: 'application/nonsense' })).status);
    },
  },
  {
    name: 'a finalizer keeps a deleted custom resource until it is removed',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { metadata: { finalizers: ['example.com/hold'] } }));
      const d = await t.del(`${c.path(ns)}/a`);
      t.see('delete', {
        code: d.status,
        kind: d.json.kind,
        deleting: !!d.json.metadata?.deletionTimestamp,
        grace: d.json.metadata?.deletionGracePeriodSeconds,
        generation: d.json.metadata?.generation,
      });
      seeErr(
        t,
        'no new finalizer',
        await t.patch(`${c.path(ns)}/a`, { metadata: { finalizers: ['example.com/hold', 'example.com/late'] } }, MERGE),
      );
      t.see('removed', (await t.patch(`${c.path(ns)}/a`, { metadata: { finalizers: null } }, MERGE)).status);
      t.see('gone', (await t.get(`${c.path(ns)}/a`)).status);
    },
  },
  {
    name: 'delete preconditions on a custom resource are checked',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      const a = await t.post(c.path(ns), cr(c, 'a'));
      const go = (preconditions) =>
        t.del(`${c.path(ns)}/a`, { body: { kind: 'DeleteOptions', apiVersion: 'v1', preconditions } });
      seeErr(t, 'other uid', await go({ uid: '12345678-1234-1234-1234-123456789012' }));
      seeErr(t, 'other version', await go({ resourceVersion: '1' }));
      t.see('right', (await go({ uid: a.json.metadata.uid, resourceVersion: a.json.metadata.resourceVersion })).status);
    },
  },
  // ---- status and scale
  {
    name: 'the status subresource can be read, patched and applied',
    async run(t) {
      const c = await t.crd({ version: { subresources: { status: {} } } }),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      const p = await t.patch(`${c.path(ns)}/a/status`, { status: { ready: true }, spec: { x: 5 } }, MERGE);
      t.see('merge', { code: p.status, spec: p.json.spec, status: p.json.status });
      const j = await t.patch(
        `${c.path(ns)}/a/status`,
        [{ op: 'replace', path: '/status/ready', value: false }],
        JSONP,
      );
      t.see('json', j.json.status);
      const a = await t.patch(`${c.path(ns)}/a/status?fieldManager=ctl`, cr(c, 'a', { status: { applied: 1 } }), APPLY);
      t.see('apply', {
        code: a.status,
        status: a.json.status,
        sub: a.json.metadata.managedFields?.find((m) => m.manager === 'ctl')?.subresource,
      });
      const g = await t.get(`${c.path(ns)}/a/status`);
      t.see('get', { code: g.status, kind: g.json.kind, status: g.json.status });
    },
  },
  {
    name: 'the scale subresource changes replicas by update and patch and raises generation',
    async run(t) {
      const c = await t.crd(SCALED),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { replicas: 3, other: 'x' } }));
      const u = await update(t, `${c.path(ns)}/a/scale`, (o) => {
        o.spec.replicas = 5;
      });
      t.see('update', { code: u.status, kind: u.json.kind, spec: u.json.spec });
      const p = await t.patch(`${c.path(ns)}/a/scale`, { spec: { replicas: 7 } }, MERGE);
      t.see('patch', { code: p.status, spec: p.json.spec });
      const g = await t.get(`${c.path(ns)}/a`);
      t.see('object', { spec: g.json.spec, generation: g.json.metadata.generation });
      const s = (await t.get(`${c.path(ns)}/a/scale`)).json;
      s.metadata.resourceVersion = '1';
      t.see('stale', (await t.put(`${c.path(ns)}/a/scale`, s)).status);
      s.metadata.resourceVersion = '';
      s.spec.replicas = -1;
      seeErr(t, 'negative', await t.put(`${c.path(ns)}/a/scale`, s), () => false);
    },
  },
  // ---- tables
  {
    name: 'a custom resource without printer columns shows Name and Age',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      const r = await t.get(c.path(ns), { accept: TABLE });
      t.see('table', {
        kind: r.json.kind,
        apiVersion: r.json.apiVersion,
        columns: r.json.columnDefinitions.map((x) => pick(x, 'name', 'type', 'format', 'priority')),
        cells: r.json.rows.map((x) => [x.cells[0], typeof x.cells[1]]),
        object: r.json.rows.map((x) => [x.object.kind, x.object.metadata.name]),
      });
    },
  },
  {
    name: 'a Table of one custom resource and includeObject are honoured',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      const o = async (q) => {
        const r = await t.get(`${c.path(ns)}/a?includeObject=${q}`, { accept: TABLE });
        const x = r.json.rows[0].object;
        return x === undefined || x === null ? 'none' : { kind: x.kind, spec: x.spec };
      };
      t.see('None', await o('None'));
      t.see('Object', await o('Object'));
      t.see('Metadata', await o('Metadata'));
    },
  },
  {
    name: 'a watch as Table sends Table events',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a'));
      const w = await need(t, 'watch', async () => {
        const w = t.watch(`${c.path(ns)}?watch=1`, { accept: TABLE });
        t.cleanup(() => w.close());
        await w.until(1);
        return w.status === 200 && w;
      });
      t.see('event', [w.events[0].type, w.events[0].object.kind, w.events[0].object.rows[0].cells[0]]);
    },
  },
  // ---- selectable fields
  {
    name: 'selectableFields make list field selectors work',
    async run(t) {
      const c = await t.crd({
          schema: specSchema({ colour: { type: 'string' }, size: { type: 'integer' }, on: { type: 'boolean' } }),
          version: {
            selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.size' }, { jsonPath: '.spec.on' }],
          },
        }),
        ns = await t.ns();
      await Promise.all(
        [
          ['a', { colour: 'red', size: 1, on: true }],
          ['b', { colour: 'blue', size: 2 }],
          ['c', { colour: 'red', size: 2, on: false }],
          ['d', undefined],
        ].map(([n, spec]) => t.post(c.path(ns), cr(c, n, spec ? { spec } : {}))),
      );
      const go = async (s) => {
        const r = await t.get(`${c.path(ns)}?fieldSelector=${encodeURIComponent(s)}`);
        return r.status === 200 ? r.json.items.map((i) => i.metadata.name) : [r.status, r.json.reason];
      };
      for (const s of [
        'spec.colour=red',
        'spec.colour!=red',
        'spec.colour=red,spec.size=2',
        'spec.on=true',
        'spec.colour=',
        'metadata.name=b',
        `metadata.namespace=${ns},spec.size=1`,
        'spec.nope=1',
      ])
        t.see(s.replace(ns, 'ns'), await go(s));
    },
  },
  {
    name: 'selectableFields make watch field selectors work: leaving the selection is DELETED',
    async run(t) {
      const c = await t.crd({
          schema: specSchema({ colour: { type: 'string' } }),
          version: { selectableFields: [{ jsonPath: '.spec.colour' }] },
        }),
        ns = await t.ns();
      const w = await watchFrom(t, c.path(ns), 'fieldSelector=spec.colour%3Dred');
      await t.post(c.path(ns), cr(c, 'x', { spec: { colour: 'blue' } }));
      await t.post(c.path(ns), cr(c, 'a', { spec: { colour: 'red' } }));
      await t.patch(`${c.path(ns)}/x`, { spec: { colour: 'red' } }, MERGE);
      await t.patch(`${c.path(ns)}/a`, { spec: { colour: 'blue' } }, MERGE);
      await w.until(3);
      t.see(
        'events',
        w.events.map((e) => [e.type, e.object.metadata.name, e.object.spec]),
      );
    },
  },
  {
    name: 'without selectableFields only metadata.name and metadata.namespace select',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 'y' } }));
      t.see('name', (await t.get(`${c.path(ns)}?fieldSelector=metadata.name%3Da`)).json.items.length);
      t.see('namespace', (await t.get(`${c.path()}?fieldSelector=metadata.namespace%3D${ns}`)).json.items.length);
      t.seeStatus('spec', await t.get(`${c.path(ns)}?fieldSelector=spec.x%3Dy`));
    },
  },
  // ---- OpenAPI
  {
    name: 'OpenAPI v3 publishes the schema of a CRD, follows a change and forgets a deleted one',
    async run(t) {
      const c = await t.crd({
        schema: {
          type: 'object',
          description: 'A widget.',
          properties: {
            spec: { type: 'object', required: ['a'], properties: { a: { type: 'string', description: 'the a' } } },
          },
        },
      });
      const doc = async () => {
          const r = await t.get(`/openapi/v3/apis/${c.group}/v1`);
          return r.status === 200 ? r.json : undefined;
        },
        find = (d) =>
          Object.entries(d?.components?.schemas ?? {}).find(([, s]) =>
            s['x-kubernetes-group-version-kind']?.some((g) => g.kind === 'Widget'),
          );
      await need(t, 'path', async () => (await t.get('/openapi/v3')).json.paths[`apis/${c.group}/v1`]);
      const d = await need(t, 'schema', async () => {
        const d = await doc();
        return find(d) && d;
      });
      const [, s] = find(d);
      t.see('gvk', s['x-kubernetes-group-version-kind']);
      t.see('spec', s.properties.spec);
      t.see('top', { description: s.description, properties: Object.keys(s.properties).sort() });
      t.see('paths', Object.keys(d.paths).sort());
      t.see('operations', Object.keys(d.paths[`/apis/${c.group}/v1/namespaces/{namespace}/widgets/{name}`]).sort());
      await update(t, c.crdPath, (o) => {
        o.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.b = { type: 'integer', minimum: 1 };
      });
      const n = await need(t, 'changed', async () => {
        const x = find(await doc());
        return x?.[1].properties.spec.properties.b && x[1];
      });
      t.see('changed', n.properties.spec.properties);
      await t.del(c.crdPath);
      await need(t, 'forgotten', async () => !(await t.get('/openapi/v3')).json.paths[`apis/${c.group}/v1`]);
      t.see('forgotten', (await t.get(`/openapi/v3/apis/${c.group}/v1`)).status);
    },
  },
  {
    name: 'OpenAPI v2 publishes definitions and paths of a CRD and forgets a deleted one',
    timeout: 90000,
    async run(t) {
      const c = await t.crd({ schema: specSchema({ a: { type: 'string' } }) });
      const name = `com.example.${t.id}.v1.Widget`;
      const d = await need(
        t,
        'definition',
        async () => {
          const r = await t.get('/openapi/v2');
          return r.json.definitions[name] && r.json;
        },
        40000,
      );
      t.see('spec', d.definitions[name].properties.spec);
      t.see('gvk', d.definitions[name]['x-kubernetes-group-version-kind']);
      t.see('list', Object.keys(d.definitions[`${name}List`]?.properties ?? {}).sort());
      t.see(
        'paths',
        Object.keys(d.paths)
          .filter((p) => p.startsWith(`/apis/${c.group}/v1`))
          .sort(),
      );
      await t.del(c.crdPath);
      await need(t, 'forgotten', async () => !(await t.get('/openapi/v2')).json.definitions[name], 40000);
      t.see('forgotten', true);
    },
  },
  {
    name: 'OpenAPI v3 marks x-kubernetes extensions of the schema',
    async run(t) {
      const c = await t.crd({
        schema: specSchema({
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          port: { 'x-kubernetes-int-or-string': true },
          items: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
            items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          },
          rule: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] },
        }),
      });
      const s = await need(t, 'schema', async () => {
        const r = await t.get(`/openapi/v3/apis/${c.group}/v1`);
        return Object.values(r.json?.components?.schemas ?? {}).find((s) =>
          s['x-kubernetes-group-version-kind']?.some((g) => g.kind === 'Widget'),
        );
      });
      t.see('spec', s.properties.spec.properties);
    },
  },
  // ---- changes of a CRD take effect
  {
    name: 'an added version is served',
    async run(t) {
      const c = await t.crd(),
        ns = await t.ns();
      await t.post(c.path(ns), cr(c, 'a', { spec: { x: 1 } }));
      await update(t, c.crdPath, (o) => {
        o.spec.versions.push({
          name: 'v2',
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        });
      });
      const r = await need(t, 'v2', async () => {
        const r = await t.get(`${c.path(ns, 'v2')}/a`);
        return r.status === 200 && r;
      });
      t.see('v2', { apiVersion: r.json.apiVersion, spec: r.json.spec });
      const g = await need(t, 'group', async () => {
        const g = await group(t, c.group);
        return g?.versions.length === 2 && g;
      });
      t.see(
        'group',
        g.versions.map((v) => v.version),
      );
    },
  },
  {
    name: 'a deprecated version answers with a Warning header',
    async run(t) {
      const v = (name, storage, more) => ({
        name,
        served: true,
        storage,
        schema: { openAPIV3Schema: { type: 'object' } },
        ...more,
      });
      const c = await t.crd({
        scope: 'Cluster',
        versions: [
          v('v2', true),
          v('v1', false, { deprecated: true }),
          v('v1beta1', false, { deprecated: true, deprecationWarning: 'use v2 of the widget, please' }),
        ],
      });
      const w = async (ver) => warnings(await t.get(c.path(undefined, ver)));
      await need(t, 'v1', async () => (await t.get(c.path(undefined, 'v1'))).status === 200);
      t.see('v2', await w('v2'));
      t.see(
        'v1',
        (await w('v1')).map((x) => [
          x.code,
          x.agent,
          x.text.includes(`${c.group}/v1`) && x.text.includes('deprecated'),
        ]),
      );
      t.see(
        'v1beta1',
        (await w('v1beta1')).map((x) => [x.code, x.text]),
      );
      const p = await t.post(`${c.path(undefined, 'v1')}?dryRun=All`, {
        apiVersion: `${c.group}/v1`,
        kind: 'Widget',
        metadata: { name: 'a' },
      });
      t.see('on create', [p.status, warnings(p).length]);
    },
  },
]);
