// What several files of the area's cases use.

export const LEASE = 'apis/coordination.k8s.io/v1/leases';
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
