// Follows pkg/apis/rbac/validation/validation.go (v1.36)

import type { PolicyRule } from '../../../api/rbac/v1.js';
import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import { eachItem, validateRequired } from '../../field-checks.js';

export interface RuleScope {
  /** Namespaced rules may not contain non-resource URLs. */
  readonly isNamespaced: boolean;
}

/** Validates the rules of a Role or ClusterRole. */
export function validateRules(rules: readonly PolicyRule[] | null, scope: RuleScope): FieldError[] {
  return eachItem(rules, FieldPath.of('rules'), (rule, path) => [
    ...validateRequired(rule.verbs, path.child('verbs'), 'verbs must contain at least one value'),
    ...validateTargets(rule, path, scope),
  ]);
}

function validateTargets(rule: PolicyRule, path: FieldPath, { isNamespaced }: RuleScope): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (nonResourceURLs.length === 0) {
    const missing = { apiGroups: 'api group', resources: 'resource' } as const;
    return (['apiGroups', 'resources'] as const)
      .filter((field) => !rule[field]?.length)
      .map((field) => path.child(field).required(`resource rules must supply at least one ${missing[field]}`));
  }
  const wrong = (problem: string): FieldError => path.child('nonResourceURLs').invalid(nonResourceURLs, problem);
  const hasResources = apiGroups.length + resources.length + resourceNames.length > 0;
  return [
    ...(isNamespaced ? [wrong('namespaced rules cannot apply to non-resource URLs')] : []),
    ...(hasResources ? [wrong('rules cannot apply to both regular resources and non-resource URLs')] : []),
  ];
}
