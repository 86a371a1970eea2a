import type { ApiRequest } from '../http/index.js';
import type { UserInfo } from '../request-context.js';

/** Says who sends a request; undefined: it cannot tell, and the next one is asked. Throws `unauthorized` to refuse. */
export interface Authenticator {
  authenticate(request: ApiRequest): Promise<UserInfo | undefined>;
}

/** Nobody is asked: every request comes from one user. For servers that only their own process can reach. */
export function alwaysUser(user: UserInfo): Authenticator {
  return { authenticate: async () => user };
}
