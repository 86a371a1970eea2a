import { closed, compacted } from '../errors.js';
import type { KeyValue, Revision, Watch, WatchBatch, WatchEvent, WatchOptions } from '../storage.js';
import { DamagedEntry, keyValue } from './entries.js';
import { isDeletion, type ReadableLedger, type Version } from './ledger.js';

/** A reader with more unread events than this is sent back to the ledger, where it catches up at its own pace. */
const queueLimit = { events: 1000, bytes: 4 << 20 };
/** The number of versions that are scanned for one batch. */
const historyPage = 500;

/**
 * Delivers committed versions to the watches whose prefix they have. A watch is a position in the history: near its end
 * it is fed from memory as transactions commit; further back it reads the ledger, so that a slow reader costs no
 * memory.
 */
export class WatchHub {
  readonly #ledger: ReadableLedger;
  readonly #byPrefix = new Map<string, Set<HubWatch>>();
  /** Prefixes that do not end with a slash, which `#prefixesOf` does not find. */
  readonly #unusualPrefixes = new Set<string>();
  /** Everything up to this revision has been delivered to the watches. */
  revision: Revision;
  compactRevision: Revision;
  isClosed = false;

  constructor(ledger: ReadableLedger) {
    this.#ledger = ledger;
    this.revision = ledger.revision;
    this.compactRevision = ledger.compaction.revision;
  }

  watch(prefix: string, options: WatchOptions): Watch {
    return new HubWatch(this, prefix, options);
  }

  /** Called when the versions are committed, before their writers' promises resolve. */
  publish(versions: readonly Version[], revision: Revision): void {
    this.revision = revision;
    const touched = new Set<HubWatch>();
    for (const version of versions) {
      for (const watch of this.#watchesOf(version.key)) {
        watch.push(version);
        touched.add(watch);
      }
    }
    for (const watch of touched) watch.wake();
  }

  close(): void {
    this.isClosed = true;
    for (const watches of this.#byPrefix.values()) for (const watch of watches) watch.wake();
  }

  add(watch: HubWatch): void {
    const watches = this.#byPrefix.get(watch.prefix);
    if (watches) watches.add(watch);
    else this.#byPrefix.set(watch.prefix, new Set([watch]));
    if (!watch.prefix.endsWith('/')) this.#unusualPrefixes.add(watch.prefix);
  }

  remove(watch: HubWatch): void {
    const watches = this.#byPrefix.get(watch.prefix);
    watches?.delete(watch);
    if (watches?.size !== 0) return;
    this.#byPrefix.delete(watch.prefix);
    this.#unusualPrefixes.delete(watch.prefix);
  }

  event(version: Version, withPrevious: boolean): WatchEvent {
    const previous = withPrevious ? this.#previousOf(version) : undefined;
    const before = previous ? { previous } : {};
    return isDeletion(version)
      ? { type: 'delete', key: version.key, revision: version.revision, ...before }
      : { type: 'put', entry: keyValue(version), ...before };
  }

  /**
   * Returns the next events after a revision from the ledger, in whole revisions, and the revision reached. Throws
   * `unreadable` at a version whose key is unknown: it may have any prefix.
   */
  history(prefix: string, after: Revision): { versions: Version[]; revision: Revision } {
    const versions: Version[] = [];
    let [reached, looked] = [this.revision, 0];
    this.#ledger.forEachVersion(after, (version) => {
      if (version.revision > this.revision) return false;
      if (looked++ >= historyPage && version.order === 0) {
        reached = version.revision - 1n;
        return false;
      }
      if (version.key === undefined) throw version.damage;
      if (version.key.startsWith(prefix)) versions.push(version);
      return true;
    });
    return { versions, revision: reached };
  }

  #previousOf(version: Version): KeyValue | undefined {
    const { key, createRevision, revision, previous } = version;
    // A key that this version creates has at most a deletion before it.
    if (!previous || createRevision === revision) return undefined;
    try {
      const before = this.#ledger.version(previous);
      return before && !isDeletion(before) ? keyValue(before) : undefined;
    } catch (error) {
      const created = createRevision || previous.revision;
      return new DamagedEntry({ key, createRevision: created, revision: previous.revision }, error);
    }
  }

  *#watchesOf(key: string): Iterable<HubWatch> {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      yield* this.#byPrefix.get(key.slice(0, slash + 1)) ?? [];
    }
    for (const prefix of this.#unusualPrefixes) {
      if (key.startsWith(prefix)) yield* this.#byPrefix.get(prefix) ?? [];
    }
  }
}

interface Waiting {
  readonly resolve: (result: IteratorResult<WatchBatch>) => void;
  readonly reject: (error: unknown) => void;
}

class HubWatch implements Watch, AsyncIterableIterator<WatchBatch> {
  readonly prefix: string;
  readonly #hub: WatchHub;
  readonly #withPrevious: boolean;
  readonly #signal: AbortSignal | undefined;
  /** Everything up to this revision has been delivered to the reader. */
  #delivered: Revision;
  /** While true, new versions are not queued: the reader will read them from the ledger. */
  #behind = true;
  #queue: Version[] = [];
  #queuedBytes = 0;
  #progressRequested = false;
  #ended = false;
  #waiting: Waiting | undefined;

  constructor(hub: WatchHub, prefix: string, { after, previous, signal }: WatchOptions) {
    this.#hub = hub;
    this.prefix = prefix;
    this.#withPrevious = previous ?? false;
    this.#signal = signal;
    this.#delivered = after ?? hub.revision;
    signal?.addEventListener('abort', this.wake, { once: true });
    hub.add(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  requestProgress(): void {
    this.#progressRequested = true;
    this.wake();
  }

  push(version: Version): void {
    if (this.#behind || version.revision <= this.#delivered) return;
    this.#queue.push(version);
    this.#queuedBytes += version.value.length;
    if (this.#queue.length > queueLimit.events || this.#queuedBytes > queueLimit.bytes) this.#fallBehind();
  }

  /** Resolves a pending read if there is something to deliver. */
  readonly wake = (): void => {
    const waiting = this.#waiting;
    if (!waiting) return;
    try {
      const result = this.#take();
      if (!result) return;
      this.#waiting = undefined;
      waiting.resolve(result);
    } catch (error) {
      this.#waiting = undefined;
      waiting.reject(error);
    }
  };

  next(): Promise<IteratorResult<WatchBatch>> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.wake();
    });
  }

  async return(): Promise<IteratorResult<WatchBatch>> {
    return this.#end();
  }

  /** Returns what can be delivered now; undefined: the reader has to wait. */
  #take(): IteratorResult<WatchBatch> | undefined {
    if (this.#ended || this.#signal?.aborted) return this.#end();
    if (this.#hub.isClosed) {
      this.#end();
      throw closed();
    }
    // A future revision is waited for; until then nothing is delivered.
    if (this.#delivered > this.#hub.revision) return undefined;
    return this.#behind ? this.#takeHistory() : this.#takeQueue();
  }

  #takeQueue(): IteratorResult<WatchBatch> | undefined {
    if (this.#queue.length === 0 && !this.#progressRequested) return undefined;
    const versions = this.#queue;
    this.#queue = [];
    this.#queuedBytes = 0;
    return this.#deliver(versions, this.#hub.revision);
  }

  #takeHistory(): IteratorResult<WatchBatch> | undefined {
    for (;;) {
      if (this.#delivered < this.#hub.compactRevision) {
        this.#end();
        throw compacted(this.#delivered, this.#hub.compactRevision);
      }
      const { versions, revision } = this.#hub.history(this.prefix, this.#delivered);
      this.#behind = revision < this.#hub.revision;
      if (versions.length > 0) return this.#deliver(versions, revision);
      this.#delivered = revision;
      if (!this.#behind) return this.#takeQueue();
    }
  }

  #deliver(versions: readonly Version[], revision: Revision): IteratorResult<WatchBatch> {
    this.#delivered = revision;
    if (!this.#behind) this.#progressRequested = false;
    const events = versions.map((version) => this.#hub.event(version, this.#withPrevious));
    return { done: false, value: { revision, events } };
  }

  #fallBehind(): void {
    this.#behind = true;
    this.#queue = [];
    this.#queuedBytes = 0;
  }

  #end(): IteratorResult<WatchBatch> {
    this.#ended = true;
    this.#fallBehind();
    this.#hub.remove(this);
    this.#signal?.removeEventListener('abort', this.wake);
    return { done: true, value: undefined };
  }
}
