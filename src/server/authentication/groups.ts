import type { UserInfo } from '../request-context.js';
import type { TokenAuthenticator } from './authenticator.js';

/** What everybody is in of whom the server knows who it is. */
export const authenticatedGroup = 'system:authenticated';
/** What everybody else is in. */
export const unauthenticatedGroup = 'system:unauthenticated';

/** Who sends requests without credentials. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: [unauthenticatedGroup] };

/** Puts whoever is known into the group of those who are. */
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
