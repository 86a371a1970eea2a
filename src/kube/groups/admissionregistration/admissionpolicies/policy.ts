import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defaultMatch, defaultScopes, type MatchCondition, type MatchResources } from '../match-resources.js';

export interface PolicySpec {
  readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly MatchCondition[];
  failurePolicy?: string;
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

export interface Validation {
  readonly expression: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface Mutation {
  readonly patchType: string;
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

export function specOf({ spec }: JsonObject): PolicySpec {
  return (spec ?? {}) as unknown as PolicySpec;
}

export function applyPolicyDefaults(policy: JsonObject): void {
  const spec = specOf(policy);
  spec.failurePolicy ??= 'Fail';
  const { matchConstraints: match } = spec;
  if (match === undefined) return;
  defaultMatch(match);
  defaultScopes(match.resourceRules);
  defaultScopes(match.excludeResourceRules);
}

export function paramKindText(policy: JsonObject): string {
  const { paramKind } = specOf(policy);
  return paramKind ? `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}` : '<unset>';
}
