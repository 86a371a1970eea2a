import { unauthorized } from '../../apimachinery/status/index.js';
import type { Authenticator } from '../authentication/index.js';
import type { Filter } from './filter.js';

/** Finds out who sends the request, unless that is known by the way it came; who cannot be found out is turned away. */
export function authenticate(authenticator: Authenticator): Filter {
  return async (context, next) => {
    if (context.hasUser) return next();
    const user = await authenticator.authenticate(context.request);
    if (!user) throw unauthorized('Unauthorized');
    context.user = user;
    // Credentials are nobody else's business, least of all that of servers that the request is passed on to.
    context.request.dropHeader('authorization');
    return next();
  };
}
