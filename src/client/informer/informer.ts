import { type Clock, systemClock } from '../clock/index.js';
import { HandlerSet, type InformerHandler } from './handler-set.js';
import { IndexedStore, type Indexers } from './indexed-store.js';
import { keyOf, versionOf } from './initial-events.js';
import type { ListWatch } from './list-watch.js';
import { Lister } from './lister.js';
import { Reflector, type ReflectorOptions, type ReflectorTarget } from './reflector.js';
import { shareEqualParts } from './share-equal-parts.js';

/** Options of an `Informer`. */
export interface InformerOptions<Item extends object>
  extends Pick<ReflectorOptions<Item>, 'selection' | 'useWatchList' | 'pageSize' | 'backoff'> {
  readonly source: ListWatch<Item>;
  readonly indexers?: Indexers<Item> | undefined;
  /** Resync period: handlers get an update for every object at this interval. Unset or 0: no resync. */
  readonly resyncMilliseconds?: number | undefined;
  /**
   * Applied to each object before it is stored, for example to drop unused fields or to freeze it. Must keep the
   * metadata. Parts that the stored version has as well are then replaced by those, unless they are frozen.
   */
  readonly transform?: ((item: Item) => Item) | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  /** Called with list and watch failures and with errors that handlers throw; the informer keeps running. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Keeps a local copy of the objects of a resource and notifies handlers of changes. */
export class Informer<Item extends object> {
  readonly lister: Lister<Item>;
  readonly #options: InformerOptions<Item>;
  readonly #store: IndexedStore<Item>;
  readonly #handlers: HandlerSet<Item>;
  readonly #end = new AbortController();
  readonly #synced = deferred();
  /** Similar to the next one: objects often come from one template. */
  #lastAdded: Item | undefined;
  #hasSynced = false;
  #reflector: Reflector<Item> | undefined;
  #running: Promise<void> | undefined;
  #cancelResync: () => void = () => undefined;

  constructor(options: InformerOptions<Item>) {
    this.#options = options;
    this.#store = new IndexedStore(options.indexers);
    this.#handlers = new HandlerSet((error) => this.#report(error));
    this.lister = new Lister(this.#store);
  }

  get isStarted(): boolean {
    return this.#reflector !== undefined;
  }

  /** Whether the initial list has been stored and delivered to the handlers. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Resolves once `hasSynced` is true. Rejects if the informer is closed first. */
  synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** The store has every change up to this resourceVersion. Empty while a list or relist is pending. */
  get resourceVersion(): string {
    return this.#reflector?.resourceVersion ?? '';
  }

  /** Calls the handler with all current objects before it returns. Returns a function that removes the handler. */
  addHandler(handler: InformerHandler<Item>): () => void {
    return this.#handlers.add(handler, this.#store.items());
  }

  addIndexers(indexers: Indexers<Item>): void {
    this.#store.addIndexers(indexers);
  }

  /** Starts listing and watching. Later calls do nothing. */
  start(): void {
    if (this.#end.signal.aborted) throw new Error('the informer is closed');
    if (this.#reflector !== undefined) return;
    this.#reflector = new Reflector(this.#reflectorOptions());
    this.#running = this.#reflector.run(this.#end.signal);
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('the informer was closed'));
    this.#cancelResync();
    this.#synced.reject(this.#end.signal.reason);
    await this.#running;
  }

  #reflectorOptions(): ReflectorOptions<Item> {
    const { clock = systemClock, random = Math.random, source } = this.#options;
    const { selection, useWatchList, pageSize, backoff } = this.#options;
    const target: ReflectorTarget<Item> = {
      replace: (items) => this.#replace(items),
      put: (item) => this.#put(item),
      remove: (item) => this.#remove(keyOf(item), { last: item }),
    };
    const onError = (error: unknown): void => this.#report(error);
    return { source, target, clock, random, onError, selection, useWatchList, pageSize, backoff };
  }

  #replace(items: readonly Item[]): void {
    const keys = new Set<string>();
    for (const item of items) {
      keys.add(keyOf(item));
      this.#put(item);
    }
    for (const [key] of [...this.#store.entries()]) if (!keys.has(key)) this.#remove(key);
    if (this.#hasSynced) return;
    this.#hasSynced = true;
    this.#synced.resolve();
    this.#scheduleResync();
  }

  #put(received: Item): void {
    const key = keyOf(received);
    const old = this.#store.get(key);
    if (old !== undefined && isSameVersion(old, received)) return;
    const item = shareEqualParts(this.#options.transform?.(received) ?? received, old ?? this.#lastAdded);
    this.#store.put(key, item);
    if (old === undefined) this.#lastAdded = item;
    if (old === undefined) this.#handlers.added(item, { isInInitialList: !this.#hasSynced });
    else this.#handlers.updated(old, item);
  }

  /** `last` unset: the object was missing in a list, so that its deletion was missed. */
  #remove(key: string, { last }: { last?: Item } = {}): void {
    const old = this.#store.remove(key);
    if (old === undefined) return;
    const item = last === undefined ? old : (this.#options.transform?.(last) ?? last);
    this.#handlers.deleted(item, { isFinalStateUnknown: last === undefined });
  }

  #scheduleResync(): void {
    const { clock = systemClock, resyncMilliseconds = 0 } = this.#options;
    if (resyncMilliseconds <= 0 || this.#end.signal.aborted) return;
    this.#cancelResync = clock.after(resyncMilliseconds, () => {
      for (const item of [...this.#store.items()]) this.#handlers.updated(item, item);
      this.#scheduleResync();
    });
  }

  #report(error: unknown): void {
    if (this.#options.onError) this.#options.onError(error);
    else process.emitWarning(error instanceof Error ? error : String(error));
  }
}

function isSameVersion(a: object, b: object): boolean {
  const version = versionOf(a);
  return version !== '' && version === versionOf(b);
}

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A rejection is not reported as unhandled if nothing awaits the promise. */
function deferred(): Deferred {
  let [resolve, reject]: [() => void, (reason: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<void>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
