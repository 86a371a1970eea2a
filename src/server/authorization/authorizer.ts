import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';
import { allRules, type ListRules, noRules } from './rules.js';

export interface Decision {
  readonly decision: 'allow' | 'deny' | 'no-opinion';
  readonly reason?: string;
  /** What kept somebody from deciding. */
  readonly error?: string;
}

/** Says whether a user may do what a request asks for: at once where that is possible, for every request is asked. */
export interface Authorizer {
  authorize(user: UserInfo, info: RequestInfo): MaybePromise<Decision>;
  /** What a user may do, where that can be listed; one without adds nothing. */
  readonly listRules?: ListRules;
}

/** Everybody may do everything. */
export const alwaysAllow: Authorizer = {
  authorize: () => ({ decision: 'allow' }),
  listRules: async () => allRules,
};

/** Nobody may do anything, unless another one allows it. */
export const alwaysDeny: Authorizer = {
  authorize: () => ({ decision: 'no-opinion', reason: 'Everything is forbidden.' }),
  listRules: async () => noRules,
};

/** Whoever is in one of these groups may do everything. */
export function privilegedGroups(...privileged: readonly string[]): Authorizer {
  return {
    authorize: ({ groups }) => ({
      decision: privileged.some((group) => groups.includes(group)) ? 'allow' : 'no-opinion',
    }),
  };
}
