import { isUnauthorized, unauthorized } from '../../apimachinery/status/index.js';
import type { Auditor } from '../audit/index.js';
import type { Authenticator } from '../authentication/index.js';
import type { AccessMetrics } from '../metrics/index.js';
import type { RequestContext, UserInfo } from '../request-context.js';
import { auditFailedAuthentication } from './audit-requests.js';
import type { Filter } from './filter.js';

export interface AuthenticationObservers {
  readonly audit?: Auditor;
  readonly access?: AccessMetrics;
}

/** Finds out who sends the request, unless that is known by the way it came; who cannot be found out is turned away. */
export function authenticate(authenticator: Authenticator, { audit, access }: AuthenticationObservers = {}): Filter {
  const refused = (context: RequestContext, error: unknown): never => {
    if (audit && isUnauthorized(error)) auditFailedAuthentication(audit, context);
    throw error;
  };
  return async (context, next) => {
    if (context.hasUser) return next();
    const begin = performance.now();
    let user: UserInfo | undefined;
    try {
      user = await authenticator.authenticate(context.request);
    } catch (error) {
      access?.authenticationFailed(begin);
      return refused(context, error);
    }
    access?.authenticated(user, begin);
    if (!user) return refused(context, unauthorized('Unauthorized'));
    context.user = user;
    // Credentials are nobody else's business, least of all that of servers that the request is passed on to.
    context.request.dropHeader('authorization');
    return await next();
  };
}
