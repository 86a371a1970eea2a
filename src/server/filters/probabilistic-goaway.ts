// Follows staging/src/k8s.io/apiserver/pkg/server/filters/goaway.go (v1.36)

import type { FilterHandler } from './filter.js';

/**
 * Sends GOAWAY to the clients of some HTTP/2 requests, so that they reconnect and spread over the servers behind a load
 * balancer. `chance` is between 0 and 0.02.
 */
export function probabilisticGoaway(chance: number, random: () => number = Math.random): FilterHandler {
  return (context, next) => {
    if (context.request.protocol === 'HTTP/2.0' && random() < chance) context.closesConnection = true;
    return next();
  };
}
