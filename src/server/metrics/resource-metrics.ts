// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/metrics/metrics.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/metrics/metrics.go (v1.36)

import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { compositeKey, formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import type { Storage } from '../../storage/index.js';
import type { CounterDeclaration } from './declaration.js';
import { storageMetrics, watchCacheMetrics } from './declarations/storage.js';
import { type ListMetrics, MeasuredStorage, type OperationMetrics } from './measured-storage.js';
import type { MetricsRegistry } from './metrics-registry.js';
import type { Counter } from './series.js';

export interface ResourceStatistics {
  readonly count: number;
  readonly averageBytes: number;
}

/** Totals of a resource's cache. */
export interface ResourceActivity {
  readonly revision: bigint;
  readonly capacity: number;
  readonly events: number;
  readonly fillings: number;
  readonly lists: number;
  readonly fetched: number;
  readonly returned: number;
  readonly initialEvents: number;
  readonly bookmarks: number;
  readonly consistentReads: number;
}

type Totals = Omit<ResourceActivity, 'revision' | 'capacity'>;

const nothing: Totals = {
  events: 0,
  fillings: 0,
  lists: 0,
  fetched: 0,
  returned: 0,
  initialEvents: 0,
  bookmarks: 0,
  consistentReads: 0,
};

/** Called on each scrape. */
export interface FollowedResource {
  readonly statistics: () => ResourceStatistics;
  readonly activity: () => ResourceActivity;
}

/** The number of digits of a revision that a double represents exactly. */
const shownRevisions = 10n ** 15n;

/** How long, and for how many resources at most, counters of removed resources are still exposed. */
const shownAfterwards = { milliseconds: 60_000, resources: 100 };

interface GoneResource {
  readonly resource: GroupResource;
  readonly since: number;
}

/** Metrics of each resource's stored objects and storage requests. */
export class ResourceMetrics {
  readonly #registry: MetricsRegistry;
  readonly #followed = new Map<GroupResource, FollowedResource & { reported: Totals }>();
  /** How often each resource is followed: its successor may be there before it is closed. */
  readonly #followers = new Map<string, number>();
  /** In order of removal. */
  readonly #gone = new Map<string, GoneResource>();
  /** Consistent reads that waited since the last scrape, by resource. */
  readonly #waited = new Map<string, number>();
  readonly #clock: Pick<Clock, 'monotonic'>;

  readonly #showsSizes: boolean;

  constructor(
    registry: MetricsRegistry,
    { clock = systemClock, showsSizes = true }: { clock?: Pick<Clock, 'monotonic'>; showsSizes?: boolean } = {},
  ) {
    this.#registry = registry;
    this.#clock = clock;
    this.#showsSizes = showsSizes;
    registry.onScrape(() => this.#collect());
  }

  /**
   * Collects metrics of the resource until the returned function is called. Its counters are removed some time later,
   * when its last requests have completed, unless it is followed again.
   */
  follow(resource: GroupResource, followed: FollowedResource): () => void {
    const key = compositeKey(resource.group, resource.resource);
    this.#gone.delete(key);
    this.#followers.set(key, (this.#followers.get(key) ?? 0) + 1);
    this.#followed.set(resource, { ...followed, reported: nothing });
    return () => {
      if (!this.#followed.delete(resource)) return;
      const { objects, ...gauges } = this.#gauges();
      objects.remove({ resource: formatGroupResource(resource) });
      for (const gauge of Object.values(gauges)) gauge.remove({ ...resource });
      this.#hasGone(resource);
    };
  }

  /** Returns what records how long consistent reads of the resource waited for its cache. */
  readWaits({ group, resource }: GroupResource): (milliseconds: number) => void {
    const key = compositeKey(group, resource);
    return (milliseconds) => {
      const waits = this.#registry.histogram(watchCacheMetrics.readWait).with({ group, resource });
      waits.observe(milliseconds / 1000);
      this.#waited.set(key, (this.#waited.get(key) ?? 0) + 1);
    };
  }

  /** Returns the storage with metrics labelled by the resource. */
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

  #hasGone(resource: GroupResource): void {
    const key = compositeKey(resource.group, resource.resource);
    const others = this.#followers.get(key)! - 1;
    if (others > 0) {
      this.#followers.set(key, others);
    } else {
      this.#followers.delete(key);
      this.#gone.set(key, { resource, since: this.#clock.monotonic() });
    }
    this.#forgetGone();
  }

  #forgetGone(): void {
    const before = this.#clock.monotonic() - shownAfterwards.milliseconds;
    for (const [name, { resource, since }] of this.#gone) {
      if (since > before && this.#gone.size <= shownAfterwards.resources) return;
      this.#gone.delete(name);
      this.#registry.removeResource(resource);
    }
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
    this.#forgetGone();
    const { objects, resourceObjects, resourceBytes, capacity, resourceVersion } = this.#gauges();
    for (const [resource, followed] of this.#followed) {
      const { count, averageBytes } = followed.statistics();
      const activity = followed.activity();
      objects.with({ resource: formatGroupResource(resource) }).set(count);
      resourceObjects.with({ ...resource }).set(count);
      if (this.#showsSizes) resourceBytes.with({ ...resource }).set(Math.round(count * averageBytes));
      capacity.with({ ...resource }).set(activity.capacity);
      resourceVersion.with({ ...resource }).set(Number(activity.revision % shownRevisions));
      this.#count(resource, activity, followed.reported);
      followed.reported = activity;
    }
  }

  /** Adds the difference since the last scrape: counters may have been reset. */
  #count({ group, resource }: GroupResource, now: Totals, before: Totals): void {
    for (const [name, declarations] of Object.entries(countedBy) as [keyof Totals, (typeof countedBy)['lists']][]) {
      const added = now[name] - before[name];
      // Series appear with the first event, as upstream's do.
      if (added === 0 && before[name] === 0 && !alwaysShown.has(name)) continue;
      for (const declaration of declarations) this.#registry.counter(declaration).with({ group, resource }).add(added);
    }
    const lists = now.lists - before.lists;
    if (lists > 0) {
      const labels = { group, resource, index: '' };
      this.#registry.counter(watchCacheMetrics.lists).with(labels).add(lists);
      this.#registry
        .counter(watchCacheMetrics.listFetched)
        .with(labels)
        .add(now.fetched - before.fetched);
    }
    const reads = now.consistentReads - before.consistentReads;
    if (reads === 0) return;
    const outcome = { group, resource, success: 'true', fallback: 'false' };
    this.#registry.counter(watchCacheMetrics.consistentReads).with(outcome).add(reads);
    this.#countImmediate({ group, resource }, reads);
  }

  /** Consistent reads that did not wait. */
  #countImmediate({ group, resource }: GroupResource, reads: number): void {
    const waits = this.#registry.histogram(watchCacheMetrics.readWait).with({ group, resource });
    const key = compositeKey(group, resource);
    waits.observeRepeatedly(0, Math.max(0, reads - (this.#waited.get(key) ?? 0)));
    this.#waited.delete(key);
  }
}

/** The counters of each total. */
const countedBy = {
  events: [watchCacheMetrics.eventsReceived, watchCacheMetrics.eventsDispatched, storageMetrics.eventsReceived],
  fillings: [watchCacheMetrics.initializations],
  lists: [],
  fetched: [],
  returned: [watchCacheMetrics.listReturned],
  initialEvents: [watchCacheMetrics.initEvents],
  bookmarks: [storageMetrics.bookmarks],
  consistentReads: [],
} as const satisfies Record<keyof Totals, readonly CounterDeclaration<'group' | 'resource'>[]>;

const alwaysShown: ReadonlySet<keyof Totals> = new Set(['events', 'fillings'] as const);
