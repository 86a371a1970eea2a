import { formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import type { Storage } from '../../storage/index.js';
import { storageMetrics, watchCacheMetrics } from './declarations/storage.js';
import { type ListMetrics, MeasuredStorage, type OperationMetrics } from './measured-storage.js';
import type { MetricsRegistry } from './metrics-registry.js';
import type { Counter } from './series.js';

export interface ResourceStatistics {
  readonly count: number;
  readonly averageBytes: number;
}

/** What the cache of a resource has done so far. */
export interface ResourceActivity {
  readonly revision: bigint;
  readonly capacity: number;
  readonly events: number;
  readonly fillings: number;
}

/** Whom to ask, when the metrics are shown. */
export interface FollowedResource {
  readonly statistics: () => ResourceStatistics;
  readonly activity: () => ResourceActivity;
}

/** As many digits of a revision as all readers of numbers keep. */
const shownRevisions = 10n ** 15n;

/** What is stored of each resource, and what is asked of the store for it. */
export class ResourceMetrics {
  readonly #registry: MetricsRegistry;
  readonly #followed = new Map<
    GroupResource,
    FollowedResource & { told: Pick<ResourceActivity, 'events' | 'fillings'> }
  >();

  constructor(registry: MetricsRegistry) {
    this.#registry = registry;
    registry.onScrape(() => this.#collect());
  }

  /** Tells of the resource until the function that it returns is called. */
  follow(resource: GroupResource, followed: FollowedResource): () => void {
    this.#followed.set(resource, { ...followed, told: { events: 0, fillings: 0 } });
    return () => {
      this.#followed.delete(resource);
      const { objects, ...gauges } = this.#gauges();
      objects.remove({ resource: formatGroupResource(resource) });
      for (const gauge of Object.values(gauges)) gauge.remove({ ...resource });
    };
  }

  /** The storage, measured as that of the resource. */
  measured(storage: Storage, resource: GroupResource): Storage {
    const known = new Map<string, OperationMetrics>();
    const metricsOf = (operation: string): OperationMetrics => {
      let metrics = known.get(operation);
      if (!metrics) {
        metrics = this.#operation({ operation, ...resource });
        known.set(operation, metrics);
      }
      return metrics;
    };
    return new MeasuredStorage(storage, { metricsOf, lists: this.#lists(resource) });
  }

  #lists({ group, resource }: GroupResource): ListMetrics {
    const { lists, listFetched, listEvaluated, listReturned } = storageMetrics;
    const of = (declaration: typeof lists): Counter => this.#registry.counter(declaration).with({ group, resource });
    return { lists: of(lists), objects: [of(listFetched), of(listEvaluated), of(listReturned)] };
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
      capacity: this.#registry.gauge(watchCacheMetrics.capacity),
      resourceVersion: this.#registry.gauge(watchCacheMetrics.resourceVersion),
    };
  }

  #collect(): void {
    const { objects, resourceObjects, resourceBytes, capacity, resourceVersion } = this.#gauges();
    for (const [resource, followed] of this.#followed) {
      const { count, averageBytes } = followed.statistics();
      const activity = followed.activity();
      objects.with({ resource: formatGroupResource(resource) }).set(count);
      resourceObjects.with({ ...resource }).set(count);
      resourceBytes.with({ ...resource }).set(Math.round(count * averageBytes));
      capacity.with({ ...resource }).set(activity.capacity);
      resourceVersion.with({ ...resource }).set(Number(activity.revision % shownRevisions));
      this.#count(resource, activity, followed.told);
      followed.told = activity;
    }
  }

  /** What has happened since the last time: counters may have begun anew. */
  #count(
    { group, resource }: GroupResource,
    now: ResourceActivity,
    before: Pick<ResourceActivity, 'events' | 'fillings'>,
  ): void {
    const { eventsReceived, eventsDispatched, initializations } = watchCacheMetrics;
    for (const declaration of [eventsReceived, eventsDispatched, storageMetrics.eventsReceived]) {
      this.#registry
        .counter(declaration)
        .with({ group, resource })
        .add(now.events - before.events);
    }
    this.#registry
      .counter(initializations)
      .with({ group, resource })
      .add(now.fillings - before.fillings);
  }
}
