import { OrderedMap } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { Compaction, Expiring, Head, Ledger, LedgerChange, Place, Version } from './ledger.js';

/** Keeps everything in memory: for tests, and for servers that need no persistence. Commits resolve immediately. */
export class MemoryLedger implements Ledger {
  readonly maxKeyBytes = 1978;
  readonly revision: Revision;
  readonly compaction: Compaction;

  storedBytes: number;

  readonly #heads: OrderedMap<Version>;
  readonly #versions = new Map<Revision, Map<number, Version>>();
  readonly #expirations: OrderedMap<Expiring>;
  #newest: Revision;

  /** An empty ledger whose next revision follows the given one. */
  static at(revision: Revision): MemoryLedger {
    return new MemoryLedger({ ...emptyContent(), revision, compacted: revision });
  }

  constructor({ revision, compacted, heads, expirations, storedBytes }: Content = emptyContent()) {
    this.revision = revision;
    this.compaction = { revision: compacted, swept: compacted };
    this.#newest = revision;
    this.#heads = heads;
    this.#expirations = expirations;
    this.storedBytes = storedBytes;
  }

  /**
   * A ledger with the same content, which takes the same time and memory however much that is. Later changes of either
   * are not visible in the other. It begins without history: older revisions are compacted.
   */
  fork(): MemoryLedger {
    const [revision, heads, expirations] = [this.#newest, this.#heads.snapshot(), this.#expirations.snapshot()];
    return new MemoryLedger({ revision, compacted: revision, heads, expirations, storedBytes: this.storedBytes });
  }

  /** Everything that it holds, in an order in which another ledger can be filled with it. */
  allVersions(): Version[] {
    const inherited: Version[] = [];
    this.#heads.forEach('', (head) => {
      if (head.revision <= this.revision && !this.version(placeOf(head))) inherited.push(head);
      return true;
    });
    return [...inherited, ...[...this.#versions.values()].flatMap((versions) => [...versions.values()])];
  }

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  version(place: Place): Version | undefined {
    return this.#versions.get(place.revision)?.get(place.order) ?? inherited(place);
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head) => boolean): void {
    this.#heads.forEach(prefix, visit, startKey);
  }

  forEachVersion(after: Revision, visit: (version: Version) => boolean): void {
    // Every revision after the compacted ones has a version, so counting up finds them without a sorted index.
    for (let revision = (after > this.revision ? after : this.revision) + 1n; ; revision++) {
      const versions = this.#versions.get(revision);
      if (!versions) return;
      for (const version of versions.values()) if (!visit(version)) return;
    }
  }

  expiring(before: number, limit: number): Expiring[] {
    const found: Expiring[] = [];
    this.#expirations.forEach('', (expiring) => {
      if (expiring.expiresAt >= before || found.length >= limit) return false;
      found.push(expiring);
      return true;
    });
    return found;
  }

  nextExpiry(): number | undefined {
    let next: number | undefined;
    this.#expirations.forEach('', ({ expiresAt }) => {
      next = expiresAt;
      return false;
    });
    return next;
  }

  async commit(change: LedgerChange): Promise<void> {
    for (const version of change.versions) this.#add(version);
    if (change.versions.length > 0) this.#newest = change.revision;
    for (const place of change.droppedVersions) this.#drop(place);
    for (const key of change.droppedHeads) this.#heads.delete(key);
    for (const expiring of change.droppedExpirations) this.#expirations.delete(expirationKey(expiring));
  }

  async close(): Promise<void> {}

  #add(version: Version): void {
    this.#remember(version);
    this.storedBytes += bytesOf(version);
    const replaced = this.#heads.set(version.key, version);
    // It came with the fork: from now on it is history of this ledger.
    if (replaced && replaced.revision <= this.revision) this.#remember(replaced);
    if (version.expiresAt > 0) this.#expirations.set(expirationKey(version), version);
  }

  #remember(version: Version): void {
    const siblings = this.#versions.get(version.revision);
    if (siblings) siblings.set(version.order, version);
    else this.#versions.set(version.revision, new Map([[version.order, version]]));
  }

  #drop(place: Place): void {
    const siblings = this.#versions.get(place.revision);
    const version = siblings?.get(place.order);
    if (!siblings || !version) return;
    this.storedBytes -= bytesOf(version);
    siblings.delete(place.order);
    if (siblings.size === 0) this.#versions.delete(place.revision);
  }
}

interface Content {
  readonly revision: Revision;
  readonly compacted: Revision;
  readonly heads: OrderedMap<Version>;
  readonly expirations: OrderedMap<Expiring>;
  readonly storedBytes: number;
}

function emptyContent(): Content {
  const [heads, expirations] = [new OrderedMap<Version>(), new OrderedMap<Expiring>()];
  return { revision: 1n, compacted: 0n, heads, expirations, storedBytes: 0 };
}

/** Heads of this ledger are whole versions; those that came with a fork are found nowhere else. */
function inherited(place: Place): Version | undefined {
  return 'value' in place ? (place as Version) : undefined;
}

function placeOf({ revision, order }: Place): Place {
  return { revision, order };
}

/** A version also needs a few objects beside its key and value. */
function bytesOf({ key, value }: Version): number {
  return 300 + key.length + value.length;
}

/** Unambiguous: the time has a fixed number of digits. */
function expirationKey({ expiresAt, key }: Expiring): string {
  return `${String(expiresAt).padStart(16, '0')}${key}`;
}
