import { StorageError } from '../errors.js';
import type { KeyValue, Revision } from '../storage.js';
import type { Head, Ledger, Version } from './ledger.js';

/** An entry whose value is damaged on disk: reading the value throws, the other fields are valid. */
export class DamagedEntry implements KeyValue {
  readonly key: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly #damage: unknown;

  constructor({ key, createRevision, revision }: Pick<Head, 'key' | 'createRevision' | 'revision'>, damage: unknown) {
    this.key = key;
    this.createRevision = createRevision;
    this.modRevision = revision;
    this.#damage = damage;
  }

  get value(): Buffer {
    throw this.#damage;
  }
}

/** The entry of a version. */
export function keyValue(version: Pick<Version, keyof Head | 'value' | 'damage'>): KeyValue {
  const { key, value, createRevision, revision, damage } = version;
  return damage ? new DamagedEntry(version, damage) : { key, value, createRevision, modRevision: revision };
}

/** The entry of a head. If the version is damaged or missing, the entry exists but reading its value throws. */
export function entryOf(ledger: Pick<Ledger, 'version'>, head: Head): KeyValue {
  try {
    const version = ledger.version(head);
    if (version) return keyValue(version);
  } catch (error) {
    return new DamagedEntry(head, error);
  }
  const { key, revision } = head;
  return new DamagedEntry(head, new StorageError('unreadable', `${key} at revision ${revision} is missing`));
}
