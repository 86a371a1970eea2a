// Follows staging/src/k8s.io/apiserver/pkg/authorization/authorizerfactory/builtin.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { allRules, type ListRules, noRules } from './known-rules.js';

/** The decision of an authorizer, and its reason. */
export interface Decision {
  readonly decision: 'allow' | 'deny' | 'no-opinion';
  readonly reason?: string;
  /** Why the authorizer could not decide. */
  readonly error?: string;
}

/** Authorizes requests. Synchronous where possible, since it runs for every request. */
export interface Authorizer {
  authorize(user: UserInfo, info: RequestInfo): MaybePromise<Decision>;
  /** Lists the rules that apply to a user. Unset: none can be listed. */
  readonly listRules?: ListRules;
}

/** Allows everything. */
export const alwaysAllow: Authorizer = {
  authorize: () => ({ decision: 'allow' }),
  listRules: async () => allRules,
};

/** Allows nothing; other authorizers still may. */
export const alwaysDeny: Authorizer = {
  authorize: () => ({ decision: 'no-opinion', reason: 'Everything is forbidden.' }),
  listRules: async () => noRules,
};

/** Allows everything to members of these groups. */
export function privilegedGroups(...privileged: readonly string[]): Authorizer {
  return {
    authorize: ({ groups }) => ({
      decision: privileged.some((group) => groups.includes(group)) ? 'allow' : 'no-opinion',
    }),
  };
}
