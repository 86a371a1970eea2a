// What several files of the area's cases use.

import { need } from '../../support/case-helpers.mjs';
import { haveCA } from '../../support/tls.mjs';

export const RBAC = '/apis/rbac.authorization.k8s.io/v1',
  A = 'rbac.authorization.k8s.io';
export const as = (user, groups = [], more = {}) => ({
  headers: { 'impersonate-user': user, ...(groups.length ? { 'impersonate-group': groups } : {}), ...more },
});
export async function make(t, path, body) {
  const r = await t.post(path, body);
  if (r.status >= 300) throw new Error(`${path}: ${r.status} ${r.text.slice(0, 300)}`);
  t.cleanup(() => t.del(`${path}/${r.json.metadata.name}`));
  return r.json;
}
export const role = (t, ns, name, rules) =>
  make(t, `${RBAC}/namespaces/${ns}/roles`, { apiVersion: `${A}/v1`, kind: 'Role', metadata: { name }, rules });
export const clusterRole = (t, name, rules, more = {}) =>
  make(t, `${RBAC}/clusterroles`, { apiVersion: `${A}/v1`, kind: 'ClusterRole', metadata: { name }, rules, ...more });
export const user = (name) => ({ kind: 'User', apiGroup: A, name }),
  group = (name) => ({ kind: 'Group', apiGroup: A, name });
export const bind = (t, ns, name, kind, to, subjects) =>
  make(t, `${RBAC}/namespaces/${ns}/rolebindings`, {
    apiVersion: `${A}/v1`,
    kind: 'RoleBinding',
    metadata: { name },
    roleRef: { apiGroup: A, kind, name: to },
    subjects,
  });
export const bindAll = (t, name, to, subjects) =>
  make(t, `${RBAC}/clusterrolebindings`, {
    apiVersion: `${A}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: A, kind: 'ClusterRole', name: to },
    subjects,
  });
/** A user with these rules in a namespace; waits until the rule works (checked with a SubjectAccessReview). */
export async function allow(t, ns, name, rules) {
  await role(t, ns, name, rules);
  await bind(t, ns, name, 'Role', name, [user(name)]);
  const r = rules[0];
  await granted(t, {
    user: name,
    resourceAttributes: {
      namespace: ns,
      verb: r.verbs[0],
      group: r.apiGroups?.[0] ?? '',
      resource: r.resources[0].split('/')[0],
      subresource: r.resources[0].split('/')[1],
      name: r.resourceNames?.[0],
    },
  });
}
export async function allowAll(t, name, rules, subjects = [user(name)]) {
  await clusterRole(t, name, rules);
  await bindAll(t, name, name, subjects);
  const r = rules[0],
    who = subjects[0].kind === 'Group' ? { user: 'x', groups: [subjects[0].name] } : { user: subjects[0].name };
  await granted(t, {
    ...who,
    ...(r.nonResourceURLs
      ? { nonResourceAttributes: { path: r.nonResourceURLs[0].replace('*', 'x'), verb: r.verbs[0] } }
      : {
          resourceAttributes: {
            verb: r.verbs[0],
            group: r.apiGroups?.[0] ?? '',
            resource: r.resources[0].split('/')[0],
            subresource: r.resources[0].split('/')[1],
            name: r.resourceNames?.[0],
          },
        }),
  });
}
export const sar = (t, spec) =>
  t.post('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec,
  });
export const granted = (t, spec, yes = true) =>
  need(
    t,
    `${yes ? '' : 'not '}granted ${JSON.stringify(spec)}`,
    async () => (await sar(t, spec)).json?.status?.allowed === yes,
  );
export async function serviceAccount(t, ns, name = 'sa') {
  const r = await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name },
  });
  if (r.status >= 300) throw new Error(r.text);
  return r.json;
}
export const tokenRequest = (t, ns, name, spec = {}, opts) =>
  t.post(
    `/api/v1/namespaces/${ns}/serviceaccounts/${name}/token`,
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec },
    opts,
  );
export const code = async (p) => (await p).status;
export const withCA = (list) => (haveCA ? list : []);
