// Follows staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go (v1.36)
// Follows staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go (v1.36)
// Follows staging/src/k8s.io/api/core/v1/toleration.go (v1.36)
import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Pod, Taint, Toleration } from '../../api/core/v1.js';

export function tolerates({ key = '', operator = 'Equal', value = '', effect }: Toleration, taint: Taint): boolean {
  if (effect && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  if (operator === 'Equal') return key !== '' && value === (taint.value ?? '');
  const [limit, actual] = [Number(value), Number(taint.value)];
  return operator === 'Gt' ? actual > limit : operator === 'Lt' && actual < limit;
}

export function isTolerated(taint: Taint, { spec }: Pod): boolean {
  return (spec.tolerations ?? []).some((toleration) => tolerates(toleration, taint));
}

/** A taint that keeps the pod off the node. */
export function untoleratedTaint({ spec }: Node, pod: Pod): Taint | undefined {
  return (spec.taints ?? []).find((taint) => taint.effect !== 'PreferNoSchedule' && !isTolerated(taint, pod));
}

function matchesRequirement(value: string | undefined, { operator, values = [] }: NodeSelectorRequirement): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}

/** A term without requirements matches nothing. */
export function matchesTerm(
  { metadata }: Node,
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
): boolean {
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => matchesRequirement(metadata.labels?.[requirement.key], requirement)) &&
    matchFields.every((field) => field.key === 'metadata.name' && matchesRequirement(metadata.name, field))
  );
}

/** Whether the node has what the pod's node selector and required node affinity demand. */
export function matchesNodeAffinity(node: Node, { spec }: Pod): boolean {
  const labels = node.metadata.labels ?? {};
  if (!Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value)) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || (required.nodeSelectorTerms ?? []).some((term) => matchesTerm(node, term));
}
