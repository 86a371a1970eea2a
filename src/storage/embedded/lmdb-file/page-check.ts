import { header, nodeAt, nodeFlags, overflowAt, pageFlags, readNumber } from './layout.js';
import { FileDamage } from './page-file.js';

/** A buffer of consecutive pages. */
export interface PageBytes {
  readonly bytes: Buffer;
  /** The offset of the page. */
  readonly at: number;
}

/** A key in place, within its page: most keys are only compared. */
export interface KeyRange {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

export type CompareKeys = (a: KeyRange, b: KeyRange) => number;

export interface PageExpectation {
  readonly number: number;
  readonly isBranch: boolean;
  readonly pageSize: number;
  /** The newest transaction. LMDB would treat pages of later ones as its own dirty pages, and write to them. */
  readonly transaction: number;
  readonly minimumKeys: number;
}

/** Checks a branch or leaf page's header, and that its nodes lie within it. Returns the number of nodes. */
export function checkPage({ bytes, at }: PageBytes, expected: PageExpectation): number {
  const { number, isBranch, pageSize, transaction, minimumKeys } = expected;
  const flags = bytes.readUInt16LE(at + header.flags);
  if (flags !== (isBranch ? pageFlags.branch : pageFlags.leaf)) {
    throw new FileDamage(`page ${number} is no ${isBranch ? 'branch' : 'leaf'} page`);
  }
  if (readNumber(bytes, at + header.number) !== number) throw new FileDamage(`page ${number} has another number`);
  if (readNumber(bytes, at + header.transaction) > transaction) {
    throw new FileDamage(`page ${number} is of a transaction that has not happened`);
  }
  const room = pageSize - header.length;
  const lower = bytes.readUInt16LE(at + header.lower);
  const upper = bytes.readUInt16LE(at + header.upper);
  const nodes = lower >> 1;
  if (lower % 2 === 1 || nodes < minimumKeys || lower > upper || upper > room) {
    throw new FileDamage(`page ${number} has bounds that make no sense`);
  }
  let filled = 0;
  for (let index = 0; index < nodes; index++) filled += nodeSize(bytes, at, { index, isBranch, upper, room });
  // Nodes leave no gap; otherwise some of them overlap.
  if (Number.isNaN(filled) || filled !== room - upper)
    throw new FileDamage(`page ${number} has nodes that make no sense`);
  return nodes;
}

interface NodeBounds {
  readonly index: number;
  readonly isBranch: boolean;
  readonly upper: number;
  readonly room: number;
}

/** Including the padding to an even offset; NaN if the node is not within the page. */
function nodeSize(bytes: Buffer, at: number, { index, isBranch, upper, room }: NodeBounds): number {
  const offset = bytes.readUInt16LE(at + header.length + 2 * index);
  if (offset < upper || offset % 2 === 1 || offset + nodeAt.key > room) return Number.NaN;
  const node = at + header.length + offset;
  let size = nodeAt.key + bytes.readUInt16LE(node + nodeAt.keySize);
  if (!isBranch) {
    const isOverflow = bytes.readUInt16LE(node + nodeAt.flags) === nodeFlags.overflow;
    size += isOverflow ? overflowAt.length : bytes.readUInt32LE(node);
  }
  return offset + size > room ? Number.NaN : size + (size % 2);
}

/** The offset of a node in a checked page. */
export function nodeOf({ bytes, at }: PageBytes, index: number): number {
  return at + header.length + bytes.readUInt16LE(at + header.length + 2 * index);
}

export function keyOf({ bytes }: PageBytes, node: number): KeyRange {
  const start = node + nodeAt.key;
  return { bytes, start, end: start + bytes.readUInt16LE(node + nodeAt.keySize) };
}

/** The page that a node of a branch refers to. */
export function childOf({ bytes }: PageBytes, node: number): number {
  return bytes.readUInt32LE(node) + bytes.readUInt16LE(node + nodeAt.flags) * 2 ** 32;
}

/** LMDB's order of byte keys. */
export function compareBytes(a: KeyRange, b: KeyRange): number {
  const length = Math.min(a.end - a.start, b.end - b.start);
  for (let index = 0; index < length; index++) {
    const difference = a.bytes[a.start + index]! - b.bytes[b.start + index]!;
    if (difference !== 0) return difference;
  }
  return a.end - a.start - (b.end - b.start);
}

/** LMDB's order of the keys of free pages, which are transaction numbers. */
export function compareNumbers(a: KeyRange, b: KeyRange): number {
  if (a.end - a.start !== 8 || b.end - b.start !== 8) throw new FileDamage('a key of the free pages is no number');
  return readNumber(a.bytes, a.start) - readNumber(b.bytes, b.start);
}
