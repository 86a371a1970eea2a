import type { UserInfo } from '../request-context.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';

/** What everybody is in of whom the server knows who it is. */
export const authenticatedGroup = 'system:authenticated';
/** What everybody else is in. */
export const unauthenticatedGroup = 'system:unauthenticated';

/** Who sends requests without credentials. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: [unauthenticatedGroup] };

/** Puts whoever is known into the group of those who are. */
export function withAuthenticatedGroup(authenticator: Authenticator): Authenticator {
  return {
    async authenticate(request) {
      const user = await authenticator.authenticate(request);
      return user && inAuthenticatedGroup(user);
    },
  };
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

function inAuthenticatedGroup(user: UserInfo): UserInfo {
  const { name, groups } = user;
  if (name === anonymousUser.name || groups.includes(authenticatedGroup) || groups.includes(unauthenticatedGroup)) {
    return user;
  }
  return { ...user, groups: [...groups, authenticatedGroup] };
}

/** Who is not known is let in as the anonymous user. Who is refused is not. */
export function orAnonymous(authenticator: Authenticator): Authenticator {
  return { authenticate: async (request) => (await authenticator.authenticate(request)) ?? anonymousUser };
}
