import {
  CRDS,
  conditions,
  cr,
  crdBody,
  MERGE,
  messages,
  need,
  seeError,
  specSchema,
  update,
  V2,
  warnings,
  watchFrom,
} from '../../support/case-helpers.mjs';
import { group, refused, SCALED } from './helpers.mjs';

const established = (t, c) =>
  need(t, 'established', async () => {
    const r = await t.get(c.crdPath ?? c);
    return r.json?.status?.conditions?.some((x) => x.type === 'Established' && x.status === 'True') && r;
  });
const aggregated = async (t, name) =>
  (await t.get('/apis', { accept: V2 })).json.items.find((g) => g.metadata.name === name);
const invalid = (name, opts, change) => ({
  name,
  async run(t) {
    const body = crdBody(t, opts);
    change?.(body, t);
    seeError(
      t,
      'create',
      await t.post(`${CRDS}?dryRun=All`, body),
      (c) => !/^(status\.storedVersions|spec\.version:)/.test(c),
    );
  },
});

export const cases = [
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
      seeError(t, 'crd', await t.get(c.crdPath));
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
      seeError(t, 'create while terminating', await t.post(c.path(), cr(c, 'b')));
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
      seeError(t, 'without', await t.post(`${CRDS}?dryRun=All`, crdBody(t, { group })));
      seeError(
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
      seeError(t, 'strict', s);
      t.see('names it', messages(s).includes('spec.nonsense'));
      const w = await t.post(`${CRDS}?dryRun=All&fieldValidation=Warn`, b);
      t.see('warn', {
        code: w.status,
        warnings: warnings(w).map((x) => [x.code, x.text.includes('spec.nonsense')]),
        kept: 'nonsense' in w.json.spec,
      });
    },
  },
];
