// What several files of the area's cases use.

export const at = (ns, res, name = '') => {
  const i = res.lastIndexOf('/'),
    base = i < 0 ? 'api/v1' : res.slice(0, i);
  return `/${base}${ns ? `/namespaces/${ns}` : ''}/${res.slice(i + 1)}${name && `/${name}`}`;
};
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
export const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1',
  POML = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
export const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: { a: '1' },
  ...o.top,
});
export const ct = (r) => r.headers['content-type'];
export const head = (r) => ({ code: r.status, type: ct(r), kind: r.json?.kind, apiVersion: r.json?.apiVersion });
export const meta = (name, more) => ({ name, ...more });
