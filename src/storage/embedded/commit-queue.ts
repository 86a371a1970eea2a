import { type Clock, nextIteration } from '../../apimachinery/clock/index.js';
import { closed, StorageError } from '../errors.js';
import type { CommitResult, KeyValue, Operation, Revision } from '../storage.js';
import { entryOf, keyValue } from './entries.js';
import {
  type Compaction,
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

/** The decisions of one group of transactions so far. */
interface Group {
  /** The last revision assigned, by this group or by an earlier one, which may have failed. */
  revision: Revision;
  /** The revision at which results hold: that of the newest write once the group is durable. */
  current: Revision;
  readonly versions: Version[];
  readonly newest: Map<string, Version>;
  readonly completions: (() => void)[];
}

/**
 * One group of transactions is written to disk at a time; transactions that arrive meanwhile form the next group and
 * share its fsync. A transaction is decided when its group starts, against the ledger and the earlier transactions of
 * the group, and resolves when the group is durable. Invariant: no caller sees a write that could still be lost, not
 * even through a conflict.
 */
export class CommitQueue {
  readonly #ledger: Ledger;
  readonly #hub: WatchHub;
  readonly #clock: Clock;
  #writes: WriteRequest[] = [];
  #maintenance: MaintenanceRequest[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  /** The last revision assigned; revisions of a failed group are not reused. */
  #lastRevision: Revision;

  constructor(ledger: Ledger, hub: WatchHub, clock: Clock) {
    this.#ledger = ledger;
    this.#hub = hub;
    this.#clock = clock;
    this.#lastRevision = ledger.revision;
  }

  commit(operations: readonly Operation[]): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed();
      checkOperations(operations, this.#ledger.maxKeyBytes);
      this.#writes.push({ operations, resolve, reject });
      this.#run();
    });
  }

  maintain(maintenance: Maintenance): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closed();
      this.#maintenance.push({ maintenance, resolve, reject });
      this.#run();
    });
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
      const [writes, maintenance] = [this.#writes, this.#maintenance];
      this.#writes = [];
      this.#maintenance = [];
      try {
        await this.#runGroup(writes, maintenance);
      } catch (error) {
        for (const request of [...writes, ...maintenance]) request.reject(error);
      }
    } while (this.#writes.length > 0 || this.#maintenance.length > 0);
    this.#running = undefined;
  }

  async #runGroup(writes: readonly WriteRequest[], maintenance: readonly MaintenanceRequest[]): Promise<void> {
    const group: Group = {
      revision: this.#lastRevision,
      current: this.#hub.revision,
      versions: [],
      newest: new Map(),
      completions: [],
    };
    for (const write of writes) {
      try {
        this.#decide(write, group);
      } catch (error) {
        // The stored record is damaged: only this transaction fails.
        write.reject(error);
      }
    }
    this.#lastRevision = group.revision;
    const change = mergeChanges(group, maintenance.flatMap(changesOf));
    if (change.versions.length > 0 || maintenance.length > 0) await this.#ledger.commit(change);
    if (group.versions.length > 0) this.#hub.publish(group.versions, group.revision);
    for (const complete of group.completions) complete();
    for (const request of maintenance) request.resolve();
  }

  #decide({ operations, resolve }: WriteRequest, group: Group): void {
    const heads = operations.map(({ key }) => group.newest.get(key) ?? this.#ledger.head(key));
    if (!operations.every((operation, index) => isExpected(operation, heads[index]))) {
      const current = heads.map((head) => this.#current(head, group));
      const { current: revision } = group;
      group.completions.push(() => resolve({ committed: false, revision, current }));
      return;
    }
    let order = 0;
    operations.forEach((operation, index) => {
      const version = this.#newVersion(operation, heads[index], { revision: group.revision + 1n, order });
      if (!version) return;
      group.versions.push(version);
      group.newest.set(version.key, version);
      order++;
    });
    if (order > 0) {
      group.revision += 1n;
      group.current = group.revision;
    }
    const { current: revision } = group;
    group.completions.push(() => resolve({ committed: true, revision }));
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

  #current(head: Head | undefined, group: Group): KeyValue | undefined {
    if (!head || isDeletion(head)) return undefined;
    const version = group.newest.get(head.key);
    return version ? keyValue(version) : entryOf(this.#ledger, head);
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

function mergeChanges({ versions, revision, newest }: Group, changes: readonly Partial<LedgerChange>[]): LedgerChange {
  const compaction = furthest(changes.flatMap((change) => change.compaction ?? []));
  return {
    versions,
    revision,
    droppedVersions: changes.flatMap((change) => change.droppedVersions ?? []),
    droppedHeads: changes.flatMap((change) => change.droppedHeads ?? []).filter((key) => !newest.has(key)),
    droppedExpirations: changes.flatMap((change) => change.droppedExpirations ?? []),
    ...(compaction && { compaction }),
  };
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
