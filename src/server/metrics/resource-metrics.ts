import { formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import type { Storage } from '../../storage/index.js';
import { storageMetrics } from './declarations/storage.js';
import { MeasuredStorage, type OperationMetrics } from './measured-storage.js';
import type { MetricsRegistry } from './metrics-registry.js';

export interface ResourceStatistics {
  readonly count: number;
  readonly averageBytes: number;
}

/** What is stored of each resource, and what is asked of the store for it. */
export class ResourceMetrics {
  readonly #registry: MetricsRegistry;
  readonly #followed = new Map<GroupResource, () => ResourceStatistics>();

  constructor(registry: MetricsRegistry) {
    this.#registry = registry;
    registry.onScrape(() => this.#collect());
  }

  /** Tells of the resource until the function that it returns is called. */
  follow(resource: GroupResource, statistics: () => ResourceStatistics): () => void {
    this.#followed.set(resource, statistics);
    return () => {
      this.#followed.delete(resource);
      const { objects, resourceObjects, resourceBytes } = this.#gauges();
      objects.remove({ resource: formatGroupResource(resource) });
      resourceObjects.remove({ ...resource });
      resourceBytes.remove({ ...resource });
    };
  }

  /** The storage, measured as that of the resource. */
  measured(storage: Storage, resource: GroupResource): Storage {
    const known = new Map<string, OperationMetrics>();
    return new MeasuredStorage(storage, (operation) => {
      let metrics = known.get(operation);
      if (!metrics) {
        metrics = this.#operation({ operation, ...resource });
        known.set(operation, metrics);
      }
      return metrics;
    });
  }

  #operation(labels: { operation: string; group: string; resource: string }): OperationMetrics {
    return {
      requests: this.#registry.counter(storageMetrics.requests).with(labels),
      errors: this.#registry.counter(storageMetrics.requestErrors).with(labels),
      duration: this.#registry.histogram(storageMetrics.requestDuration).with(labels),
    };
  }

  #gauges() {
    return {
      objects: this.#registry.gauge(storageMetrics.objects),
      resourceObjects: this.#registry.gauge(storageMetrics.resourceObjects),
      resourceBytes: this.#registry.gauge(storageMetrics.resourceBytes),
    };
  }

  #collect(): void {
    const { objects, resourceObjects, resourceBytes } = this.#gauges();
    for (const [resource, statistics] of this.#followed) {
      const { count, averageBytes } = statistics();
      objects.with({ resource: formatGroupResource(resource) }).set(count);
      resourceObjects.with({ ...resource }).set(count);
      resourceBytes.with({ ...resource }).set(Math.round(count * averageBytes));
    }
  }
}
