// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/metrics/metrics.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import type {
  CommitResult,
  GetResult,
  Operation,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchOptions,
} from '../../storage/index.js';
import type { Counter, Histogram } from './series.js';

/** Metrics of one operation on one resource. */
export interface OperationMetrics {
  readonly requests: Counter;
  readonly errors: Counter;
  readonly duration: Histogram;
}

/** Metrics of the lists of one resource. Everything that is read is evaluated and returned. */
export interface ListMetrics {
  readonly lists: Counter;
  readonly objects: readonly Counter[];
}

export interface StorageMeasures {
  readonly metricsOf: (operation: string) => OperationMetrics;
  readonly lists: ListMetrics;
}

/** A storage decorator that counts operations and measures their duration. */
export class MeasuredStorage implements Storage {
  readonly #storage: Storage;
  readonly #measures: StorageMeasures;
  readonly pending: Storage['pending'];
  readonly isOutdated: Storage['isOutdated'];

  constructor(storage: Storage, measures: StorageMeasures) {
    this.pending = storage.pending?.bind(storage);
    this.isOutdated = storage.isOutdated?.bind(storage);
    this.#storage = storage;
    this.#measures = measures;
  }

  get oldestRevision(): Revision {
    return this.#storage.oldestRevision;
  }

  currentRevision(): Promise<Revision> {
    return this.#storage.currentRevision();
  }

  get knownRevision(): Revision | undefined {
    return this.#storage.knownRevision;
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#measured('get', this.#storage.get(key, options));
  }

  async range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    const { lists, objects } = this.#measures.lists;
    const result = await this.#measured('list', this.#storage.range(prefix, options));
    lists.increment();
    for (const counter of objects) counter.add(result.entries.length);
    return result;
  }

  commit(operations: readonly Operation[]): Promise<CommitResult> {
    return this.#measured(operationOf(operations[0]), this.#storage.commit(operations));
  }

  watch(prefix: string, options?: WatchOptions): Watch {
    return this.#storage.watch(prefix, options);
  }

  compact(revision: Revision): Promise<void> {
    return this.#storage.compact(revision);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  async #measured<Result>(operation: string, work: Promise<Result>): Promise<Result> {
    const { requests, errors, duration } = this.#measures.metricsOf(operation);
    const begin = systemClock.monotonic();
    requests.increment();
    try {
      return await work;
    } catch (error) {
      errors.increment();
      throw error;
    } finally {
      duration.observe((systemClock.monotonic() - begin) / 1000);
    }
  }
}

/** Upstream's name of the transaction's purpose. */
function operationOf(operation: Operation | undefined): string {
  if (operation?.type === 'delete') return 'delete';
  return operation?.expect === 0n ? 'create' : 'update';
}
