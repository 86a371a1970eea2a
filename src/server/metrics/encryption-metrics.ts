// Follows staging/src/k8s.io/apiserver/pkg/storage/value/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/value/encrypt/envelope/metrics/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { grpcCodeOf } from '../../apimachinery/grpc/index.js';
import type { EncryptionObserver } from '../../storage/encryption/index.js';
import { envelopeMetrics, transformationMetrics } from './declarations/storage.js';
import { hashLabel } from './hash-label.js';
import { only } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Counts and measures what encryption at rest does. */
export function observeEncryption(metrics: MetricsRegistry, serverId: string): EncryptionObserver {
  const apiserver_id_hash = hashLabel(serverId);
  const seconds = (): number => systemClock.now() / 1000;
  return {
    transformed({ resource, direction, prefix }, milliseconds) {
      const labels = { transformation_type: direction, transformer_prefix: prefix };
      metrics
        .counter(transformationMetrics.operations)
        .with({ ...labels, resource, status: 'OK' })
        .increment();
      metrics
        .histogram(transformationMetrics.duration)
        .with(labels)
        .observe(milliseconds / 1000);
    },
    failed({ resource, direction, prefix }, error) {
      const labels = { transformation_type: direction, transformer_prefix: prefix, resource, status: codeOf(error) };
      metrics.counter(transformationMetrics.operations).with(labels).increment();
    },
    keyUsed(direction, provider, keyId) {
      const key = { provider_name: provider, key_id_hash: hashLabel(keyId), apiserver_id_hash };
      const labels = { transformation_type: direction, ...key };
      metrics.counter(envelopeMetrics.keyUses).with(labels).increment();
      metrics.gauge(envelopeMetrics.keyUsedAt).with(labels).set(seconds());
    },
    keyReported(provider, keyId) {
      const labels = { provider_name: provider, key_id_hash: hashLabel(keyId), apiserver_id_hash };
      metrics.gauge(envelopeMetrics.keyReportedAt).with(labels).set(seconds());
    },
    invalidKeyReported(provider, code) {
      metrics.counter(envelopeMetrics.invalidKeys).with({ provider_name: provider, error: code }).increment();
    },
    keysCached(provider, count) {
      metrics.gauge(envelopeMetrics.cachedKeys).with({ provider_name: provider }).set(count);
    },
    keyMissed() {
      only(metrics.counter(transformationMetrics.keyMisses)).increment();
    },
    keyGenerated(milliseconds) {
      only(metrics.histogram(transformationMetrics.keyGeneration)).observe(milliseconds / 1000);
    },
    called(provider, method, { milliseconds, error }) {
      const labels = { provider_name: provider, method_name: method, grpc_status_code: codeOf(error) };
      metrics
        .histogram(envelopeMetrics.callDuration)
        .with(labels)
        .observe(milliseconds / 1000);
    },
  };
}

/** Upstream's name of an outcome: that of a gRPC status, or that there was none. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'OK';
  const code = grpcCodeOf(error);
  return code === 'Unknown' ? 'unknown-non-grpc' : code;
}
