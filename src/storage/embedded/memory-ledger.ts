import { OrderedMap } from '../ordered-map/index.js';
import type { Revision } from '../storage.js';
import type { Compaction, Expiring, Head, Ledger, LedgerChange, Place, Version } from './ledger.js';

/** Keeps everything in memory: for tests, and for servers that need no persistence. Commits resolve immediately. */
export class MemoryLedger implements Ledger {
  readonly maxKeyBytes = 1978;
  readonly revision: Revision = 1n;
  readonly compaction: Compaction = { revision: 0n, swept: 0n };

  storedBytes = 0;

  readonly #heads = new OrderedMap<Version>();
  readonly #versions = new Map<Revision, Map<number, Version>>();
  readonly #expirations = new OrderedMap<Expiring>();

  head(key: string): Head | undefined {
    return this.#heads.get(key);
  }

  version(place: Place): Version | undefined {
    return this.#versions.get(place.revision)?.get(place.order);
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
    for (const place of change.droppedVersions) this.#drop(place);
    for (const key of change.droppedHeads) this.#heads.delete(key);
    for (const expiring of change.droppedExpirations) this.#expirations.delete(expirationKey(expiring));
  }

  async close(): Promise<void> {}

  #add(version: Version): void {
    const siblings = this.#versions.get(version.revision);
    if (siblings) siblings.set(version.order, version);
    else this.#versions.set(version.revision, new Map([[version.order, version]]));
    this.storedBytes += bytesOf(version);
    this.#heads.set(version.key, version);
    if (version.expiresAt > 0) this.#expirations.set(expirationKey(version), version);
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

/** A version also needs a few objects beside its key and value. */
function bytesOf({ key, value }: Version): number {
  return 300 + key.length + value.length;
}

/** Unambiguous: the time has a fixed number of digits. */
function expirationKey({ expiresAt, key }: Expiring): string {
  return `${String(expiresAt).padStart(16, '0')}${key}`;
}
