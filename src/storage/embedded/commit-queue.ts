import { type Clock, nextTurn } from '../../apimachinery/clock/index.js';
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

/** More operations do not fit the number that orders them within a revision. */
const maxOperations = 0x10000;
/** What etcd takes as one request unless told otherwise: users should not meet another limit when they move to it. */
const maxTransactionBytes = 1.5 * 1024 * 1024;

/** Removes what is no longer needed; decided when its turn comes, so that it sees what was written before it. */
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

/** What the transactions of one group have decided so far. */
interface Group {
  /** The last one given out: of this group, or of one before it, which may have failed. */
  revision: Revision;
  /** As of which answers hold: that of the newest write that there is once the group is durable. */
  current: Revision;
  readonly versions: Version[];
  readonly newest: Map<string, Version>;
  readonly answers: (() => void)[];
}

/**
 * One group of transactions is on its way to disk at a time; what comes in meanwhile forms the next group and shares
 * its fsync. A transaction is decided when its group starts, against the ledger and the group's earlier transactions,
 * and answered when the group is durable: nobody hears of a write that could still be lost, not even by a conflict.
 */
export class CommitQueue {
  readonly #ledger: Ledger;
  readonly #hub: WatchHub;
  readonly #clock: Clock;
  #writes: WriteRequest[] = [];
  #maintenance: MaintenanceRequest[] = [];
  #running: Promise<void> | undefined;
  #closed = false;
  /** Revisions given out so far; those of a group that failed are not given out again. */
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

  /** Refuses what comes later and waits for what is there. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #run(): void {
    this.#running ??= this.#runGroups();
  }

  async #runGroups(): Promise<void> {
    do {
      // Those who write at the same time, or have just been answered and write again, join the same group.
      await nextTurn(this.#clock);
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
      answers: [],
    };
    for (const write of writes) {
      try {
        this.#decide(write, group);
      } catch (error) {
        // What it is about is damaged: that is no matter of the others.
        write.reject(error);
      }
    }
    this.#lastRevision = group.revision;
    const change = mergeChanges(group, maintenance.flatMap(changesOf));
    if (change.versions.length > 0 || maintenance.length > 0) await this.#ledger.commit(change);
    if (group.versions.length > 0) this.#hub.publish(group.versions, group.revision);
    for (const answer of group.answers) answer();
    for (const request of maintenance) request.resolve();
  }

  #decide({ operations, resolve }: WriteRequest, group: Group): void {
    const heads = operations.map(({ key }) => group.newest.get(key) ?? this.#ledger.head(key));
    if (!operations.every((operation, index) => isExpected(operation, heads[index]))) {
      const current = heads.map((head) => this.#current(head, group));
      const { current: revision } = group;
      group.answers.push(() => resolve({ committed: false, revision, current }));
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
    group.answers.push(() => resolve({ committed: true, revision }));
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

/** None where it fails, which is no matter of the others. */
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

/** Each of them holds once all of the group is committed. */
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
