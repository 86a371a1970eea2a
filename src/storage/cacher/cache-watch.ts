import { closed } from '../errors.js';
import type { Revision, Watch, WatchBatch } from '../storage.js';
import { type CacheEvent, Delivery, type Selection } from './cache-event.js';
import type { CacheState } from './cache-state.js';
import { type Deliveries, inScope, type Link, type Member, type Scope, type WatchGroup } from './watch-groups.js';

const refusesAll: BatchSink = { accept: () => false };

/** A reader that is this many deliveries behind loses its place in memory and continues from the store's history. */
const lagLimit = 1000;

/** Options of a watch of a cache. */
export interface CacheWatchOptions {
  /** Delivers events after this revision; unset: after the call. A future revision is waited for. */
  readonly after?: Revision;
  readonly selection?: Selection;
  /** Sends the existing objects as ADDED events first, and marks where they end. */
  readonly initialEvents?: boolean;
  /** Sends bookmarks periodically, so that the watch can be resumed at their revision. */
  readonly bookmarks?: boolean;
  /** The watch is woken by a queued task instead of immediately; see `TaskQueue`. */
  readonly isDeferred?: boolean;
  readonly signal?: AbortSignal;
}

/** Invariant: everything up to its revision has been delivered. Readers at the same position share one batch. */
export interface CacheBatch extends Deliveries {
  /** Set if a bookmark is to be sent after the deliveries. */
  readonly bookmark?: 'initial-events-end' | 'progress';
}

/** What a watch needs from its cache. */
export interface WatchSource {
  readonly state: CacheState;
  /** Delivers the selected entries of the state at the time of the call. */
  initialDeliveries(scope: Scope, selection: Selection | undefined): Promise<readonly Delivery[]>;
  readonly isClosed: boolean;
  /** The events after a revision; undefined: the cache does not reach back that far. Throws `compacted`. */
  eventsAfter(revision: Revision): readonly CacheEvent[] | undefined;
  /** The store's own watch, for readers that are behind the cache's window. */
  history(scope: Scope, options: { after: Revision; signal: AbortSignal }): Watch;
  eventsOf(batch: WatchBatch): CacheEvent[];
  /** Resolves once the cache has seen everything committed before the call, with the revision of that. */
  fresh(): Promise<Revision>;
  join(watch: CacheWatch): WatchGroup;
  leave(watch: CacheWatch, group: WatchGroup | undefined): void;
  /** Called when the watch has ended. */
  forget(watch: CacheWatch): void;
}

/** Receives the events of a watch. */
export interface BatchSink {
  /** Accepts a batch synchronously; false: `drain` resolves with the batch instead. */
  accept(batch: CacheBatch): boolean;
}

interface Waiting {
  readonly resolve: (result: IteratorResult<CacheBatch>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A position in the deliveries of a group. It has no queue: while the reader keeps up, it is a link of the list that
 * all watchers of the group share; a reader that lags too far gives up its link and catches up from the store.
 */
export class CacheWatch implements Member, AsyncIterableIterator<CacheBatch> {
  // Fields that every event reads come first: with thousands of watches, none of them is in the CPU cache.
  #link: Link | undefined;
  /** Everything up to this revision has been delivered to the reader; unset until the start is known. */
  #position: Revision | undefined;
  #group: WatchGroup | undefined;
  #bookmarkDue = false;
  /** Set while the reader is waiting. */
  #sink: BatchSink | undefined;
  #waiting: Waiting | undefined;
  readonly isDeferred: boolean;
  readonly scope: Scope;
  readonly selection: Selection | undefined;
  readonly bookmarks: boolean;
  readonly #source: WatchSource;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #initialEvents: boolean;
  /** Resolves when the cache is as fresh as the watch needs it; unset: it is. */
  readonly started: Promise<Revision> | undefined;
  #history: AsyncIterator<WatchBatch> | undefined;

  constructor(source: WatchSource, scope: Scope, options: CacheWatchOptions) {
    this.isDeferred = options.isDeferred ?? false;
    this.scope = scope;
    this.selection = options.selection;
    this.bookmarks = options.bookmarks ?? false;
    this.#source = source;
    this.#initialEvents = options.initialEvents ?? false;
    this.#position = this.#initialEvents ? undefined : options.after;
    this.started = this.#position === undefined ? source.fresh() : undefined;
    this.started?.catch(() => undefined);
    this.#signal = options.signal;
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    if (this.#signal?.aborted) this.#end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Sends a bookmark once the watch has delivered everything that is committed at the time of the call. */
  requestProgress(): void {
    this.#source.fresh().then(
      () => this.bookmark(),
      () => undefined,
    );
  }

  bookmark(): void {
    this.#bookmarkDue = true;
    if (this.#sink) this.#flush(this.#sink);
  }

  wake(last: Link): void {
    if (this.#sink) this.#flush(this.#sink);
    else if (this.#link && last.number - this.#link.number > lagLimit) this.#detach();
  }

  /**
   * Called when the cache has lost its place in the store's history: unread events are read from the store, if it still
   * has them.
   */
  lose(): void {
    this.#detach();
    const sink = this.#sink;
    const waiting = this.#stopWaiting();
    if (waiting) this.drain(sink!).then(waiting.resolve, waiting.reject);
  }

  /** Called when the cache is closed. The reader still receives what is pending. */
  fail(): void {
    if (this.#sink) this.#flush(this.#sink);
    this.#ending.abort();
    this.#stopWaiting()?.reject(closed());
  }

  next(): Promise<IteratorResult<CacheBatch>> {
    return this.drain(refusesAll);
  }

  /**
   * Passes batches to the sink, and resolves with the first one that it does not accept. One promise per batch would
   * dominate the cost.
   */
  drain(sink: BatchSink): Promise<IteratorResult<CacheBatch>> {
    if (!this.#link) return this.#catchUp(sink);
    return new Promise((resolve, reject) => {
      this.#sink = sink;
      this.#waiting = { resolve, reject };
      this.#flush(sink);
      if (this.#source.isClosed) this.fail();
    });
  }

  /** Ends the watch; a pending read resolves as done. */
  async return(): Promise<IteratorResult<CacheBatch>> {
    this.#abort();
    return { done: true, value: undefined };
  }

  #flush(sink: BatchSink): void {
    const batch = this.#link && this.#read(this.#link);
    if (!batch) return;
    try {
      if (!sink.accept(batch)) this.#stopWaiting()!.resolve({ done: false, value: batch });
    } catch (error) {
      this.#stopWaiting()!.reject(error);
    }
  }

  #stopWaiting(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#sink = undefined;
    this.#waiting = undefined;
    return waiting;
  }

  /** Returns what can be read after a link; undefined: nothing yet. */
  #read(from: Link): CacheBatch | undefined {
    const position = this.#position!;
    const group = this.#group!;
    const batch = group.after(from, this.#source.state.revision);
    this.#link = group.last;
    const { deliveries, revision } = batch;
    if (deliveries.length === 0) return this.#deliver(deliveries, revision);
    if (deliveries[0]!.revision <= position) return this.#deliver(deliveries.filter(isAfter(position)), revision);
    if (this.#bookmarkDue) return this.#deliver(deliveries, revision);
    this.#position = revision;
    return batch;
  }

  #deliver(deliveries: readonly Delivery[], reached: Revision): CacheBatch | undefined {
    if (reached > this.#position!) this.#position = reached;
    if (deliveries.length === 0 && !this.#bookmarkDue) return undefined;
    const revision = this.#position!;
    if (!this.#bookmarkDue) return { revision, deliveries };
    this.#bookmarkDue = false;
    return { revision, deliveries, bookmark: 'progress' };
  }

  /**
   * Returns to the shared list: delivers the initial state or the missed events, first from the store's history, then
   * from memory.
   */
  async #catchUp(sink: BatchSink): Promise<IteratorResult<CacheBatch>> {
    try {
      const start = this.#position ?? (await this.started!);
      while (!this.#ending.signal.aborted) {
        if (this.#source.isClosed) throw closed();
        const batch = (await this.#begin(start)) ?? this.#attach() ?? (await this.#readHistory());
        if (batch) return { done: false, value: batch };
        if (this.#link) return this.drain(sink);
      }
    } catch (error) {
      if (!this.#ending.signal.aborted || this.#source.isClosed) {
        this.#end();
        throw this.#source.isClosed ? closed() : error;
      }
    }
    return this.#end();
  }

  /** Returns the initial events, if they were requested and have not been sent. */
  #begin(start: Revision): Promise<CacheBatch> | undefined {
    if (this.#position !== undefined) return undefined;
    this.#position = start;
    if (!this.#initialEvents) return undefined;
    this.#position = this.#source.state.revision;
    return this.#initialBatch(this.#position);
  }

  async #initialBatch(revision: Revision): Promise<CacheBatch> {
    const deliveries = await this.#source.initialDeliveries(this.scope, this.selection);
    return { revision, deliveries, bookmark: 'initial-events-end' };
  }

  /** Joins the group if the cache reaches back far enough. */
  #attach(): CacheBatch | undefined {
    const position = this.#position!;
    const missed = this.#source.eventsAfter(position);
    if (!missed) return undefined;
    this.#endHistory();
    this.#group = this.#source.join(this);
    this.#link = this.#group.last;
    return this.#deliver(this.#deliveriesOf(missed), this.#source.state.revision);
  }

  async #readHistory(): Promise<CacheBatch | undefined> {
    if (this.#link) return undefined;
    if (!this.#history) {
      const watch = this.#source.history(this.scope, { after: this.#position!, signal: this.#ending.signal });
      watch.requestProgress();
      this.#history = watch[Symbol.asyncIterator]();
    }
    const result = await this.#history.next();
    if (result.done) return undefined;
    return this.#deliver(this.#deliveriesOf(this.#source.eventsOf(result.value)), result.value.revision);
  }

  #deliveriesOf(events: readonly CacheEvent[]): Delivery[] {
    const deliveries: Delivery[] = [];
    for (const event of events) {
      const type = inScope(this.scope, event.key) ? event.typeFor(this.selection) : undefined;
      if (type) deliveries.push(new Delivery(type, event));
    }
    return deliveries;
  }

  #detach(): void {
    this.#source.leave(this, this.#group);
    this.#group = undefined;
    this.#link = undefined;
  }

  #endHistory(): void {
    void this.#history?.return?.();
    this.#history = undefined;
  }

  readonly #abort = (): void => {
    const waiting = this.#stopWaiting();
    const end = this.#end();
    waiting?.resolve(end);
  };

  #end(): IteratorResult<CacheBatch> {
    this.#ending.abort();
    this.#endHistory();
    this.#detach();
    this.#source.forget(this);
    this.#signal?.removeEventListener('abort', this.#abort);
    return { done: true, value: undefined };
  }
}

function isAfter(position: Revision): (delivery: Delivery) => boolean {
  return ({ revision }) => revision > position;
}
