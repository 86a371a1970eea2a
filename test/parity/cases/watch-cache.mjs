// Lists of a server without watch caches: a limit is honoured with resourceVersion=0.
export const flags = ['--watch-cache=false'];
const objects = {
  configmaps: ['/api/v1', (name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })],
  secrets: ['/api/v1', (name) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })],
  deployments: [
    '/apis/apps/v1',
    (name) => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    }),
  ],
  events: [
    '/api/v1',
    (name, ns) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name },
      involvedObject: { kind: 'Pod', name: 'p', namespace: ns },
    }),
  ],
};
const seen = ({ status, json }) => ({
  status,
  reason: json?.reason,
  names: json?.items?.map(({ metadata }) => metadata.name),
  more: Boolean(json?.metadata?.continue),
  remaining: json?.metadata?.remainingItemCount,
});
const e = encodeURIComponent;
export const cases = Object.entries(objects).map(([resource, [base, make]]) => ({
  name: `a limit of ${resource} with resourceVersion=0`,
  async run(t) {
    const ns = await t.ns();
    const path = `${base}/namespaces/${ns}/${resource}`;
    t.cleanup(() => t.del(path));
    for (const name of ['a', 'b', 'c']) await t.post(path, make(name, ns));
    const first = await t.get(`${path}?limit=2&resourceVersion=0`);
    t.see('first page', seen(first));
    const token = first.json?.metadata?.continue;
    if (token) t.see('second page', seen(await t.get(`${path}?limit=2&continue=${e(token)}`)));
    if (token) t.see('with 0', seen(await t.get(`${path}?limit=2&resourceVersion=0&continue=${e(token)}`)));
    const atLeast = 'resourceVersion=0&resourceVersionMatch=NotOlderThan';
    t.see('not older than 0', seen(await t.get(`${path}?limit=1&${atLeast}`)));
    t.see('of one name', seen(await t.get(`${path}?limit=1&resourceVersion=0&fieldSelector=metadata.name%3Db`)));
    const revision = first.json?.metadata?.resourceVersion;
    t.see('at a revision', seen(await t.get(`${path}?limit=1&resourceVersion=${revision}`)));
  },
}));
cases.push({
  name: 'a limit of custom resources with resourceVersion=0',
  async run(t) {
    const { path, apiVersion, kind } = await t.crd();
    const ns = await t.ns();
    t.cleanup(() => t.del(path(ns)));
    for (const name of ['a', 'b']) await t.post(path(ns), { apiVersion, kind, metadata: { name } });
    t.see('page', seen(await t.get(`${path(ns)}?limit=1&resourceVersion=0`)));
  },
});
