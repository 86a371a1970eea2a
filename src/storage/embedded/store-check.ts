import type { Revision } from '../storage.js';
import { type Compaction, type Head, isDeletion, type Place, type Version } from './ledger.js';
import type { VisitEntry } from './lmdb-file/index.js';
import * as record from './record.js';
import type { Settings } from './settings.js';

export interface StoreCheckOptions {
  readonly settings: Settings;
  readonly onProblem: (problem: string) => void;
  /** Returns a problem with a value that its checksum does not detect. */
  readonly checkValue?: ((key: string, value: Buffer) => string | undefined) | undefined;
}

/**
 * Checks every record of a store, and that the tables agree with each other. Tables are visited in order of their
 * names.
 */
export class StoreCheck {
  readonly counted = { objects: 0, deletions: 0, versions: 0, expirations: 0 };
  readonly visit: Readonly<Record<string, VisitEntry>> = {
    expirations: (key, value) => this.#expiration(key, value),
    heads: (key, value) => this.#head(key, value),
    versions: (key, value) => this.#version(key, value),
  };
  readonly #options: StoreCheckOptions;
  readonly #revision: Revision;
  readonly #compaction: Compaction;
  readonly #plainUpTo: Revision;
  readonly #expirations = new Map<string, Place>();
  readonly #heads = new Map<string, Head>();
  readonly #lostHeads = new Set<string>();
  /** Keys whose heads have a version. */
  readonly #found = new Set<string>();
  /** The place of the previous version. */
  #last: Place = { revision: 0n, order: 0 };

  constructor(options: StoreCheckOptions) {
    this.#options = options;
    const { revision, compaction, plainUpTo } = options.settings;
    this.#revision = revision;
    this.#compaction = compaction;
    this.#plainUpTo = plainUpTo;
    if (compaction.revision > revision || compaction.swept > compaction.revision) {
      options.onProblem(`history is given up to revision ${compaction.revision}, which has not happened`);
    }
  }

  /** Must be called after all tables have been visited. */
  finish(): void {
    for (const { key, revision } of this.#heads.values()) {
      if (!this.#found.has(key)) this.#options.onProblem(`${key}: what was written at revision ${revision} is missing`);
    }
  }

  #expiration(key: Buffer, value: Buffer): void {
    this.counted.expirations++;
    const expiring = record.decodeExpiration(key, value, this.#plainUpTo);
    // Unambiguous: the number before the space has none.
    if (expiring) this.#expirations.set(`${expiring.expiresAt} ${expiring.key}`, expiring);
    else this.#options.onProblem(`${key.toString('utf8', 8)}: the record of when it expires is damaged`);
  }

  #head(key: Buffer, bytes: Buffer): void {
    const head = record.decodeHead(key, { bytes, length: bytes.length, plainUpTo: this.#plainUpTo });
    if (head.revision === undefined) {
      this.#lostHeads.add(head.key);
      this.#options.onProblem(`${head.key}: its index entry is damaged`);
    } else {
      this.#heads.set(head.key, head);
      this.counted[isDeletion(head) ? 'deletions' : 'objects']++;
    }
  }

  #version(place: Buffer, bytes: Buffer): void {
    this.counted.versions++;
    const version = record.decodeVersion(place, bytes, this.#plainUpTo);
    this.#checkPlace(version);
    if (version.key === undefined) {
      this.#options.onProblem(`what was written at revision ${version.revision} is damaged`);
    } else {
      const problem = this.#problemOf(version);
      if (problem) this.#options.onProblem(`${version.key}, revision ${version.revision}: ${problem}`);
      this.#compareWithHead(version);
    }
  }

  #checkPlace({ revision, order }: Place): void {
    const last = this.#last;
    this.#last = { revision, order };
    if (revision > this.#revision)
      this.#options.onProblem(`revision ${revision} is after the newest, ${this.#revision}`);
    // Compacted history may have gaps.
    const expected = last.revision === revision ? last.order + 1 : 0;
    if (revision > this.#compaction.revision && order !== expected) {
      this.#options.onProblem(`revision ${revision} lacks part ${expected}`);
    }
  }

  #problemOf(version: Version): string | undefined {
    const { key, value, revision, createRevision, previous, damage } = version;
    if (damage) return 'its value is damaged';
    if (createRevision > revision) return `it was created at revision ${createRevision}`;
    if (previous && previous.revision >= revision)
      return `it replaces what was written at revision ${previous.revision}`;
    return isDeletion(version) ? undefined : this.#options.checkValue?.(key, value);
  }

  /** Checks that a head refers to the newest version of its key. */
  #compareWithHead({ key, revision, order, createRevision, expiresAt }: Version): void {
    const head = this.#heads.get(key);
    const { onProblem } = this.#options;
    if (head && head.revision > revision) return;
    if (head?.revision === revision && head.order === order && head.createRevision === createRevision) {
      this.#found.add(key);
      // Unambiguous: as above.
      const mustExpire = expiresAt > 0 && this.#expirations.get(`${expiresAt} ${key}`)?.revision !== revision;
      if (mustExpire) onProblem(`${key}: it is to expire, but will not`);
    } else if (head) {
      onProblem(`${key}: its index entry has revision ${head.revision}, but it was written at ${revision}`);
    } else if (!this.#lostHeads.has(key)) {
      onProblem(`${key}: written at revision ${revision}, but not in the index`);
    }
  }
}
