import { compacted, StorageError } from '../../errors.js';
import type { Revision, Watch, WatchBatch, WatchEvent } from '../../storage.js';
import type { KeyRange, KeySpace } from '../key-space.js';
import { decodeEvent, type WatchCreateRequest, type WatchResponse } from '../protocol/watch.js';
import { Mailbox } from './mailbox.js';
import { ProgressRequests } from './progress-requests.js';
import type { WatchTarget } from './watch-target.js';

/** What a watch needs of who made it. */
export interface WatchKeeper {
  attach(watch: EtcdWatch): void;
  detach(watch: EtcdWatch): void;
  currentRevision(): Promise<Revision>;
  /** A watch waits for proof that it has received everything up to its `progressTarget`. */
  proveProgress(): void;
}

export interface EtcdWatchOptions {
  readonly keeper: WatchKeeper;
  readonly keys: KeySpace;
  readonly range: KeyRange;
  readonly previous: boolean;
  readonly bufferBytes: number;
  /** Called once, when the watch is over. */
  readonly onEnd: () => void;
}

/**
 * One watch. Between etcd and the reader lies a mailbox; when that is full, the etcd watcher is given up, and when the
 * reader has emptied it, a new one goes on from where it ended: nothing is lost, nothing comes twice, and a reader that
 * never comes back costs no more than its mailbox.
 */
export class EtcdWatch implements Watch, WatchTarget {
  readonly range: KeyRange;
  readonly #options: EtcdWatchOptions;
  readonly #mailbox = new Mailbox(() => this.#resume());
  /** Everything up to here is in the mailbox or was read. Undefined until the watch has begun. */
  #received: Revision | undefined;
  /** Of an answer that comes in fragments: the events of its last revision, which may not be complete. */
  #incomplete: WatchEvent[] = [];
  /** Set while the present etcd watcher is known to exist. */
  #created = false;
  #isPaused = false;
  #isOver = false;
  #isRead = false;
  readonly #progress = new ProgressRequests();
  /** The revision of the last batch: they never go back. */
  #lastBatch = 0n;

  constructor(options: EtcdWatchOptions) {
    this.range = options.range;
    this.#options = options;
  }

  /** Delivers what happened after this revision. */
  begin(after: Revision): void {
    if (this.#isOver) return;
    this.#received = after;
    this.#options.keeper.attach(this);
    this.#settleProgress();
  }

  /** The reader gets what it has not read yet, then the error. */
  fail(error: StorageError): void {
    this.#letGo();
    this.#mailbox.fail(error);
  }

  /** Ends without an error, at once. */
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
        // etcd does not answer. The reader loses nothing: it gets its batch when etcd does.
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

  /** Undefined: nobody waits, or there is no etcd watcher of which anything could be proved. */
  get progressTarget(): Revision | undefined {
    return this.#created ? this.#progress.target : undefined;
  }

  get received(): Revision | undefined {
    return this.#received;
  }

  /** There is nothing up to `revision` that the watch has not received. */
  proved(revision: Revision): void {
    if (!this.#created || this.#received === undefined || revision <= this.#received) return;
    this.#received = revision;
    this.#settleProgress();
  }

  /** An empty batch for who asked, once everything up to there was received. */
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
      // etcd before 3.4.31 and 3.5.13 may answer a watch of the future with what happened before it.
      if (revisionOf(event) > this.#received!) complete.push(event);
    }
    if (fragment) this.#incomplete = splitLastRevision(complete);
    const last = complete.at(-1);
    if (last === undefined) return;
    this.#received = revisionOf(last);
    // Events that reach the target are the batch that was asked for.
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

/** Takes the events of the last revision away from `events`. */
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
