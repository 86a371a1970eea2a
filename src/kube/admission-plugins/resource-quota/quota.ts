import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { objectIn } from '../../fields.js';
import { type Amounts, amountsIn, type ResourceList } from '../../pod-spec/index.js';

/** Selects objects by one property. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A quota with its limits and current usage. */
export interface Quota {
  readonly object: JsonObject;
  readonly name: string;
  /** From the status, not the spec: the limits in force. */
  readonly hard: Amounts;
  readonly used: Amounts;
  /** An object must match all scopes to be counted. */
  readonly scopes: readonly ScopeRequirement[];
}

interface QuotaFields {
  readonly spec?: {
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  readonly status?: { readonly hard?: ResourceList; readonly used?: ResourceList };
}

export function readQuota(object: JsonObject): Quota {
  const { spec, status } = object as QuotaFields;
  const { scopes = [], scopeSelector } = spec ?? {};
  return {
    object,
    name: metadataOf(object).name ?? '',
    hard: amountsIn(status?.hard),
    used: amountsIn(status?.used),
    scopes: [
      ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })),
      ...(scopeSelector?.matchExpressions ?? []),
    ],
  };
}

/** Returns the quota as an API object with its current usage. */
export function quotaObject({ object, used }: Quota): JsonObject {
  const amounts = Object.fromEntries([...used].map(([name, amount]) => [name, amount.toString()]));
  return { ...object, status: { ...objectIn(object['status']), used: amounts } };
}
