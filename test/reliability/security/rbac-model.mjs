// RBAC in a few lines: what a set of roles and bindings allows. Written from its documentation, not from the server.

/** Whether any rule that is bound to the user allows the request. `user`: { name, groups, serviceAccount? }. */
export function allows(policy, user, attributes) {
  return policy.bindings.some((binding) => {
    if (binding.namespace !== undefined && binding.namespace !== attributes.namespace) return false;
    if (!binding.subjects.some((subject) => isSubject(subject, user))) return false;
    const role = policy.roles.find(
      ({ name, namespace }) =>
        name === binding.role &&
        (namespace === undefined || namespace === binding.namespace) &&
        (namespace === undefined) === (binding.roleKind === 'ClusterRole'),
    );
    return role?.rules.some((rule) => ruleAllows(rule, attributes, binding)) ?? false;
  });
}

function isSubject({ kind, name, namespace }, user) {
  if (kind === 'User') return name === user.name;
  if (kind === 'Group') return user.groups.includes(name);
  return `system:serviceaccount:${namespace}:${name}` === user.name;
}

function ruleAllows(rule, attributes, binding) {
  if (!has(rule.verbs, attributes.verb)) return false;
  if (attributes.path !== undefined) {
    return (
      binding.namespace === undefined && (rule.nonResourceURLs ?? []).some((url) => pathMatches(url, attributes.path))
    );
  }
  if (!has(rule.apiGroups ?? [], attributes.group)) return false;
  if (!(rule.resources ?? []).some((resource) => resourceMatches(resource, attributes))) return false;
  const names = rule.resourceNames ?? [];
  return names.length === 0 || names.includes(attributes.name);
}

const has = (list, item) => list.includes('*') || list.includes(item);

function pathMatches(url, path) {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1)));
}

function resourceMatches(pattern, { resource, subresource }) {
  if (pattern === '*') return true;
  if (subresource === undefined) return pattern === resource;
  return pattern === `${resource}/${subresource}` || pattern === `*/${subresource}`;
}
