import { at, cm, DEPLOY, space } from '../../support/objects.mjs';
import { deployment, full } from './helpers.mjs';

const warnings = (r) => {
  const w = r.headers.warning;
  return w ? (w.match(/(?:^|, )299 /g) ?? []).length : 0;
};

export const cases = [
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
];
