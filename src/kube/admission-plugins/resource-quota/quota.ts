import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { objectIn } from '../../fields.js';
import { type Amounts, amountsIn, type ResourceList } from '../../pod-spec/index.js';

/** Which objects are meant, by one property of theirs. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** How much of some resources a namespace may use, and uses. */
export interface Quota {
  readonly object: JsonObject;
  readonly name: string;
  /** What is in force: of its status, not of its spec. */
  readonly hard: Amounts;
  readonly used: Amounts;
  /** All must hold for what is counted. */
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

/** The quota as an object, with what is used of it now. */
export function quotaObject({ object, used }: Quota): JsonObject {
  const amounts = Object.fromEntries([...used].map(([name, amount]) => [name, amount.toString()]));
  return { ...object, status: { ...objectIn(object['status']), used: amounts } };
}
