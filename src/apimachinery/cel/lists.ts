// Follows vendor/github.com/google/cel-go/common/types/list.go (v1.36)

import { spend } from './budget.js';
import { CelReference } from './reference.js';
import type { CelType } from './types.js';
import { type CelValue, LIST } from './values.js';

/** A list: an array of CEL values, or a view that converts items lazily. */
export type CelList = readonly CelValue[] | ListView;

/** Use `listSize`, `listItem` and `listItems` to read it. */
export abstract class ListView extends CelReference {
  abstract readonly size: number;

  abstract item(index: number): CelValue;

  get type(): CelType {
    return LIST;
  }

  /** Returns all items, in order. */
  items(): readonly CelValue[] {
    spend(this.size);
    return Array.from({ length: this.size }, (_, index) => this.item(index));
  }

  /** `this + other`; some lists define their own concatenation. */
  plus(other: CelList): CelList {
    return concatenate(this, other);
  }

  /** Overridden by lists that ignore order; undefined: compare item by item. */
  equalsList(_other: CelList): boolean | undefined {
    return undefined;
  }
}

/** `left + right` without copying, so that repeatedly doubling a list takes no memory. */
class Concatenation extends ListView {
  readonly size: number;
  readonly #left: CelList;
  readonly #right: CelList;
  #flat: readonly CelValue[] | undefined;

  constructor(left: CelList, right: CelList) {
    super();
    this.#left = left;
    this.#right = right;
    this.size = listSize(left) + listSize(right);
  }

  item(index: number): CelValue {
    return this.items()[index]!;
  }

  /** Flattened once, with an explicit stack: concatenations may be nested deeply. */
  override items(): readonly CelValue[] {
    if (this.#flat) return this.#flat;
    spend(this.size);
    const flat: CelValue[] = [];
    const pending: CelList[] = [this];
    for (let list = pending.pop(); list; list = pending.pop()) {
      if (list instanceof Concatenation && !list.#flat) pending.push(list.#right, list.#left);
      else for (const item of listItems(list)) flat.push(item);
    }
    this.#flat = flat;
    return flat;
  }
}

/** Whether a value is a list. */
export function isList(value: CelValue): value is CelList {
  return Array.isArray(value) || value instanceof ListView;
}

/** The number of items of a list. */
export function listSize(list: CelList): number {
  return Array.isArray(list) ? list.length : (list as ListView).size;
}

/** The index must be in range. */
export function listItem(list: CelList, index: number): CelValue {
  return Array.isArray(list) ? list[index] : (list as ListView).item(index);
}

/** The items of a list. */
export function listItems(list: CelList): readonly CelValue[] {
  return Array.isArray(list) ? list : (list as ListView).items();
}

export function listPlus(left: CelList, right: CelList): CelList {
  return Array.isArray(left) ? concatenate(left, right) : (left as ListView).plus(right);
}

const COPY_BELOW = 32;

function concatenate(left: CelList, right: CelList): CelList {
  const [leftSize, rightSize] = [listSize(left), listSize(right)];
  if (rightSize === 0) return left;
  if (leftSize === 0) return right;
  if (leftSize + rightSize <= COPY_BELOW) return [...listItems(left), ...listItems(right)];
  return new Concatenation(left, right);
}
