import { requestMetrics } from './declarations/requests.js';
import { auditMetrics, authenticationMetrics } from './declarations/security.js';
import type { MetricsRegistry } from './metrics-registry.js';

const { legacyTokens, autoTokens, manualTokens, invalidTokens, staleTokens, validTokens } = authenticationMetrics;

/** Exposes counters without labels at 0 from the start, so that rare events can be seen not to have happened. */
export function countFromStart(registry: MetricsRegistry): void {
  const { events, requestsRejected } = auditMetrics;
  const tokens = [legacyTokens, autoTokens, manualTokens, invalidTokens, staleTokens, validTokens];
  const rare = [events, requestsRejected, requestMetrics.tlsHandshakeErrors, ...tokens];
  for (const declaration of rare) registry.counter(declaration).with({});
}
