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
