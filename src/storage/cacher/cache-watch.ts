import { closed } from '../errors.js';
import type { Revision, Watch, WatchBatch } from '../storage.js';
import { type CacheEvent, Delivery, type Selection } from './cache-event.js';
import type { CacheState } from './cache-state.js';
import type { Turns, TurnTaker } from './turns.js';
import { inScope, type Link, type Member, type Scope, type WatchGroup } from './watch-groups.js';

const takesNothing: TakeBatch = () => false;

/** A reader that is this many deliveries behind loses its place in memory and reads on from the store's history. */
const lagLimit = 1000;

export interface CacheWatchOptions {
  /** Delivers what happened after this revision; unset: after the call. A revision yet to come is waited for. */
  readonly after?: Revision;
  readonly selection?: Selection;
  /** Begins with what is there, as if it had just been added, and marks where that ends. */
  readonly initialEvents?: boolean;
  /** Tells now and then how far the watch has got, so that it can be resumed there. */
  readonly bookmarks?: boolean;
  /** Waits for its turn when something happens, instead of telling at once. */
  readonly turns?: Turns;
  readonly signal?: AbortSignal;
}

export interface CacheBatch {
  /** Everything up to this revision has been delivered. */
  readonly revision: Revision;
  readonly deliveries: readonly Delivery[];
  /** Set where the reader is to be told how far the watch has got, after the deliveries. */
  readonly bookmark?: 'initial-events-end' | 'progress';
}

/** What a watch needs of its cache. */
export interface WatchSource {
  readonly state: CacheState;
  readonly isClosed: boolean;
  /** The latest events after a revision; undefined: the cache does not go back that far. Fails with `compacted`. */
  eventsAfter(revision: Revision): readonly CacheEvent[] | undefined;
  /** The store's own watch, for readers that are further back than the cache. */
  history(scope: Scope, options: { after: Revision; signal: AbortSignal }): Watch;
  eventsOf(batch: WatchBatch): CacheEvent[];
  /** Resolves once the cache has seen everything that was committed before the call, with the revision of that. */
  fresh(): Promise<Revision>;
  join(watch: CacheWatch): WatchGroup;
  leave(watch: CacheWatch, group: WatchGroup | undefined): void;
  /** The watch has ended. */
  forget(watch: CacheWatch): void;
}

/** Takes a batch at once; false: it does not, and wants it another way. */
export type TakeBatch = (batch: CacheBatch) => boolean;

interface Waiting {
  readonly take: TakeBatch;
  readonly resolve: (result: IteratorResult<CacheBatch>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A position in the deliveries of a group. It holds no queue: while the reader keeps up it is a link in the chain that
 * all watchers of the group share; a reader that lags too far gives up its link and catches up from the store.
 */
export class CacheWatch implements Member, TurnTaker, AsyncIterableIterator<CacheBatch> {
  readonly scope: Scope;
  readonly selection: Selection | undefined;
  readonly bookmarks: boolean;
  readonly #source: WatchSource;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #turns: Turns | undefined;
  #awaitsTurn = false;
  readonly #initialEvents: boolean;
  readonly #started: Promise<Revision> | undefined;
  /** Everything up to here has been handed to the reader; unset until the start is known. */
  #position: Revision | undefined;
  #group: WatchGroup | undefined;
  #link: Link | undefined;
  #history: AsyncIterator<WatchBatch> | undefined;
  #bookmarkDue = false;
  #waiting: Waiting | undefined;

  constructor(source: WatchSource, scope: Scope, options: CacheWatchOptions) {
    this.scope = scope;
    this.selection = options.selection;
    this.bookmarks = options.bookmarks ?? false;
    this.#source = source;
    this.#initialEvents = options.initialEvents ?? false;
    this.#position = this.#initialEvents ? undefined : options.after;
    this.#started = this.#position === undefined ? source.fresh() : undefined;
    this.#started?.catch(() => undefined);
    this.#signal = options.signal;
    this.#turns = options.turns;
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    if (this.#signal?.aborted) this.#end();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Tells the reader how far the watch has got, once it has got to what is committed now. */
  requestProgress(): void {
    this.#source.fresh().then(
      () => this.bookmark(),
      () => undefined,
    );
  }

  bookmark(): void {
    this.#bookmarkDue = true;
    this.#wake();
  }

  notice(last: Link): void {
    if (this.#waiting && !this.#turns) this.#wake();
    else if (this.#waiting) this.#awaitTurn();
    else if (this.#link && last.number - this.#link.number > lagLimit) this.#detach();
  }

  turn(): void {
    this.#awaitsTurn = false;
    this.#wake();
  }

  /** The cache has lost its place: what this watch has not read yet is to be found in the store, if anywhere. */
  lose(): void {
    this.#detach();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) this.nextNotTaken(waiting.take).then(waiting.resolve, waiting.reject);
  }

  /** The cache is closed; what there is to read still is read. */
  fail(): void {
    this.#wake();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#ending.abort();
    waiting?.reject(closed());
  }

  next(): Promise<IteratorResult<CacheBatch>> {
    return this.nextNotTaken(takesNothing);
  }

  /** The next batch that `take` does not take as soon as it is there. A promise for each would cost more than the rest. */
  nextNotTaken(take: TakeBatch): Promise<IteratorResult<CacheBatch>> {
    if (!this.#link) return this.#catchUp(take);
    return new Promise((resolve, reject) => {
      this.#waiting = { take, resolve, reject };
      this.#wake();
      if (this.#source.isClosed) this.fail();
    });
  }

  /** Ends the watch; a reader that waits is told so. */
  async return(): Promise<IteratorResult<CacheBatch>> {
    this.#abort();
    return { done: true, value: undefined };
  }

  #awaitTurn(): void {
    if (this.#awaitsTurn) return;
    this.#awaitsTurn = true;
    this.#turns!.wait(this);
  }

  #wake(): void {
    const waiting = this.#waiting;
    const batch = waiting && this.#link ? this.#take(this.#link) : undefined;
    if (!waiting || !batch) return;
    try {
      if (waiting.take(batch)) return;
      waiting.resolve({ done: false, value: batch });
    } catch (error) {
      waiting.reject(error);
    }
    this.#waiting = undefined;
  }

  /** What there is to read from a link on; undefined: nothing yet. */
  #take(from: Link): CacheBatch | undefined {
    const position = this.#position!;
    const group = this.#group!;
    const deliveries = group.after(from);
    this.#link = group.last;
    const isNew = deliveries.length === 0 || deliveries[0]!.revision > position;
    const unread = isNew ? deliveries : deliveries.filter(({ revision }) => revision > position);
    return this.#deliver(unread, this.#source.state.revision);
  }

  #deliver(deliveries: readonly Delivery[], reached: Revision): CacheBatch | undefined {
    if (reached > this.#position!) this.#position = reached;
    if (deliveries.length === 0 && !this.#bookmarkDue) return undefined;
    const revision = this.#position!;
    if (!this.#bookmarkDue) return { revision, deliveries };
    this.#bookmarkDue = false;
    return { revision, deliveries, bookmark: 'progress' };
  }

  /** The way back into the chain: the start, or what was missed, first from the store's history, then from memory. */
  async #catchUp(take: TakeBatch): Promise<IteratorResult<CacheBatch>> {
    try {
      const start = this.#position ?? (await this.#started!);
      while (!this.#ending.signal.aborted) {
        if (this.#source.isClosed) throw closed();
        const batch = this.#begin(start) ?? this.#attach() ?? (await this.#readHistory());
        if (batch) return { done: false, value: batch };
        if (this.#link) return this.nextNotTaken(take);
      }
    } catch (error) {
      if (!this.#ending.signal.aborted || this.#source.isClosed) {
        this.#end();
        throw this.#source.isClosed ? closed() : error;
      }
    }
    return this.#end();
  }

  /** The initial events, where they are asked for and have not been told yet. */
  #begin(start: Revision): CacheBatch | undefined {
    if (this.#position !== undefined) return undefined;
    this.#position = start;
    if (!this.#initialEvents) return undefined;
    const { state } = this.#source;
    this.#position = state.revision;
    const deliveries: Delivery[] = [];
    const prefix = 'key' in this.scope ? this.scope.key : this.scope.prefix;
    state.forEach({ prefix, startKey: prefix, selection: this.selection }, (entry) => {
      if (inScope(this.scope, entry.key)) deliveries.push(Delivery.ofEntry(entry));
      return true;
    });
    return { revision: state.revision, deliveries, bookmark: 'initial-events-end' };
  }

  /** Joins the group where the cache goes back far enough. */
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
    const waiting = this.#waiting;
    this.#waiting = undefined;
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
