// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)

import { type Clock, every, systemClock } from '../../apimachinery/clock/index.js';
import { formatGroupResource, type GroupResource } from '../../apimachinery/meta/index.js';
import type { CacheDifference } from '../../storage/cacher/index.js';
import { type MetricsRegistry, watchCacheMetrics } from '../metrics/index.js';

export interface ConsistencyChecksOptions {
  readonly metrics: MetricsRegistry;
  /** Called when a cache differs from its store, or could not be compared with it. */
  readonly onError: (error: unknown) => void;
  readonly clock?: Clock;
}

/** Returns where the cache of a resource differs from its store; undefined: nowhere. */
type Comparison = () => Promise<CacheDifference | undefined>;

const periodMilliseconds = 5 * 60_000;

/** Compares caches with their stores, one after the other, as long as there are any. */
export class ConsistencyChecks {
  readonly #options: ConsistencyChecksOptions;
  readonly #followed = new Map<GroupResource, Comparison>();
  #stop: (() => void) | undefined;
  #checking: Promise<void> | undefined;

  constructor(options: ConsistencyChecksOptions) {
    this.#options = options;
  }

  /** Checks the cache of a resource until the returned function is called. */
  follow(resource: GroupResource, compare: Comparison): () => void {
    this.#followed.set(resource, compare);
    const { clock = systemClock } = this.#options;
    this.#stop ??= every(clock, periodMilliseconds, () => void this.check());
    return () => {
      this.#followed.delete(resource);
      if (this.#followed.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  /** Checks all caches now, unless that is under way. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    for (const [resource, compare] of [...this.#followed]) {
      if (!this.#followed.has(resource)) continue;
      const status = await this.#statusOf(resource, compare);
      if (!this.#followed.has(resource)) continue;
      const { group, resource: plural } = resource;
      this.#options.metrics
        .counter(watchCacheMetrics.consistencyChecks)
        .with({ group, resource: plural, status })
        .increment();
    }
  }

  async #statusOf(resource: GroupResource, compare: Comparison): Promise<'success' | 'failure' | 'error'> {
    const report = (problem: string, options?: ErrorOptions): void => {
      const name = formatGroupResource(resource);
      if (this.#followed.has(resource)) this.#options.onError(new Error(`the cache of ${name} ${problem}`, options));
    };
    try {
      const difference = await compare();
      if (!difference) return 'success';
      const { cached, stored } = difference;
      report(`differs from the store: it has ${shown(cached)}, the store ${shown(stored)}`);
      return 'failure';
    } catch (error) {
      report('could not be compared with the store', { cause: error });
      return 'error';
    }
  }
}

function shown(entry: CacheDifference['cached']): string {
  return entry ? `${entry.key} of revision ${entry.modRevision}` : 'nothing';
}
