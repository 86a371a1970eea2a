// Server-side apply and the bookkeeping of field ownership.
import { APPLY, MERGE } from '../support/case-helpers.mjs';
import { at, DEPLOY, rvOf, space } from '../support/objects.mjs';

/** managedFields in a stable order, without times. */
const managed = (r) =>
  [...(r.json?.metadata?.managedFields ?? [])]
    .sort((a, b) => {
      const k = (x) => [x.operation, x.manager, x.subresource ?? '', x.apiVersion].join(' ');
      return k(a) < k(b) ? -1 : 1;
    })
    .map(({ time, ...m }) => m);
const owners = (r) => managed(r).map((m) => [m.manager, m.operation, m.subresource ?? ''].join('/'));
/** A namespace with functions that apply to the configmap `a` as a manager. */
async function maps(t) {
  const ns = await space(t, 'configmaps');
  const apply = (manager, data, { force, q = '', meta } = {}) =>
    t.patch(
      `${at(ns, 'configmaps', 'a')}?fieldManager=${manager}${force ? '&force=true' : ''}${q}`,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...meta }, ...(data ? { data } : {}) },
      APPLY,
    );
  return { ns, apply, get: () => t.get(at(ns, 'configmaps', 'a')), path: at(ns, 'configmaps', 'a') };
}
const dep = (name, spec = {}, more = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' } }, spec }, ...more },
});
async function deps(t) {
  const ns = await space(t, DEPLOY);
  return {
    ns,
    path: at(ns, DEPLOY, 'a'),
    get: () => t.get(at(ns, DEPLOY, 'a')),
    apply: (manager, body, q = '') => t.patch(`${at(ns, DEPLOY, 'a')}?fieldManager=${manager}${q}`, body, APPLY),
  };
}
const C = (name, o = {}) => ({ name, image: `${name}:1`, ...o });
const cs = (r) => r.json?.spec?.template?.spec?.containers;
export const cases = [
  // ---- creating and re-applying
  {
    name: 'apply creates a missing object',
    async run(t) {
      const m = await maps(t);
      const r = await m.apply('one', { a: '1' });
      t.see('created', { code: r.status, body: r.json });
      t.see('managed', managed(r), { managedFields: true });
    },
  },
  {
    name: 'apply again with the same configuration changes nothing',
    async run(t) {
      const m = await maps(t);
      const a = await m.apply('one', { a: '1' }),
        b = await m.apply('one', { a: '1' });
      t.see('second', [
        b.status,
        rvOf(a) === rvOf(b),
        JSON.stringify(a.json.metadata.managedFields) === JSON.stringify(b.json?.metadata?.managedFields),
      ]);
    },
  },
  // ---- several managers
  {
    name: 'apply by two managers on different fields',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1' });
      const r = await m.apply('two', { b: '2' });
      t.see('data', [r.status, r.json?.data]);
      t.see('managed', managed(r));
    },
  },
  {
    name: 'apply that changes a shared field is 409',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1' });
      await m.apply('two', { a: '1' });
      t.seeStatus('change', await m.apply('one', { a: '2' }));
    },
  },
  {
    name: 'apply without a shared field gives up ownership and keeps the value',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1', b: '2' });
      await m.apply('two', { a: '1' });
      const r = await m.apply('one', { b: '2' });
      t.see('kept', [r.status, r.json?.data]);
      t.see('managed', managed(r));
      const s = await m.apply('two', {});
      t.see('then removed', s.json?.data);
    },
  },
  {
    name: 'apply of labels and annotations is per key',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', undefined, { meta: { labels: { a: '1' }, annotations: { n: '1' } } });
      const r = await m.apply('two', undefined, { meta: { labels: { b: '2' } } });
      t.see('labels', [r.json?.metadata?.labels, managed(r)]);
      const s = await m.apply('one', undefined, { meta: { annotations: { n: '1' } } });
      t.see('dropped', s.json?.metadata?.labels);
    },
  },
  // ---- apply and other writes
  {
    name: 'apply of the value that another manager wrote is no conflict',
    async run(t) {
      const m = await maps(t);
      await t.post(`${at(m.ns, 'configmaps')}?fieldManager=maker`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a' },
        data: { a: '1', b: '1' },
      });
      const r = await m.apply('one', { a: '1' });
      t.see('shared', [r.status, managed(r)]);
    },
  },
  {
    name: 'apply and update by one name are two entries',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1' });
      const r = await t.patch(`${m.path}?fieldManager=one`, { data: { b: '2' } }, MERGE);
      t.see('managed', managed(r));
    },
  },
  {
    name: 'create, replace and patch are tracked with their manager',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(`${at(ns, 'configmaps')}?fieldManager=creator`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a', labels: { l: '1' } },
        data: { a: '1' },
      });
      t.see('created', managed(c));
      const p = await t.put(`${at(ns, 'configmaps', 'a')}?fieldManager=replacer`, {
        ...c.json,
        data: { a: '1', b: '2' },
      });
      t.see('replaced', managed(p));
      const m = await t.patch(
        `${at(ns, 'configmaps', 'a')}?fieldManager=patcher`,
        { data: { c: '3', a: null } },
        MERGE,
      );
      t.see('patched', managed(m));
    },
  },
  {
    name: 'the manager defaults to the first part of the user agent',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(
        at(ns, 'configmaps'),
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } },
        { headers: { 'user-agent': 'my-tool/v1.2.3 (linux/amd64) kubernetes/abc' } },
      );
      t.see('manager', owners(c));
      const d = await t.post(at(ns, 'configmaps'), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'b' },
        data: { a: '1' },
      });
      t.see('without user agent', owners(d));
    },
  },
  {
    name: 'a change by update takes the field away from its applier',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1', b: '1' });
      const r = await t.patch(`${m.path}?fieldManager=other`, { data: { a: '2' } }, MERGE);
      t.see('managed', managed(r));
    },
  },
  {
    name: 'an update without change does not touch ownership',
    async run(t) {
      const m = await maps(t);
      const c = await m.apply('one', { a: '1' });
      const r = await t.patch(`${m.path}?fieldManager=other`, { data: { a: '1' } }, MERGE);
      t.see('owners', [owners(r), rvOf(r) === rvOf(c)]);
    },
  },
  {
    name: 'the status subresource is tracked apart',
    async run(t) {
      const d = await deps(t);
      await d.apply('one', dep('a', { containers: [C('c')] }));
      const r = await t.patch(`${d.path}/status?fieldManager=ctrl`, { status: { replicas: 1 } }, MERGE);
      t.see('owners', owners(r));
      t.see(
        'status entry',
        managed(r).filter((m) => m.manager === 'ctrl'),
      );
    },
  },
  {
    name: 'apply to the status subresource',
    async run(t) {
      const d = await deps(t);
      await d.apply('one', dep('a', { containers: [C('c')] }));
      const s = (b) =>
        t.patch(
          `${d.path}/status?fieldManager=ctrl`,
          { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, ...b },
          APPLY,
        );
      const r = await s({
        status: { replicas: 3, conditions: [{ type: 'X', status: 'True' }] },
        spec: { replicas: 9 },
      });
      t.see('status', [
        r.status,
        r.json?.status?.replicas,
        r.json?.status?.conditions?.map((c) => c.type),
        r.json?.spec?.replicas,
      ]);
      t.see(
        'entry',
        managed(r).filter((m) => m.manager === 'ctrl'),
      );
      const u = await s({ status: { replicas: 3 } });
      t.see('dropped condition', [u.status, u.json?.status?.conditions ?? null]);
      const miss = await t.patch(
        `${at(d.ns, DEPLOY, 'none')}/status?fieldManager=ctrl`,
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'none' }, status: {} },
        APPLY,
      );
      t.see('missing object', miss.status);
    },
  },
  // ---- lists
  {
    name: 'apply merges containers of two managers by name',
    async run(t) {
      const d = await deps(t);
      await d.apply('one', dep('a', { containers: [C('a')] }));
      const r = await d.apply('two', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: { template: { spec: { containers: [C('b')] } } },
      });
      t.see('containers', [r.status, cs(r)?.map((c) => c.name)]);
      t.see('two owns', managed(r).find((m) => m.manager === 'two')?.fieldsV1);
      const u = await d.apply('one', dep('a', { containers: [C('a2')] }));
      t.see(
        'renamed',
        cs(u)
          ?.map((c) => c.name)
          .sort(),
      );
    },
  },
  {
    name: 'apply of ports with a defaulted key',
    async run(t) {
      const d = await deps(t);
      await d.apply('one', dep('a', { containers: [C('a', { ports: [{ containerPort: 53 }] })] }));
      const r = await d.apply('two', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a' },
        spec: {
          template: {
            spec: {
              containers: [
                {
                  name: 'a',
                  ports: [
                    { containerPort: 53, protocol: 'UDP' },
                    { containerPort: 53, protocol: 'TCP', name: 'dns' },
                  ],
                },
              ],
            },
          },
        },
      });
      t.see('ports', [r.status, cs(r)?.[0]?.ports?.sort((x, y) => (x.protocol < y.protocol ? -1 : 1))]);
      t.see('two owns', managed(r).find((m) => m.manager === 'two')?.fieldsV1);
    },
  },
  {
    name: 'apply of finalizers is a set',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', undefined, { meta: { finalizers: ['example.com/a', 'example.com/b'] } });
      const r = await m.apply('two', undefined, { meta: { finalizers: ['example.com/b', 'example.com/c'] } });
      t.see('all', [r.status, r.json?.metadata?.finalizers]);
      t.see('managed', managed(r));
      const u = await m.apply('one', undefined, {});
      t.see('one left', u.json?.metadata?.finalizers);
    },
  },
  {
    name: 'apply with a list key given twice is refused',
    async run(t) {
      const d = await deps(t);
      const r = await d.apply('one', dep('a', { containers: [C('a'), C('a')] }));
      t.see('twice', [r.status >= 400, r.json?.kind]);
    },
  },
  {
    name: 'apply that drops the strategy goes back to the default',
    async run(t) {
      const d = await deps(t);
      const s = (more) => dep('a', { containers: [C('a')] }, more);
      await d.apply('one', s({ strategy: { type: 'Recreate' } }));
      const r = await d.apply('one', s({}));
      t.see('strategy', [r.status, r.json?.spec?.strategy]);
    },
  },
  // ---- refusals
  {
    name: 'apply with managedFields in the body is 400',
    async run(t) {
      const m = await maps(t);
      const c = await m.apply('one', { a: '1' });
      t.seeStatus(
        'body',
        await m.apply('one', { a: '1' }, { meta: { managedFields: c.json?.metadata?.managedFields } }),
      );
    },
  },
  {
    name: 'apply of a body that is no YAML is 400',
    async run(t) {
      const m = await maps(t);
      t.seeStatus('broken', await t.patch(`${m.path}?fieldManager=one`, 'a: [', APPLY));
    },
  },
  {
    name: 'apply dry run shows the result and stores nothing',
    async run(t) {
      const m = await maps(t);
      const r = await m.apply('one', { a: '1' }, { q: '&dryRun=All' });
      t.see('answer', [r.status, r.json?.data, owners(r)]);
      t.see('stored', (await m.get()).status);
      await m.apply('one', { a: '1' });
      t.seeStatus('conflicts are found', await m.apply('two', { a: '2' }, { q: '&dryRun=All' }));
    },
  },
  // ---- managedFields by hand
  {
    name: 'managedFields are cleared by a list with one empty entry',
    async run(t) {
      const m = await maps(t);
      await m.apply('one', { a: '1' });
      await m.apply('two', { b: '1' });
      const r = await t.patch(`${m.path}?fieldManager=cleaner`, { metadata: { managedFields: [{}] } }, MERGE);
      t.see('cleared', [r.status, managed(r)]);
      t.see('data kept', r.json?.data);
    },
  },
  // ---- custom resources and versions
];
