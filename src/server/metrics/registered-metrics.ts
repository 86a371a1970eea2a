// Follows staging/src/k8s.io/component-base/metrics/registry.go (v1.36)
// Follows staging/src/k8s.io/component-base/metrics/options.go (v1.36)

import { registryMetrics } from './declarations/server.js';
import { only } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Exposes how many metrics there are. */
export function collectRegistered(registry: MetricsRegistry): void {
  only(registry.counter(registryMetrics.disabled)).raiseTo(registry.disabledMetrics);
  const unexpected = only(registry.counter(registryMetrics.unexpectedValues));
  only(registry.counter(registryMetrics.hidden));
  registry.onScrape(() => {
    unexpected.raiseTo(registry.unexpectedValues);
    const counts = new Map<string, number>();
    for (const { stability = '', deprecatedSince = '' } of registry.declarations) {
      // Unambiguous: a stability level is a word.
      const key = `${stability} ${deprecatedSince}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, count] of counts) {
      const [stability = '', version = ''] = key.split(' ');
      const labels = { stability_level: stability, deprecated_version: version };
      registry.counter(registryMetrics.registered).with(labels).raiseTo(count);
    }
  });
}
