// JSON patch, merge patch and strategic merge patch.
import { JSONP, MERGE, SMP } from '../support/case-helpers.mjs';
import { at, DEPLOY, rvOf, space } from '../support/objects.mjs';

const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: o.data ?? { a: '1', b: '2' },
});
const deployment = (name, spec = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'x' } },
    template: {
      metadata: { labels: { app: 'x' } },
      spec: {
        containers: [
          {
            name: 'a',
            image: 'a:1',
            env: [
              { name: 'E1', value: '1' },
              { name: 'E2', value: '2' },
            ],
            ports: [
              { containerPort: 80, name: 'http' },
              { containerPort: 443, name: 'https' },
            ],
            args: ['x', 'y'],
          },
          { name: 'b', image: 'b:1' },
        ],
        ...spec,
      },
    },
  },
});
const pods = (r) => r.json?.spec?.template?.spec;
/** Names and images of the containers after a patch, or the refusal. */
const containers = (r) =>
  r.status < 300 ? pods(r)?.containers?.map((c) => `${c.name}=${c.image}`) : [r.status, r.json?.reason];
/** A configmap `a` and a function that patches it. */
async function onMap(t, o) {
  const ns = await space(t, 'configmaps');
  const c = await t.post(at(ns, 'configmaps'), cm('a', o));
  return {
    ns,
    created: c,
    patch: (b, type, q = '') => t.patch(at(ns, 'configmaps', 'a') + q, b, type),
    get: () => t.get(at(ns, 'configmaps', 'a')),
  };
}
async function onDeployment(t, spec) {
  const ns = await space(t, DEPLOY);
  const c = await t.post(at(ns, DEPLOY), deployment('a', spec));
  return { ns, created: c, patch: (b, type = SMP, q = '') => t.patch(at(ns, DEPLOY, 'a') + q, b, type) };
}
const smp = (spec) => ({ spec: { template: { spec } } });
export const cases = [
  // ---- JSON patch
  {
    name: 'JSON patch move and copy',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch(
        [
          { op: 'copy', from: '/data/a', path: '/data/c' },
          { op: 'move', from: '/data/b', path: '/data/d' },
        ],
        JSONP,
      );
      t.see('data', [r.status, r.json?.data]);
    },
  },
  {
    name: 'JSON patch add to a map that does not exist is 422',
    async run(t) {
      const m = await onMap(t);
      t.seeStatus('labels', await m.patch([{ op: 'add', path: '/metadata/labels/x', value: 'y' }], JSONP));
      const r = await m.patch([{ op: 'add', path: '/metadata/labels', value: { x: 'y' } }], JSONP);
      t.see('whole map', [r.status, r.json?.metadata?.labels]);
    },
  },
  {
    name: 'JSON patch add replaces an existing value',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch([{ op: 'add', path: '/data/a', value: 'new' }], JSONP);
      t.see('data', [r.status, r.json?.data]);
    },
  },
  {
    name: 'JSON patch that is no list is 400',
    async run(t) {
      const m = await onMap(t);
      t.seeStatus('object', await m.patch({ op: 'add', path: '/data/x', value: '1' }, JSONP));
      t.seeStatus('broken', await m.patch('[{', JSONP));
    },
  },
  {
    name: 'an empty JSON patch changes nothing',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch([], JSONP);
      t.see('rv', [r.status, rvOf(r) === rvOf(m.created)]);
    },
  },
  {
    name: 'JSON patch to a value of the wrong type is 422',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch([{ op: 'replace', path: '/data/a', value: 5 }], JSONP);
      t.see('number', [r.status, r.json?.reason]);
    },
  },
  {
    name: 'JSON patch test of resourceVersion makes it conditional',
    async run(t) {
      const m = await onMap(t);
      const ok = await m.patch(
        [
          { op: 'test', path: '/metadata/resourceVersion', value: rvOf(m.created) },
          { op: 'add', path: '/data/n', value: '1' },
        ],
        JSONP,
      );
      t.see('current', ok.status);
      const no = await m.patch(
        [
          { op: 'test', path: '/metadata/resourceVersion', value: rvOf(m.created) },
          { op: 'add', path: '/data/n', value: '2' },
        ],
        JSONP,
      );
      t.see('stale', [no.status, no.json?.reason]);
    },
  },
  {
    name: 'JSON patch can remove a whole field',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch([{ op: 'remove', path: '/data' }], JSONP);
      t.see('data', [r.status, r.json?.data ?? null]);
    },
  },
  // ---- merge patch
  {
    name: 'merge patch adds, replaces and deletes with null',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch({ data: { a: 'x', b: null, c: '3' } }, MERGE);
      t.see('data', [r.status, r.json?.data]);
    },
  },
  {
    name: 'merge patch null of a missing key is fine',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch({ data: { zz: null }, metadata: { labels: null } }, MERGE);
      t.see('unchanged', [r.status, rvOf(r) === rvOf(m.created)]);
    },
  },
  {
    name: 'merge patch replaces lists whole',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch(smp({ containers: [{ name: 'c', image: 'c:1' }] }), MERGE);
      t.see('containers', containers(r));
    },
  },
  {
    name: 'merge patch replaces a map by null and a value',
    async run(t) {
      const m = await onMap(t, { metadata: { labels: { x: '1', y: '2' } } });
      const r = await m.patch({ metadata: { labels: { y: '3', z: '4' } }, data: null }, MERGE);
      t.see('object', [r.status, r.json?.metadata?.labels, r.json?.data ?? null]);
    },
  },
  {
    name: 'a merge patch without effect keeps the resourceVersion',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch({ data: { a: '1' } }, MERGE);
      t.see('rv', [r.status, rvOf(r) === rvOf(m.created)]);
    },
  },
  {
    name: 'merge patch that is no object is 400',
    async run(t) {
      const m = await onMap(t);
      t.seeStatus('broken', await m.patch('{', MERGE));
      const l = await m.patch('[]', MERGE);
      t.see('list', l.status >= 400);
      const e = await m.patch('', MERGE);
      t.see('empty', e.status >= 400);
    },
  },
  // ---- strategic merge patch
  {
    name: 'strategic merge patch merges containers by name',
    async run(t) {
      const d = await onDeployment(t);
      t.see('change one', containers(await d.patch(smp({ containers: [{ name: 'b', image: 'b:2' }] }))));
      t.see('add one', containers(await d.patch(smp({ containers: [{ name: 'c', image: 'c:1' }] }))).sort());
    },
  },
  {
    name: 'strategic merge patch $patch replace on a list',
    async run(t) {
      const d = await onDeployment(t);
      t.see(
        'containers',
        containers(await d.patch(smp({ containers: [{ name: 'n', image: 'n:1' }, { $patch: 'replace' }] }))),
      );
    },
  },
  {
    name: 'strategic merge patch $patch replace on a map',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch({ spec: { strategy: { $patch: 'replace', type: 'Recreate' } } });
      t.see('strategy', [r.status, r.json?.spec?.strategy]);
    },
  },
  {
    name: 'strategic merge patch merges env by name and ports by containerPort',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch(
        smp({
          containers: [
            {
              name: 'a',
              env: [
                { name: 'E2', value: 'two' },
                { name: 'E3', value: '3' },
                { name: 'E1', $patch: 'delete' },
              ],
              ports: [{ containerPort: 443, name: 'tls' }],
            },
          ],
        }),
      );
      const c = pods(r)?.containers?.find((x) => x.name === 'a');
      t.see(
        'env',
        c?.env?.sort((x, y) => (x.name < y.name ? -1 : 1)),
      );
      t.see(
        'ports',
        c?.ports?.sort((x, y) => x.containerPort - y.containerPort),
      );
    },
  },
  {
    name: 'strategic merge patch replaces lists without a merge key',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch(smp({ containers: [{ name: 'a', args: ['only'] }] }));
      t.see('args', pods(r)?.containers?.[0]?.args);
    },
  },
  {
    name: 'strategic merge patch null removes a field',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch(smp({ containers: [{ name: 'a', env: null, args: null }] }));
      const c = pods(r)?.containers?.[0];
      t.see('container', [c?.name, c?.env ?? null, c?.args ?? null, c?.ports?.length]);
    },
  },
  {
    name: 'strategic merge patch $deleteFromPrimitiveList',
    async run(t) {
      const m = await onMap(t, { metadata: { finalizers: ['example.com/a', 'example.com/b', 'example.com/c'] } });
      const r = await m.patch({ metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/b'] } }, SMP);
      t.see('finalizers', [r.status, r.json?.metadata?.finalizers]);
      const a = await m.patch({ metadata: { finalizers: ['example.com/d', 'example.com/a'] } }, SMP);
      t.see('merged as a set', a.json?.metadata?.finalizers?.sort());
    },
  },
  {
    name: 'strategic merge patch of a volume source without $retainKeys is 422',
    async run(t) {
      const d = await onDeployment(t, { volumes: [{ name: 'v', emptyDir: {} }] });
      const r = await d.patch(smp({ volumes: [{ name: 'v', configMap: { name: 'c' } }] }));
      t.seeStatus('two sources', r);
    },
  },
  {
    name: 'strategic merge patch without the merge key of an item is refused',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch(smp({ containers: [{ image: 'x' }] }));
      t.see('no key', [r.status >= 400, r.json?.kind]);
    },
  },
  {
    name: 'strategic merge patch merges tolerations as a whole list',
    async run(t) {
      const d = await onDeployment(t, { tolerations: [{ key: 'a', operator: 'Exists' }] });
      const r = await d.patch(smp({ tolerations: [{ key: 'b', operator: 'Exists' }] }));
      t.see('tolerations', pods(r)?.tolerations);
    },
  },
  {
    name: 'strategic merge patch merges service ports by port',
    async run(t) {
      const ns = await space(t, 'services');
      await t.post(at(ns, 'services'), {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'a' },
        spec: {
          clusterIP: 'None',
          ports: [
            { name: 'x', port: 80 },
            { name: 'y', port: 81 },
          ],
        },
      });
      const r = await t.patch(
        at(ns, 'services', 'a'),
        {
          spec: {
            ports: [
              { port: 81, targetPort: 8081 },
              { name: 'z', port: 82 },
            ],
          },
        },
        SMP,
      );
      t.see(
        'ports',
        r.json?.spec?.ports?.sort((a, b) => a.port - b.port),
      );
    },
  },
  // ---- what every patch type has in common
  {
    name: 'patch of a missing object is 404',
    async run(t) {
      const ns = await space(t);
      for (const [n, type, b] of [
        ['json', JSONP, [{ op: 'add', path: '/data', value: {} }]],
        ['merge', MERGE, {}],
        ['strategic', SMP, {}],
      ])
        t.seeStatus(n, await t.patch(at(ns, 'configmaps', 'nope'), b, type));
    },
  },
  {
    name: 'patch that changes name or namespace is 400',
    async run(t) {
      const m = await onMap(t);
      t.seeStatus('name', await m.patch({ metadata: { name: 'other' } }, MERGE));
      t.seeStatus('namespace', await m.patch({ metadata: { namespace: 'default' } }, MERGE));
    },
  },
  {
    name: 'patch that changes the uid is refused',
    async run(t) {
      const m = await onMap(t);
      const r = await m.patch({ metadata: { uid: '11111111-1111-1111-1111-111111111111' } }, MERGE);
      t.see('uid', [r.status, r.json?.reason]);
    },
  },
  {
    name: 'patch with a resourceVersion is conditional',
    async run(t) {
      const m = await onMap(t);
      const ok = await m.patch({ metadata: { resourceVersion: rvOf(m.created) }, data: { n: '1' } }, MERGE);
      t.see('current', ok.status);
      t.seeStatus('stale', await m.patch({ metadata: { resourceVersion: rvOf(m.created) }, data: { n: '2' } }, MERGE));
      t.seeStatus(
        'stale strategic',
        await m.patch({ metadata: { resourceVersion: rvOf(m.created) }, data: { n: '2' } }, SMP),
      );
    },
  },
  {
    name: 'patch to an invalid state is 422',
    async run(t) {
      const d = await onDeployment(t);
      t.seeStatus('negative replicas', await d.patch({ spec: { replicas: -1 } }));
      t.seeStatus('no containers', await d.patch(smp({ containers: null }), MERGE));
      t.seeStatus('selector', await d.patch({ spec: { selector: { matchLabels: { app: 'y' } } } }));
      const m = await onMap(t);
      const l = await m.patch({ metadata: { labels: { 'bad key': 'x' } } }, MERGE);
      t.see('label', [l.status, l.json?.reason, l.json?.details?.causes?.[0]?.field]);
    },
  },
  {
    name: 'patch defaults what it leaves out',
    async run(t) {
      const d = await onDeployment(t);
      const r = await d.patch({ spec: { replicas: null, revisionHistoryLimit: null } }, MERGE);
      t.see('defaults', [r.status, r.json?.spec?.replicas, r.json?.spec?.revisionHistoryLimit]);
    },
  },
  {
    name: 'an unsupported patch type is 415',
    async run(t) {
      const m = await onMap(t);
      for (const type of ['application/json', 'text/plain', 'application/yaml']) {
        const r = await m.patch('{}', type);
        t.seeStatus(type, r);
      }
      const none = await t.http('PATCH', at(m.ns, 'configmaps', 'a'), { body: Buffer.from('{}'), type: '' });
      t.see('none', none.status);
    },
  },
];
