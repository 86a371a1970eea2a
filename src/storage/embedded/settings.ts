import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import * as record from './record.js';
import { remedy } from './verify-data.js';

/** Increased when the meaning of data on disk changes; older formats can be read, newer ones are refused. */
export const formatVersion = 2;

export const settingNames = {
  format: Buffer.from('format'),
  /** The newest revision. */
  revision: Buffer.from('revision'),
  compaction: Buffer.from('compaction'),
  /** The identity of the store. */
  id: Buffer.from('id'),
  /** Records up to this revision have no checksums; absent: all records have one. */
  plainUpTo: Buffer.from('plain-up-to'),
} as const;

/** The properties of the whole store, from the table `meta`. */
export interface Settings {
  readonly format: number | undefined;
  readonly revision: Revision;
  readonly compaction: { readonly revision: Revision; readonly swept: Revision };
  readonly id: string | undefined;
  readonly plainUpTo: Revision;
}

/** Throws `unreadable` if one of them is damaged, and `newer-format`. */
export function readSettings(where: string, read: (name: Buffer) => Buffer | undefined): Settings {
  const format = readFormat(where, read(settingNames.format));
  const setting = (name: Buffer, length: number): Buffer | undefined => {
    const stored = read(name);
    const value = stored && (format === 1 ? stored : record.decodeSetting(name, stored));
    if (stored && value?.length !== length) throw damagedSetting(where, name);
    return value;
  };
  const compaction = setting(settingNames.compaction, 16);
  const revision = setting(settingNames.revision, 8)?.readBigUInt64BE(0) ?? 1n;
  return {
    format,
    revision,
    compaction: compaction ? record.decodeCompaction(compaction) : { revision: 0n, swept: 0n },
    id: setting(settingNames.id, 36)?.toString(),
    plainUpTo: format === 1 ? revision : (setting(settingNames.plainUpTo, 8)?.readBigUInt64BE(0) ?? 0n),
  };
}

/** The table `meta`; LMDB's own types are not part of the package's declarations. */
interface SettingsTable {
  put(name: Buffer, value: Buffer): unknown;
}

export function writeSetting(meta: SettingsTable, name: Buffer, value: Buffer): void {
  meta.put(name, record.encodeSetting(name, value));
}

export function numberSetting(value: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

export function formatSetting(): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(formatVersion);
  return bytes;
}

/** Since format 2 the format is recorded in the same way, with a checksum, so that later ones can be recognized. */
function readFormat(where: string, stored: Buffer | undefined): number | undefined {
  if (!stored) return undefined;
  const format = stored.length < 4 ? 0 : stored.readUInt32BE(0);
  if (format === 1 && stored.length === 4) return format;
  const isWhole = record.decodeSetting(settingNames.format, stored) !== undefined;
  if (isWhole && format === formatVersion) return format;
  if (!isWhole || format < formatVersion) throw damagedSetting(where, settingNames.format);
  throw new StorageError(
    'newer-format',
    `${where} was written by a newer version of this program (format ${format}; ` +
      `this version knows formats up to ${formatVersion}): upgrade, or give another directory`,
  );
}

function damagedSetting(where: string, name: Buffer): StorageError {
  return new StorageError('unreadable', `${where} is damaged: the setting ${name} cannot be read; ${remedy}`);
}
