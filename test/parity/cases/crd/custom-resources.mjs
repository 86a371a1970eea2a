import {
  APPLY,
  cr,
  JSONP,
  MERGE,
  messages,
  need,
  pick,
  seeError,
  specSchema,
  update,
  warnings,
  watchFrom,
} from '../../support/case-helpers.mjs';
import { SCALED } from './helpers.mjs';

export const cases = [
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
      seeError(t, 'kind', await t.post(c.path(ns), { ...cr(c, 'a'), kind: 'Other' }));
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
      seeError(
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
      seeError(t, 'other uid', await go({ uid: '12345678-1234-1234-1234-123456789012' }));
      seeError(t, 'other version', await go({ resourceVersion: '1' }));
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
      seeError(t, 'negative', await t.put(`${c.path(ns)}/a/scale`, s), () => false);
    },
  },
];
