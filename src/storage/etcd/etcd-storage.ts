import { closed, futureRevision, isStorageError, StorageError } from '../errors.js';
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
} from '../storage.js';
import { commit } from './commit.js';
import { type Call, EtcdClient } from './etcd-client.js';
import { toStorageError } from './failures.js';
import type { CallCounts } from './grpc/call-counts.js';
import { KeySpace } from './key-space.js';
import { Leases } from './leases.js';
import { type EtcdOptions, type ResolvedOptions, resolveOptions } from './options.js';
import { readPaged } from './paged-range.js';
import {
  type CompactionClaim,
  type CompactionClaimResult,
  decodeClaim,
  encodeClaim,
} from './protocol/compaction-claim.js';
import {
  decodeLeaseGrant,
  decodeStatus,
  encodeCompaction,
  encodeLeaseGrant,
  encodeStatus,
} from './protocol/maintenance.js';
import { decodeRange, encodeRange, type RangeRequest, type RangeResponse } from './protocol/range.js';
import { Method } from './protocol/services.js';
import { RevisionReader } from './revision-reader.js';
import { readable } from './revisions.js';
import { Watches } from './watch/watches.js';

/** How long a failed call may take to find the boundary for its error. */
const boundaryMilliseconds = 1000;

/** A store in etcd v3, in the key layout of kube-apiserver: Trestle and kube-apiserver can share it. */
export class EtcdStorage implements Storage {
  /** Calls to etcd, by method. */
  readonly calls: CallCounts;
  readonly #client: EtcdClient;
  readonly #keys: KeySpace;
  readonly #leases: Leases;
  readonly #watches: Watches;
  readonly #revisions = new RevisionReader(() => this.#readRevision());
  /** The number of writes in flight. */
  #writes = 0;
  /** Called when no write is in flight. */
  #onIdle: () => void = () => undefined;
  /** The oldest revision as far as known: from this server's compactions, or from etcd's `compacted` errors. */
  #oldestRevision: Revision = 0n;
  #closing: Promise<void> | undefined;

  private constructor(options: ResolvedOptions) {
    this.calls = options.calls;
    this.#client = new EtcdClient(options);
    this.#keys = new KeySpace(options.prefix);
    this.#leases = new Leases({
      grant: (ttlSeconds) => this.#grantLease(ttlSeconds),
      now: () => options.clock.monotonic(),
    });
    this.#watches = new Watches({
      client: this.#client,
      keys: this.#keys,
      clock: options.clock,
      bufferBytes: options.watchBufferBytes,
      currentRevision: () => this.currentRevision(),
    });
  }

  /** Does not wait for etcd: until it responds, calls fail with `unavailable`. See `health`. */
  static async open(options: EtcdOptions): Promise<EtcdStorage> {
    return new EtcdStorage(await resolveOptions(options));
  }

  /** Rejects with a readable message if etcd does not complete a linearizable read in time. */
  async health(timeoutMilliseconds = 2000): Promise<void> {
    await this.#readRevision(timeoutMilliseconds);
  }

  /** The size of the database of the member in use, in bytes. */
  async size(): Promise<number> {
    const message = await this.#call({ method: Method.status, request: encodeStatus(), repeat: 'freely' });
    return understand(() => decodeStatus(message)).databaseBytes;
  }

  /** The numbers of keys that each lease has been used for since the last call, of those that are complete. */
  takeLeaseSizes(): readonly number[] {
    return this.#leases.takeSizes();
  }

  currentRevision(): Promise<Revision> {
    return this.#revisions.current();
  }

  async get(key: string, { revision }: ReadOptions = {}): Promise<GetResult> {
    const response = await this.#range({ key: this.#keys.encode(key), revision: readable(revision) });
    return { revision: revision ?? response.revision, entry: response.entries[0] };
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    const range = this.#keys.range(prefix, options.startKey);
    const revision = readable(options.revision);
    return readPaged((request) => this.#range(request), { ...options, revision, range, keys: this.#keys });
  }

  commit(operations: readonly Operation[]): Promise<CommitResult> {
    const call = (request: Call) => this.#call(request);
    return this.#writing(commit(operations, { call, keys: this.#keys, leases: this.#leases }));
  }

  watch(prefix: string, options: WatchOptions = {}): Watch {
    return this.#watches.watch(prefix, options);
  }

  async compact(revision: Revision): Promise<void> {
    const request = encodeCompaction(readable(revision));
    const compacting = this.#call({ method: Method.compact, request, repeat: 'if-not-begun' });
    await this.#writing(this.#naming(revision, compacting));
    this.#oldestRevision = revision;
  }

  get oldestRevision(): Revision {
    return this.#oldestRevision;
  }

  /** For `EtcdCompactor`. */
  async claimCompaction(claim: CompactionClaim): Promise<CompactionClaimResult> {
    const call: Call = { method: Method.txn, request: encodeClaim(claim), repeat: 'if-not-begun' };
    const message = await this.#writing(this.#call(call));
    return understand(() => decodeClaim(message, claim));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const watchesClosed = this.#watches.close();
    await this.#idle();
    await this.#client.close();
    await watchesClosed;
  }

  #idle(): Promise<void> {
    if (this.#writes === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  async #writing<T>(work: Promise<T>): Promise<T> {
    this.#writes++;
    try {
      return await work;
    } finally {
      if (--this.#writes === 0) this.#onIdle();
    }
  }

  async #call(call: Call): Promise<Buffer> {
    if (this.#closing !== undefined) throw closed();
    try {
      return await this.#client.call(call);
    } catch (error) {
      throw this.#closing !== undefined && call.repeat === 'freely' ? closed() : toStorageError(error);
    }
  }

  async #range(request: RangeRequest): Promise<RangeResponse> {
    const result = this.#call({ method: Method.range, request: encodeRange(request), repeat: 'freely' });
    const message = await (request.revision === undefined ? result : this.#naming(request.revision, result));
    return understand(() => decodeRange(message, this.#keys));
  }

  async #readRevision(timeoutMilliseconds?: number): Promise<Revision> {
    const request = encodeRange({ key: this.#keys.encode('/'), countOnly: true });
    const limits = timeoutMilliseconds === undefined ? {} : { timeoutMilliseconds };
    const message = await this.#call({ method: Method.range, request, repeat: 'freely', ...limits });
    return understand(() => decodeRange(message, this.#keys)).revision;
  }

  /** An unused lease expires, so a grant may be retried. */
  async #grantLease(ttlSeconds: number): Promise<bigint> {
    const message = await this.#call({
      method: Method.leaseGrant,
      request: encodeLeaseGrant(ttlSeconds),
      repeat: 'freely',
    });
    return understand(() => decodeLeaseGrant(message));
  }

  /** Adds the available revisions to an error about `revision`, because etcd does not report them. */
  async #naming<T>(revision: Revision, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isStorageError(error, 'future-revision')) throw futureRevision(revision, await this.currentRevision());
      if (!isStorageError(error, 'compacted')) throw error;
      const boundary = await this.#watches.compactRevision(boundaryMilliseconds);
      if (boundary !== undefined && boundary > this.#oldestRevision) this.#oldestRevision = boundary;
      throw new StorageError('compacted', `revision ${revision} has been compacted`, {
        cause: error,
        requested: revision,
        ...(boundary === undefined ? {} : { boundary }),
      });
    }
  }
}

function understand<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw toStorageError(error);
  }
}
