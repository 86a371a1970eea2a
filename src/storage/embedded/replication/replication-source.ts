import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { type EmbeddedOptions, EmbeddedStorage, openLedger } from '../embedded-storage.js';
import type { Ledger, LedgerChange } from '../ledger.js';
import { MemoryLedger } from '../memory-ledger.js';
import { encodeChange } from './messages.js';
import { ReplicaConnection } from './replica-connection.js';
import { ReplicatingLedger } from './replicating-ledger.js';
import { RevisionFile } from './revision-file.js';

/** A storage, and the replicas of it in other processes: it commits for them, and sends them what it commits. */
export class ReplicationSource {
  readonly storage: EmbeddedStorage;
  /** The newest revision: replicas learn from it what they have to wait for. */
  readonly revisions: RevisionFile;
  readonly #directory: string | undefined;
  readonly #content: Ledger;
  readonly #ledger: ReplicatingLedger;
  readonly #replicas = new Set<ReplicaConnection>();
  #isClosed = false;

  static async open(options: EmbeddedOptions): Promise<ReplicationSource> {
    const content = options.ledger ?? (await openLedger(options));
    let source: ReplicationSource | undefined;
    const ledger = new ReplicatingLedger(content, (change) => source?.changed(change));
    const storage = await EmbeddedStorage.open({ ...options, ledger });
    source = new ReplicationSource({ storage, content, ledger, directory: options.directory });
    return source;
  }

  private constructor(options: {
    storage: EmbeddedStorage;
    content: Ledger;
    ledger: ReplicatingLedger;
    directory: string | undefined;
  }) {
    this.storage = options.storage;
    this.#content = options.content;
    this.#ledger = options.ledger;
    this.#directory = options.directory && resolve(options.directory);
    this.revisions = RevisionFile.create(this.#ledger.newest);
  }

  /** Serves the replica at the other end of the stream. */
  attach(stream: Duplex): void {
    const content = this.#content;
    const { newest: revision, compaction } = this.#ledger;
    const replica = new ReplicaConnection({
      stream,
      storage: this.storage,
      start: { revision, compaction, directory: this.#directory },
      versions: content instanceof MemoryLedger ? content.allVersions() : undefined,
      onEnd: (ended) => this.#replicas.delete(ended),
    });
    this.#replicas.add(replica);
  }

  /** Called when the change is durable, before its writers learn about it. */
  changed(change: LedgerChange): void {
    if (change.versions.length > 0) this.revisions.write(change.revision);
    let encoded: Buffer | undefined;
    const common = (): Buffer => {
      encoded ??= encodeChange(change, { isInMemory: this.#directory === undefined });
      return encoded;
    };
    for (const replica of this.#replicas) replica.changed(change, common);
  }

  /** Call it when the process of a replica has ended: pages that it was reading could not be reused. */
  removeDeadReaders(): void {
    if (!this.#isClosed) this.#content.removeDeadReaders?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const replica of this.#replicas) replica.close();
    await this.storage.close();
    this.revisions.close();
  }
}
