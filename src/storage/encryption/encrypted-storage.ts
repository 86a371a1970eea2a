// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/value/transformer.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import { StorageError } from '../errors.js';
import type {
  CommitResult,
  GetResult,
  KeyValue,
  Operation,
  PendingWrite,
  RangeOptions,
  RangeResult,
  ReadOptions,
  Revision,
  Storage,
  Watch,
  WatchOptions,
} from '../storage.js';
import { DecryptingWatch } from './decrypting-watch.js';
import { LockedEntry } from './locked-entry.js';
import { mapChanged } from './map-changed.js';
import type { Transformed, Transformer } from './transformer.js';

/** Options of an `EncryptedStorage`. */
export interface EncryptedStorageOptions {
  readonly storage: Storage;
  readonly transformer: Transformer;
  /** kube-apiserver's prefix of these keys, such as `/registry`: transformers get the key with it. */
  readonly keyPrefix?: string;
}

/**
 * A storage that transforms values on write and on read. Entries that would be written differently now are marked
 * `stale`. If nothing is transformed, the objects of the underlying storage are passed through. Several may share one
 * storage, one for each resource; closing any of them closes it.
 */
export class EncryptedStorage implements Storage {
  readonly #storage: Storage;
  readonly #transformer: Transformer;
  readonly #keyPrefix: string;
  readonly pending: Storage['pending'];
  /** The changes of keys that have been noticed. */
  #keyChanges: number;
  /** The newest revision of an entry that has been decrypted. */
  #newestRead: Revision = 0n;
  /** Entries up to this revision may have been decrypted before the last change of keys. */
  #outdatedUpTo: Revision = 0n;

  constructor({ storage, transformer, keyPrefix = '' }: EncryptedStorageOptions) {
    this.#storage = storage;
    this.#transformer = transformer;
    this.#keyChanges = transformer.keyChanges ?? 0;
    this.#keyPrefix = keyPrefix;
    this.pending = storage.pending && ((key) => this.#pending(key));
  }

  get oldestRevision(): Revision {
    return this.#storage.oldestRevision;
  }

  currentRevision(): Promise<Revision> {
    return this.#storage.currentRevision();
  }

  get knownRevision(): Revision | undefined {
    return this.#storage.knownRevision;
  }

  async get(key: string, options?: ReadOptions): Promise<GetResult> {
    const result = await this.#storage.get(key, options);
    if (result.entry === undefined) return result;
    const waiting = this.#prepare([result.entry]);
    if (waiting) await waiting;
    const entry = this.#decrypt(result.entry);
    return entry === result.entry ? result : { ...result, entry };
  }

  async range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    const result = await this.#storage.range(prefix, options);
    if (options?.keysOnly) return result;
    const waiting = this.#prepare(result.entries);
    if (waiting) await waiting;
    const entries = mapChanged(result.entries, this.#decrypt);
    return entries === result.entries ? result : { ...result, entries };
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const result = await this.#storage.commit(mapChanged(operations, this.#encrypt));
    if (result.committed) return result;
    const waiting = this.#prepare(result.current);
    if (waiting) await waiting;
    const current = mapChanged(result.current, this.#decryptIfPresent);
    return current === result.current ? result : { ...result, current };
  }

  /** Undefined also if the value cannot be decrypted at once. */
  #pending(key: string): PendingWrite | undefined {
    const pending = this.#storage.pending?.(key);
    if (!pending?.entry) return pending;
    return this.#prepare([pending.entry]) ? undefined : { ...pending, entry: this.#decrypt(pending.entry) };
  }

  watch(prefix: string, options?: WatchOptions): Watch {
    return new DecryptingWatch(this.#storage.watch(prefix, options), {
      decrypt: this.#decrypt,
      prepare: this.#prepare,
    });
  }

  isOutdated({ modRevision }: KeyValue): boolean {
    this.#noticeKeyChanges();
    return modRevision <= this.#outdatedUpTo;
  }

  #noticeKeyChanges(): void {
    const { keyChanges = 0 } = this.#transformer;
    if (keyChanges === this.#keyChanges) return;
    this.#keyChanges = keyChanges;
    this.#outdatedUpTo = this.#newestRead;
  }

  compact(revision: Revision): Promise<void> {
    return this.#storage.compact(revision);
  }

  close(): Promise<void> {
    return this.#storage.close();
  }

  /** Returns what must be awaited before these can be read; undefined: nothing. */
  readonly #prepare = (entries: readonly (KeyValue | undefined)[]): Promise<unknown> | undefined => {
    const { prepare } = this.#transformer;
    if (!prepare) return undefined;
    const waiting = entries.flatMap((entry) => (entry && prepare(entry.value)) ?? []);
    return waiting.length > 0 ? Promise.all(waiting) : undefined;
  };

  readonly #encrypt = (operation: Operation): Operation => {
    if (operation.type !== 'put') return operation;
    const value = this.#transformer.toStorage(operation.value, this.#keyPrefix + operation.key);
    return value === operation.value ? operation : { ...operation, value };
  };

  /** An entry that cannot be decrypted fails its own readers; the other entries are returned. */
  readonly #decrypt = (entry: KeyValue): KeyValue => {
    try {
      return this.#decrypted(entry);
    } catch {
      return new LockedEntry(entry, { open: () => this.#decrypted(entry), prepare: () => this.#prepare([entry]) });
    }
  };

  #decrypted(entry: KeyValue): KeyValue {
    this.#noticeKeyChanges();
    if (entry.modRevision > this.#newestRead) this.#newestRead = entry.modRevision;
    const { value, stale } = this.#fromStorage(entry.value, this.#keyPrefix + entry.key);
    if (stale) return { ...entry, value, stale: true };
    return value === entry.value ? entry : { ...entry, value };
  }

  readonly #decryptIfPresent = (entry: KeyValue | undefined): KeyValue | undefined => entry && this.#decrypt(entry);

  #fromStorage(stored: Buffer, context: string): Transformed {
    try {
      return this.#transformer.fromStorage(stored, context);
    } catch (error) {
      const reason = messageOf(error);
      throw new StorageError('unreadable', `unable to transform key ${goQuote(context)}: ${reason}`, {
        cause: error,
      });
    }
  }
}
