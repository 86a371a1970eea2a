// What the cases of feature gates share.

export const container = { name: 'a', image: 'a' };
export const podSpec = (spec = {}, more = {}) => ({
  automountServiceAccountToken: false,
  containers: [{ ...container, ...more }],
  ...spec,
});
export const claim = (request) => ({ devices: { requests: [{ name: 'r', ...request }] } });

/** A namespace in which pods can be created. */
export async function namespace(t) {
  const ns = await t.ns();
  await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, { metadata: { name: 'default' } });
  return ns;
}

export const pods = (_t, ns) => `/api/v1/namespaces/${ns}/pods`;
export const namespaced = (groupVersion, plural) => (_t, ns) => `/apis/${groupVersion}/namespaces/${ns}/${plural}`;
export const claims = namespaced('resource.k8s.io/v1', 'resourceclaims');
