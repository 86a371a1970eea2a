// Follows staging/src/k8s.io/apiserver/pkg/authorization/authorizer/rule.go (v1.36)

import type { UserInfo } from '../request-context.js';

/** Verbs on resources; limited to resourceNames if there are any. */
export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
}

/** Verbs on non-resource paths. */
interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** What a user may do in a namespace, as far as authorizers can list it; see SelfSubjectRulesReview. */
export interface KnownRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** An authorizer cannot list its rules, or failed to. */
  readonly incomplete: boolean;
  readonly errors: readonly string[];
}

export type ListRules = (user: UserInfo, namespace: string) => Promise<KnownRules>;

export const noRules: KnownRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };

export const allRules: KnownRules = {
  ...noRules,
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};

export function joinRules(parts: readonly KnownRules[]): KnownRules {
  return {
    resourceRules: parts.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: parts.flatMap(({ nonResourceRules }) => nonResourceRules),
    incomplete: parts.some(({ incomplete }) => incomplete),
    errors: parts.flatMap(({ errors }) => errors),
  };
}
