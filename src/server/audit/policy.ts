// Follows staging/src/k8s.io/apiserver/pkg/audit/policy/checker.go (v1.36)

import { trimRight } from '../../apimachinery/meta/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** Audit levels; each includes the ones before it. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;
/** How much of a request an audit event contains. */
export type AuditLevel = (typeof auditLevels)[number];

export const auditStages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const;
/** The stages of a request at which audit events are created. */
export type AuditStage = (typeof auditStages)[number];

/** An audit.k8s.io/v1 Policy: the first rule that matches a request applies. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

/** Empty fields match everything. */
export interface AuditRule {
  readonly level: AuditLevel;
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly verbs: readonly string[];
  readonly resources: readonly AuditedResources[];
  /** The empty name matches requests without a namespace. */
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean | undefined;
}

export interface AuditedResources {
  readonly group: string;
  /** `pods`, `pods/log`, `pods/*`, any with `/scale`, or `*`. */
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** The level and omitted stages that the policy yields for a request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: readonly AuditStage[];
  readonly omitManagedFields: boolean;
}

const unaudited: AuditDecision = { level: 'None', omitStages: [], omitManagedFields: false };

/** Compiles a policy to a function. */
export function policyEvaluator(policy: AuditPolicy): (user: UserInfo | undefined, info: RequestInfo) => AuditDecision {
  const rules = policy.rules.map((rule) => ({
    rule,
    decision: {
      level: rule.level,
      omitStages: [...new Set([...policy.omitStages, ...rule.omitStages])],
      omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields,
    },
  }));
  return (user, info) => rules.find(({ rule }) => matches(rule, user, info))?.decision ?? unaudited;
}

function matches(rule: AuditRule, user: UserInfo | undefined, info: RequestInfo): boolean {
  const { users, userGroups, verbs, namespaces, resources, nonResourceURLs } = rule;
  if (users.length > 0 && !(user && users.includes(user.name))) return false;
  if (userGroups.length > 0 && !user?.groups.some((group) => userGroups.includes(group))) return false;
  if (verbs.length > 0 && !verbs.includes(info.verb)) return false;
  if (namespaces.length > 0 || resources.length > 0) return matchesResource(rule, info);
  if (nonResourceURLs.length > 0)
    return !info.isResourceRequest && nonResourceURLs.some((url) => isPath(info.path, url));
  return true;
}

function matchesResource({ namespaces, resources }: AuditRule, info: RequestInfo): boolean {
  if (!info.isResourceRequest) return false;
  if (namespaces.length > 0 && !namespaces.includes(info.namespace)) return false;
  return resources.length === 0 || resources.some((audited) => isAudited(audited, info));
}

function isAudited({ group, resources, resourceNames }: AuditedResources, info: RequestInfo): boolean {
  const { apiGroup, resource, subresource, name } = info;
  if (group !== apiGroup && group !== '*') return false;
  if (resources.length === 0) return true;
  if (resourceNames.length > 0 && !resourceNames.includes(name)) return false;
  const whole = subresource === '' ? resource : `${resource}/${subresource}`;
  return resources.some(
    (one) =>
      one === '*' || one === whole || one === `${resource}/*` || (subresource !== '' && one === `*/${subresource}`),
  );
}

function isPath(path: string, url: string): boolean {
  if (url === '*' || url === path) return true;
  return url.endsWith('*') && path.startsWith(trimRight(url, '*'));
}
