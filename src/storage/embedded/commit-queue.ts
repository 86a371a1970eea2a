import { type Clock, nextIteration } from '../../apimachinery/clock/index.js';
import { closed, StorageError } from '../errors.js';
import type { CommitResult, KeyValue, Operation, PendingWrite, Revision } from '../storage.js';
import { entryOf, keyValue } from './entries.js';
import {
  type Compaction,
  type Expiring,
  type Head,
  isDeletion,
  type Ledger,
  type LedgerChange,
  later,
  type Place,
  type Version,
} from './ledger.js';
import type { WatchHub } from './watch-hub.js';

/** The maximum for the 16-bit number that orders operations within a revision. */
const maxOperations = 0x10000;
/** etcd's default request limit, so that users do not meet a new limit when they move to etcd. */
const maxTransactionBytes = 1.5 * 1024 * 1024;

/** Removes data that is no longer needed. Called when its group starts, so that it sees earlier writes. */
export type Maintenance = () => Partial<LedgerChange>;

interface WriteRequest {
  readonly operations: readonly Operation[];
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

interface MaintenanceRequest {
  readonly maintenance: Maintenance;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Transactions that are written to disk together. */
class Group {
  readonly maintenance: MaintenanceRequest[] = [];
  readonly writes: { readonly request: WriteRequest; readonly result: CommitResult }[] = [];
  readonly versions: Version[] = [];
  #settle: ((isDurable: boolean) => void) | undefined;
  #durable: Promise<boolean> | undefined;

  get isEmpty(): boolean {
    return this.writes.length === 0 && this.maintenance.length === 0;
  }

  /** Resolves when the group has been written, or has not. */
  get durable(): Promise<boolean> {
    this.#durable ??= new Promise((resolve) => {
      this.#settle = resolve;
    });
    return this.#durable;
  }

  settle(isDurable: boolean): void {
    this.#settle?.(isDurable);
  }
}

/** The newest version of a key, in a group that is not durable yet. */
interface PendingVersion {
  readonly version: Version;
  readonly group: Group;
}

/**
 * One group of transactions is written to disk at a time; transactions that arrive meanwhile form the next group and
 * share its fsync. A transaction is decided when it arrives, against the ledger and the transactions before it, and
 * resolves when its group is durable. If a group fails, those that were decided after it are decided again. Invariant:
 * no caller sees a write that could still be lost, not even through a conflict.
 */
export class CommitQueue {
  readonly #ledger: Ledger;
  readonly #hub: WatchHub;
  readonly #clock: Clock;
  readonly #pending = new Map<string, PendingVersion>();
  #next = new Group();
  #running: Promise<void> | undefined;
  #closed = false;
  /** The last revision assigned; revisions of a failed group are not reused. */
  #lastRevision: Revision;
  /** The revision at which results hold: that of the newest write once its group is durable. */
  #current: Revision;

  constructor(ledger: Ledger, hub: WatchHub, clock: Clock) {
    this.#ledger = ledger;
    this.#hub = hub;
    this.#clock = clock;
    this.#lastRevision = ledger.revision;
    this.#current = hub.revision;
  }

  /** Decides the transaction before it returns. */
  commit(operations: readonly Operation[]): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed();
      checkOperations(operations, this.#ledger.maxKeyBytes);
      this.#decide({ operations, resolve, reject });
      this.#run();
    });
  }

  maintain(maintenance: Maintenance): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed();
      this.#next.maintenance.push({ maintenance, resolve, reject });
      this.#run();
    });
  }

  /** What the key will be when the transactions that are decided are durable. Undefined if none of them writes it. */
  pending(key: string): PendingWrite | undefined {
    const found = this.#pending.get(key);
    if (!found) return undefined;
    const { version, group } = found;
    return { entry: isDeletion(version) ? undefined : keyValue(version), durable: group.durable };
  }

  /** Rejects new transactions and waits for pending ones. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#runGroups();
  }

  async #runGroups(): Promise<void> {
    do {
      // Concurrent writers, and writers that write again right after their last write resolved, join the same group.
      await nextIteration(this.#clock);
      const group = this.#next;
      this.#next = new Group();
      try {
        await this.#runGroup(group);
      } catch (error) {
        for (const { request } of group.writes) request.reject(error);
        for (const request of group.maintenance) request.reject(error);
        this.#decideAgain();
        group.settle(false);
      }
    } while (!this.#next.isEmpty);
    this.#running = undefined;
  }

  async #runGroup(group: Group): Promise<void> {
    const { versions, maintenance, writes } = group;
    const change = mergeChanges(group, maintenance.flatMap(changesOf));
    if (versions.length > 0 || maintenance.length > 0) await this.#ledger.commit(change);
    for (const version of versions) {
      if (this.#pending.get(version.key)?.version === version) this.#pending.delete(version.key);
    }
    if (versions.length > 0) this.#hub.publish(versions, change.revision);
    for (const { request, result } of writes) request.resolve(result);
    for (const request of maintenance) request.resolve();
    group.settle(true);
  }

  /** The transactions of the next group were decided against writes that are lost. */
  #decideAgain(): void {
    const lost = this.#next;
    this.#next = new Group();
    this.#next.maintenance.push(...lost.maintenance);
    this.#pending.clear();
    this.#current = this.#hub.revision;
    for (const { request } of lost.writes) {
      try {
        this.#decide(request);
      } catch (error) {
        request.reject(error);
      }
    }
    lost.settle(false);
  }

  /** Throws if a stored record is damaged: only this transaction fails. */
  #decide(request: WriteRequest): void {
    const { operations } = request;
    const group = this.#next;
    const heads = operations.map(({ key }) => this.#pending.get(key)?.version ?? this.#ledger.head(key));
    if (!operations.every((operation, index) => isExpected(operation, heads[index]))) {
      const current = heads.map((head) => this.#entry(head));
      group.writes.push({ request, result: { committed: false, revision: this.#current, current } });
      return;
    }
    let order = 0;
    operations.forEach((operation, index) => {
      const version = this.#newVersion(operation, heads[index], { revision: this.#lastRevision + 1n, order });
      if (!version) return;
      group.versions.push(version);
      this.#pending.set(version.key, { version, group });
      order++;
    });
    if (order > 0) {
      this.#lastRevision += 1n;
      this.#current = this.#lastRevision;
    }
    group.writes.push({ request, result: { committed: true, revision: this.#current } });
  }

  #newVersion(operation: Operation, head: Head | undefined, place: Place): Version | undefined {
    const live = head && !isDeletion(head) ? head : undefined;
    if (operation.type === 'check' || (operation.type === 'delete' && !live)) return undefined;
    const previous = head && { revision: head.revision, order: head.order };
    const { key } = operation;
    if (operation.type === 'delete') return { key, ...place, createRevision: 0n, value: empty, expiresAt: 0, previous };
    const createRevision = live ? live.createRevision : place.revision;
    const { value, ttlSeconds } = operation;
    return { key, ...place, createRevision, value, expiresAt: expiryOf(ttlSeconds, this.#clock), previous };
  }

  #entry(head: Head | undefined): KeyValue | undefined {
    if (!head || isDeletion(head)) return undefined;
    const pending = this.#pending.get(head.key);
    return pending ? keyValue(pending.version) : entryOf(this.#ledger, head);
  }
}

/** Returns nothing if it throws: only this request fails. */
function changesOf({ maintenance, reject }: MaintenanceRequest): Partial<LedgerChange>[] {
  try {
    return [maintenance()];
  } catch (error) {
    reject(error);
    return [];
  }
}

export function expiryOf(ttlSeconds: number | undefined, clock: Clock): number {
  return ttlSeconds ? clock.now() + Math.ceil(ttlSeconds * 1000) : 0;
}

const empty = Buffer.alloc(0);

function isExpected(operation: Operation, head: Head | undefined): boolean {
  if (operation.expect === undefined) return true;
  return operation.expect === (head && !isDeletion(head) ? head.revision : 0n);
}

function mergeChanges({ versions }: Group, changes: readonly Partial<LedgerChange>[]): LedgerChange {
  const compaction = furthest(changes.flatMap((change) => change.compaction ?? []));
  const droppedHeads = changes.flatMap((change) => change.droppedHeads ?? []);
  const written = new Set(droppedHeads.length > 0 ? versions.map(({ key }) => key) : []);
  return {
    versions,
    revision: versions.at(-1)?.revision ?? 0n,
    droppedVersions: changes.flatMap((change) => change.droppedVersions ?? []),
    droppedHeads: droppedHeads.filter((key) => !written.has(key)),
    droppedExpirations: notWritten(
      changes.flatMap((change) => change.droppedExpirations ?? []),
      versions,
    ),
    ...(compaction && { compaction }),
  };
}

/** The expirations that the versions do not set anew. */
function notWritten(dropped: readonly Expiring[], versions: readonly Version[]): readonly Expiring[] {
  if (dropped.length === 0) return dropped;
  const written = new Map(versions.map(({ key, expiresAt }) => [key, expiresAt]));
  return dropped.filter(({ key, expiresAt }) => written.get(key) !== expiresAt);
}

/** The compaction that reaches furthest; it covers the others when the group commits. */
function furthest(compactions: readonly Compaction[]): Compaction | undefined {
  if (compactions.length === 0) return undefined;
  return compactions.reduce((one, other) => ({
    revision: later(one.revision, other.revision),
    swept: later(one.swept, other.swept),
  }));
}

function checkOperations(operations: readonly Operation[], maxKeyBytes: number): void {
  if (operations.length > maxOperations) {
    throw new StorageError('too-large', `a transaction of ${operations.length} operations; at most ${maxOperations}`);
  }
  const bytes = operations.reduce((sum, operation) => sum + (operation.type === 'put' ? operation.value.length : 0), 0);
  if (bytes > maxTransactionBytes) {
    throw new StorageError('too-large', `a transaction of ${bytes} bytes; at most ${maxTransactionBytes}`);
  }
  const keys = new Set<string>();
  for (const { key } of operations) {
    if (key === '') throw new StorageError('invalid-argument', 'a key is empty');
    if (keys.has(key)) throw new StorageError('invalid-argument', `the key ${key} appears twice in a transaction`);
    if (key.length * 3 > maxKeyBytes && Buffer.byteLength(key) > maxKeyBytes) {
      throw new StorageError('too-large', `a key of ${Buffer.byteLength(key)} bytes; at most ${maxKeyBytes}`);
    }
    keys.add(key);
  }
}
