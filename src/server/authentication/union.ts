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

function firstKnown<Asked, Known>(
  asked: readonly Asked[],
  ask: (one: Asked) => MaybePromise<Known | undefined>,
): MaybePromise<Known | undefined> {
  let refusal: unknown;
  const refused = (error: unknown): undefined => {
    refusal ??= error;
  };
  const askFrom = (first: number): MaybePromise<Known | undefined> => {
    for (let index = first; index < asked.length; index++) {
      const answer = attempt(() => ask(asked[index]!), refused);
      if (answer instanceof Promise) return answer.catch(refused).then((known) => known ?? askFrom(index + 1));
      if (answer) return answer;
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
