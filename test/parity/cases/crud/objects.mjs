import { at, cm, DEPLOY, space } from '../../support/objects.mjs';
import { bare, deployment, full, LEASE } from './helpers.mjs';

export const cases = [
  // ---- create and read
  {
    name: 'get answers exactly what create answered',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a')),
        g = await t.get(at(ns, 'configmaps', 'a'));
      t.see('same', [g.status, JSON.stringify(c.json) === JSON.stringify(g.json)]);
    },
  },
  {
    name: 'create of an existing name is 409 AlreadyExists',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus('again', await t.post(at(ns, 'configmaps'), cm('a')));
    },
  },
  {
    name: 'create with a resourceVersion set is refused',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), cm('a', { metadata: { resourceVersion: '12' } }));
      t.see('refused', [
        r.status >= 400,
        r.json?.kind,
        r.json?.status,
        (await t.get(at(ns, 'configmaps', 'a'))).status,
      ]);
    },
  },
  {
    name: 'create drops null and empty fields',
    async run(t) {
      const ns = await space(t, 'configmaps');
      full(
        t,
        'created',
        await t.post(at(ns, 'configmaps'), {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'a', labels: null, annotations: {}, finalizers: [] },
          data: null,
          binaryData: {},
        }),
      );
    },
  },
  {
    name: 'an absent kind and apiVersion are taken from the URL',
    async run(t) {
      const ns = await space(t, 'configmaps');
      full(t, 'created', await t.post(at(ns, 'configmaps'), { metadata: { name: 'a' } }));
    },
  },
  // ---- names
  {
    name: 'generateName appends a random suffix',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), { ...cm(undefined), metadata: { generateName: 'pre-' } });
      t.see('name', [r.status, /^pre-[a-z0-9]{5}$/.test(r.json?.metadata?.name), r.json?.metadata?.generateName]);
      const b = await t.post(at(ns, 'configmaps'), { ...cm(undefined), metadata: { generateName: 'pre-' } });
      t.see('differs', b.status === 201 && b.json?.metadata?.name !== r.json?.metadata?.name);
    },
  },
  {
    name: 'a name wins over generateName',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), cm('a', { metadata: { generateName: 'pre-' } }));
      t.see('name', [r.status, r.json?.metadata?.name, r.json?.metadata?.generateName]);
    },
  },
  {
    name: 'a long generateName is cut to fit 63 characters',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), { ...cm(undefined), metadata: { generateName: 'x'.repeat(70) } });
      t.see('length', [r.status, r.json?.metadata?.name?.length]);
    },
  },
  {
    name: 'create without a name is 422',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus('none', await t.post(at(ns, 'configmaps'), { ...cm(undefined), metadata: {} }));
      t.seeStatus('no metadata', await t.post(at(ns, 'configmaps'), { apiVersion: 'v1', kind: 'ConfigMap' }));
    },
  },
  {
    name: 'configmap names are DNS subdomains',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['Upper', 'under_score', '-lead', 'trail-', 'a..b', 'a/b', 'ä', 'x'.repeat(254)])
        t.seeStatus(n.slice(0, 12), await t.post(at(ns, 'configmaps'), cm(n)));
      for (const n of ['a.b.c', '0', 'x'.repeat(253)])
        t.see(n.slice(0, 12), (await t.post(at(ns, 'configmaps'), cm(n))).status);
    },
  },
  {
    name: 'a name in the URL that is no valid name is 404',
    async run(t) {
      const ns = await space(t);
      t.seeStatus('upper', await t.get(at(ns, 'configmaps', 'Not_Valid')));
    },
  },
  // ---- body against URL
  {
    name: 'create with another kind in the body is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus('kind', await t.post(at(ns, 'configmaps'), { ...cm('a'), kind: 'Secret' }));
      t.seeStatus('unknown kind', await t.post(at(ns, 'configmaps'), { ...cm('a'), kind: 'Nope' }));
    },
  },
  {
    name: 'create with another apiVersion in the body is 400',
    async run(t) {
      const ns = await space(t, 'configmaps', DEPLOY);
      t.seeStatus('unknown version', await t.post(at(ns, 'configmaps'), { ...cm('a'), apiVersion: 'v2' }));
      t.seeStatus('old version', await t.post(at(ns, DEPLOY), { ...deployment('a'), apiVersion: 'apps/v1beta1' }));
      t.seeStatus('malformed', await t.post(at(ns, 'configmaps'), { ...cm('a'), apiVersion: 'a/b/c' }));
    },
  },
  {
    name: 'create fills in the namespace of the URL',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), cm('a'));
      t.see('ns', r.json?.metadata?.namespace === ns);
    },
  },
  {
    name: 'a namespace in a cluster-scoped object is dropped',
    async run(t) {
      await bare(t, `${t.id}-c`);
      full(
        t,
        'created',
        await t.post('/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name: `${t.id}-c`, namespace: 'default' },
        }),
      );
    },
  },
  {
    name: 'replace with another name in the body is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus('name', await t.put(at(ns, 'configmaps', 'a'), cm('b')));
      t.seeStatus('no name', await t.put(at(ns, 'configmaps', 'a'), { ...cm(undefined), metadata: {} }));
    },
  },
  {
    name: 'replace with another kind or version in the body is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus('kind', await t.put(at(ns, 'configmaps', 'a'), { ...cm('a'), kind: 'Secret' }));
      t.seeStatus('version', await t.put(at(ns, 'configmaps', 'a'), { ...cm('a'), apiVersion: 'v2' }));
    },
  },
  // ---- replace
  {
    name: 'replace with a stale resourceVersion is 409 Conflict',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a'));
      await t.put(at(ns, 'configmaps', 'a'), { ...cm('a'), data: { b: '2' } });
      t.seeStatus('stale', await t.put(at(ns, 'configmaps', 'a'), { ...c.json, data: { c: '3' } }));
    },
  },
  {
    name: 'replace with the current resourceVersion succeeds',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a'));
      t.see('ok', (await t.put(at(ns, 'configmaps', 'a'), { ...c.json, data: { c: '3' } })).status);
    },
  },
  {
    name: 'replace without a resourceVersion is unconditional for configmaps',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.see('ok', (await t.put(at(ns, 'configmaps', 'a'), { ...cm('a'), data: { z: '1' } })).json?.data);
    },
  },
  {
    name: 'replace with a resourceVersion that is no number is refused',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      const r = await t.put(at(ns, 'configmaps', 'a'), cm('a', { metadata: { resourceVersion: 'abc' } }));
      t.see('refused', [r.status >= 400, r.json?.kind, r.json?.status]);
    },
  },
  {
    name: 'replace with another uid is 409',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus(
        'uid',
        await t.put(at(ns, 'configmaps', 'a'), cm('a', { metadata: { uid: '11111111-1111-1111-1111-111111111111' } })),
      );
    },
  },
  {
    name: 'replace of a missing lease creates it',
    async run(t) {
      const ns = await space(t, LEASE);
      const r = await t.put(at(ns, LEASE, 'a'), {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'a' },
        spec: { holderIdentity: 'x', leaseDurationSeconds: 10 },
      });
      full(t, 'created', r);
    },
  },
  {
    name: 'replace cannot set deletionTimestamp or creationTimestamp',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const c = await t.post(at(ns, 'configmaps'), cm('a'));
      const d = await t.put(
        at(ns, 'configmaps', 'a'),
        cm('a', { metadata: { deletionTimestamp: '2001-01-01T00:00:00Z' } }),
      );
      t.see('deletionTimestamp', [d.status, d.json?.reason, d.json?.details?.causes?.[0]?.field]);
      t.seeStatus(
        'creationTimestamp',
        await t.put(at(ns, 'configmaps', 'a'), cm('a', { metadata: { creationTimestamp: '2001-01-01T00:00:00Z' } })),
      );
      const g = await t.get(at(ns, 'configmaps', 'a'));
      t.see('kept', [
        g.json?.metadata?.creationTimestamp === c.json?.metadata?.creationTimestamp,
        g.json?.metadata?.deletionTimestamp ?? null,
      ]);
    },
  },
  // ---- methods and bodies
  {
    name: 'deletecollection of namespaces is 405',
    async run(t) {
      t.seeStatus('delete', await t.del('/api/v1/namespaces'));
    },
  },
  {
    name: 'invalid JSON is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const b of [
        '{',
        '{"a":',
        'nope',
        '[]',
        '"x"',
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}} x',
      ])
        t.seeStatus(b.slice(0, 20), await t.post(at(ns, 'configmaps'), b));
    },
  },
  {
    name: 'an empty body is 400',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus(
        'post',
        await t.http('POST', at(ns, 'configmaps'), {
          headers: { 'content-type': 'application/json', 'content-length': 0 },
        }),
      );
      await t.post(at(ns, 'configmaps'), cm('a'));
      t.seeStatus(
        'put',
        await t.http('PUT', at(ns, 'configmaps', 'a'), {
          headers: { 'content-type': 'application/json', 'content-length': 0 },
        }),
      );
    },
  },
  {
    name: 'an absent content type means JSON',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const b = Buffer.from(JSON.stringify(cm('a')));
      const r = await t.http('POST', at(ns, 'configmaps'), {
        headers: { 'content-length': b.length, 'content-type': '' },
        body: b,
      });
      t.see('code', r.status);
    },
  },
  {
    name: 'a body over 3 MiB is 413',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus(
        'post',
        await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { a: 'x'.repeat(3 * 1024 * 1024 + 10) } } })),
      );
    },
  },
  {
    name: 'a configmap over 1 MiB is 422',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { a: 'x'.repeat(1024 * 1024 + 1) } } }));
      t.see('data', [r.status, r.json?.reason, r.json?.details?.causes?.map((c) => c.reason)]);
    },
  },
  {
    name: 'unicode values survive',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { k: 'äöü ☃ 𝄞 \u0001 \u2028 <>&"\\' } } }));
      t.see('data', (await t.get(at(ns, 'configmaps', 'a'))).json?.data);
    },
  },
];
