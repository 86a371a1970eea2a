import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import type { AuthenticationWay, Authenticator, TokenAuthenticator, TokenOwner } from './authenticator.js';
import { inAuthenticatedGroup } from './groups.js';

/**
 * Asks one way after the other, until one knows the user. One that refuses does not keep the others from being asked; if
 * none of them knows the user, the first refusal counts. Whoever neither is known nor refused is left to the last one, if any.
 */
export function authenticatorOf(ways: readonly AuthenticationWay[], unknown?: AuthenticationWay): Authenticator {
  return {
    async authenticate(request) {
      const user = await firstKnown(ways, (way) => way.authenticate(request));
      return user ? inAuthenticatedGroup(user) : unknown?.authenticate(request);
    },
  };
}

/** The same for tokens. */
export function unionOfTokens(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    authenticateToken(token, audiences): Promise<TokenOwner | undefined> {
      return firstKnown(authenticators, (authenticator) => authenticator.authenticateToken(token, audiences));
    },
  };
}

async function firstKnown<Asked, Known>(
  asked: readonly Asked[],
  ask: (one: Asked) => MaybePromise<Known | undefined>,
): Promise<Known | undefined> {
  let refusal: unknown;
  for (const one of asked) {
    try {
      const answer = ask(one);
      const known = answer instanceof Promise ? await answer : answer;
      if (known) return known;
    } catch (error) {
      refusal ??= error;
    }
  }
  if (refusal !== undefined) throw refusal;
  return undefined;
}
