// What several files of the area's cases use.

export const at = (ns, res, name = '') => {
  const i = res.lastIndexOf('/'),
    base = i < 0 ? 'api/v1' : res.slice(0, i);
  return `/${base}${ns ? `/namespaces/${ns}` : ''}/${res.slice(i + 1)}${name && `/${name}`}`;
};
export const DEPLOY = 'apis/apps/v1/deployments',
  LEASE = 'apis/coordination.k8s.io/v1/leases';
/** A namespace whose objects of the named resources are removed afterwards. */
export async function space(t, ...resources) {
  const ns = await t.ns();
  for (const r of resources)
    t.cleanup(async () => {
      await t.del(`${at(ns, r)}?gracePeriodSeconds=0&propagationPolicy=Background`);
      for (const o of (await t.get(at(ns, r))).json?.items ?? [])
        await t.patch(at(ns, r, o.metadata.name), { metadata: { finalizers: null } }, 'application/merge-patch+json');
    });
  return ns;
}
export const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: { a: '1' },
  ...o.top,
});
export const deployment = (name, o = {}) => ({
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
export const full = (t, label, r, opts) => t.see(label, { code: r.status, body: r.json }, opts);
export async function bare(t, name) {
  t.cleanup(async () => {
    await t.del(`/api/v1/namespaces/${name}`);
    const n = await t.get(`/api/v1/namespaces/${name}`);
    if (n.status === 200) {
      n.json.spec = { finalizers: [] };
      await t.put(`/api/v1/namespaces/${name}/finalize`, n.json);
    }
  });
}
