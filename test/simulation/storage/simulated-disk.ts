import type {
  Compaction,
  Expiring,
  Head,
  Ledger,
  LedgerChange,
  Place,
  Version,
} from '../../../src/storage/embedded/ledger.js';
import { StorageError } from '../../../src/storage/index.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';

/** The durable data; outlives the processes that write it. */
export class SimulatedDisk {
  readonly #changes: LedgerChange[] = [];
  readonly #onDurable: (change: LedgerChange) => void;

  constructor(onDurable: (change: LedgerChange) => void) {
    this.#onDurable = onDurable;
  }

  open(process: SimulatedProcess, faults: DiskFaults): SimulatedLedger {
    return new SimulatedLedger(this, { process, faults, changes: this.#changes });
  }

  sync(change: LedgerChange): void {
    this.#changes.push(change);
    this.#onDurable(change);
  }
}

export interface DiskFaults {
  /** The probability that a commit fails without writing anything. */
  failedCommit: number;
}

type Stage = 'begun' | 'visible' | 'durable';

/**
 * What LMDB guarantees, and no more: a commit takes time; it is readable before it is durable, and acknowledged
 * afterwards. A crash before it is durable leaves all of it or nothing.
 */
export class SimulatedLedger implements Ledger {
  readonly maxKeyBytes = 1970;
  readonly revision: bigint;
  readonly compaction: Compaction;
  readonly #disk: SimulatedDisk;
  readonly #process: SimulatedProcess;
  readonly #faults: DiskFaults;
  readonly #heads = new Map<string, Version>();
  readonly #versions = new Map<string, Version>();
  readonly #expirations = new Map<string, Expiring>();
  #inFlight: { readonly change: LedgerChange; stage: Stage } | undefined;

  constructor(
    disk: SimulatedDisk,
    options: { process: SimulatedProcess; faults: DiskFaults; changes: readonly LedgerChange[] },
  ) {
    this.#disk = disk;
    this.#process = options.process;
    this.#faults = options.faults;
    let [revision, compaction]: [bigint, Compaction] = [1n, { revision: 0n, swept: 0n }];
    for (const change of options.changes) {
      this.#apply(change);
      if (change.versions.length > 0) revision = change.revision;
      compaction = change.compaction ?? compaction;
    }
    this.revision = revision;
    this.compaction = compaction;
  }

  /** The number of stored versions. */
  get size(): number {
    return this.#versions.size;
  }

  get storedBytes(): number {
    return [...this.#versions.values()].reduce((sum, { key, value }) => sum + key.length + value.length, 0);
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  version(place: Place): Version | undefined {
    return this.#versions.get(placeKey(place));
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head) => boolean): void {
    const keys = [...this.#heads.keys()].filter((key) => key.startsWith(prefix) && key >= startKey).sort();
    for (const key of keys) if (!visit(this.#heads.get(key)!)) return;
  }

  forEachVersion(after: bigint, visit: (version: Version) => boolean): void {
    const later = [...this.#versions.values()].filter(({ revision }) => revision > after);
    for (const version of later.sort(byPlace)) if (!visit(version)) return;
  }

  expiring(before: number, limit: number): Expiring[] {
    return this.#byExpiry()
      .filter(({ expiresAt }) => expiresAt < before)
      .slice(0, limit);
  }

  nextExpiry(): number | undefined {
    return this.#byExpiry()[0]?.expiresAt;
  }

  async commit(change: LedgerChange): Promise<void> {
    if (this.#inFlight) throw new Error('two commits at once');
    const flight = { change, stage: 'begun' as Stage };
    this.#inFlight = flight;
    await this.#process.pause(`disk: ${describe(change)}`);
    if (this.#process.scheduler.random.chance(this.#faults.failedCommit)) {
      this.#inFlight = undefined;
      this.#process.scheduler.trace(() => 'disk: the commit fails');
      throw new StorageError('out-of-space', 'the simulated disk is full');
    }
    flight.stage = 'visible';
    this.#apply(change);
    await this.#process.pause('disk: sync');
    flight.stage = 'durable';
    this.#disk.sync(change);
    await this.#process.pause('disk: acknowledged');
    this.#inFlight = undefined;
  }

  async close(): Promise<void> {
    await this.#process.pause('disk: close');
  }

  /** The process was killed: a pending commit is on disk, or not. */
  crash(): void {
    const flight = this.#inFlight;
    this.#inFlight = undefined;
    if (flight && flight.stage !== 'durable' && this.#process.scheduler.random.chance(0.5)) {
      this.#disk.sync(flight.change);
      this.#process.scheduler.trace(() => `disk: the crash left ${describe(flight.change)}`);
    }
  }

  #apply(change: LedgerChange): void {
    for (const version of change.versions) {
      this.#heads.set(version.key, version);
      this.#versions.set(placeKey(version), version);
      if (version.expiresAt > 0) this.#expirations.set(expiryKey(version), version);
    }
    for (const place of change.droppedVersions) this.#versions.delete(placeKey(place));
    for (const key of change.droppedHeads) this.#heads.delete(key);
    for (const expiring of change.droppedExpirations) this.#expirations.delete(expiryKey(expiring));
  }

  #byExpiry(): Expiring[] {
    const order = (a: Expiring, b: Expiring) => a.expiresAt - b.expiresAt || (a.key < b.key ? -1 : 1);
    return [...this.#expirations.values()].sort(order);
  }
}

function placeKey({ revision, order }: Place): string {
  return `${revision}/${order}`;
}

function expiryKey({ expiresAt, key }: Expiring): string {
  return `${expiresAt}/${key}`;
}

function byPlace(a: Place, b: Place): number {
  return a.revision === b.revision ? a.order - b.order : Number(a.revision - b.revision);
}

function describe({ versions, compaction, droppedVersions }: LedgerChange): string {
  const writes = versions.map(({ revision, key, createRevision }) => `${createRevision ? '' : '-'}${key}@${revision}`);
  const sweep = compaction ? ` compaction ${compaction.revision}, swept ${compaction.swept}` : '';
  return `commit [${writes.join(' ')}]${sweep}${droppedVersions.length > 0 ? ` drops ${droppedVersions.length}` : ''}`;
}
