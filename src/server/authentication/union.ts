import { andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { Authenticator, TokenAuthenticator, TokenOwner } from './authenticator.js';
import { inAuthenticatedGroup } from './groups.js';

/**
 * Asks one way after the other, until one knows the user. One that refuses does not keep the others from being asked; if
 * none of them knows the user, the first refusal counts. Whoever neither is known nor refused is left to the last one, if any.
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
