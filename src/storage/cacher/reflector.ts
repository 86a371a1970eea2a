import { type Clock, nextIteration, sleep } from '../../apimachinery/clock/index.js';
import { isStorageError } from '../errors.js';
import type { KeyValue, Revision, Storage, Watch, WatchBatch } from '../storage.js';

/** Page size of the initial list; between pages, the event loop runs other work. */
const pageSize = 2000;
const retryMilliseconds = { first: 50, last: 5000 };

export interface ReflectorTarget {
  /** Replaces the content with the state at a revision. */
  replace(entries: readonly KeyValue[], revision: Revision): Promise<void>;
  apply(batch: WatchBatch): void;
  /** Whether a reader waits for a revision that has not been applied yet. */
  isAwaited(): boolean;
}

/**
 * Fills a cache and keeps it current: lists the store and watches it from there. If the watch breaks, it resumes at the
 * last revision seen; if that revision is compacted, it lists again.
 */
export class Reflector {
  readonly #clock: Clock;
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #target: ReflectorTarget;
  readonly #onError: (error: unknown) => void;
  readonly #ending = new AbortController();
  readonly #initialPosition: Revision | undefined;
  #watch: Watch | undefined;
  #running: Promise<void> | undefined;

  constructor(options: {
    storage: Storage;
    prefix: string;
    target: ReflectorTarget;
    onError: (error: unknown) => void;
    clock: Clock;
    /** The revision of the target's content. Unset: it has none. */
    position?: Revision | undefined;
  }) {
    this.#initialPosition = options.position;
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
    let position = this.#initialPosition;
    let retry = retryMilliseconds.first;
    while (!this.#ending.signal.aborted) {
      try {
        position ??= await this.#list();
        this.#watch = this.#storage.watch(this.#prefix, { after: position, signal: this.#ending.signal });
        // Waiting readers requested progress on the previous watch, which is gone.
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
      await nextIteration(this.#clock);
      const startKey = `${entries.at(-1)!.key}\0`;
      page = await this.#storage.range(this.#prefix, { limit: pageSize, startKey, revision });
      entries.push(...page.entries);
    }
    await this.#target.replace(entries, revision);
    return revision;
  }

  /** Resolves after the given time, or when the reflector is closed. */
  async #pause(milliseconds: number): Promise<void> {
    await sleep(this.#clock, milliseconds, this.#ending).catch(() => undefined);
  }
}
