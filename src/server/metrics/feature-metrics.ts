// Follows staging/src/k8s.io/component-base/metrics/prometheus/feature/metrics.go (v1.36)

import { type FeatureGates, maturityLabels } from '../feature-gates/index.js';
import { buildMetrics } from './declarations/server.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Exposes whether each feature is enabled. There are hundreds: their series are created with the first scrape. */
export function recordFeatures(registry: MetricsRegistry, features: FeatureGates): void {
  const enabled = registry.gauge(buildMetrics.featureEnabled);
  let isRecorded = false;
  registry.onScrape(() => {
    if (isRecorded) return;
    isRecorded = true;
    for (const { name, stage, isEnabled } of features.states()) {
      enabled.with({ name, stage: maturityLabels[stage.maturity] }).set(isEnabled ? 1 : 0);
    }
  });
}

/** Exposes the version of a component, and the one that it emulates. */
export function recordVersion(
  registry: MetricsRegistry,
  labels: Record<'component' | 'binary' | 'emulation' | 'min_compat', string>,
): void {
  registry.gauge(buildMetrics.versionInfo).with(labels).set(1);
}
