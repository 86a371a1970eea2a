import { StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import { checksum } from './checksum.js';
import type { Compaction, Expiring, Head, LostHead, LostVersion, Place, Version } from './ledger.js';

/*
 * The records on disk. All numbers are big endian, so that places sort as bytes.
 *   place       revision u64, order u16
 *   head        place, create revision u64 (0: deleted), checksum
 *   version     checksum of the value, create revision u64, previous place (0: none), expires at u64, key length u16,
 *               key, checksum, value
 *   expiration  expires at u64, key  →  place, checksum
 *   setting     name  →  bytes, checksum
 * A checksum is the CRC-32 of the record's key and of everything before it in the record; that of a version does not cover
 * the value, which has its own. Format 1 had no checksums: records written before a store was upgraded, up to the recorded
 * revision `plainUpTo`, still have none.
 */
const checksumLength = 4;
const placeLength = 10;
const headLength = placeLength + 8;
/** Within a version, after the checksum of the value. */
const previousAt = 8;
const expiryAt = previousAt + placeLength;
const keyLengthAt = expiryAt + 8;
const keyAt = keyLengthAt + 2;
const nowhere: Place = { revision: 0n, order: 0 };
const nothing = Buffer.alloc(0);

export function encodePlace(place: Place): Buffer {
  return writePlace(Buffer.allocUnsafe(placeLength), place, 0);
}

export function decodePlace(bytes: Buffer, offset = 0): Place {
  if (bytes.length < offset + placeLength) return nowhere;
  return { revision: bytes.readBigUInt64BE(offset), order: bytes.readUInt16BE(offset + 8) };
}

export function encodeHead(head: Head, key: Buffer): Buffer {
  const bytes = writePlace(Buffer.allocUnsafe(headLength + checksumLength), head, 0);
  bytes.writeBigUInt64BE(head.createRevision, placeLength);
  return seal(bytes, key);
}

/** The buffer may be longer than the record. */
export function decodeHead(
  key: Buffer,
  { bytes, length, plainUpTo }: { bytes: Buffer; length: number; plainUpTo: Revision },
): Head | LostHead {
  const found = checkHead(key, bytes, length);
  const name = key.toString();
  if (found === false || (found !== true && found > plainUpTo)) {
    return { key: name, damage: damaged(`the index entry of ${name}`) };
  }
  const { revision, order } = decodePlace(bytes);
  return { key: name, revision, order, createRevision: bytes.readBigUInt64BE(placeLength) };
}

/** Returns whether a head is intact; for one without a checksum, its revision. */
export function checkHead(key: Buffer, bytes: Buffer, length = bytes.length): boolean | Revision {
  if (length === headLength) return bytes.readBigUInt64BE(0);
  return length === headLength + checksumLength && isSealed(bytes, length, key);
}

export function encodeVersion(version: Version, place: Buffer): Buffer {
  const { key, value } = version;
  const keyLength = Buffer.byteLength(key);
  const at = checksumLength;
  const keyEnd = at + keyAt + keyLength;
  const bytes = Buffer.allocUnsafe(keyEnd + checksumLength + value.length);
  bytes.writeUInt32BE(checksum(value), 0);
  bytes.writeBigUInt64BE(version.createRevision, at);
  writePlace(bytes, version.previous ?? nowhere, at + previousAt);
  bytes.writeBigUInt64BE(BigInt(version.expiresAt), at + expiryAt);
  bytes.writeUInt16BE(keyLength, at + keyLengthAt);
  bytes.write(key, at + keyAt);
  bytes.writeUInt32BE(checksum(bytes, keyEnd, checksum(place)), keyEnd);
  value.copy(bytes, keyEnd + checksumLength);
  return bytes;
}

/** The value shares memory with `bytes`. */
export function decodeVersion(place: Buffer, bytes: Buffer, plainUpTo: Revision): Version | LostVersion {
  const { revision, order } = decodePlace(place);
  const hasChecksum = revision > plainUpTo;
  const at = hasChecksum ? checksumLength : 0;
  const keyEnd = bytes.length < at + keyAt ? bytes.length : at + keyAt + bytes.readUInt16BE(at + keyLengthAt);
  const valueAt = keyEnd + at;
  const isWhole =
    bytes.length >= at + keyAt &&
    valueAt <= bytes.length &&
    (!hasChecksum || checksum(bytes, keyEnd, checksum(place)) === bytes.readUInt32BE(keyEnd));
  if (!isWhole) return { revision, order, damage: damaged(`what was written at revision ${revision}`) };
  const previous = decodePlace(bytes, at + previousAt);
  const version = {
    key: bytes.toString('utf8', at + keyAt, keyEnd),
    revision,
    order,
    createRevision: bytes.readBigUInt64BE(at),
    value: bytes.subarray(valueAt),
    expiresAt: Number(bytes.readBigUInt64BE(at + expiryAt)),
    previous: previous.revision === 0n ? undefined : previous,
  };
  if (!hasChecksum || checksum(version.value) === bytes.readUInt32BE(0)) return version;
  return { ...version, value: nothing, damage: damaged(`${version.key} at revision ${revision}`) };
}

export function encodeExpiration({ expiresAt, key }: Expiring): Buffer {
  const bytes = Buffer.allocUnsafe(8 + Buffer.byteLength(key));
  bytes.writeBigUInt64BE(BigInt(expiresAt), 0);
  bytes.write(key, 8);
  return bytes;
}

/** The value of an expiration record. */
export function encodeExpiringPlace(place: Place, expiration: Buffer): Buffer {
  return seal(writePlace(Buffer.allocUnsafe(placeLength + checksumLength), place, 0), expiration);
}

/** Undefined if the record is damaged. */
export function decodeExpiration(key: Buffer, bytes: Buffer, plainUpTo: Revision): Expiring | undefined {
  const found = checkExpiration(key, bytes);
  if (found === false || (found !== true && found > plainUpTo)) return undefined;
  return { expiresAt: Number(key.readBigUInt64BE(0)), key: key.toString('utf8', 8), ...decodePlace(bytes) };
}

/** Returns whether an expiration is intact; for one without a checksum, its revision. */
export function checkExpiration(key: Buffer, bytes: Buffer): boolean | Revision {
  if (key.length <= 8) return false;
  if (bytes.length === placeLength) return bytes.readBigUInt64BE(0);
  return bytes.length === placeLength + checksumLength && isSealed(bytes, bytes.length, key);
}

export function encodeCompaction({ revision, swept }: Compaction): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeBigUInt64BE(revision, 0);
  bytes.writeBigUInt64BE(swept, 8);
  return bytes;
}

export function decodeCompaction(bytes: Buffer): Compaction {
  return { revision: bytes.readBigUInt64BE(0), swept: bytes.readBigUInt64BE(8) };
}

export function encodeSetting(name: Buffer, value: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(value.length + checksumLength);
  value.copy(bytes);
  return seal(bytes, name);
}

/** Undefined if the record is damaged. */
export function decodeSetting(name: Buffer, bytes: Buffer): Buffer | undefined {
  return isSealed(bytes, bytes.length, name) ? bytes.subarray(0, bytes.length - checksumLength) : undefined;
}

export function damaged(what: string): StorageError {
  return new StorageError('unreadable', `${what} is damaged on disk: its checksum does not match; see trestle doctor`);
}

/** Writes the checksum into the last four bytes. */
function seal(bytes: Buffer, key: Buffer): Buffer {
  const end = bytes.length - checksumLength;
  bytes.writeUInt32BE(checksum(bytes, end, checksum(key)), end);
  return bytes;
}

function isSealed(bytes: Buffer, length: number, key: Buffer): boolean {
  const end = length - checksumLength;
  return end >= 0 && length <= bytes.length && checksum(bytes, end, checksum(key)) === bytes.readUInt32BE(end);
}

function writePlace(bytes: Buffer, place: Place, offset: number): Buffer {
  bytes.writeBigUInt64BE(place.revision, offset);
  bytes.writeUInt16BE(place.order, offset + 8);
  return bytes;
}
