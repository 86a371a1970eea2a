// Create, read, replace and the subresources of the built-in kinds: what a client may send and what it gets back.
const at = (ns, res, name = '') => {
  const i = res.lastIndexOf('/'),
    base = i < 0 ? 'api/v1' : res.slice(0, i);
  return `/${base}${ns ? `/namespaces/${ns}` : ''}/${res.slice(i + 1)}${name && `/${name}`}`;
};
const DEPLOY = 'apis/apps/v1/deployments',
  LEASE = 'apis/coordination.k8s.io/v1/leases';
/** A namespace whose objects of the named resources are removed afterwards. */
async function space(t, ...resources) {
  const ns = await t.ns();
  for (const r of resources)
    t.cleanup(async () => {
      await t.del(`${at(ns, r)}?gracePeriodSeconds=0&propagationPolicy=Background`);
      for (const o of (await t.get(at(ns, r))).json?.items ?? [])
        await t.patch(at(ns, r, o.metadata.name), { metadata: { finalizers: null } }, 'application/merge-patch+json');
    });
  return ns;
}
const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: { a: '1' },
  ...o.top,
});
const secret = (name, top = {}) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, ...top });
const podSpec = {
  containers: [{ name: 'c', image: 'img:1' }],
  terminationGracePeriodSeconds: 0,
  automountServiceAccountToken: false,
};
const pod = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...o.metadata },
  spec: { ...podSpec, ...o.spec },
});
const deployment = (name, o = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, ...o.metadata },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'img:1' }] } },
    ...o.spec,
  },
});
const full = (t, label, r, opts) => t.see(label, { code: r.status, body: r.json }, opts);
/** A namespace in which pods can be made (there is no controller that would make the default service account). */
async function podSpace(t, ...more) {
  const ns = await space(t, 'serviceaccounts', 'pods', ...more);
  await t.post(at(ns, 'serviceaccounts'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  return ns;
}
const warnings = (r) => {
  const w = r.headers.warning;
  return w ? (w.match(/(?:^|, )299 /g) ?? []).length : 0;
};

async function bare(t, name) {
  t.cleanup(async () => {
    await t.del(`/api/v1/namespaces/${name}`);
    const n = await t.get(`/api/v1/namespaces/${name}`);
    if (n.status === 200) {
      n.json.spec = { finalizers: [] };
      await t.put(`/api/v1/namespaces/${name}/finalize`, n.json);
    }
  });
}
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
  // ---- dry run
  {
    name: 'dryRun with an empty value is refused',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const r = await t.post(`${at(ns, 'configmaps')}?dryRun=`, cm('a'));
      t.see('answer', r.status);
      t.see('stored', (await t.get(at(ns, 'configmaps', 'a'))).status);
    },
  },
  {
    name: 'dryRun of a service allocates no address',
    async run(t) {
      const ns = await space(t, 'services');
      const r = await t.post(`${at(ns, 'services')}?dryRun=All`, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'a' },
        spec: { ports: [{ port: 80 }] },
      });
      t.see('answer', [r.status, /^10\.0\.0\.\d+$/.test(r.json?.spec?.clusterIP)]);
      t.see('stored', (await t.get(at(ns, 'services', 'a'))).status);
    },
  },
  // ---- field validation
  ...[
    [
      'PUT',
      async (t, ns, q, b) => {
        await t.post(at(ns, 'configmaps'), cm('a'));
        return t.http('PUT', `${at(ns, 'configmaps', 'a')}${q}`, { body: b });
      },
    ],
    [
      'strategic PATCH',
      async (t, ns, q, b) => {
        await t.post(at(ns, 'configmaps'), cm('a'));
        return t.patch(`${at(ns, 'configmaps', 'a')}${q}`, b, 'application/strategic-merge-patch+json');
      },
    ],
  ].map(([verb, send]) => ({
    name: `field validation on ${verb} of unknown and duplicate fields`,
    async run(t) {
      const unknown =
          '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","nope":1},"data":{"b":"2"},"extra":{"x":1}}',
        dup = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"b":"2","b":"3"}}';
      for (const mode of ['', '?fieldValidation=Ignore', '?fieldValidation=Warn', '?fieldValidation=Strict'])
        for (const [what, body] of [
          ['unknown', unknown],
          ['duplicate', dup],
        ]) {
          const ns = await space(t, 'configmaps');
          const r = await send(t, ns, mode, body);
          t.see(
            `${mode || 'default'} ${what}`,
            verb === 'apply PATCH' && what === 'unknown'
              ? { refused: r.status >= 400 }
              : {
                  code: r.status,
                  warnings: warnings(r),
                  reason: r.json?.reason,
                  data: r.json?.data,
                  causes: r.json?.details?.causes,
                },
          );
        }
    },
  })),
  {
    name: 'field validation names the unknown fields in its warnings',
    async run(t) {
      const ns = await space(t, DEPLOY);
      const d = deployment('a');
      d.spec.template.spec.containers[0].nope = 1;
      d.spec.bogus = true;
      const r = await t.post(at(ns, DEPLOY), d);
      t.see('warning', [r.status, r.headers.warning?.split(/, (?=299 )/).sort()]);
      const s = await t.post(`${at(ns, DEPLOY)}?fieldValidation=Strict`, { ...d, metadata: { name: 'b' } });
      t.seeStatus('strict', s);
    },
  },
  {
    name: 'field validation with another value is 422',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus('bad', await t.post(`${at(ns, 'configmaps')}?fieldValidation=Maybe`, cm('a')));
    },
  },
  // ---- fieldManager parameter
  {
    name: 'fieldManager longer than 128 or unprintable is refused',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus('long', await t.post(`${at(ns, 'configmaps')}?fieldManager=${'x'.repeat(129)}`, cm('a')));
      t.seeStatus('unprintable', await t.post(`${at(ns, 'configmaps')}?fieldManager=a%01b`, cm('a')));
      t.see('128 is fine', (await t.post(`${at(ns, 'configmaps')}?fieldManager=${'x'.repeat(128)}`, cm('a'))).status);
    },
  },
  // ---- metadata validation
  {
    name: 'annotation validation',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.seeStatus(
        'key',
        await t.post(at(ns, 'configmaps'), cm('a', { metadata: { annotations: { 'bad key': 'v' } } })),
      );
      t.seeStatus(
        'total size',
        await t.post(at(ns, 'configmaps'), cm('a', { metadata: { annotations: { a: 'x'.repeat(256 * 1024) } } })),
      );
      t.see(
        'any value',
        (
          await t.post(
            at(ns, 'configmaps'),
            cm('a', { metadata: { annotations: { 'Example.com/Key': 'any thing\n' } } }),
          )
        ).status,
      );
    },
  },
  {
    name: 'owner reference validation',
    async run(t) {
      const ns = await space(t, 'configmaps');
      const ok = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u' };
      for (const [n, refs] of Object.entries({
        empty: [{}],
        'no version': [{ ...ok, apiVersion: '' }],
        'no kind': [{ ...ok, kind: '' }],
        'no name': [{ ...ok, name: '' }],
        'no uid': [{ ...ok, uid: '' }],
        'two controllers': [
          { ...ok, controller: true },
          { ...ok, uid: 'v', controller: true },
        ],
        'an event': [{ ...ok, kind: 'Event' }],
        'bad version': [{ ...ok, apiVersion: 'a/b/c' }],
      }))
        t.seeStatus(n, await t.post(at(ns, 'configmaps'), cm('a', { metadata: { ownerReferences: refs } })));
      const r = await t.post(
        at(ns, 'configmaps'),
        cm('a', {
          metadata: {
            ownerReferences: [
              { ...ok, controller: true, blockOwnerDeletion: true },
              { ...ok, uid: 'v' },
            ],
          },
        }),
      );
      full(t, 'fine', r);
    },
  },
  {
    name: 'configmap keys are validated',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const k of ['a b', 'a/b', '..', '.', ''])
        t.seeStatus(k.slice(0, 10), await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { [k]: '1' } } })));
      t.seeStatus(
        'in both',
        await t.post(at(ns, 'configmaps'), cm('a', { top: { data: { k: '1' }, binaryData: { k: 'AA==' } } })),
      );
    },
  },
  // ---- generation
  {
    name: 'generation of a deployment counts spec changes only',
    async run(t) {
      const ns = await space(t, DEPLOY);
      const gen = (r) => r.json?.metadata?.generation;
      const c = await t.post(at(ns, DEPLOY), deployment('a', { metadata: { generation: 99 } }));
      t.see('created', gen(c));
      t.see(
        'label',
        gen(await t.patch(at(ns, DEPLOY, 'a'), { metadata: { labels: { l: '1' } } }, 'application/merge-patch+json')),
      );
      t.see('spec', gen(await t.patch(at(ns, DEPLOY, 'a'), { spec: { replicas: 5 } }, 'application/merge-patch+json')));
      t.see(
        'status',
        gen(
          await t.patch(`${at(ns, DEPLOY, 'a')}/status`, { status: { replicas: 5 } }, 'application/merge-patch+json'),
        ),
      );
      t.see(
        'scale',
        (await t.patch(`${at(ns, DEPLOY, 'a')}/scale`, { spec: { replicas: 6 } }, 'application/merge-patch+json'))
          .status,
      );
      t.see('after scale', gen(await t.get(at(ns, DEPLOY, 'a'))));
      t.see(
        'client value',
        gen(await t.patch(at(ns, DEPLOY, 'a'), { metadata: { generation: 50 } }, 'application/merge-patch+json')),
      );
    },
  },
  {
    name: 'configmaps have no generation',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a'));
      const r = await t.put(at(ns, 'configmaps', 'a'), { ...cm('a'), data: { b: '1' } });
      t.see('generation', r.json?.metadata?.generation ?? null);
    },
  },
  // ---- configmaps and secrets
  {
    name: 'an immutable configmap keeps its data but not its metadata',
    async run(t) {
      const ns = await space(t, 'configmaps');
      await t.post(at(ns, 'configmaps'), cm('a', { top: { immutable: true, binaryData: { b: 'AAE=' } } }));
      const p = (b) => t.patch(at(ns, 'configmaps', 'a'), b, 'application/merge-patch+json');
      t.seeStatus('data', await p({ data: { a: '2' } }));
      t.seeStatus('binaryData', await p({ binaryData: { b: 'AAI=' } }));
      t.seeStatus('unset', await p({ immutable: false }));
      t.seeStatus('drop', await p({ immutable: null }));
      t.see('labels', (await p({ metadata: { labels: { x: 'y' } } })).status);
    },
  },
  {
    name: 'secret stringData is written into data and never read',
    async run(t) {
      const ns = await space(t, 'secrets');
      full(
        t,
        'created',
        await t.post(
          at(ns, 'secrets'),
          secret('a', { data: { a: 'b2xk', b: 'a2VlcA==' }, stringData: { a: 'new', c: 'ü' } }),
        ),
      );
      full(t, 'read', await t.get(at(ns, 'secrets', 'a')));
    },
  },
  {
    name: 'typed secrets need their keys',
    async run(t) {
      const ns = await space(t, 'secrets');
      for (const [type, top] of Object.entries({
        'kubernetes.io/tls': {},
        'kubernetes.io/dockerconfigjson': {},
        'kubernetes.io/dockercfg': { data: { '.dockercfg': 'e30=' } },
        'kubernetes.io/basic-auth': {},
        'kubernetes.io/ssh-auth': {},
        'kubernetes.io/service-account-token': {},
      }))
        t.seeStatus(type, await t.post(at(ns, 'secrets'), secret('a', { type, ...top })));
      t.seeStatus(
        'dockerconfigjson not JSON',
        await t.post(
          at(ns, 'secrets'),
          secret('a', { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'nope' } }),
        ),
      );
    },
  },
  {
    name: 'service account is created bare',
    async run(t) {
      const ns = await space(t, 'serviceaccounts');
      full(
        t,
        'created',
        await t.post(at(ns, 'serviceaccounts'), {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: 'a' },
          automountServiceAccountToken: false,
          imagePullSecrets: [{ name: 'x' }],
        }),
      );
    },
  },
  // ---- status subresource
  {
    name: 'status of a deployment: the subresource changes status only',
    async run(t) {
      const ns = await space(t, DEPLOY);
      const c = await t.post(at(ns, DEPLOY), deployment('a'));
      const r = await t.put(`${at(ns, DEPLOY, 'a')}/status`, {
        ...c.json,
        spec: { ...c.json.spec, replicas: 42 },
        status: { replicas: 3, readyReplicas: 1, observedGeneration: 1 },
      });
      t.see('answer', [r.status, r.json?.kind, r.json?.spec?.replicas, r.json?.status, r.json?.metadata?.generation]);
      t.see('get /status', [(await t.get(`${at(ns, DEPLOY, 'a')}/status`)).json?.kind]);
      t.seeStatus('missing', await t.get(`${at(ns, DEPLOY, 'b')}/status`));
    },
  },
  // ---- namespaces
  {
    name: 'a namespace gets its phase, finalizer and name label',
    async run(t) {
      const name = `${t.id}-a`;
      await bare(t, name);
      full(
        t,
        'created',
        await t.post('/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name, labels: { a: 'b', 'kubernetes.io/metadata.name': 'lie' } },
        }),
      );
    },
  },
  {
    name: 'namespace finalize: removing the finalizer removes a terminating namespace',
    async run(t) {
      const name = `${t.id}-a`;
      await bare(t, name);
      await t.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      const d = await t.del(`/api/v1/namespaces/${name}`);
      full(t, 'deleted', d);
      const n = await t.get(`/api/v1/namespaces/${name}`);
      const f = await t.put(`/api/v1/namespaces/${name}/finalize`, { ...n.json, spec: { finalizers: [] } });
      t.see('finalize', [f.status, f.json?.kind]);
      t.seeStatus('gone', await t.get(`/api/v1/namespaces/${name}`));
    },
  },
  {
    name: 'namespace finalizers cannot be changed by replace',
    async run(t) {
      const ns = await space(t);
      const n = await t.get(`/api/v1/namespaces/${ns}`);
      const r = await t.put(`/api/v1/namespaces/${ns}`, { ...n.json, spec: { finalizers: ['example.com/x'] } });
      t.see('spec', [r.status, r.json?.spec]);
    },
  },
  {
    name: 'namespace finalize with a bad finalizer is 422',
    async run(t) {
      const ns = await space(t);
      const n = await t.get(`/api/v1/namespaces/${ns}`);
      t.seeStatus(
        'bad',
        await t.put(`/api/v1/namespaces/${ns}/finalize`, { ...n.json, spec: { finalizers: ['foo'] } }),
      );
    },
  },
  // ---- scale
  {
    name: 'scale of a deployment by replace',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment('a'));
      const s = await t.get(`${at(ns, DEPLOY, 'a')}/scale`);
      const r = await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { ...s.json, spec: { replicas: 5 } });
      full(t, 'put', r);
      t.see('deployment', (await t.get(at(ns, DEPLOY, 'a'))).json?.spec?.replicas);
      t.seeStatus('stale', await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { ...s.json, spec: { replicas: 6 } }));
      t.see(
        'without rv',
        (
          await t.put(`${at(ns, DEPLOY, 'a')}/scale`, {
            apiVersion: 'autoscaling/v1',
            kind: 'Scale',
            metadata: { name: 'a', namespace: ns },
            spec: { replicas: 7 },
          })
        ).json?.spec,
      );
    },
  },
  {
    name: 'scale errors',
    async run(t) {
      const ns = await space(t, DEPLOY);
      await t.post(at(ns, DEPLOY), deployment('a'));
      t.seeStatus('missing', await t.get(`${at(ns, DEPLOY, 'b')}/scale`));
      t.seeStatus(
        'negative',
        await t.patch(`${at(ns, DEPLOY, 'a')}/scale`, { spec: { replicas: -1 } }, 'application/merge-patch+json'),
      );
      t.seeStatus(
        'wrong kind',
        await t.put(`${at(ns, DEPLOY, 'a')}/scale`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      );
      t.seeStatus(
        'wrong name',
        await t.put(`${at(ns, DEPLOY, 'a')}/scale`, {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'b', namespace: ns },
          spec: { replicas: 1 },
        }),
      );
    },
  },
  // ---- pods
  {
    name: 'pods/eviction deletes a pod',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.post(`${at(ns, 'pods', 'a')}/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'a', namespace: ns },
      });
      t.see('evict', [r.status, r.json?.kind, r.json?.status]);
      t.see('gone', (await t.get(at(ns, 'pods', 'a'))).status);
      t.seeStatus(
        'missing',
        await t.post(`${at(ns, 'pods', 'a')}/eviction`, {
          apiVersion: 'policy/v1',
          kind: 'Eviction',
          metadata: { name: 'a' },
        }),
      );
    },
  },
  {
    name: 'pods/ephemeralcontainers adds a container',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.patch(
        `${at(ns, 'pods', 'a')}/ephemeralcontainers`,
        { spec: { ephemeralContainers: [{ name: 'dbg', image: 'busybox' }] } },
        'application/strategic-merge-patch+json',
      );
      t.see('added', [r.status, r.json?.kind, r.json?.spec?.ephemeralContainers]);
      t.seeStatus(
        'cannot be removed',
        await t.patch(
          `${at(ns, 'pods', 'a')}/ephemeralcontainers`,
          { spec: { ephemeralContainers: null } },
          'application/merge-patch+json',
        ),
      );
      t.seeStatus(
        'not by replace',
        await t.patch(
          at(ns, 'pods', 'a'),
          { spec: { ephemeralContainers: [{ name: 'dbg2', image: 'busybox' }] } },
          'application/strategic-merge-patch+json',
        ),
      );
    },
  },
  {
    name: 'pods/status changes status only',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.patch(
        `${at(ns, 'pods', 'a')}/status`,
        {
          spec: { containers: [{ name: 'c', image: 'other' }] },
          status: { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] },
        },
        'application/strategic-merge-patch+json',
      );
      t.see('answer', [r.status, r.json?.spec?.containers?.[0]?.image, r.json?.status?.phase, r.json?.status?.podIPs]);
    },
  },
  {
    name: 'pod spec is immutable but for image, deadline, tolerations',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const p = (spec) => t.patch(at(ns, 'pods', 'a'), { spec }, 'application/strategic-merge-patch+json');
      t.see('image', (await p({ containers: [{ name: 'c', image: 'img:2' }] })).json?.spec?.containers?.[0]?.image);
      t.see('deadline', (await p({ activeDeadlineSeconds: 100 })).json?.spec?.activeDeadlineSeconds);
      t.seeStatus('longer deadline', await p({ activeDeadlineSeconds: 200 }));
      t.seeStatus('command', await p({ containers: [{ name: 'c', command: ['x'] }] }));
      t.seeStatus('new container', await p({ containers: [{ name: 'd', image: 'x' }] }));
      t.seeStatus('restartPolicy', await p({ restartPolicy: 'Never' }));
      t.see(
        'toleration',
        (
          await t.patch(
            at(ns, 'pods', 'a'),
            [{ op: 'add', path: '/spec/tolerations/-', value: { key: 'k', operator: 'Exists', effect: 'NoSchedule' } }],
            'application/json-patch+json',
          )
        ).status,
      );
    },
  },
  {
    name: 'exec, attach and portforward of a pod without a node are refused',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      for (const [n, q] of [
        ['exec', '?command=ls'],
        ['attach', ''],
        ['portforward', '?ports=80'],
      ]) {
        t.seeStatus(n, await t.http('POST', `${at(ns, 'pods', 'a')}/${n}${q}`));
        t.seeStatus(`${n} of a missing pod`, await t.http('POST', `${at(ns, 'pods', 'none')}/${n}${q}`));
      }
    },
  },
  {
    name: 'a pod without its service account is 403',
    async run(t) {
      const ns = await space(t, 'pods');
      t.seeStatus('named', await t.post(at(ns, 'pods'), pod('a', { spec: { serviceAccountName: 'nope' } })));
    },
  },
  // ---- token request
  {
    name: 'serviceaccounts/token bound to a pod names it',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'pods'), pod('a'));
      const r = await t.post(`${at(ns, 'serviceaccounts', 'default')}/token`, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'a' } },
      });
      const p = JSON.parse(Buffer.from(r.json?.status?.token.split('.')[1], 'base64url'));
      t.see('claim', [r.status, p['kubernetes.io']]);
      t.see(
        'works',
        (
          await t.post(
            '/apis/authentication.k8s.io/v1/selfsubjectreviews',
            { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
            { token: r.json?.status?.token },
          )
        ).status,
      );
      await t.del(`${at(ns, 'pods', 'a')}?gracePeriodSeconds=0`);
    },
  },
];
