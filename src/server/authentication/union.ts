// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/union/union.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authentication/token/union/union.go (v1.36)

import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Authenticator, TokenAuthenticator, TokenOwner } from './authenticator.js';
import { inAuthenticatedGroup } from './groups.js';

/**
 * Calls the authenticators in order until one returns a user. If one rejects the request, the others are still tried;
 * if none returns a user, the first error is thrown. `unknown` handles requests that were neither authenticated nor
 * rejected.
 */
export function authenticatorOf(ways: readonly Authenticator[], unknown?: Authenticator): Authenticator {
  return {
    authenticate: (request) =>
      andThen(
        firstKnown(ways, (way) => way.authenticate(request)),
        (user) => (user ? inAuthenticatedGroup(user) : unknown?.authenticate(request)),
      ),
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

function firstKnown<Requested, Known>(
  requested: readonly Requested[],
  attemptOne: (one: Requested) => MaybePromise<Known | undefined>,
): MaybePromise<Known | undefined> {
  let refusal: unknown;
  const refused = (error: unknown): undefined => {
    refusal ??= error;
  };
  const askFrom = (first: number): MaybePromise<Known | undefined> => {
    for (let index = first; index < requested.length; index++) {
      const response = attempt(() => attemptOne(requested[index]!), refused);
      if (response instanceof Promise) return response.catch(refused).then((known) => known ?? askFrom(index + 1));
      if (response) return response;
    }
    if (refusal !== undefined) throw refusal;
    return undefined;
  };
  return askFrom(0);
}

function attempt<Result>(work: () => Result, failed: (error: unknown) => undefined): Result | undefined {
  try {
    return work();
  } catch (error) {
    return failed(error);
  }
}
