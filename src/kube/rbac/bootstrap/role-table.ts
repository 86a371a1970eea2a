import type { PolicyRule } from '../policy-rule.js';

/**
 * Rules by role name, as text: `verbs groups resources [names]` or `verbs paths`, each a comma-separated list. `core`
 * is the empty group.
 */
export type RoleTable = Readonly<Record<string, readonly string[]>>;

export function parseRule(text: string): PolicyRule {
  const [verbs = [], ...rest] = text.split(' ').map((list) => list.split(','));
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  if (rest.length === 1) return { ...none, verbs, nonResourceURLs: rest[0]! };
  const [groups = [], resources = [], resourceNames = []] = rest;
  const apiGroups = groups.map((group) => (group === 'core' ? '' : group));
  return { ...none, verbs, apiGroups, resources, resourceNames };
}
