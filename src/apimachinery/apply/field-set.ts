// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/set.go (v1.36)

import { type JsonObject, withDeferredCalls } from '../meta/index.js';
import { compareElements } from './element-order.js';
import type { PathElement } from './path-element.js';

/** Up to this many elements are searched linearly. */
const fewElements = 16;

/**
 * A set of paths, as a trie with the shape of FieldsV1. Immutable; operations share unchanged parts and return one of
 * their operands, by identity, if the result equals it.
 *
 * Invariants: `elements` are in FieldsV1 order without duplicates, `children[i]` is the subtree of `elements[i]`, and
 * no child is empty.
 */
export class FieldSet {
  /** Whether the path that leads here is itself in the set. Always false at the root. */
  readonly self: boolean;
  readonly elements: readonly PathElement[];
  readonly children: readonly FieldSet[];
  /**
   * The FieldsV1 that this was decoded from, if it is canonical: unchanged parts need not be encoded again. Set by the
   * decoder, before the set is shared.
   */
  source: JsonObject | undefined = undefined;
  /** Built when a child of a large node is first looked up. */
  #indexes: ReadonlyMap<PathElement, number> | undefined;

  static readonly empty = new FieldSet(false, [], []);
  /** The node of a path that is in the set, with nothing below it. */
  static readonly leaf = new FieldSet(true, [], []);

  private constructor(self: boolean, elements: readonly PathElement[], children: readonly FieldSet[]) {
    this.self = self;
    this.elements = elements;
    this.children = children;
  }

  /** The caller must ensure the invariants for `elements` and `children`; FieldSetBuilder does. */
  static of(self: boolean, elements: readonly PathElement[], children: readonly FieldSet[]): FieldSet {
    if (elements.length > 0) return new FieldSet(self, elements, children);
    return self ? FieldSet.leaf : FieldSet.empty;
  }

  /** The set of the given paths. */
  static fromPaths(...paths: readonly (readonly PathElement[])[]): FieldSet {
    return paths.reduce<FieldSet>((set, path) => set.union(FieldSet.#ofPath(path)), FieldSet.empty);
  }

  static #ofPath(path: readonly PathElement[]): FieldSet {
    if (path.length === 0) return FieldSet.empty;
    return path.reduceRight<FieldSet>((below, element) => new FieldSet(false, [element], [below]), FieldSet.leaf);
  }

  get isEmpty(): boolean {
    return !this.self && this.elements.length === 0;
  }

  /** The same with `self` set. */
  get withSelf(): FieldSet {
    return this.self ? this : FieldSet.of(true, this.elements, this.children);
  }

  /** Returns the subtree of the element; empty if there is none. */
  child(element: PathElement): FieldSet {
    return this.children[this.#indexOf(element)] ?? FieldSet.empty;
  }

  #indexOf(element: PathElement): number {
    if (this.elements.length <= fewElements) return this.elements.indexOf(element);
    this.#indexes ??= new Map(this.elements.map((some, index) => [some, index]));
    return this.#indexes.get(element) ?? -1;
  }

  has(path: readonly PathElement[]): boolean {
    return path.reduce<FieldSet>((set, element) => set.child(element), this).self;
  }

  equals(other: FieldSet): boolean {
    const open: FieldSet[] = [this, other];
    while (open.length > 0) {
      const right = open.pop() as FieldSet;
      const left = open.pop() as FieldSet;
      if (left === right) continue;
      const count = left.elements.length;
      if (left.self !== right.self || count !== right.elements.length) return false;
      for (let index = 0; index < count; index++) {
        if (left.elements[index] !== right.elements[index]) return false;
        open.push(left.children[index] as FieldSet, right.children[index] as FieldSet);
      }
    }
    return true;
  }

  /** Paths that are in either set. */
  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this;
    if (this.isEmpty) return other;
    return combine(this, other, unionRule);
  }

  /** Paths that are in both sets. */
  intersection(other: FieldSet): FieldSet {
    if (this === other) return this;
    if (this.isEmpty || other.isEmpty) return FieldSet.empty;
    return combine(this, other, intersectionRule);
  }

  /** Paths of this set that are not in the other. Paths below a path of the other are kept. */
  difference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty;
    if (this.isEmpty || other.isEmpty) return this;
    return combine(this, other, differenceRule);
  }

  /** Paths of this set that are neither in the other nor below a path of it. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (this === other) return FieldSet.empty;
    if (this.isEmpty || other.isEmpty) return this;
    return combine(this, other, recursiveDifferenceRule);
  }

  /** Whether every path of this set is in the other. */
  isSubsetOf(other: FieldSet): boolean {
    const open: FieldSet[] = [this, other];
    while (open.length > 0) {
      const right = open.pop() as FieldSet;
      const left = open.pop() as FieldSet;
      if (left === right) continue;
      if (left.self && !right.self) return false;
      let at = 0;
      for (let index = 0; index < left.elements.length; index++) {
        const element = left.elements[index] as PathElement;
        while (orderOf(right.elements[at], element) < 0) at++;
        if (right.elements[at] !== element) return false;
        open.push(left.children[index] as FieldSet, right.children[at] as FieldSet);
      }
    }
    return true;
  }

  /** Visits every path, each level before the levels below it: upstream's order of conflicts. */
  forEachPath(visit: (path: readonly PathElement[]) => void): void {
    const open: { readonly set: FieldSet; readonly path: readonly PathElement[] }[] = [{ set: this, path: [] }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { elements, children } = next.set;
      const below: typeof open = [];
      for (let index = 0; index < elements.length; index++) {
        const set = children[index] as FieldSet;
        const path = [...next.path, elements[index] as PathElement];
        if (set.self) visit(path);
        if (set.elements.length > 0) below.push({ set, path });
      }
      for (const deeper of below.reverse()) open.push(deeper);
    }
  }

  paths(): PathElement[][] {
    const found: PathElement[][] = [];
    this.forEachPath((path) => found.push([...path]));
    return found;
  }
}

/** How two tries are combined: `self`, children of one side only, and children of both. */
interface Rule {
  self(left: boolean, right: boolean): boolean;
  readonly keepsLeft: boolean;
  readonly keepsRight: boolean;
  both(left: FieldSet, right: FieldSet): FieldSet;
}

const unionRule: Rule = {
  self: (left, right) => left || right,
  keepsLeft: true,
  keepsRight: true,
  both: (left, right) => left.union(right),
};

const intersectionRule: Rule = {
  self: (left, right) => left && right,
  keepsLeft: false,
  keepsRight: false,
  both: (left, right) => left.intersection(right),
};

const differenceRule: Rule = {
  self: (left, right) => left && !right,
  keepsLeft: true,
  keepsRight: false,
  both: (left, right) => left.difference(right),
};

const recursiveDifferenceRule: Rule = {
  self: (left, right) => left && !right,
  keepsLeft: true,
  keepsRight: false,
  both: (left, right) => (right.self ? FieldSet.empty : left.recursiveDifference(right)),
};

const combine = withDeferredCalls(combineChildren, (left) => left);

/** Merges both sorted lists of elements in one pass. */
function combineChildren(left: FieldSet, right: FieldSet, rule: Rule): FieldSet {
  const elements: PathElement[] = [];
  const children: FieldSet[] = [];
  let [sameAsLeft, sameAsRight] = [true, true];
  const take = (element: PathElement, child: FieldSet): void => {
    elements.push(element);
    children.push(child);
  };
  let [leftIndex, rightIndex] = [0, 0];
  while (leftIndex < left.elements.length || rightIndex < right.elements.length) {
    const order = orderOf(left.elements[leftIndex], right.elements[rightIndex]);
    const leftChild = left.children[leftIndex] as FieldSet;
    const rightChild = right.children[rightIndex] as FieldSet;
    if (order < 0) {
      sameAsRight = false;
      if (rule.keepsLeft) take(left.elements[leftIndex] as PathElement, leftChild);
      else sameAsLeft = false;
      leftIndex++;
    } else if (order > 0) {
      if (rule.keepsRight) {
        take(right.elements[rightIndex] as PathElement, rightChild);
        sameAsLeft = false;
      } else sameAsRight = false;
      rightIndex++;
    } else {
      const child = rule.both(leftChild, rightChild);
      if (!child.isEmpty) take(left.elements[leftIndex] as PathElement, child);
      if (child !== leftChild) sameAsLeft = false;
      if (child !== rightChild) sameAsRight = false;
      leftIndex++;
      rightIndex++;
    }
  }
  const self = rule.self(left.self, right.self);
  if (sameAsLeft && self === left.self) return left;
  if (sameAsRight && self === right.self) return right;
  return FieldSet.of(self, elements, children);
}

function orderOf(left: PathElement | undefined, right: PathElement | undefined): number {
  if (left === undefined) return 1;
  return right === undefined ? -1 : compareElements(left, right);
}
