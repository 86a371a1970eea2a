// Follows staging/src/k8s.io/apiserver/pkg/server/options/authorizationconfig/metrics/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/authenticationconfig/metrics/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type { CounterDeclaration, GaugeDeclaration, MetricsRegistry } from '../metrics/index.js';
import { hashLabel } from '../metrics/index.js';

interface ReloadMetricsOptions {
  readonly metrics: MetricsRegistry;
  readonly declarations: {
    readonly configReloads: CounterDeclaration<'status' | 'apiserver_id_hash'>;
    readonly configReloadTime: GaugeDeclaration<'status' | 'apiserver_id_hash'>;
    readonly configInfo: GaugeDeclaration<'apiserver_id_hash' | 'hash'>;
  };
  /** Distinguishes servers that share a storage. */
  readonly serverId: string;
  readonly now?: () => number;
}

/** Metrics about the configuration in force and its reloads. */
export class ReloadMetrics {
  readonly #options: ReloadMetricsOptions;
  readonly #server: string;
  #shownHash: string | undefined;

  constructor(options: ReloadMetricsOptions) {
    this.#options = options;
    this.#server = hashLabel(options.serverId);
  }

  /** `hash`: of the content in force. */
  show(hash: string): void {
    const family = this.#options.metrics.gauge(this.#options.declarations.configInfo);
    if (this.#shownHash !== undefined) family.remove({ apiserver_id_hash: this.#server, hash: this.#shownHash });
    this.#shownHash = hash;
    family.with({ apiserver_id_hash: this.#server, hash }).set(1);
  }

  succeeded(hash: string): void {
    this.#count('success');
    this.show(hash);
  }

  failed(): void {
    this.#count('failure');
  }

  #count(status: 'success' | 'failure'): void {
    const { metrics, declarations, now = systemClock.now } = this.#options;
    const labels = { status, apiserver_id_hash: this.#server };
    metrics.counter(declarations.configReloads).with(labels).increment();
    metrics
      .gauge(declarations.configReloadTime)
      .with(labels)
      .set(now() / 1000);
  }
}
