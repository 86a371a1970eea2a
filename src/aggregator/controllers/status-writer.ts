import type { ResourceClient } from '../../client/rest/index.js';
import { aggregatorMetrics, type MetricsRegistry } from '../../server/metrics/index.js';
import { type ApiService, type Availability, isAvailable, nameOf, withAvailability } from '../api-service/index.js';

export interface StatusWriterOptions {
  readonly apiServices: ResourceClient<ApiService>;
  readonly metrics: MetricsRegistry;
  readonly now: () => number;
}

/** Writes the availability of APIServices to their status, if it has changed. */
export class StatusWriter {
  readonly #options: StatusWriterOptions;

  constructor(options: StatusWriterOptions) {
    this.#options = options;
  }

  async write(apiService: ApiService, availability: Availability): Promise<void> {
    const { apiServices, metrics, now } = this.#options;
    const name = nameOf(apiService);
    const isNowAvailable = availability.status === 'True';
    metrics
      .gauge(aggregatorMetrics.unavailable)
      .with({ name })
      .set(isNowAvailable ? 0 : 1);
    const known = apiService.status?.conditions ?? [];
    const conditions = withAvailability(known, availability, now());
    if (conditions === known) return;
    await apiServices.updateStatus({ ...apiService, status: { ...apiService.status, conditions } });
    if (isAvailable(apiService) && !isNowAvailable) {
      metrics.counter(aggregatorMetrics.unavailableTotal).with({ name, reason: availability.reason }).increment();
    }
  }

  forget(name: string): void {
    this.#options.metrics.gauge(aggregatorMetrics.unavailable).remove({ name });
  }
}
