// Where objects are, and namespaces for them.
import { MERGE } from './case-helpers.mjs';

/** The path of a resource such as `configmaps` or `apis/apps/v1/deployments`, or of an object. */
export const at = (ns, res, name = '') => {
  const i = res.lastIndexOf('/'),
    base = i < 0 ? 'api/v1' : res.slice(0, i);
  return `/${base}${ns ? `/namespaces/${ns}` : ''}/${res.slice(i + 1)}${name && `/${name}`}`;
};
/** A namespace whose objects of the named resources are removed afterwards. */
export async function space(t, ...resources) {
  const ns = await t.ns();
  for (const r of resources)
    t.cleanup(async () => {
      await t.del(`${at(ns, r)}?gracePeriodSeconds=0&propagationPolicy=Background`);
      for (const o of (await t.get(at(ns, r))).json?.items ?? [])
        await t.patch(at(ns, r, o.metadata.name), { metadata: { finalizers: null } }, MERGE);
    });
  return ns;
}
/** A namespace for pods, which need its service account. */
export async function podSpace(t, ...more) {
  const ns = await space(t, 'serviceaccounts', 'pods', ...more);
  await t.post(at(ns, 'serviceaccounts'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  return ns;
}
export const DEPLOY = 'apis/apps/v1/deployments';
export const cm = (name, o = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...o.metadata },
  data: { a: '1' },
  ...o.top,
});
export const rvOf = (r) => r.json?.metadata?.resourceVersion;
/** Two group versions with many resources. */
export const GROUP_VERSIONS = ['api/v1', 'apis/autoscaling/v2'];
/** The resources of a group version that can be listed. */
export const listable = async (t, gv) =>
  (await t.get(`/${gv}`)).json?.resources
    ?.filter((r) => r.verbs.includes('list'))
    .map((r) => r.name)
    .sort() ?? [];
