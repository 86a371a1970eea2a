import type { PolicyRule } from '../policy-rule.js';

/**
 * Roles by name, with their rules as text: `verbs groups resources names`, each a list with commas, names only where there
 * are some; or `verbs paths`. `core` is the group that has no name.
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
