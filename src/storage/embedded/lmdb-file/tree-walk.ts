import { header, maxDepth, nodeAt, nodeFlags, noPage, overflowAt, pageFlags, readNumber, type Tree } from './layout.js';
import { type CompareKeys, checkPage, childOf, type KeyRange, keyOf, nodeOf, type PageBytes } from './page-check.js';
import { FileDamage, type PageFile } from './page-file.js';
import { readScattered } from './read-scattered.js';
import type { UsedPages } from './used-pages.js';

/** Called for each entry in key order. The buffers are reused after the call. */
export type VisitEntry = (key: Buffer, value: Buffer) => void;

export interface TreeWalkOptions {
  readonly file: PageFile;
  readonly tree: Tree;
  readonly used: UsedPages;
  /** The newest transaction of the file. */
  readonly transaction: number;
  readonly compare: CompareKeys;
  /** The flags that nodes with inline values may have. */
  readonly valueFlags: number;
  readonly visit?: VisitEntry | undefined;
  /** Called with each problem. If it returns, the walk continues after the unreadable part. */
  readonly onDamage: (damage: FileDamage) => void;
}

/** The range of keys of a page: the lower bound inclusive, the upper exclusive. */
interface Bounds {
  readonly from: KeyRange | undefined;
  readonly to: KeyRange | undefined;
}

interface Child extends Bounds {
  readonly number: number;
}

/** The value, or the reference to its overflow pages, follows the key. */
interface LeafValue {
  readonly key: KeyRange;
  readonly isOverflow: boolean;
  readonly size: number;
}

/**
 * Walks one tree of a data file, and checks everything that LMDB assumes without checking: that pages have the expected
 * type, exist, are used once, and belong to no later transaction; that nodes and values lie within them; that keys are
 * in order. Yields periodically, so that other work can run.
 */
export class TreeWalk {
  readonly counted = { branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 };
  readonly #options: TreeWalkOptions;
  /** The read buffer of each level of the tree, for the pages below one branch. */
  readonly #targets: Buffer[] = [];
  readonly #overflowHeader = Buffer.alloc(header.length);

  constructor(options: TreeWalkOptions) {
    this.#options = options;
  }

  *run(): Generator<void, void> {
    const { name, root, depth } = this.#options.tree;
    if (root === noPage) return;
    const everything = { number: root, from: undefined, to: undefined };
    if (depth < 1 || depth > maxDepth) {
      this.#report(new FileDamage(`the tree of ${name} has an impossible depth`));
    } else yield* this.#pages([everything], { level: depth, parent: `the tree of ${name}` });
  }

  /** The pages below one branch. Leaves have level 1. */
  *#pages(children: readonly Child[], { level, parent }: { level: number; parent: string }): Generator<void, void> {
    const there = children.filter(({ number }) => this.#try(() => this.#options.used.take(number, 1, parent)));
    const numbers = there.map(({ number }) => number);
    const read = this.#try(() => readScattered(this.#options.file, numbers, this.#targets[level]));
    if (!read) return;
    this.#targets[level] = read.bytes;
    for (const [index, child] of there.entries()) {
      const page = { bytes: read.bytes, at: read.offsets[index]! };
      if (level === 1) this.#try(() => this.#leaf(page, child));
      else {
        const below = this.#try(() => this.#branch(page, child));
        if (below) yield* this.#pages(below, { level: level - 1, parent: `page ${child.number}` });
      }
    }
    if (level === 1) yield;
  }

  /** The key of the first node is ignored. */
  #branch(page: PageBytes, child: Child): readonly Child[] {
    const length = this.#checkPage(page, child, { isBranch: true });
    const keys: KeyRange[] = [];
    for (let index = 0; index < length; index++) {
      keys.push(keyOf(page, nodeOf(page, index)));
      if (index > 0) this.#checkOrder(keys[index]!, { before: index > 1 ? keys[index - 1] : undefined, child });
    }
    this.counted.branchPages++;
    return keys.map((key, index) => ({
      number: childOf(page, nodeOf(page, index)),
      from: index === 0 ? child.from : key,
      to: index === length - 1 ? child.to : keys[index + 1],
    }));
  }

  #leaf(page: PageBytes, child: Child): void {
    const { visit, valueFlags } = this.#options;
    const length = this.#checkPage(page, child, { isBranch: false });
    let before: KeyRange | undefined;
    for (let index = 0; index < length; index++) {
      const node = nodeOf(page, index);
      const key = keyOf(page, node);
      this.#checkOrder(key, { before, child });
      before = key;
      const flags = page.bytes.readUInt16LE(node + nodeAt.flags);
      const isOverflow = flags === nodeFlags.overflow;
      if (!isOverflow && flags !== valueFlags)
        throw new FileDamage(`page ${child.number} has a node of an unknown kind`);
      if (!isOverflow && !visit) continue;
      const value = { key, isOverflow, size: page.bytes.readUInt32LE(node) };
      if (isOverflow && !this.#try(() => this.#overflow(value, child))) continue;
      visit?.(page.bytes.subarray(key.start, key.end), this.#valueOf(value));
    }
    this.counted.leafPages++;
    this.counted.entries += length;
  }

  #checkPage(page: PageBytes, { number }: Child, { isBranch }: { isBranch: boolean }): number {
    const { file, tree, transaction } = this.#options;
    // While LMDB rebalances the free page tree, one of its branches may have a single child.
    const minimumKeys = isBranch && tree.name !== 'free pages' ? 2 : 1;
    return checkPage(page, { number, isBranch, pageSize: file.pageSize, transaction, minimumKeys });
  }

  /** Compares with the previous key of the page, or with the bounds of the page. */
  #checkOrder(key: KeyRange, { before, child }: { before: KeyRange | undefined; child: Child }): void {
    const { compare } = this.#options;
    const isAfter = before ? compare(before, key) < 0 : !child.from || compare(child.from, key) <= 0;
    if (!isAfter) throw new FileDamage(`page ${child.number} has keys that are not in order`);
    if (child.to && compare(key, child.to) >= 0) throw new FileDamage(`page ${child.number} has keys of another page`);
  }

  /** Checks the overflow pages of a value. */
  #overflow({ key, size }: LeafValue, child: Child): true {
    const { file, used, transaction, tree } = this.#options;
    const by = `page ${child.number} of ${tree.name}`;
    const first = readNumber(key.bytes, key.end + overflowAt.page);
    const pages = readNumber(key.bytes, key.end + overflowAt.pages);
    if (header.length + size > pages * file.pageSize) throw new FileDamage(`${by} has a value larger than its pages`);
    used.take(first, pages, by);
    const found = this.#overflowHeader;
    file.read(found, first * file.pageSize);
    const isSound =
      found.readUInt16LE(header.flags) === pageFlags.overflow &&
      readNumber(found, header.number) === first &&
      readNumber(found, header.transaction) <= transaction &&
      found.readUInt32LE(header.lower) === pages;
    if (!isSound) throw new FileDamage(`page ${first}, to which ${by} refers, is no overflow page`);
    this.counted.overflowPages += pages;
    return true;
  }

  #valueOf({ key, isOverflow, size }: LeafValue): Buffer {
    if (!isOverflow) return key.bytes.subarray(key.end, key.end + size);
    const { file } = this.#options;
    const value = Buffer.allocUnsafe(size);
    file.read(value, readNumber(key.bytes, key.end + overflowAt.page) * file.pageSize + header.length);
    return value;
  }

  /** Returns undefined if the check throws; the damage is reported. */
  #try<Result>(check: () => Result): Result | undefined {
    try {
      return check();
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  #report(error: unknown): void {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    if (!(error instanceof FileDamage || isOfSystem)) throw error;
    this.#options.onDamage(isOfSystem ? new FileDamage(`the file cannot be read: ${error.message}`) : error);
  }
}
