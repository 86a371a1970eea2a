// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.36)

import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { StatusError } from '../../../apimachinery/status/index.js';
import { type AdmissionRequest, forbiddenBy } from '../../../server/admission/index.js';
import type { Amounts } from '../../pod-spec/index.js';
import { amountsOf, amountsText, increaseOf, sumOf } from './amounts.js';
import type { QuotaEvaluator } from './evaluators/index.js';
import { type LimitedResource, limitedScopes, limitedUsage } from './limited-resources.js';
import type { Quota } from './quota.js';

/** A request to charge to the quotas of a namespace. */
export interface Demand {
  readonly request: AdmissionRequest;
  readonly object: JsonObject;
  readonly evaluator: QuotaEvaluator;
  readonly limited: readonly LimitedResource[];
}

/**
 * Returns the quotas after charging a demand, in the same order; an unaffected quota is returned as the same object.
 * Throws `forbidden` if the demand exceeds a quota.
 */
export async function charge(quotas: readonly Quota[], demand: Demand): Promise<readonly Quota[]> {
  const { request, object, evaluator } = demand;
  await evaluator.ready?.();
  const applying = quotas.filter((quota) => applies(quota, object, evaluator));
  for (const quota of applying) checkUsable(quota, demand);
  const usage = await evaluator.usage(object);
  refuseNegative(request, usage);
  const before = await usageBefore(demand);
  const additions = new Map<Quota, Amounts>();
  for (const quota of applying) {
    const isCounted = before && applies(quota, before.object, evaluator);
    additions.set(quota, increaseOf(usage, isCounted ? before.usage : new Map()));
  }
  const all = applying.length > 0 ? [...additions.values()] : [increaseOf(usage, before?.usage ?? new Map())];
  if (all.every(({ size }) => size === 0)) return quotas;
  refuseUncovered(demand, usage, { quotas, applying });
  return quotas.map((quota) => charged(quota, additions.get(quota), request));
}

function applies({ hard, scopes }: Quota, object: JsonObject, evaluator: QuotaEvaluator): boolean {
  for (const name of hard.keys()) {
    if (evaluator.counts(name)) return scopes.every((scope) => evaluator.isInScope(scope, object));
  }
  return false;
}

function countedBy(evaluator: QuotaEvaluator, { hard }: Quota): Set<string> {
  return new Set([...hard.keys()].filter((name) => evaluator.counts(name)));
}

/** The object must set the resources that the quota counts, and the quota must have an initial usage in its status. */
function checkUsable(quota: Quota, { request, object, evaluator }: Demand): void {
  const names = countedBy(evaluator, quota);
  const problem = evaluator.problem?.(names, object);
  if (problem !== undefined) throw forbiddenBy(request, `failed quota: ${quota.name}: ${problem}`);
  if ([...names].every((name) => quota.used.has(name))) return;
  const resources = [...names].sort().join(',');
  throw forbiddenBy(request, `status unknown for quota: ${quota.name}, resources: ${resources}`);
}

function refuseNegative(request: AdmissionRequest, usage: Amounts): void {
  const negative = [...usage].filter(([, { sign }]) => sign < 0).map(([name]) => name);
  if (negative.length === 0) return;
  throw forbiddenBy(request, `quota usage is negative for resource(s): ${negative.sort().join(',')}`);
}

/** Returns what the old state of an updated object is already charged for. */
async function usageBefore({
  request,
  evaluator,
}: Demand): Promise<{ object: JsonObject; usage: Amounts } | undefined> {
  const { operation, old } = request;
  if (operation !== 'UPDATE') return undefined;
  if (!old) throw forbiddenBy(request, 'unable to get previous usage since prior version of object was not found');
  if (!metadataOf(old).resourceVersion) return undefined;
  return { object: old, usage: await evaluator.usage(old) };
}

/** Limited resources must be covered by a quota. */
function refuseUncovered(
  { request, object, evaluator, limited }: Demand,
  usage: Amounts,
  { quotas, applying }: { quotas: readonly Quota[]; applying: readonly Quota[] },
): void {
  if (limited.length === 0) return;
  const { group, resource } = request.attributes.resource;
  const own = limited.filter((each) => each.apiGroup === group && each.resource === resource);
  const covered = new Set(applying.flatMap((quota) => [...countedBy(evaluator, quota)]));
  const uncovered = limitedUsage(own, usage).filter((name) => !covered.has(name));
  if (uncovered.length > 0) {
    throw forbiddenBy(request, `insufficient quota to consume: ${uncovered.sort().join(',')}`);
  }
  const scopes = quotas.flatMap((quota) => quota.scopes).filter((scope) => evaluator.isInScope(scope, object));
  const missing = limitedScopes(limited, evaluator, object).filter(
    ({ scopeName }) => !scopes.some((scope) => scope.scopeName === scopeName),
  );
  if (missing.length === 0) return;
  const unmatched = missing.map(
    ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`,
  );
  throw StatusError.of({
    message: `insufficient quota to match these scopes: [${unmatched.join(' ')}]`,
    reason: '',
    code: 500,
  });
}

/** Returns the quota with the increased usage. Throws `forbidden` if it is exceeded. */
function charged(quota: Quota, addition: Amounts | undefined, request: AdmissionRequest): Quota {
  const { hard, used, name } = quota;
  const requested = amountsOf(hard.keys(), addition ?? new Map());
  if (requested.size === 0) return quota;
  const sum = sumOf(used, requested);
  const exceeded = [...requested.keys()].filter((each) => sum.get(each)!.compare(hard.get(each)!) > 0);
  if (exceeded.length === 0 || request.attributes.subresource === 'status') return { ...quota, used: sum };
  const [wanted, taken, limit] = [requested, used, hard].map((amounts) => amountsText(amountsOf(exceeded, amounts)));
  throw forbiddenBy(request, `exceeded quota: ${name}, requested: ${wanted}, used: ${taken}, limited: ${limit}`);
}
