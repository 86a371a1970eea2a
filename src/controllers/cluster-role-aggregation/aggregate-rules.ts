// Follows pkg/controller/clusterroleaggregation/clusterroleaggregation_controller.go (v1.36)

import type { ClusterRole, PolicyRule } from '../../api/rbac/v1.js';
import { compareBytes, goJson, jsonEqual, labelsOf } from '../../apimachinery/meta/index.js';
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
  const rules = new Map<string, PolicyRule>();
  for (const selector of aggregationRule.clusterRoleSelectors ?? []) {
    const labels = labelSelectorFromSpec(selector);
    for (const rule of others
      .filter((other) => labels.matches(labelsOf(other)))
      .flatMap((other) => other.rules ?? [])) {
      const text = goJson(rule);
      if (!rules.has(text)) rules.set(text, rule);
    }
  }
  const aggregated = [...rules.values()];
  return jsonEqual(aggregated, role.rules ?? []) ? undefined : aggregated;
}
