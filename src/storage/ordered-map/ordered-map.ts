import { compareCodeUnits, compareUtf8, hasSurrogates, type KeyOrder } from './compare-keys.js';
import { Run } from './run.js';

/** Full nodes split in two; a node below a quarter of this is merged with a neighbour. */
const capacity = 64;

/** A map may change nodes with its own owner in place; it must copy all others first. */
type Owner = object;

interface Leaf<V> {
  owner: Owner;
  readonly keys: string[];
  readonly values: V[];
  /** The values as a run, cached on first use. */
  run: Run<V> | undefined;
}

interface Branch<V> {
  owner: Owner;
  /** The first key below each child; that of the first child is ignored. */
  readonly keys: string[];
  readonly children: Node<V>[];
  /** The number of entries below. */
  size: number;
}

type Node<V> = Leaf<V> | Branch<V>;

/**
 * A map in byte order of its keys with copy-on-write snapshots: a B+ tree whose nodes are shared between snapshots and
 * copied along the path of a change. Branches know their sizes, so counting a range takes logarithmic time.
 * Hand-written because no npm package counts ranges, and every page needs its remaining count.
 */
export class OrderedMap<V> {
  #root: Node<V>;
  #owner: Owner = {};
  #order: KeyOrder = compareCodeUnits;

  constructor() {
    this.#root = newLeaf(this.#owner, [], []);
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  /** A snapshot of the map; later changes of either are not visible in the other. */
  snapshot(): OrderedMap<V> {
    const copy = new OrderedMap<V>();
    copy.#root = this.#root;
    copy.#order = this.#order;
    this.#owner = {};
    return copy;
  }

  /** A key that would change the order cannot be in the map, so the current order finds the right place. */
  get(key: string): V | undefined {
    let node = this.#root;
    while (isBranch(node)) node = node.children[this.#childIndex(node, key)]!;
    const index = this.#lowerBound(node, key);
    return node.keys[index] === key ? node.values[index] : undefined;
  }

  /** Returns the previous value. */
  set(key: string, value: V): V | undefined {
    this.#observe(key);
    this.#root = this.#own(this.#root);
    const previous = this.#insert(this.#root, key, value);
    if (this.#root.keys.length > capacity) {
      const left = this.#root;
      const right = this.#split(left);
      this.#root = newBranch(this.#owner, [firstKey(left), firstKey(right)], [left, right]);
    }
    return previous;
  }

  /** Returns the previous value. */
  delete(key: string): V | undefined {
    if (this.get(key) === undefined) return undefined;
    this.#root = this.#own(this.#root);
    const previous = this.#remove(this.#root, key);
    if (isBranch(this.#root) && this.#root.children.length === 1) this.#root = this.#root.children[0]!;
    return previous;
  }

  /** The number of keys that sort before this one. */
  rank(key: string): number {
    this.#observe(key);
    let node = this.#root;
    let before = 0;
    while (isBranch(node)) {
      const index = this.#childIndex(node, key);
      for (let child = 0; child < index; child++) before += sizeOf(node.children[child]!);
      node = node.children[index]!;
    }
    return before + this.#lowerBound(node, key);
  }

  /** The number of keys with the prefix, starting at `startKey`. */
  count(prefix: string, startKey = prefix): number {
    const start = this.#startOf(prefix, startKey);
    const end = prefixEnd(prefix);
    return Math.max(0, (end === undefined ? this.size : this.rank(end)) - this.rank(start));
  }

  /**
   * Calls `visit` in order for each value whose key has the prefix, starting at `startKey`, until it returns false. A
   * callback because an iterator costs more than the visit itself on lists of tens of thousands.
   */
  forEach(prefix: string, visit: (value: V, key: string) => boolean | undefined, startKey = prefix): void {
    const start = this.#startOf(prefix, startKey);
    this.#visit(this.#root, { start, prefix, visit });
  }

  /**
   * Returns the values whose keys have the prefix, starting at `startKey` and at most `limit`, in runs of at most 64.
   * Nearly free if it was called before and little has changed since.
   */
  runs(prefix: string, { startKey = prefix, limit = 0 }: { startKey?: string; limit?: number } = {}): Run<V>[] {
    const start = this.#startOf(prefix, startKey);
    const runs: Run<V>[] = [];
    this.#collect(this.#root, { start, prefix, runs, room: limit === 0 ? Number.POSITIVE_INFINITY : limit });
    return runs;
  }

  /** Returns false at the end of the requested range. */
  #collect(node: Node<V>, wanted: WantedRuns<V>): boolean {
    if (isBranch(node)) {
      for (let index = this.#childIndex(node, wanted.start); index < node.children.length; index++) {
        if (!this.#collect(node.children[index]!, wanted)) return false;
      }
      return true;
    }
    const { keys } = node;
    const begin = this.#lowerBound(node, wanted.start);
    let end = keys.length;
    while (end > begin && !keys[end - 1]!.startsWith(wanted.prefix)) end--;
    const reachesOn = end === keys.length && end - begin < wanted.room;
    end = Math.min(end, begin + wanted.room);
    wanted.room -= end - begin;
    if (end > begin) wanted.runs.push(runOf(node, begin, end));
    return reachesOn;
  }

  #visit(node: Node<V>, range: Range<V>): boolean {
    if (isBranch(node)) {
      for (let index = this.#childIndex(node, range.start); index < node.children.length; index++) {
        if (!this.#visit(node.children[index]!, range)) return false;
      }
      return true;
    }
    for (let index = this.#lowerBound(node, range.start); index < node.keys.length; index++) {
      const key = node.keys[index]!;
      if (!key.startsWith(range.prefix) || range.visit(node.values[index]!, key) === false) return false;
    }
    return true;
  }

  /** The key at which a range begins; both are observed first, since code unit order may not hold for them. */
  #startOf(prefix: string, startKey: string): string {
    this.#observe(prefix);
    this.#observe(startKey);
    return this.#order(startKey, prefix) > 0 ? startKey : prefix;
  }

  /** Byte order equals code unit order until a key with surrogates is added; the existing order stays valid then. */
  #observe(key: string): void {
    if (this.#order === compareCodeUnits && hasSurrogates(key)) this.#order = compareUtf8;
  }

  #own<N extends Node<V>>(node: N): N {
    if (node.owner === this.#owner) return node;
    const copy = isBranch(node)
      ? { owner: this.#owner, keys: node.keys.slice(), children: node.children.slice(), size: node.size }
      : newLeaf(this.#owner, node.keys.slice(), (node as Leaf<V>).values.slice());
    return copy as N;
  }

  #ownChild(parent: Branch<V>, index: number): Node<V> {
    const child = this.#own(parent.children[index]!);
    parent.children[index] = child;
    return child;
  }

  #insert(node: Node<V>, key: string, value: V): V | undefined {
    if (!isBranch(node)) return this.#insertIntoLeaf(node, key, value);
    const index = this.#childIndex(node, key);
    const child = this.#ownChild(node, index);
    const previous = this.#insert(child, key, value);
    if (previous === undefined) node.size++;
    if (child.keys.length > capacity) {
      const right = this.#split(child);
      node.keys.splice(index + 1, 0, firstKey(right));
      node.children.splice(index + 1, 0, right);
    }
    return previous;
  }

  #insertIntoLeaf(leaf: Leaf<V>, key: string, value: V): V | undefined {
    leaf.run = undefined;
    const index = this.#lowerBound(leaf, key);
    if (leaf.keys[index] === key) {
      const previous = leaf.values[index];
      leaf.values[index] = value;
      return previous;
    }
    leaf.keys.splice(index, 0, key);
    leaf.values.splice(index, 0, value);
    return undefined;
  }

  /** Moves the upper half of a full node into a new one; append-only use leaves full nodes behind. */
  #split(node: Node<V>): Node<V> {
    const at = capacity / 2;
    if (!isBranch(node)) return newLeaf(this.#owner, node.keys.splice(at), node.values.splice(at));
    const right = newBranch(this.#owner, node.keys.splice(at), node.children.splice(at));
    node.size -= right.size;
    return right;
  }

  #remove(node: Node<V>, key: string): V | undefined {
    if (!isBranch(node)) {
      const index = this.#lowerBound(node, key);
      node.run = undefined;
      node.keys.splice(index, 1);
      return node.values.splice(index, 1)[0];
    }
    const index = this.#childIndex(node, key);
    const child = this.#ownChild(node, index);
    const previous = this.#remove(child, key);
    node.size--;
    if (child.keys.length < capacity / 4) this.#joinWithNeighbour(node, index);
    return previous;
  }

  #joinWithNeighbour(parent: Branch<V>, index: number): void {
    const leftIndex = index === 0 ? 0 : index - 1;
    if (leftIndex + 1 >= parent.children.length) return;
    const left = this.#ownChild(parent, leftIndex);
    const right = parent.children[leftIndex + 1]!;
    const boundary = parent.keys[leftIndex + 1]!;
    append(left, right, boundary);
    parent.keys.splice(leftIndex + 1, 1);
    parent.children.splice(leftIndex + 1, 1);
    if (left.keys.length <= capacity) return;
    const split = this.#split(left);
    parent.keys.splice(leftIndex + 1, 0, firstKey(split));
    parent.children.splice(leftIndex + 1, 0, split);
  }

  /** The child that contains the key, or would. */
  #childIndex(branch: Branch<V>, key: string): number {
    let [low, high] = [1, branch.keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(branch.keys[middle]!, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The first position whose key is not before the given one. */
  #lowerBound(leaf: Leaf<V>, key: string): number {
    let [low, high] = [0, leaf.keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#order(leaf.keys[middle]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Range<V> {
  readonly start: string;
  readonly prefix: string;
  readonly visit: (value: V, key: string) => boolean | undefined;
}

interface WantedRuns<V> {
  readonly start: string;
  readonly prefix: string;
  readonly runs: Run<V>[];
  /** How many more values to collect. */
  room: number;
}

/** The least key that sorts after every key with the prefix; undefined if there is none. */
export function prefixEnd(prefix: string): string | undefined {
  for (let index = prefix.length - 1; index >= 0; index--) {
    const code = prefix.codePointAt(index)!;
    const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff;
    if (isLowSurrogate || code === 0x10ffff) continue;
    const next = code === 0xd7ff ? 0xe000 : code + 1;
    return prefix.slice(0, index) + String.fromCodePoint(next);
  }
  return undefined;
}

function newLeaf<V>(owner: Owner, keys: string[], values: V[]): Leaf<V> {
  return { owner, keys, values, run: undefined };
}

/** For a whole leaf, returns the same run until the leaf changes. */
function runOf<V>(leaf: Leaf<V>, begin: number, end: number): Run<V> {
  if (end - begin < leaf.values.length) return new Run(leaf.values.slice(begin, end), { isPassing: true });
  leaf.run ??= new Run(leaf.values.slice());
  return leaf.run;
}

function newBranch<V>(owner: Owner, keys: string[], children: Node<V>[]): Branch<V> {
  return { owner, keys, children, size: children.reduce((sum, child) => sum + sizeOf(child), 0) };
}

function isBranch<V>(node: Node<V>): node is Branch<V> {
  return 'children' in node;
}

function sizeOf<V>(node: Node<V>): number {
  return isBranch(node) ? node.size : node.keys.length;
}

/** For a branch: a bound that separates it from its left neighbour, possibly a key that was deleted. */
function firstKey<V>(node: Node<V>): string {
  return node.keys[0] ?? '';
}

function append<V>(left: Node<V>, right: Node<V>, boundary: string): void {
  if (isBranch(left) && isBranch(right)) {
    left.keys.push(boundary, ...right.keys.slice(1));
    left.children.push(...right.children);
    left.size += right.size;
  } else if (!isBranch(left) && !isBranch(right)) {
    left.run = undefined;
    left.keys.push(...right.keys);
    left.values.push(...right.values);
  }
}
