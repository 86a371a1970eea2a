// What several files of the area's cases use.
import { MERGE } from '../../support/case-helpers.mjs';
import { at } from '../../support/objects.mjs';

export const CSR_PEM =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWk1JR0JBZ0VBTUI4eERUQUxCZ05WQkFvTUJIUmxZVzB4RGpBTUJnTlZCQU1NQlhCeWIySmxNRmt3RXdZSApLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFYXFOaHJmclp3dWhlUStxSnZXc1JZV0RsNEFrNlk5SklDTkpSCk9mblNvUzI0RkZ2NkZvN2FIVnZNaS9tY1pINVlHWkF2NEZFNHhFU2M2NWZ2OGFlcGw2QUFNQW9HQ0NxR1NNNDkKQkFNQ0EwY0FNRVFDSUg4dnB6Um9RNWp1WXdEelB0dnNTOHVsV05JRzgyVXg4ck52Ykc5aDB5SURBaUEyUmhhTgpoeWNTLzlzeGFPT0FXREJiaGVPdUxmNnZQQU5sek9KM25EaU9rUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';
export const clear = (t, res, name) =>
  t.cleanup(async () => {
    await t.del(`${at('', res, name)}?propagationPolicy=Background`);
    await t.patch(at('', res, name), { metadata: { finalizers: null } }, MERGE);
  });
/** An answer with the parts masked that the server draws at random. */
export const masked = (v) =>
  JSON.parse(
    JSON.stringify(v ?? null)
      .replace(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-<random>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
      .replace(/"10\.0\.0\.\d{1,3}"/g, '"<in 10.0.0.0/24>"')
      .replace(/"lastPhaseTransitionTime":"[^"]*"/g, '"lastPhaseTransitionTime":"<time>"')
      .replace(/("nodePort"|"healthCheckNodePort"):3[0-2]\d{3}/g, '$1:"<node port>"'),
  );
export const full = (t, label, r, o) => t.see(label, { code: r.status, body: masked(r.json) }, o);
/** A refusal: code, reason and each cause once. */
export const refusal = (r) => ({
  code: r.status,
  reason: r.json?.reason,
  causes: [...new Set(r.json?.details?.causes?.map((c) => `${c.field ?? ''}:${c.reason ?? ''}`))].sort(),
});
export const APPS = 'apis/apps/v1/',
  NET = 'apis/networking.k8s.io/v1/',
  RBAC = 'apis/rbac.authorization.k8s.io/v1/',
  STORAGE = 'apis/storage.k8s.io/v1/',
  BATCH = 'apis/batch/v1/';
export const sel = { matchLabels: { app: 'x' } },
  C = { name: 'c', image: 'img:1' };
export const tpl = (spec = {}) => ({ metadata: { labels: { app: 'x' } }, spec: { containers: [C], ...spec } });
export const o = (apiVersion, kind, more = {}) => ({ apiVersion, kind, metadata: { name: 'a' }, ...more });
export const pod = (spec = {}, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: { automountServiceAccountToken: false, containers: [C], ...spec },
});
export const deployment = (spec = {}) =>
  o('apps/v1', 'Deployment', { spec: { selector: sel, template: tpl(), ...spec } });
