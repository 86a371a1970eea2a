// Follows plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go (v1.36)

import type { FeatureGates } from '../../../server/feature-gates/index.js';
import type { PolicyRule } from '../policy-rule.js';

/**
 * Rules by role name, as text: `verbs groups resources [names]` or `verbs paths`, each a comma-separated list. `core`
 * is the empty group. A member of a list that ends with `?Gate` exists only if that feature gate is enabled; a rule
 * with an empty list does not exist, nor does a role without any of its rules.
 */
export type RoleTable = Readonly<Record<string, readonly string[]>>;

/** The rules that exist with these gates. */
export function enabledRules(rules: readonly string[], features: FeatureGates): string[] {
  const gated = (member: string): string[] => {
    const [name = '', gate] = member.split('?');
    return gate === undefined || features.isEnabled(gate) ? [name] : [];
  };
  return rules
    .map((rule) => rule.split(' ').map((list) => list.split(',').flatMap(gated)))
    .filter((lists) => lists.every((list) => list.length > 0))
    .map((lists) => lists.map((list) => list.join(',')).join(' '));
}

export function parseRule(text: string): PolicyRule {
  const [verbs = [], ...rest] = text.split(' ').map((list) => list.split(','));
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] };
  if (rest.length === 1) return { ...none, verbs, nonResourceURLs: rest[0]! };
  const [groups = [], resources = [], resourceNames = []] = rest;
  const apiGroups = groups.map((group) => (group === 'core' ? '' : group));
  return { ...none, verbs, apiGroups, resources, resourceNames };
}
