import { realpathSync } from 'node:fs';
import type { RootDatabase } from 'lmdb';
import { compacted } from '../../errors.js';
import type { Revision } from '../../storage.js';
import { DelegatedReads } from '../delegated-reads.js';
import type { Compaction, LedgerChange, LostVersion, ReadableLedger, Version } from '../ledger.js';
import { lmdbLibrary } from '../lmdb-library.js';
import { LmdbRecords, type Table } from '../lmdb-records.js';
import { MemoryLedger } from '../memory-ledger.js';
import { readSettings } from '../settings.js';

/** The content of a store as a replica sees it. */
export interface ReplicaLedger extends ReadableLedger {
  /** Called with every change of the owner, in order. */
  apply(change: LedgerChange): void;
  close(): Promise<void>;
}

/** The same memory map as the owner's: nothing is copied, and what the owner commits is here. */
export class MappedLedger extends DelegatedReads implements ReplicaLedger {
  readonly revision: Revision;
  readonly #where: string;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #meta: Table;
  protected readonly records: LmdbRecords;

  constructor(directory: string) {
    super();
    const path = realpathSync(directory);
    this.#where = `the data directory ${path}`;
    this.#root = lmdbLibrary().open<Buffer, Buffer>({
      path,
      noSubdir: false,
      encoding: 'binary',
      keyEncoding: 'binary',
      readOnly: true,
    });
    const table = (name: string): Table => this.#root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' });
    this.#meta = table('meta');
    const { revision, plainUpTo } = this.#settings();
    this.revision = revision;
    this.records = new LmdbRecords({ heads: table('heads'), versions: table('versions'), plainUpTo });
  }

  /** Read from the map together with the versions: the owner may be further than its changes that have arrived. */
  get compaction(): Compaction {
    return this.#settings().compaction;
  }

  override forEachVersion(after: Revision, visit: (version: Version | LostVersion) => boolean): void {
    const { revision } = this.compaction;
    if (after < revision) throw compacted(after, revision);
    super.forEachVersion(after, visit);
  }

  /** LMDB reads a snapshot for the rest of an iteration of the event loop: the next read gets a new one. */
  apply(): void {
    this.#root.resetReadTxn();
  }

  close(): Promise<void> {
    return this.#root.close();
  }

  #settings() {
    return readSettings(this.#where, (name) => this.#meta.getBinary(name));
  }
}

/** A copy of an owner's content that is only in memory. */
export class CopiedLedger extends MemoryLedger implements ReplicaLedger {
  apply(change: LedgerChange): void {
    // In memory, it is complete when the call returns.
    void this.commit(change);
  }
}
