// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/resources.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/quota/v1/generic/evaluator.go (v1.36)
// Follows pkg/controller/resourcequota/resource_quota_controller.go (v1.36)
import type { ResourceQuota, ResourceQuotaStatus } from '../../api/core/v1.js';
import { type JsonObject, jsonEqual } from '../../apimachinery/meta/index.js';
import { Quantity } from '../../apimachinery/validation/index.js';
import type { QuotaEvaluator, ScopeRequirement } from './quota-evaluator.js';

/** The objects of a resource in the namespace of the quota. */
export interface CountedObjects {
  readonly evaluator: QuotaEvaluator;
  readonly objects: Iterable<JsonObject>;
}

export function scopesOf({ spec }: ResourceQuota): readonly ScopeRequirement[] {
  const { scopes = [], scopeSelector } = spec ?? {};
  return [
    ...scopes.map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(scopeSelector?.matchExpressions ?? []),
  ];
}

/** Returns the names that the quota limits and the evaluator counts. */
export function countedNames({ spec }: ResourceQuota, evaluator: QuotaEvaluator): readonly string[] {
  return Object.keys(spec?.hard ?? {}).filter((name) => evaluator.counts(name));
}

/** Returns the status of a quota; undefined if it is up to date. */
export async function quotaStatus(
  quota: ResourceQuota,
  counted: readonly CountedObjects[],
): Promise<ResourceQuotaStatus | undefined> {
  const { hard = {} } = quota.spec ?? {};
  const { hard: oldHard, used: oldUsed } = quota.status ?? {};
  const usage = new Map<string, Quantity>();
  for (const each of counted) for (const [name, amount] of await usageOf(quota, each)) usage.set(name, amount);
  const used: Record<string, string> = {};
  for (const name of Object.keys(hard)) {
    // What no evaluator counts stays as it was.
    const amount = usage.get(name)?.toString() ?? oldUsed?.[name];
    if (amount !== undefined) used[name] = amount;
  }
  const isCurrent = oldHard && oldUsed && jsonEqual(hard, oldHard) && isSameUsage(used, oldUsed);
  return isCurrent ? undefined : { hard, used };
}

async function usageOf(quota: ResourceQuota, { evaluator, objects }: CountedObjects): Promise<Map<string, Quantity>> {
  const total = new Map(countedNames(quota, evaluator).map((name) => [name, Quantity.of(0)]));
  const scopes = scopesOf(quota);
  for (const object of objects) {
    if (!scopes.every((scope) => evaluator.isInScope(scope, object))) continue;
    for (const [name, amount] of await evaluator.usage(object)) {
      const before = total.get(name);
      if (before) total.set(name, before.add(amount));
    }
  }
  return total;
}

/** Whether something is used less than before. */
export function isLess(
  used: Readonly<Record<string, string>> = {},
  old: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(used).some(([name, amount]) => {
    const before = old[name];
    return before !== undefined && Quantity.parse(amount).compare(Quantity.parse(before)) < 0;
  });
}

function isSameUsage(used: Readonly<Record<string, string>>, old: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(used);
  return names.length === Object.keys(old).length && names.every((name) => isSameAmount(used[name], old[name]));
}

function isSameAmount(one: string | undefined, other: string | undefined): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && Quantity.parse(one).compare(Quantity.parse(other)) === 0)
  );
}
