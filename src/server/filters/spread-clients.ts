import type { Filter } from './filter.js';

/**
 * Asks the clients of some HTTP/2 requests to make a new connection (GOAWAY), so that they spread over several servers
 * behind a balancer. `chance` is between 0 and 0.02.
 */
export function spreadClients(chance: number, random: () => number = Math.random): Filter {
  return (context, next) => {
    if (context.request.protocol === 'HTTP/2.0' && random() < chance) context.closesConnection = true;
    return next();
  };
}
