// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/compare.go (v1.36)

import { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import type { PathElement } from './path-element.js';

/** The differences between two values of one type. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

export const noDifference: Comparison = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };
export const modifiedItself: Comparison = { ...noDifference, modified: FieldSet.leaf };

export function unionOf(a: Comparison, b: Comparison): Comparison {
  return {
    added: a.added.union(b.added),
    modified: a.modified.union(b.modified),
    removed: a.removed.union(b.removed),
  };
}

export class ComparisonBuilder {
  readonly added = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly removed = new FieldSetBuilder();

  add(element: PathElement, below: Comparison): void {
    this.added.add(element, below.added);
    this.modified.add(element, below.modified);
    this.removed.add(element, below.removed);
  }

  /** Returns `noDifference` itself if there is none. */
  build(): Comparison {
    const added = this.added.build(false);
    const modified = this.modified.build(false);
    const removed = this.removed.build(false);
    const isSame = added.isEmpty && modified.isEmpty && removed.isEmpty;
    return isSame ? noDifference : { added, modified, removed };
  }
}
