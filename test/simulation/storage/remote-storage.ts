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
  WatchBatch,
  WatchOptions,
} from '../../../src/storage/index.js';
import { StorageError } from '../../../src/storage/index.js';
import { Crashed, type SimulatedProcess } from '../engine/simulated-process.js';

export interface NetworkFaults {
  /** The probability that a request, or its response, is lost. */
  lostMessage: number;
  /** The probability that a batch ends its watch. */
  lostWatch: number;
}

/** The process with the store, which may die and restart. */
export interface StorageHost {
  readonly process: SimulatedProcess;
  readonly storage: Storage;
}

/**
 * A store behind a network: nothing is known without a request, every message is delayed and may be lost, so that a
 * failed write may have happened, and watches break.
 */
export class RemoteStorage implements Storage {
  readonly #local: SimulatedProcess;
  readonly #host: () => StorageHost;
  readonly #faults: NetworkFaults;
  readonly #ending = new AbortController();
  oldestRevision: Revision = 0n;

  constructor(local: SimulatedProcess, host: () => StorageHost, faults: NetworkFaults) {
    this.#local = local;
    this.#host = host;
    this.#faults = faults;
  }

  currentRevision(): Promise<Revision> {
    return this.#call('current revision', (storage) => storage.currentRevision());
  }

  get(key: string, options?: ReadOptions): Promise<GetResult> {
    return this.#call(`get ${key}`, (storage) => storage.get(key, options));
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#call(`range ${prefix}`, (storage) => storage.range(prefix, options));
  }

  commit(operations: readonly Operation[]): Promise<CommitResult> {
    return this.#call('commit', (storage) => storage.commit(operations));
  }

  async compact(revision: Revision): Promise<void> {
    await this.#call(`compact ${revision}`, (storage) => storage.compact(revision));
    if (revision > this.oldestRevision) this.oldestRevision = revision;
  }

  watch(prefix: string, options: WatchOptions = {}): Watch {
    if (options.after === undefined) throw new Error('not simulated: a watch without a revision');
    return new RemoteWatch(this, { ...options, prefix });
  }

  async close(): Promise<void> {
    this.#ending.abort();
  }

  async *batches(watch: RemoteWatch, { prefix, ...options }: WatchOptions & { prefix: string }) {
    await this.#travel(`→ watch ${prefix} after ${options.after}`);
    const { process, storage } = this.#host();
    const signals = [this.#ending.signal, ...(options.signal ? [options.signal] : [])];
    const opened = storage.watch(prefix, { ...options, signal: AbortSignal.any(signals) });
    watch.opened(opened);
    const batches = opened[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await process.call(() => batches.next());
        if (done) break;
        await this.#travel(
          `← ${value.events.length} events of ${prefix} up to ${value.revision}`,
          this.#faults.lostWatch,
        );
        yield value;
      }
    } catch (error) {
      throw asUnavailable(error);
    } finally {
      void batches.return?.();
    }
    if (this.#ending.signal.aborted) throw new StorageError('closed', 'the store is closed');
  }

  async #call<Result>(label: string, work: (storage: Storage) => Promise<Result>): Promise<Result> {
    if (this.#ending.signal.aborted) throw new StorageError('closed', 'the store is closed');
    try {
      await this.#travel(`→ ${label}`);
      const { process, storage } = this.#host();
      const result = await process.call(() => work(storage));
      await this.#travel(`← ${label}`);
      return result;
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  async #travel(label: string, lost = this.#faults.lostMessage): Promise<void> {
    await this.#local.pause(label);
    const { scheduler } = this.#local;
    if (!scheduler.random.chance(lost)) return;
    scheduler.trace(() => `lost: ${label}`);
    throw new StorageError('unavailable', `lost: ${label}`);
  }
}

class RemoteWatch implements Watch {
  readonly #batches: AsyncGenerator<WatchBatch>;
  #opened: Watch | undefined;
  #wantsProgress = false;

  constructor(storage: RemoteStorage, options: WatchOptions & { prefix: string }) {
    this.#batches = storage.batches(this, options);
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchBatch> {
    return this.#batches;
  }

  requestProgress(): void {
    this.#wantsProgress = true;
    this.#opened?.requestProgress();
  }

  opened(watch: Watch): void {
    this.#opened = watch;
    if (this.#wantsProgress) watch.requestProgress();
  }
}

function asUnavailable(error: unknown): unknown {
  return error instanceof Crashed ? new StorageError('unavailable', error.message, { cause: error }) : error;
}
