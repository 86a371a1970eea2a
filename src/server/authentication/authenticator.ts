import { StatusError } from '../../apimachinery/status/index.js';
import type { ApiRequest } from '../http/index.js';
import type { UserInfo } from '../request-context.js';

/** Says who sends a request; undefined: it cannot tell, and the next one is asked. Throws `refused` to refuse. */
export interface Authenticator {
  authenticate(request: ApiRequest): Promise<UserInfo | undefined>;
}

/** Says whose a token is; undefined: of nobody that it knows. */
export interface TokenAuthenticator {
  authenticateToken(token: string): Promise<UserInfo | undefined>;
}

/** Nobody is asked: every request comes from one user. For servers that only their own process can reach. */
export function alwaysUser(user: UserInfo): Authenticator {
  return { authenticate: async () => user };
}

/** Credentials that are no good. Clients are not told why: it would help those who try. */
export function refused(reason: string): StatusError {
  return StatusError.of({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' }, { cause: new Error(reason) });
}
