import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { StatusError } from '../../apimachinery/status/index.js';
import type { ApiRequest } from '../http/index.js';
import type { UserInfo } from '../request-context.js';

/**
 * Says who sends a request; undefined: it cannot tell, and the next one is asked. Throws `refused` to refuse. What can be
 * told at once is, for every request is asked.
 */
export interface Authenticator {
  authenticate(request: ApiRequest): MaybePromise<UserInfo | undefined>;
}

/** Whose a token is, and which of the audiences that it was presented to it is meant for. */
export interface TokenOwner {
  readonly user: UserInfo;
  readonly audiences: readonly string[];
}

/**
 * Says whose a token is that is presented to some audiences; none: they do not matter. Undefined: of nobody that it knows,
 * or not meant for them.
 */
export interface TokenAuthenticator {
  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenOwner | undefined>;
}

/** Nobody is asked: every request comes from one user. For servers that only their own process can reach. */
export function alwaysUser(user: UserInfo): Authenticator {
  return { authenticate: () => user };
}

/** Credentials that are no good. Clients are not told why: it would help those who try. */
export function refused(reason: string): StatusError {
  return StatusError.of({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' }, { cause: new Error(reason) });
}
