// Follows pkg/apis/core/validation/validation.go (v1.36)

import type { NodeSelectorTerm, PodSpec, Toleration } from '../../../../api/core/v1.js';
import { jsonEqual } from '../../../../apimachinery/meta/index.js';
import type { FieldError, FieldPath } from '../../../../apimachinery/validation/index.js';
import { validateTolerations } from '../../../pod-spec/index.js';
import { forgetGivenEmpty, goValue } from '../../../types/index.js';

/** Tolerations may only be added, and scheduling gates only removed; a gated pod may be constrained further. */
export function validateSchedulingChange(spec: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  return [
    ...tolerationErrors(spec.tolerations ?? [], old.tolerations ?? [], path.child('tolerations')),
    ...gateErrors(spec, old, path.child('schedulingGates')),
    ...(isGated(old) ? [...selectorErrors(spec, old, path), ...affinityErrors(spec, old, path)] : []),
  ];
}

/** Returns the spec with the mutable scheduling fields reset to their old values. */
export function withOldScheduling(spec: PodSpec, old: PodSpec): PodSpec {
  const { tolerations: _, schedulingGates: __, ...rest } = spec;
  const { tolerations, schedulingGates, nodeSelector, affinity } = old;
  const munged: PodSpec = { ...rest, ...(tolerations && { tolerations }), ...(schedulingGates && { schedulingGates }) };
  forgetGivenEmpty(munged, ['tolerations', 'schedulingGates']);
  if (!isGated(old)) return munged;
  delete munged.nodeSelector;
  if (nodeSelector) munged.nodeSelector = nodeSelector;
  const { nodeAffinity: ___, ...others } = spec.affinity ?? {};
  const merged = { ...others, ...(affinity?.nodeAffinity && { nodeAffinity: affinity.nodeAffinity }) };
  delete munged.affinity;
  if (affinity || Object.keys(merged).length > 0) munged.affinity = merged;
  return munged;
}

function isGated({ schedulingGates = [] }: PodSpec): boolean {
  return schedulingGates.length > 0;
}

function tolerationErrors(
  tolerations: readonly Toleration[],
  old: readonly Toleration[],
  path: FieldPath,
): FieldError[] {
  const known = new Set(tolerations.map(tolerationKey));
  if (old.some((toleration) => !known.has(tolerationKey(toleration)))) {
    return [path.forbidden('existing toleration can not be modified except its tolerationSeconds')];
  }
  return validateTolerations(tolerations, path);
}

function tolerationKey({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

function gateErrors({ schedulingGates = [] }: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  const known = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  return schedulingGates.flatMap(({ name }, index) => {
    if (known.has(name)) return [];
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return [path.index(index).child('name').forbidden(detail)];
  });
}

function selectorErrors({ nodeSelector }: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  const isChanged = Object.entries(old.nodeSelector ?? {}).some(([key, value]) => nodeSelector?.[key] !== value);
  if (!isChanged) return [];
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [path.child('nodeSelector').invalid(nodeSelector ?? null, detail)];
}

function affinityErrors(spec: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  const [terms, before] = [termsOf(spec), termsOf(old)];
  const termsPath = path
    .child('affinity', 'nodeAffinity')
    .child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms');
  if (before.length === 0) return [];
  if (terms.length !== before.length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [termsPath.invalid(terms.length === 0 ? null : goValue('[core/v1.NodeSelectorTerm', terms), detail)];
  }
  return terms.flatMap((term, index) => {
    if (onlyAdds(term, before[index]!)) return [];
    const detail = 'only additions are allowed (no mutations or deletions)';
    return [termsPath.index(index).invalid(goValue('core/v1.NodeSelectorTerm', term), detail)];
  });
}

function termsOf({ affinity }: PodSpec): readonly NodeSelectorTerm[] {
  return affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
}

/** An empty term, which matches nothing, must stay empty. */
function onlyAdds(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const fields = ['matchExpressions', 'matchFields'] as const;
  const isEmpty = (of: NodeSelectorTerm) => fields.every((field) => !of[field]?.length);
  if (isEmpty(old)) return isEmpty(term);
  return fields.every((field) => {
    const [after = [], before = []] = [term[field], old[field]];
    return jsonEqual(after.slice(0, before.length), before);
  });
}
