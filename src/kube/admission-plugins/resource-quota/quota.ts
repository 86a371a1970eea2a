// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go (v1.36)

import type { ResourceQuota } from '../../../api/core/v1.js';
import { type Amounts, amountsIn } from '../../pod-spec/index.js';

/** Selects objects by one property. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A quota with its limits and current usage. */
export interface Quota {
  readonly object: ResourceQuota;
  readonly name: string;
  /** From the status, not the spec: the limits in force. */
  readonly hard: Amounts;
  readonly used: Amounts;
  /** An object must match all scopes to be counted. */
  readonly scopes: readonly ScopeRequirement[];
}

export function readQuota(object: ResourceQuota): Quota {
  const { metadata, spec, status } = object;
  const { scopes = [], scopeSelector } = spec ?? {};
  return {
    object,
    name: metadata.name ?? '',
    hard: amountsIn(status?.hard),
    used: amountsIn(status?.used),
    scopes: [
      ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })),
      ...(scopeSelector?.matchExpressions ?? []),
    ],
  };
}

/** Returns the quota as an API object with its current usage. */
export function quotaObject({ object, used }: Quota): ResourceQuota {
  const amounts = Object.fromEntries([...used].map(([name, amount]) => [name, amount.toString()]));
  return { ...object, status: { ...object.status, used: amounts } };
}
