import type { Duplex } from 'node:stream';
import { closed, compacted, futureRevision, StorageError } from '../../errors.js';
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
} from '../../storage.js';
import { type LedgerChange, later } from '../ledger.js';
import { readKey, readRangeAt } from '../read-state.js';
import { WatchHub } from '../watch-hub.js';
import type { MessageReader } from './message-bytes.js';
import { MessageStream } from './message-stream.js';
import {
  decodeChange,
  decodeCommitted,
  decodeConflict,
  decodeFailure,
  decodeStart,
  decodeVersions,
  encodeCommit,
  encodeCompact,
  type Origin,
  type Start,
  toReplica,
} from './messages.js';
import { CopiedLedger, MappedLedger, type ReplicaLedger } from './replica-ledger.js';
import type { RevisionFile } from './revision-file.js';

export interface ReplicaOptions {
  /** Leads to a `ReplicationSource` in the process that owns the store. */
  readonly stream: Duplex;
  /** The newest revision, which the owner writes. */
  readonly revisions: Pick<RevisionFile, 'read'>;
  /** Called when the owner is gone. All calls fail with `closed` then. */
  readonly onDisconnect?: () => void;
}

interface Request {
  readonly operations: readonly Operation[];
  readonly resolve: (result: CommitResult | undefined) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiter {
  readonly revision: Revision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The embedded storage of another process. Reads and watches are served here, from the owner's memory map and from the
 * changes that the owner sends; writes are handed over. Every read is as consistent as in the owner: it waits until the
 * changes up to the newest revision have arrived.
 */
export class ReplicaStorage implements Storage {
  readonly #revisions: Pick<RevisionFile, 'read'>;
  readonly #messages: MessageStream;
  readonly #ledger: ReplicaLedger;
  readonly #hub: WatchHub;
  readonly #requests = new Map<number, Request>();
  #lastRequest = 0;
  /** Set while the storage closes and requests are open. */
  #whenIdle: (() => void) | undefined;
  #waiters: Waiter[] = [];
  #closing: Promise<void> | undefined;

  /** Resolves when the content is here. */
  static connect({ stream, revisions, onDisconnect }: ReplicaOptions): Promise<ReplicaStorage> {
    return new Promise((resolve, reject) => {
      let replica: ReplicaStorage | undefined;
      let loading: Loading | undefined;
      const messages = new MessageStream(stream, {
        onMessage: (message) => {
          if (replica) replica.#receive(message);
          else if (message.type === toReplica.start) loading = new Loading(decodeStart(message));
          else if (message.type === toReplica.load) loading?.load(message);
          else if (message.type === toReplica.ready && loading) {
            replica = new ReplicaStorage(messages, { revisions, ...loading });
            resolve(replica);
          }
        },
        onEnd: () => {
          if (replica) replica.#disconnected();
          reject(new StorageError('unavailable', 'the owner of the store has closed the connection'));
          onDisconnect?.();
        },
      });
    });
  }

  private constructor(
    messages: MessageStream,
    {
      revisions,
      ledger,
      start,
    }: { revisions: Pick<RevisionFile, 'read'>; ledger: ReplicaLedger; start: Pick<Start, 'revision' | 'compaction'> },
  ) {
    this.#messages = messages;
    this.#revisions = revisions;
    this.#ledger = ledger;
    this.#hub = new WatchHub(ledger);
    this.#hub.revision = start.revision;
    this.#hub.compactRevision = start.compaction.revision;
  }

  get knownRevision(): Revision | undefined {
    return this.#closing ? undefined : this.#revisions.read();
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen();
    return this.#revisions.read();
  }

  get oldestRevision(): Revision {
    return this.#hub.compactRevision;
  }

  /** Whether every change that was acknowledged by now is here. */
  get isCurrent(): boolean {
    return this.#hub.revision >= this.#revisions.read();
  }

  /** Resolves when every change that was acknowledged before the call is here. */
  current(): Promise<void> {
    return this.#reached(this.#revisions.read());
  }

  get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    return this.#read(options, (revision) => readKey(this.#ledger, key, revision));
  }

  range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    return this.#read(options, (revision) => readRangeAt(this.#ledger, prefix, { ...options, revision }));
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const result = await this.#request(operations, (request) => encodeCommit(request, operations));
    return result!;
  }

  /** A watch reports progress only when everything that is committed by now has arrived. */
  watch(prefix: string, options: WatchOptions = {}): Watch {
    const after = options.after ?? this.knownRevision ?? this.#hub.revision;
    const watch = this.#hub.watch(prefix, { ...options, after });
    return {
      [Symbol.asyncIterator]: () => watch[Symbol.asyncIterator](),
      requestProgress: () => {
        if (!this.#closing) void this.current().then(() => watch.requestProgress(), ignore);
      },
    };
  }

  async compact(revision: Revision): Promise<void> {
    await this.#request([], (request) => encodeCompact(request, revision));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#requests.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    }
    this.#messages.close();
    await this.#end();
  }

  #disconnected(): void {
    const lost = new StorageError('unavailable', 'the owner of the store is gone; the write may have happened');
    for (const { reject } of this.#requests.values()) reject(lost);
    this.#requests.clear();
    this.#whenIdle?.();
    this.#closing ??= this.#end();
  }

  async #end(): Promise<void> {
    this.#hub.close();
    for (const { reject } of this.#waiters) reject(closed());
    this.#waiters = [];
    await this.#ledger.close();
  }

  #checkOpen(): void {
    if (this.#closing) throw closed();
  }

  #receive(message: MessageReader): void {
    if (message.type === toReplica.change) {
      this.#apply(decodeChange(message, this.#sentValue));
      return;
    }
    const id = message.count();
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    if (message.type === toReplica.committed) request?.resolve(decodeCommitted(message));
    else if (message.type === toReplica.conflict) request?.resolve(decodeConflict(message));
    else if (message.type === toReplica.failed) request?.reject(decodeFailure(message));
    else request?.resolve(undefined);
    if (this.#requests.size === 0) this.#whenIdle?.();
  }

  #apply(change: LedgerChange): void {
    if (this.#hub.isClosed) return;
    this.#ledger.apply(change);
    if (change.compaction) this.#hub.compactRevision = later(change.compaction.revision, this.#hub.compactRevision);
    if (change.versions.length === 0) return;
    this.#hub.publish(change.versions, change.revision);
    const waiters = this.#waiters;
    if (waiters.length === 0) return;
    this.#waiters = waiters.filter(({ revision }) => revision > change.revision);
    for (const { revision, resolve } of waiters) if (revision <= change.revision) resolve();
  }

  readonly #sentValue = ({ request, index }: Origin): Buffer => {
    const operation = this.#requests.get(request)?.operations[index];
    if (operation?.type !== 'put') throw new Error(`request ${request} is unknown`);
    return operation.value;
  };

  #request(operations: readonly Operation[], encode: (request: number) => Buffer): Promise<CommitResult | undefined> {
    return new Promise((resolve, reject) => {
      this.#checkOpen();
      this.#lastRequest = (this.#lastRequest + 1) >>> 0;
      this.#requests.set(this.#lastRequest, { operations, resolve, reject });
      this.#messages.send(encode(this.#lastRequest));
    });
  }

  /**
   * The owner may have compacted more than has arrived here. Versions and the boundary are read from one snapshot: if
   * it is within the boundary, they are complete.
   */
  async #read<Result>(options: ReadOptions, read: (revision: Revision) => Result): Promise<Result> {
    for (;;) {
      const revision = await this.#readRevision(options);
      const result = read(revision);
      const oldest = this.#ledger.compaction.revision;
      if (oldest <= revision) return result;
      if (options.revision !== undefined) throw compacted(revision, oldest);
      await this.#reached(oldest);
    }
  }

  async #readRevision({ revision }: ReadOptions): Promise<Revision> {
    this.#checkOpen();
    const newest = this.#revisions.read();
    if (revision !== undefined && revision > newest) throw futureRevision(revision, newest);
    await this.#reached(revision ?? newest);
    this.#checkOpen();
    if (revision === undefined) return this.#hub.revision;
    if (revision < this.#hub.compactRevision) throw compacted(revision, this.#hub.compactRevision);
    return revision;
  }

  #reached(revision: Revision): Promise<void> {
    if (this.#hub.revision >= revision) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#checkOpen();
      this.#waiters.push({ revision, resolve, reject });
    });
  }
}

/** The content of a replica, until it is complete. */
class Loading {
  readonly start: Start;
  readonly ledger: ReplicaLedger;

  constructor(start: Start) {
    this.start = start;
    this.ledger = start.directory === undefined ? new CopiedLedger() : new MappedLedger(start.directory);
  }

  load(message: MessageReader): void {
    const versions = decodeVersions(message, noValue);
    const revision = versions.at(-1)?.revision ?? 1n;
    this.ledger.apply({ versions, revision, droppedVersions: [], droppedHeads: [], droppedExpirations: [] });
  }
}

function noValue(): never {
  throw new Error('a replica that is loading has written nothing');
}

function ignore(): void {}
