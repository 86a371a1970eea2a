// Follows staging/src/k8s.io/apiserver/plugin/pkg/authenticator/token/oidc/metrics.go (v1.36)

import { authenticationMetrics, hashLabel, type MetricsRegistry } from '../../metrics/index.js';

export interface KeySetMetricsOptions {
  readonly metrics: MetricsRegistry;
  readonly issuer: string;
  readonly serverId: string;
  readonly now: () => number;
}

/** Metrics about the key set of an issuer and its fetches. */
export class KeySetMetrics {
  readonly #options: KeySetMetricsOptions;
  readonly #labels: { readonly jwt_issuer_hash: string; readonly apiserver_id_hash: string };
  #shownHash: string | undefined;

  constructor(options: KeySetMetricsOptions) {
    this.#options = options;
    this.#labels = { jwt_issuer_hash: hashLabel(options.issuer), apiserver_id_hash: hashLabel(options.serverId) };
  }

  /** `body`: undefined if the fetch failed. */
  fetched(body: Buffer | undefined): void {
    const { metrics, now } = this.#options;
    const result = body ? 'success' : 'failure';
    const time = metrics.gauge(authenticationMetrics.keySetFetchTime).with({ ...this.#labels, result });
    time.set(now() / 1000);
    if (body) this.#show(hashLabel(body.toString()));
  }

  remove(): void {
    const time = this.#options.metrics.gauge(authenticationMetrics.keySetFetchTime);
    for (const result of ['success', 'failure']) time.remove({ ...this.#labels, result });
    this.#hide();
  }

  #show(hash: string): void {
    this.#hide();
    this.#shownHash = hash;
    this.#options.metrics
      .gauge(authenticationMetrics.keySetInfo)
      .with({ ...this.#labels, hash })
      .set(1);
  }

  #hide(): void {
    if (this.#shownHash === undefined) return;
    this.#options.metrics.gauge(authenticationMetrics.keySetInfo).remove({ ...this.#labels, hash: this.#shownHash });
  }
}
