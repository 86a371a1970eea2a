// Random roles and bindings, and random requests to authorize.
import { numbers } from '../support/until.mjs';

export const users = numbers(8).map((index) => ({
  name: index === 7 ? '__proto__' : `user-${index}`,
  groups: [`group-${index % 3}`, `group-${(index * 2) % 5}`],
}));
export const namespaces = ['alpha', 'beta', 'constructor'];
const groups = ['', 'apps', 'rbac.authorization.k8s.io'];
const resources = ['pods', 'configmaps', 'secrets', 'deployments'];
const subresources = ['log', 'status', 'scale'];
const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'constructor'];
const names = ['one', 'two', 'constructor', '__proto__'];
const paths = ['/metrics', '/metrics/a', '/logs/b', '/debug/pprof/heap', '/metricsx'];
const pathPatterns = ['/metrics', '/metrics/*', '/logs/*', '/debug*', '*'];

export function randomPolicy(random) {
  const clusterRoles = numbers(8).map((index) => ({
    name: `cluster-role-${index}`,
    rules: randomRules(random, { withPaths: true }),
  }));
  const roles = namespaces.flatMap((namespace) =>
    numbers(3).map((index) => ({ name: `role-${index}`, namespace, rules: randomRules(random, { withPaths: false }) })),
  );
  const all = [...clusterRoles, ...roles];
  const bindings = numbers(14).map((index) => randomBinding(random, { name: `binding-${index}`, roles, clusterRoles }));
  return { roles: all, bindings };
}

function randomRules(random, { withPaths }) {
  return numbers(random.between(1, 3)).map(() => {
    if (withPaths && random.chance(0.25))
      return { verbs: some(random, ['get', 'post', 'put']), nonResourceURLs: some(random, pathPatterns, 2) };
    const patterns = [
      ...resources,
      ...resources.flatMap((resource) => subresources.map((sub) => `${resource}/${sub}`)),
      '*/scale',
      '*/log',
    ];
    return {
      verbs: some(random, verbs),
      apiGroups: some(random, groups),
      resources: some(random, patterns, 6),
      ...(random.chance(0.3) && { resourceNames: random.some(names, 1) }),
    };
  });
}

/** Occasionally all of them. */
function some(random, items, most = items.length) {
  if (random.chance(0.1)) return ['*'];
  return random.some(items, 1).slice(0, most);
}

function randomBinding(random, { name, roles, clusterRoles }) {
  const namespace = random.chance(0.6) ? random.pick(namespaces) : undefined;
  const isRole = namespace !== undefined && random.chance(0.6);
  const role = random.pick(isRole ? roles.filter((one) => one.namespace === namespace) : clusterRoles);
  const subjects = numbers(random.between(1, 3)).map(() => randomSubject(random));
  return { name, namespace, role: role.name, roleKind: isRole ? 'Role' : 'ClusterRole', subjects };
}

function randomSubject(random) {
  const kind = random.weighted({ User: 3, Group: 2, ServiceAccount: 1 });
  if (kind === 'User') return { kind, name: random.pick(users).name };
  if (kind === 'Group') return { kind, name: `group-${random.below(5)}` };
  return { kind, name: 'robot', namespace: random.pick(namespaces) };
}

export function randomUser(random) {
  if (random.chance(0.85)) return random.pick(users);
  const namespace = random.pick(namespaces);
  return { name: `system:serviceaccount:${namespace}:robot`, groups: [`system:serviceaccounts:${namespace}`] };
}

export function randomAttributes(random) {
  if (random.chance(0.15)) return { verb: random.pick(['get', 'post', 'put', 'delete']), path: random.pick(paths) };
  const resource = random.pick(resources);
  return {
    verb: random.pick(verbs),
    group: resource === 'deployments' ? random.pick(['apps', '']) : random.pick(['', 'apps']),
    resource,
    ...(random.chance(0.3) && { subresource: random.pick(subresources) }),
    ...(random.chance(0.8) && { namespace: random.pick(namespaces) }),
    ...(random.chance(0.6) && { name: random.pick(names) }),
  };
}
