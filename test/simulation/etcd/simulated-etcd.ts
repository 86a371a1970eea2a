import { GrpcCode, GrpcFailure } from '../../../src/storage/etcd/grpc/status.js';
import { Method } from '../../../src/storage/etcd/protocol/services.js';
import type { Revision } from '../../../src/storage/index.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { type Fields, message } from './wire.js';

/** Keys and values as strings in which each character is a byte. */
export interface EtcdEntry {
  readonly key: string;
  readonly value: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly version: bigint;
  readonly lease: bigint;
}

export interface EtcdEvent {
  readonly key: string;
  readonly revision: Revision;
  /** Undefined: it was deleted. */
  readonly entry: EtcdEntry | undefined;
  readonly previous: EtcdEntry | undefined;
}

export interface EtcdTransaction {
  readonly revision: Revision;
  readonly events: readonly EtcdEvent[];
}

export interface EtcdOptions {
  readonly process: SimulatedProcess;
  /** `expiresAt`: the expiry of the lease on its clock; 0n: never. */
  readonly onCommit: (transaction: EtcdTransaction, expiresAt: (lease: bigint) => number) => void;
}

/** A cluster that never loses committed data: the simulation covers the connections to it, not its internals. */
export class SimulatedEtcd {
  readonly #options: EtcdOptions;
  readonly #history: EtcdTransaction[] = [];
  readonly #leases = new Map<bigint, number>();
  #lastLease = 0n;
  /** Called after each change, and each compaction. */
  readonly listeners = new Set<() => void>();
  #state: ReadonlyMap<string, EtcdEntry> = new Map();
  readonly #states: { readonly revision: Revision; readonly state: ReadonlyMap<string, EtcdEntry> }[] = [];
  revision: Revision = 1n;
  compacted: Revision = 0n;

  constructor(options: EtcdOptions) {
    this.#options = options;
    this.#states.push({ revision: 1n, state: this.#state });
  }

  /** Answers a call. Throws `GrpcFailure`. */
  call(path: string, request: Fields): Buffer {
    switch (path) {
      case Method.range:
        return this.#range(request);
      case Method.txn:
        return this.#txn(request);
      case Method.compact:
        return this.#compact(request.number(1));
      case Method.leaseGrant:
        return this.#grant(request.number(1));
      default:
        throw new GrpcFailure(GrpcCode.unimplemented, path, { fate: 'responded' });
    }
  }

  header(): Buffer {
    return message({ 3: this.revision });
  }

  /** The transactions of a range of revisions, both inclusive. */
  transactions(from: Revision, upTo: Revision): EtcdTransaction[] {
    return this.#history.filter(({ revision }) => revision >= from && revision <= upTo);
  }

  #range(request: Fields): Buffer {
    const requested = request.number(4);
    const outOfRange = (text: string) =>
      new GrpcFailure(GrpcCode.outOfRange, `etcdserver: mvcc: ${text}`, { fate: 'responded' });
    if (requested > this.revision) throw outOfRange('required revision is a future revision');
    if (requested > 0n && requested < this.compacted) throw outOfRange('required revision has been compacted');
    const state =
      requested === 0n ? this.#state : this.#states.findLast(({ revision }) => revision <= requested)!.state;
    const isIn = rangeOf(request.text(1), request.text(2));
    const found = [...state.values()].filter(({ key }) => isIn(key)).sort((a, b) => (a.key < b.key ? -1 : 1));
    const limit = Number(request.number(3)) || found.length;
    const shown = request.number(9) > 0n ? [] : found.slice(0, limit);
    const keysOnly = request.number(8) > 0n;
    return message({
      1: this.header(),
      2: shown.map((entry) => keyValue(keysOnly ? { ...entry, value: '' } : entry)),
      3: request.number(9) === 0n && found.length > limit,
      4: BigInt(found.length),
    });
  }

  #txn(request: Fields): Buffer {
    const succeeded = request.messages(1).every((compare) => {
      const entry = this.#state.get(compare.text(3));
      return compare.number(2) === 0n
        ? (entry?.version ?? 0n) === compare.number(4)
        : (entry?.modRevision ?? 0n) === compare.number(6);
    });
    const operations = request.messages(succeeded ? 2 : 3);
    for (const operation of operations) this.#checkLease(operation.message(2).number(3));
    const events = operations.flatMap((operation) => this.#eventOf(operation) ?? []);
    this.#commit(events);
    const responses = operations.map((operation) => {
      if (operation.has(1)) return message({ 1: this.#range(operation.message(1)) });
      return message({ [operation.has(2) ? 2 : 3]: message({ 1: this.header() }) });
    });
    return message({ 1: this.header(), 2: succeeded, 3: responses });
  }

  #checkLease(lease: bigint): void {
    if (lease === 0n || this.#leases.has(lease)) return;
    throw new GrpcFailure(GrpcCode.notFound, 'etcdserver: requested lease not found', { fate: 'responded' });
  }

  #eventOf(operation: Fields): EtcdEvent | undefined {
    const revision = this.revision + 1n;
    if (operation.has(2)) {
      const put = operation.message(2);
      const key = put.text(1);
      const previous = this.#state.get(key);
      const [createRevision, version] = [previous?.createRevision ?? revision, (previous?.version ?? 0n) + 1n];
      const entry = { key, value: put.text(2), createRevision, modRevision: revision, version, lease: put.number(3) };
      return { key, revision, entry, previous };
    }
    const key = operation.message(3).text(1);
    const previous = operation.has(3) ? this.#state.get(key) : undefined;
    return previous && { key, revision, entry: undefined, previous };
  }

  #commit(events: readonly EtcdEvent[]): void {
    if (events.length === 0) return;
    this.revision += 1n;
    const state = new Map(this.#state);
    for (const { key, entry } of events) {
      if (entry) state.set(key, entry);
      else state.delete(key);
    }
    this.#state = state;
    this.#states.push({ revision: this.revision, state });
    const transaction = { revision: this.revision, events };
    this.#history.push(transaction);
    this.#options.onCommit(transaction, (lease) => this.#leases.get(lease) ?? 0);
    this.#changed();
  }

  #compact(revision: Revision): Buffer {
    const failure = (text: string) =>
      new GrpcFailure(GrpcCode.outOfRange, `etcdserver: mvcc: ${text}`, { fate: 'responded' });
    if (revision > this.revision) throw failure('required revision is a future revision');
    if (revision <= this.compacted) throw failure('required revision has been compacted');
    this.compacted = revision;
    this.#changed();
    return message({ 1: this.header() });
  }

  #changed(): void {
    for (const listener of this.listeners) listener();
  }

  #grant(ttlSeconds: bigint): Buffer {
    const { clock } = this.#options.process;
    const id = ++this.#lastLease;
    const milliseconds = Number(ttlSeconds) * 1000;
    this.#leases.set(id, clock.now() + milliseconds);
    clock.after(milliseconds, () => this.#revoke(id));
    return message({ 1: this.header(), 2: id, 3: ttlSeconds });
  }

  /** Deletes all keys of a lease at one revision. */
  #revoke(lease: bigint): void {
    const entries = [...this.#state.values()].filter((entry) => entry.lease === lease);
    const revision = this.revision + 1n;
    this.#commit(entries.map((previous) => ({ key: previous.key, revision, entry: undefined, previous })));
    this.#leases.delete(lease);
  }
}

export function rangeOf(key: string, end: string): (other: string) => boolean {
  if (end === '') return (other) => other === key;
  return (other) => other >= key && (end === '\0' || other < end);
}

export function keyValue(entry: EtcdEntry): Buffer {
  const { key, createRevision, modRevision, version, value, lease } = entry;
  return message({ 1: key, 2: createRevision, 3: modRevision, 4: version, 5: value, 6: lease || undefined });
}
