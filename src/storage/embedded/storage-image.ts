import type { Revision } from '../storage.js';
import { isDeletion } from './ledger.js';
import { MemoryLedger } from './memory-ledger.js';

/** The initial value of a key. */
export interface ImageEntry {
  readonly key: string;
  readonly value: Buffer;
}

/**
 * The content of a storage in memory at one time; it never changes. Storages that start from it share it, and copy what
 * they change: however much it holds, creating an image and starting from it take microseconds and a few hundred bytes.
 */
export class StorageImage {
  readonly #ledger: MemoryLedger;

  /** An image of these entries, all written at one revision. */
  static of(entries: readonly ImageEntry[]): StorageImage {
    return new StorageImage(new MemoryLedger()).with({ put: entries });
  }

  constructor(ledger: MemoryLedger) {
    this.#ledger = ledger;
  }

  get revision(): Revision {
    return this.#ledger.revision;
  }

  /** A ledger that starts with this content. */
  ledger(): MemoryLedger {
    return this.#ledger.fork();
  }

  /** The entries whose keys have the prefix, in byte order. */
  entries(prefix: string): ImageEntry[] {
    const found: ImageEntry[] = [];
    this.#ledger.forEachHead(prefix, prefix, (head) => {
      const version = isDeletion(head) ? undefined : this.#ledger.version(head);
      if (version) found.push(version);
      return true;
    });
    return found;
  }

  /** An image that differs in these entries, written at the next revision. */
  with({ put = [], removed = [] }: { put?: readonly ImageEntry[]; removed?: readonly string[] }): StorageImage {
    const ledger = this.#ledger.fork();
    const revision = ledger.revision + 1n;
    const written = { revision, createRevision: revision, expiresAt: 0, previous: undefined };
    const versions = put.map(({ key, value }, order) => ({ key, value, order, ...written }));
    void ledger.commit({ revision, versions, droppedVersions: [], droppedHeads: removed, droppedExpirations: [] });
    return new StorageImage(ledger.fork());
  }
}
