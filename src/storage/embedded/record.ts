import type { Compaction, Expiring, Head, Place, Version } from './ledger.js';

/*
 * How versions look on disk. All numbers are big endian, so that places sort as bytes.
 *   place       revision u64, order u16
 *   head        place, create revision u64 (0: deleted)
 *   version     create revision u64, previous place (0: none), expires at u64, key length u16, key, value
 *   expiration  expires at u64, key  →  place
 *   compaction  revision u64, swept u64
 */
const placeLength = 10;
const previousAt = 8;
const expiryAt = previousAt + placeLength;
const keyLengthAt = expiryAt + 8;
const keyAt = keyLengthAt + 2;
const nowhere: Place = { revision: 0n, order: 0 };

export function encodePlace(place: Place): Buffer {
  return writePlace(Buffer.allocUnsafe(placeLength), place, 0);
}

export function decodePlace(bytes: Buffer, offset = 0): Place {
  return { revision: bytes.readBigUInt64BE(offset), order: bytes.readUInt16BE(offset + 8) };
}

export function encodeHead(head: Head): Buffer {
  const bytes = writePlace(Buffer.allocUnsafe(placeLength + 8), head, 0);
  bytes.writeBigUInt64BE(head.createRevision, placeLength);
  return bytes;
}

export function decodeHead(key: string, bytes: Buffer): Head {
  return {
    key,
    revision: bytes.readBigUInt64BE(0),
    order: bytes.readUInt16BE(8),
    createRevision: bytes.readBigUInt64BE(placeLength),
  };
}

export function encodeVersion(version: Version): Buffer {
  const keyLength = Buffer.byteLength(version.key);
  const bytes = Buffer.allocUnsafe(keyAt + keyLength + version.value.length);
  bytes.writeBigUInt64BE(version.createRevision, 0);
  writePlace(bytes, version.previous ?? nowhere, previousAt);
  bytes.writeBigUInt64BE(BigInt(version.expiresAt), expiryAt);
  bytes.writeUInt16BE(keyLength, keyLengthAt);
  bytes.write(version.key, keyAt);
  version.value.copy(bytes, keyAt + keyLength);
  return bytes;
}

export function decodeVersion({ revision, order }: Place, bytes: Buffer): Version {
  const previous = decodePlace(bytes, previousAt);
  const valueAt = keyAt + bytes.readUInt16BE(keyLengthAt);
  return {
    key: bytes.toString('utf8', keyAt, valueAt),
    revision,
    order,
    createRevision: bytes.readBigUInt64BE(0),
    value: bytes.subarray(valueAt),
    expiresAt: Number(bytes.readBigUInt64BE(expiryAt)),
    previous: previous.revision === 0n ? undefined : previous,
  };
}

export function encodeExpiration({ expiresAt, key }: Expiring): Buffer {
  const bytes = Buffer.allocUnsafe(8 + Buffer.byteLength(key));
  bytes.writeBigUInt64BE(BigInt(expiresAt), 0);
  bytes.write(key, 8);
  return bytes;
}

export function decodeExpiration(key: Buffer, place: Buffer): Expiring {
  return { expiresAt: Number(key.readBigUInt64BE(0)), key: key.toString('utf8', 8), ...decodePlace(place) };
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

function writePlace(bytes: Buffer, place: Place, offset: number): Buffer {
  bytes.writeBigUInt64BE(place.revision, offset);
  bytes.writeUInt16BE(place.order, offset + 8);
  return bytes;
}
