// What several files of the area's cases use.
import { need } from '../../support/case-helpers.mjs';

export const code = async (p) => (await p).status;
export const pod = (name, spec = {}, more = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...more.metadata },
  spec: { containers: [{ name: 'c', image: 'x', ...more.container }], ...spec },
});
export const PODS = (ns) => `/api/v1/namespaces/${ns}/pods`;
export async function podNs(t, sa = {}) {
  const ns = await t.ns();
  const r = await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
    automountServiceAccountToken: false,
    ...sa,
  });
  if (r.status >= 300) throw new Error(r.text);
  await need(t, 'service account in use', async () => (await code(t.post(`${PODS(ns)}?dryRun=All`, pod('x')))) === 201);
  return ns;
}
