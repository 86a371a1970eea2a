import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/*
 * A snapshot is a data file followed by a trailer: a magic string, the length of the data as u64, and the SHA-256 of
 * the data, the magic string and the length. Version 0.1 wrote no trailer.
 */
const mark = Buffer.from('trestle snapshot');
const hashLength = 32;
const trailerLength = mark.length + 8 + hashLength;
const chunkLength = 1 << 20;

export interface SnapshotData {
  /** The length of the data within the file. */
  readonly length: number;
  /** `none`: there is no trailer, or it was truncated. */
  readonly checksum: 'right' | 'wrong' | 'none';
}

/** Appends a trailer to a data file, durably. */
export function sealSnapshot(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    const { size } = fstatSync(descriptor);
    const start = Buffer.concat([mark, Buffer.alloc(8)]);
    start.writeBigUInt64BE(BigInt(size), mark.length);
    const hash = hashOf(descriptor, size, start);
    writeSync(descriptor, Buffer.concat([start, hash]), 0, trailerLength, size);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a whole snapshot, and verifies its trailer. */
export function readSnapshot(path: string): SnapshotData {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const trailer = Buffer.alloc(trailerLength);
    const length = size - trailerLength;
    if (length < 0) return { length: size, checksum: 'none' };
    readSync(descriptor, trailer, 0, trailerLength, length);
    const start = trailer.subarray(0, mark.length + 8);
    if (!start.subarray(0, mark.length).equals(mark)) return { length: size, checksum: 'none' };
    const isRight =
      start.readBigUInt64BE(mark.length) === BigInt(length) &&
      hashOf(descriptor, length, start).equals(trailer.subarray(start.length));
    return { length, checksum: isRight ? 'right' : 'wrong' };
  } finally {
    closeSync(descriptor);
  }
}

/** Copies the data of a snapshot into a separate file, durably. */
export function extractSnapshot(
  from: string,
  { to, length, mode }: { to: string; length: number; mode: number },
): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'wx', mode)];
  try {
    forEachChunk(source, length, (chunk) => writeSync(target, chunk));
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

function hashOf(descriptor: number, length: number, trailer: Buffer): Buffer {
  const hash = createHash('sha256');
  forEachChunk(descriptor, length, (chunk) => hash.update(chunk));
  return hash.update(trailer).digest();
}

function forEachChunk(descriptor: number, length: number, visit: (chunk: Buffer) => void): void {
  const buffer = Buffer.allocUnsafe(chunkLength);
  for (let at = 0; at < length; ) {
    const read = readSync(descriptor, buffer, 0, Math.min(chunkLength, length - at), at);
    if (read === 0) throw new Error('the file was truncated while it was read');
    visit(buffer.subarray(0, read));
    at += read;
  }
}
