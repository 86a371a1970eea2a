// Follows staging/src/k8s.io/apiserver/pkg/authentication/group/authenticated_group_adder.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/anonymous/anonymous.go (v1.36)

import type { UserInfo } from '../request-context.js';
import type { TokenAuthenticator } from './authenticator.js';

/** The group of all authenticated users. */
export const authenticatedGroup = 'system:authenticated';
/** The group of all unauthenticated users. */
const unauthenticatedGroup = 'system:unauthenticated';

/** The user of requests without credentials. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: [unauthenticatedGroup] };

/** Adds authenticated users to the group `system:authenticated`. */
export function inAuthenticatedGroup(user: UserInfo): UserInfo {
  const { name, groups } = user;
  if (name === anonymousUser.name || groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup)) {
    return user;
  }
  return { ...user, groups: [...groups, authenticatedGroup] };
}

/** The same for tokens. */
export function tokensWithAuthenticatedGroup(tokens: TokenAuthenticator): TokenAuthenticator {
  return {
    async authenticateToken(token, audiences) {
      const owner = await tokens.authenticateToken(token, audiences);
      return owner && { ...owner, user: inAuthenticatedGroup(owner.user) };
    },
  };
}
