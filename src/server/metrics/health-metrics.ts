// Follows staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (v1.36)

import type { CheckOutcome } from '../health/index.js';
import { healthMetrics } from './declarations/server.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Counts the results of health checks: pass it to a HealthRegistry as `onOutcome`. */
export function countHealthChecks(registry: MetricsRegistry): (outcome: CheckOutcome) => void {
  const state = registry.gauge(healthMetrics.check);
  const total = registry.counter(healthMetrics.checks);
  return ({ check, endpoint, failure }) => {
    const labels = { name: check, type: endpoint };
    state.with(labels).set(failure === undefined ? 1 : 0);
    total.with({ ...labels, status: failure === undefined ? 'success' : 'error' }).increment();
  };
}
