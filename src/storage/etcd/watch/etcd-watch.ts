import { compacted, StorageError } from '../../errors.js';
import type { Revision, Watch, WatchBatch, WatchEvent } from '../../storage.js';
import type { KeyRange, KeySpace } from '../key-space.js';
import { decodeEvent, type WatchCreateRequest, type WatchResponse } from '../protocol/watch.js';
import { BatchQueue } from './batch-queue.js';
import { ProgressRequests } from './progress-requests.js';
import type { WatchTarget } from './watch-target.js';

/** What a watch needs from its creator. */
export interface WatchKeeper {
  attach(watch: EtcdWatch): void;
  detach(watch: EtcdWatch): void;
  currentRevision(): Promise<Revision>;
  /** Called when a watch waits for proof that it has received everything up to its `progressTarget`. */
  proveProgress(): void;
}

export interface EtcdWatchOptions {
  readonly keeper: WatchKeeper;
  readonly keys: KeySpace;
  readonly range: KeyRange;
  readonly previous: boolean;
  readonly bufferBytes: number;
  /** Called once, when the watch has ended. */
  readonly onEnd: () => void;
}

/**
 * One watch. A mailbox is between etcd and the reader; when it is full, the etcd watcher is cancelled, and when the
 * reader has drained it, a new watcher resumes where the old one ended: no event is lost or duplicated, and a stalled
 * reader costs no more than its mailbox.
 */
export class EtcdWatch implements Watch, WatchTarget {
  readonly range: KeyRange;
  readonly #options: EtcdWatchOptions;
  readonly #mailbox = new BatchQueue(() => this.#resume());
  /** Everything up to this revision is in the mailbox or was read. Undefined until the watch has started. */
  #received: Revision | undefined;
  /** The events of the last revision of a fragmented response; they may not be complete. */
  #incomplete: WatchEvent[] = [];
  /** Set while the current etcd watcher is known to exist. */
  #created = false;
  #isPaused = false;
  #isOver = false;
  #isRead = false;
  readonly #progress = new ProgressRequests();
  /** The revision of the last batch. Invariant: it never decreases. */
  #lastBatch = 0n;

  constructor(options: EtcdWatchOptions) {
    this.range = options.range;
    this.#options = options;
  }

  /** Starts delivery of events after this revision. */
  begin(after: Revision): void {
    if (this.#isOver) return;
    this.#received = after;
    this.#options.keeper.attach(this);
    this.#settleProgress();
  }

  /** The reader receives pending batches, then the error. */
  fail(error: StorageError): void {
    this.#letGo();
    this.#mailbox.fail(error);
  }

  /** Ends immediately, without an error. */
  stop(): void {
    this.#letGo();
    this.#mailbox.finish();
  }

  // -- for the reader --

  [Symbol.asyncIterator](): AsyncIterator<WatchBatch, undefined> {
    if (this.#isRead) throw new StorageError('invalid-argument', 'a watch is read once, by one reader');
    this.#isRead = true;
    return {
      next: () => this.#mailbox.next(),
      return: async () => {
        this.stop();
        return { done: true, value: undefined };
      },
    };
  }

  requestProgress(): void {
    void this.#requestProgress();
  }

  async #requestProgress(): Promise<void> {
    while (!this.#isOver) {
      try {
        this.#awaitProgress(await this.#options.keeper.currentRevision());
        return;
      } catch (error) {
        // etcd does not respond. The reader loses nothing: it receives its batch once etcd does.
        if (!(error instanceof StorageError) || error.code !== 'unavailable') return;
      }
    }
  }

  #awaitProgress(target: Revision): void {
    if (this.#isOver) return;
    this.#progress.add(target);
    this.#settleProgress();
    if (this.#progress.target !== undefined) this.#options.keeper.proveProgress();
  }

  // -- for the proof of progress --

  /** Undefined: no reader waits, or there is no etcd watcher whose progress could be proved. */
  get progressTarget(): Revision | undefined {
    return this.#created ? this.#progress.target : undefined;
  }

  get received(): Revision | undefined {
    return this.#received;
  }

  /** Called when the watch is known to have received everything up to `revision`. */
  proved(revision: Revision): void {
    if (!this.#created || this.#received === undefined || revision <= this.#received) return;
    this.#received = revision;
    this.#settleProgress();
  }

  /** Delivers an empty batch for a progress request, once everything up to its target was received. */
  #settleProgress(): void {
    const reached = this.#received === undefined ? undefined : this.#progress.take(this.#received);
    if (reached === undefined) return;
    if (reached > this.#lastBatch) this.#lastBatch = reached;
    this.#deliver({ revision: this.#lastBatch, events: [] });
  }

  // -- for the hub --

  request(): Omit<WatchCreateRequest, 'watchId'> {
    return { range: this.range, startRevision: this.#received! + 1n, previous: this.#options.previous };
  }

  attached(): void {
    this.#created = false;
    this.#incomplete = [];
  }

  receive(response: WatchResponse): void {
    if (response.created) this.#created = true;
    if (response.events.length > 0) this.#take(response);
    if (this.#progress.target !== undefined) this.#options.keeper.proveProgress();
  }

  canceled(response: WatchResponse): void {
    if (response.compactRevision > 0n) this.fail(compacted(this.#received!, response.compactRevision));
    else this.fail(refused(response.cancelReason));
  }

  #take({ events, fragment }: WatchResponse): void {
    const complete = this.#incomplete;
    this.#incomplete = [];
    for (const bytes of events) {
      const event = decodeEvent(bytes, this.#options.keys);
      // etcd before 3.4.31 and 3.5.13 may send earlier events to a watch of a future revision.
      if (revisionOf(event) > this.#received!) complete.push(event);
    }
    if (fragment) this.#incomplete = splitLastRevision(complete);
    const last = complete.at(-1);
    if (last === undefined) return;
    this.#received = revisionOf(last);
    // Events that reach the target are the requested batch.
    this.#progress.take(this.#received);
    this.#deliver({ revision: this.#received, events: complete });
  }

  #deliver(batch: WatchBatch): void {
    this.#lastBatch = batch.revision;
    this.#mailbox.deliver(batch);
    if (this.#mailbox.bytes <= this.#options.bufferBytes || this.#isPaused) return;
    this.#isPaused = true;
    this.#created = false;
    this.#options.keeper.detach(this);
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#options.keeper.attach(this);
  }

  #letGo(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isPaused = false;
    this.#created = false;
    this.#incomplete = [];
    this.#options.keeper.detach(this);
    this.#options.onEnd();
  }
}

function revisionOf(event: WatchEvent): Revision {
  return event.type === 'put' ? event.entry.modRevision : event.revision;
}

/** Removes the events of the last revision from `events`, and returns them. */
function splitLastRevision(events: WatchEvent[]): WatchEvent[] {
  const last = events.at(-1);
  if (last === undefined) return [];
  const revision = revisionOf(last);
  const first = events.findIndex((event) => revisionOf(event) === revision);
  return events.splice(first);
}

function refused(reason: string): StorageError {
  if (reason.includes('permission denied')) return new StorageError('permission-denied', reason);
  return new StorageError('unavailable', reason === '' ? 'etcd has ended the watch' : reason);
}
