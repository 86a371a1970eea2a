import type { Database } from 'lmdb';
import type { Revision } from '../storage.js';
import type { Head, Place, Version } from './ledger.js';
import * as record from './record.js';

type Table = Database<Buffer, Buffer>;

export interface IndexTables {
  readonly heads: Table;
  readonly versions: Table;
  readonly expirations: Table;
  readonly plainUpTo: Revision;
}

interface Newest {
  readonly head: Head;
  readonly expiresAt: number;
}

/**
 * Rebuilds heads and expirations from the versions. Must be called in a transaction. A damaged head stays if its key is
 * ambiguous; its version is damaged as well then. Returns the number of keys that had no head, or a damaged one.
 */
export function rebuildIndex(tables: IndexTables): number {
  const { heads, expirations } = tables;
  const { newest, damaged, known } = readIndex(tables);
  addVersions(newest, tables);
  const recovered = [...newest.keys()].filter((key) => !known.has(key)).length;
  if (damaged.length <= recovered) for (const key of damaged) heads.removeSync(key);
  for (const key of [...expirations.getKeys()]) expirations.removeSync(key);
  for (const { head, expiresAt } of newest.values()) {
    const key = Buffer.from(head.key);
    heads.putSync(key, record.encodeHead(head, key));
    if (expiresAt === 0) continue;
    const expiration = record.encodeExpiration({ ...head, expiresAt });
    expirations.putSync(expiration, record.encodeExpiringPlace(head, expiration));
  }
  return recovered;
}

/** The content of all intact heads: their versions may be lost. */
function readIndex({ heads, plainUpTo }: IndexTables) {
  const newest = new Map<string, Newest>();
  const damaged: Buffer[] = [];
  for (const { key, value } of heads.getRange()) {
    const head = record.decodeHead(key, { bytes: value, length: value.length, plainUpTo });
    if (head.revision === undefined) damaged.push(Buffer.from(key));
    else newest.set(head.key, { head, expiresAt: 0 });
  }
  return { newest, damaged, known: new Set(newest.keys()) };
}

function addVersions(newest: Map<string, Newest>, { versions, plainUpTo }: IndexTables): void {
  for (const { key: place, value } of versions.getRange()) {
    const version = record.decodeVersion(place, value, plainUpTo);
    if (version.key === undefined) continue;
    const found = newest.get(version.key);
    if (!found || !isBefore(version, found.head))
      newest.set(version.key, { head: headOf(version), expiresAt: version.expiresAt });
  }
}

function isBefore(a: Place, b: Place): boolean {
  return a.revision === b.revision ? a.order < b.order : a.revision < b.revision;
}

function headOf({ key, revision, order, createRevision }: Version): Head {
  return { key, revision, order, createRevision };
}
