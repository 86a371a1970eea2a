import { requestMetrics } from './declarations/requests.js';
import { auditMetrics, authenticationMetrics } from './declarations/security.js';
import type { MetricsRegistry } from './metrics-registry.js';

const { legacyTokens, staleTokens, validTokens } = authenticationMetrics;

/** Shows counters without labels before there is something to count, so that what is rare can be seen not to happen. */
export function countFromStart(registry: MetricsRegistry): void {
  const { events, requestsRejected } = auditMetrics;
  const rare = [events, requestsRejected, requestMetrics.tlsHandshakeErrors, legacyTokens, staleTokens, validTokens];
  for (const declaration of rare) registry.counter(declaration).with({});
}
