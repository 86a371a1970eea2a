// Follows pkg/apis/rbac/v1/evaluation_helpers.go (v1.36)

import type { ClusterRole, Role } from '../../api/rbac/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { trimRight } from '../../apimachinery/meta/index.js';
import type { RequestInfo } from '../../server/routing/index.js';

export const rbacGroup = 'rbac.authorization.k8s.io';

/** A rule of a role: verbs on resources or non-resource URLs. `*` matches everything. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  /** `pods` or `pods/status`; the resource of a subresource may also be `*`. */
  readonly resources: readonly string[];
  /** Empty: all names. */
  readonly resourceNames: readonly string[];
  /** `/healthz`, or a prefix: `/healthz/*`. */
  readonly nonResourceURLs: readonly string[];
}

/** Returns the rules of a Role or ClusterRole. */
export function policyRulesOf({ rules }: Pick<Role | ClusterRole, 'rules'>): PolicyRule[] {
  return (rules ?? []).map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => ({
    verbs: verbs ?? [],
    apiGroups: apiGroups ?? [],
    resources: resources ?? [],
    resourceNames: resourceNames ?? [],
    nonResourceURLs: nonResourceURLs ?? [],
  }));
}

/** Encodes a rule, omitting empty lists. */
export function policyRuleObject(rule: PolicyRule): JsonObject {
  const lists = Object.entries(rule).filter(([, values]) => values.length > 0);
  return Object.fromEntries(lists.map(([field, values]) => [field, [...values]]));
}

export function ruleAllows(rule: PolicyRule, info: RequestInfo): boolean {
  if (!includes(rule.verbs, info.verb)) return false;
  return info.isResourceRequest
    ? allowsResource(rule, info)
    : rule.nonResourceURLs.some((url) => covers(url, info.path));
}

function allowsResource(rule: PolicyRule, { apiGroup, resource, subresource, name }: RequestInfo): boolean {
  return (
    includes(rule.apiGroups, apiGroup) &&
    includesResource(rule.resources, resource, subresource) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  );
}

/** Whether the list contains the value or `*`. */
export function includes(allowed: readonly string[], requested: string): boolean {
  return allowed.includes(requested) || allowed.includes('*');
}

export function includesResource(allowed: readonly string[], resource: string, subresource: string): boolean {
  if (subresource === '') return includes(allowed, resource);
  return includes(allowed, `${resource}/${subresource}`) || allowed.includes(`*/${subresource}`);
}

/** Whether a non-resource URL of a rule covers a path, which may itself be a pattern. */
export function covers(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(trimRight(url, '*')));
}
