// Follows plugin/pkg/auth/authorizer/rbac/rbac.go (v1.36)

import { aggregateMessages, goQuote } from '../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Decision, KnownRules } from '../../server/authorization/index.js';
import type { Authorizer, UserInfo } from '../../server/index.js';
import type { RequestInfo } from '../../server/routing/index.js';
import type { Grant, RoleRef } from './grants.js';
import { Policy, type PolicyOptions } from './policy.js';
import { type PolicyRule, rbacGroup, ruleAllows } from './policy-rule.js';

const noOpinion: Decision = { decision: 'no-opinion' };

/** Allows what the roles bound to the user or its groups allow. */
export class RbacAuthorizer implements Authorizer {
  readonly #policy: Policy;

  constructor(options: PolicyOptions) {
    this.#policy = new Policy(options);
  }

  authorize(user: UserInfo, info: RequestInfo): MaybePromise<Decision> {
    const reading = this.#policy.ready();
    return reading ? reading.then(() => this.#decide(user, info)) : this.#decide(user, info);
  }

  #decide(user: UserInfo, info: RequestInfo): Decision {
    let allowing: Grant | undefined;
    let missing: Set<string> | undefined;
    this.#policy.someGrant(user, info.namespace, (grant) => {
      const rules = this.#policy.rulesOf(grant.role);
      if (!rules) {
        missing ??= new Set();
        missing.add(missingRole(grant.role));
        return false;
      }
      if (!rules.some((rule) => ruleAllows(rule, info))) return false;
      allowing = grant;
      return true;
    });
    if (allowing) return { decision: 'allow', reason: `RBAC: allowed by ${allowing.source}` };
    return missing ? { decision: 'no-opinion', reason: `RBAC: ${aggregateMessages([...missing])}` } : noOpinion;
  }

  readonly listRules = async (user: UserInfo, namespace: string): Promise<KnownRules> => {
    const { rules, problems } = await this.rulesFor(user, namespace);
    return {
      resourceRules: rules.filter(({ resources }) => resources.length > 0),
      nonResourceRules: rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0),
      incomplete: false,
      errors: problems.length > 0 ? [aggregateMessages(problems)] : [],
    };
  };

  /** Returns the rules of a user in a namespace (empty: cluster-wide), and errors for bound roles that do not exist. */
  async rulesFor(user: UserInfo, namespace: string): Promise<{ rules: PolicyRule[]; problems: string[] }> {
    await this.#policy.ready();
    const rules: PolicyRule[] = [];
    const problems = new Set<string>();
    this.#policy.someGrant(user, namespace, ({ role }) => {
      const found = this.#policy.rulesOf(role);
      if (found) rules.push(...found);
      else problems.add(missingRole(role));
      return false;
    });
    return { rules, problems: [...problems] };
  }

  /** Returns undefined if the role does not exist. */
  async rulesOf(role: RoleRef): Promise<readonly PolicyRule[] | undefined> {
    await this.#policy.ready();
    return this.#policy.rulesOf(role);
  }
}

/** Unambiguous: a message, deduplicated by its text. */
function missingRole({ kind, name }: RoleRef): string {
  return `${kind.toLowerCase()}.${rbacGroup} ${goQuote(name)} not found`;
}
