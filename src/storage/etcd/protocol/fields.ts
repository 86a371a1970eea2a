import type { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

const varint: WireType.Varint = 0;
const lengthDelimited: WireType.LengthDelimited = 2;

/** The tag of a field on the wire: field number and wire type. */
export function varintTag(field: number): number {
  return (field << 3) | varint;
}

export function bytesTag(field: number): number {
  return (field << 3) | lengthDelimited;
}

export function writeBytes(writer: BinaryWriter, field: number, value: Uint8Array): void {
  writer.uint32(bytesTag(field)).bytes(value);
}

export function writeInt64(writer: BinaryWriter, field: number, value: bigint | number): void {
  writer.uint32(varintTag(field)).int64(value);
}

export function writeTrue(writer: BinaryWriter, field: number): void {
  writer.uint32(varintTag(field)).bool(true);
}

/** Starts a field that is itself a message: write its content, then call `join()`. */
export function beginMessage(writer: BinaryWriter, field: number): BinaryWriter {
  return writer.uint32(bytesTag(field)).fork();
}

/** The reader returns a string only without BigInt support, which every supported runtime has. */
export function readInt64(reader: BinaryReader): bigint {
  return reader.int64() as bigint;
}

export function skipField(reader: BinaryReader, tag: number): void {
  reader.skip((tag & 7) as WireType, tag >>> 3);
}

const revisionTag = varintTag(3);

/** The revision in a ResponseHeader. */
export function readHeaderRevision(reader: BinaryReader): bigint {
  const end = reader.uint32() + reader.pos;
  let revision = 0n;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === revisionTag) revision = readInt64(reader);
    else skipField(reader, tag);
  }
  return revision;
}
