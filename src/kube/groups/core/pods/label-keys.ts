// Follows pkg/registry/core/pod/strategy.go (v1.36)

import type { PodAffinity, PodAffinityTerm, PodSpec } from '../../../../api/core/v1.js';
import type { LabelSelectorRequirement } from '../../../../api/meta/v1.js';
import type { FeatureGates } from '../../../../server/feature-gates/index.js';

type Selecting = Pick<PodAffinityTerm, 'labelSelector' | 'matchLabelKeys' | 'mismatchLabelKeys'>;

type Labels = Readonly<Record<string, string>>;

/** Merges label keys, whose values come from the pod's labels, into selectors on create. */
export function mergeLabelKeys(
  { affinity, topologySpreadConstraints = [] }: PodSpec,
  labels: Labels,
  features: FeatureGates,
): void {
  const mayMerge = features.isEnabled('MatchLabelKeysInPodTopologySpreadSelectorMerge');
  const terms: Selecting[] = [
    ...termsOf(affinity?.podAffinity),
    ...termsOf(affinity?.podAntiAffinity),
    ...(mayMerge ? topologySpreadConstraints : []),
  ];
  for (const term of terms) mergeInto(term, labels);
}

function termsOf(affinity: PodAffinity | undefined): Selecting[] {
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ];
}

function mergeInto(term: Selecting, labels: Labels): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const added = [...requirements(matchLabelKeys, 'In', labels), ...requirements(mismatchLabelKeys, 'NotIn', labels)];
  if (!labelSelector || added.length === 0) return;
  term.labelSelector = { ...labelSelector, matchExpressions: [...(labelSelector.matchExpressions ?? []), ...added] };
}

function requirements(keys: readonly string[], operator: 'In' | 'NotIn', labels: Labels): LabelSelectorRequirement[] {
  return keys.flatMap((key) => (Object.hasOwn(labels, key) ? [{ key, operator, values: [labels[key]!] }] : []));
}
