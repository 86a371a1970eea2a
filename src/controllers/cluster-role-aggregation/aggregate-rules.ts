// Follows pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go (v1.36)

import type { ClusterRole, PolicyRule } from '../../api/rbac/v1.js';
import { compareBytes, jsonEqual, labelsOf } from '../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';

/**
 * Returns the rules of the roles that an aggregated role selects, each once; undefined if they are already its rules.
 */
export function aggregateRules(role: ClusterRole, all: readonly ClusterRole[]): readonly PolicyRule[] | undefined {
  const { aggregationRule } = role;
  if (!aggregationRule) return undefined;
  const others = all
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .sort((one, other) => compareBytes(one.metadata.name ?? '', other.metadata.name ?? ''));
  const rules: PolicyRule[] = [];
  for (const selector of aggregationRule.clusterRoleSelectors ?? []) {
    const labels = labelSelectorFromSpec(selector);
    for (const rule of others
      .filter((other) => labels.matches(labelsOf(other)))
      .flatMap((other) => other.rules ?? [])) {
      if (!rules.some((known) => jsonEqual(known, rule))) rules.push(rule);
    }
  }
  return jsonEqual(rules, role.rules ?? []) ? undefined : rules;
}
