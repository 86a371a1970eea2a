/*
 * LMDB's data file as the `lmdb` package writes it: data version 2, 64 bit, little endian. It is a sequence of pages. The
 * first two are meta pages, written alternately; the newer one has the roots of two trees: the free pages, and the main
 * tree, whose leaves hold the roots of the named tables. All offsets below are in bytes.
 */

/**
 * The header of every page. In an overflow page, which may span the pages after it, `lower` is the number of pages,
 * u32.
 */
export const header = { number: 0, transaction: 8, pad: 16, flags: 18, lower: 20, upper: 22, length: 24 } as const;

export const pageFlags = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;

/** Within a meta page. */
export const metaAt = {
  magic: 24,
  version: 28,
  mapSize: 40,
  freeTree: 48,
  mainTree: 96,
  lastPage: 144,
  transaction: 152,
  end: 168,
} as const;

export const magic = 0xbeefc0de;
export const dataVersion = 2;
/** The flags of the free page tree: keys are numbers. LMDB may set the other flag or not. */
export const freeTreeFlags = { numberKeys: 0x08, overlappingSync: 0x1000 } as const;

/** The description of a tree. In that of the free pages, `pad` is the size of a page. */
export const treeAt = {
  pad: 0,
  flags: 4,
  depth: 6,
  branchPages: 8,
  leafPages: 16,
  overflowPages: 24,
  entries: 32,
  root: 40,
  length: 48,
} as const;

/** The depth limit of LMDB's cursors. */
export const maxDepth = 31;

/** A node of a branch or leaf page. In a branch, the child's number replaces size and flags. */
export const nodeAt = { sizeLow: 0, sizeHigh: 2, flags: 4, keySize: 6, key: 8 } as const;

export const nodeFlags = { inline: 0, overflow: 0x01, table: 0x02 } as const;

/** What a leaf holds instead of a value on overflow pages: first page, transaction, number of pages. */
export const overflowAt = { page: 0, pages: 16, length: 24 } as const;

/** The root of an empty tree, as `readNumber` reads it. */
export const noPage = 2 ** 64;

/** A 64-bit integer as a number: exact for any realistic count. */
export function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;
}

export interface Tree {
  readonly name: string;
  readonly flags: number;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
  readonly root: number;
}

export function readTree(name: string, bytes: Buffer, at: number): Tree {
  return {
    name,
    flags: bytes.readUInt16LE(at + treeAt.flags),
    depth: bytes.readUInt16LE(at + treeAt.depth),
    branchPages: readNumber(bytes, at + treeAt.branchPages),
    leafPages: readNumber(bytes, at + treeAt.leafPages),
    overflowPages: readNumber(bytes, at + treeAt.overflowPages),
    entries: readNumber(bytes, at + treeAt.entries),
    root: readNumber(bytes, at + treeAt.root),
  };
}
