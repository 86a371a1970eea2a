import type { Revision } from '../../storage.js';
import type {
  Compaction,
  Expiring,
  Head,
  Ledger,
  LedgerChange,
  LostHead,
  LostVersion,
  Place,
  Version,
} from '../ledger.js';

/** Called with every change once it is durable, before the writers' promises resolve. */
export type OnChange = (change: LedgerChange) => void;

/** A ledger whose changes are passed on. */
export class ReplicatingLedger implements Ledger {
  readonly #ledger: Ledger;
  readonly #onChange: OnChange;
  /** The revision of the last change. */
  newest: Revision;
  #compaction: Compaction;

  constructor(ledger: Ledger, onChange: OnChange) {
    this.#ledger = ledger;
    this.#onChange = onChange;
    this.newest = ledger.revision;
    this.#compaction = ledger.compaction;
  }

  get revision(): Revision {
    return this.#ledger.revision;
  }

  get compaction(): Compaction {
    return this.#compaction;
  }

  get maxKeyBytes(): number {
    return this.#ledger.maxKeyBytes;
  }

  get storedBytes(): number {
    return this.#ledger.storedBytes;
  }

  head(key: string): Head | undefined {
    return this.#ledger.head(key);
  }

  version(place: Place): Version | undefined {
    return this.#ledger.version(place);
  }

  forEachHead(prefix: string, startKey: string, visit: (head: Head | LostHead) => boolean): void {
    this.#ledger.forEachHead(prefix, startKey, visit);
  }

  forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void {
    this.#ledger.forEachVersion(after, visit);
  }

  expiring(before: number, limit: number): Expiring[] {
    return this.#ledger.expiring(before, limit);
  }

  nextExpiry(): number | undefined {
    return this.#ledger.nextExpiry();
  }

  async commit(change: LedgerChange): Promise<void> {
    await this.#ledger.commit(change);
    if (change.versions.length > 0) this.newest = change.revision;
    if (change.compaction) this.#compaction = change.compaction;
    this.#onChange(change);
  }

  close(): Promise<void> {
    return this.#ledger.close();
  }
}
