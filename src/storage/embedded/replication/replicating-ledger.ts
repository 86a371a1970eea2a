import type { Revision } from '../../storage.js';
import { DelegatedReads } from '../delegated-reads.js';
import type { Compaction, Expiring, Ledger, LedgerChange } from '../ledger.js';

/** Called with every change once it is durable, before the writers' promises resolve. */
export type OnChange = (change: LedgerChange) => void;

/** A ledger whose changes are passed on. */
export class ReplicatingLedger extends DelegatedReads implements Ledger {
  protected readonly records: Ledger;
  readonly #onChange: OnChange;
  /** The revision of the last change. */
  newest: Revision;
  #compaction: Compaction;

  constructor(ledger: Ledger, onChange: OnChange) {
    super();
    this.records = ledger;
    this.#onChange = onChange;
    this.newest = ledger.revision;
    this.#compaction = ledger.compaction;
  }

  get revision(): Revision {
    return this.records.revision;
  }

  get compaction(): Compaction {
    return this.#compaction;
  }

  get maxKeyBytes(): number {
    return this.records.maxKeyBytes;
  }

  get storedBytes(): number {
    return this.records.storedBytes;
  }

  expiring(before: number, limit: number): Expiring[] {
    return this.records.expiring(before, limit);
  }

  nextExpiry(): number | undefined {
    return this.records.nextExpiry();
  }

  async commit(change: LedgerChange): Promise<void> {
    await this.records.commit(change);
    if (change.versions.length > 0) this.newest = change.revision;
    if (change.compaction) this.#compaction = change.compaction;
    this.#onChange(change);
  }

  close(): Promise<void> {
    return this.records.close();
  }
}
