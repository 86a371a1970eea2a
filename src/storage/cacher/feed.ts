import { type Clock, nextTurn, sleep } from '../../apimachinery/clock/index.js';
import { isStorageError } from '../errors.js';
import type { KeyValue, Revision, Storage, Watch, WatchBatch } from '../storage.js';

/** How much is read of the store at once when the cache is filled; between two pages others get their turn. */
const pageSize = 2000;
const retryMilliseconds = { first: 50, last: 5000 };

export interface FeedTarget {
  /** Begins anew with what is there at a revision. */
  replace(entries: readonly KeyValue[], revision: Revision): Promise<void>;
  apply(batch: WatchBatch): void;
  /** Whether somebody waits for a revision that has not been applied yet. */
  isAwaited(): boolean;
}

/**
 * Fills a cache and keeps it current: lists the store and watches it from there. Where the watch breaks it goes on from
 * the last revision seen; where the store has given up that revision, it begins anew.
 */
export class Feed {
  readonly #clock: Clock;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #target: FeedTarget;
  readonly #onError: (error: unknown) => void;
  readonly #ending = new AbortController();
  #watch: Watch | undefined;
  #running: Promise<void> | undefined;

  constructor(options: {
    storage: Storage;
    prefix: string;
    target: FeedTarget;
    onError: (error: unknown) => void;
    clock: Clock;
  }) {
    this.#clock = options.clock;
    this.#onError = options.onError;
    this.#storage = options.storage;
    this.#prefix = options.prefix;
    this.#target = options.target;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  requestProgress(): void {
    this.#watch?.requestProgress();
  }

  async #run(): Promise<void> {
    let position: Revision | undefined;
    let retry = retryMilliseconds.first;
    while (!this.#ending.signal.aborted) {
      try {
        position ??= await this.#list();
        this.#watch = this.#storage.watch(this.#prefix, { after: position, signal: this.#ending.signal });
        // Who waits has asked the watch before this one, which took that with it.
        if (this.#target.isAwaited()) this.#watch.requestProgress();
        for await (const batch of this.#watch) {
          this.#target.apply(batch);
          position = batch.revision;
          retry = retryMilliseconds.first;
        }
      } catch (error) {
        if (isStorageError(error, 'closed')) return;
        if (isStorageError(error, 'compacted')) position = undefined;
        this.#onError(error);
        await this.#pause(retry);
        retry = Math.min(retry * 2, retryMilliseconds.last);
      }
    }
  }

  async #list(): Promise<Revision> {
    const entries: KeyValue[] = [];
    let page = await this.#storage.range(this.#prefix, { limit: pageSize });
    const { revision } = page;
    entries.push(...page.entries);
    while (page.more) {
      await nextTurn(this.#clock);
      const startKey = `${entries.at(-1)!.key}\0`;
      page = await this.#storage.range(this.#prefix, { limit: pageSize, startKey, revision });
      entries.push(...page.entries);
    }
    await this.#target.replace(entries, revision);
    return revision;
  }

  /** Until then, or until it is closed. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(this.#clock, milliseconds, this.#ending).catch(() => undefined);
  }
}
