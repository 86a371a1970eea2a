import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

export type Decision =
  | { readonly decision: 'allow' | 'no-opinion'; readonly reason?: string }
  | { readonly decision: 'deny'; readonly reason?: string };

/** Says whether a user may do what a request asks for. */
export interface Authorizer {
  authorize(user: UserInfo, info: RequestInfo): Promise<Decision>;
}

/** Everybody may do everything. */
export const alwaysAllow: Authorizer = { authorize: async () => ({ decision: 'allow' }) };

/** Nobody may do anything, unless another one allows it. */
export const alwaysDeny: Authorizer = {
  authorize: async () => ({ decision: 'no-opinion', reason: 'Everything is forbidden.' }),
};

/** Whoever is in one of these groups may do everything. */
export function privilegedGroups(...privileged: readonly string[]): Authorizer {
  return {
    authorize: async ({ groups }) => ({
      decision: privileged.some((group) => groups.includes(group)) ? 'allow' : 'no-opinion',
    }),
  };
}
