// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go (v1.36)

import { countName, isCreation, one, type QuotaEvaluator } from './evaluator.js';

/** Resources whose plain plural is also a quota name. */
const plainNames = new Set(['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']);

/** For resources of which only the number of objects is counted. */
export function objectCountEvaluator(group: string, plural: string): QuotaEvaluator {
  const names = [countName(group, plural), ...(group === '' && plainNames.has(plural) ? [plural] : [])];
  return {
    handles: isCreation,
    counts: (name) => names.includes(name),
    isInScope: () => false,
    usage: () => new Map(names.map((name) => [name, one])),
  };
}
