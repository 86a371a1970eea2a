import type { ApiRequest } from '../http/index.js';
import type { UserInfo } from '../request-context.js';
import type { Authenticator, TokenAuthenticator, TokenOwner } from './authenticator.js';

/**
 * Asks one after the other, until one knows the user. One that refuses does not keep the others from being asked; if
 * none of them knows the user, the first refusal counts.
 */
export function unionOf(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(request: ApiRequest): Promise<UserInfo | undefined> {
      return firstKnown(authenticators, (authenticator) => authenticator.authenticate(request));
    },
  };
}

/** The same for tokens. */
export function unionOfTokens(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    async authenticateToken(token, audiences): Promise<TokenOwner | undefined> {
      return firstKnown(authenticators, (authenticator) => authenticator.authenticateToken(token, audiences));
    },
  };
}

async function firstKnown<Asked, Known>(
  asked: readonly Asked[],
  ask: (one: Asked) => Promise<Known | undefined>,
): Promise<Known | undefined> {
  let refusal: unknown;
  for (const one of asked) {
    try {
      const known = await ask(one);
      if (known) return known;
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
  return undefined;
}
