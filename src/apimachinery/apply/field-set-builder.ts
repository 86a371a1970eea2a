import { compareElements, sortElements } from './element-order.js';
import { FieldSet } from './field-set.js';
import type { PathElement } from './path-element.js';

/** With more children, they are sorted at the end: inserting each in order would be quadratic. */
const maxInsertions = 32;

/** Collects the children of one node in any order. */
export class FieldSetBuilder {
  readonly #elements: PathElement[] = [];
  readonly #children: FieldSet[] = [];
  #isSorted = true;

  /** Empty children are ignored. Children of the same element are merged. */
  add(element: PathElement, child: FieldSet): void {
    if (child.isEmpty) return;
    const last = this.#elements.length - 1;
    const order = last < 0 ? -1 : compareElements(this.#elements[last] as PathElement, element);
    if (order >= 0 && last < maxInsertions) {
      this.#insert(element, child);
      return;
    }
    if (order >= 0) this.#isSorted = false;
    this.#elements.push(element);
    this.#children.push(child);
  }

  #insert(element: PathElement, child: FieldSet): void {
    let at = this.#elements.length;
    let order = 1;
    while (at > 0 && order > 0) order = compareElements(this.#elements[--at] as PathElement, element);
    if (order === 0) {
      this.#children[at] = (this.#children[at] as FieldSet).union(child);
      return;
    }
    if (order < 0) at++;
    this.#elements.splice(at, 0, element);
    this.#children.splice(at, 0, child);
  }

  build(self: boolean): FieldSet {
    return this.#isSorted ? FieldSet.of(self, this.#elements, this.#children) : this.#buildSorted(self);
  }

  #buildSorted(self: boolean): FieldSet {
    const children = new Map<PathElement, FieldSet>();
    this.#elements.forEach((element, index) => {
      const child = this.#children[index] as FieldSet;
      children.set(element, children.get(element)?.union(child) ?? child);
    });
    const elements = sortElements([...children.keys()]);
    return FieldSet.of(
      self,
      elements,
      elements.map((element) => children.get(element) as FieldSet),
    );
  }
}
