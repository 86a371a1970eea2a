// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/fieldpath/set.go (v1.36)

import type { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import type { PathElement } from './path-element.js';

/**
 * Returns the part of a set that a write through one endpoint can own. An endpoint whose strategy resets fields, such
 * as status on the main resource, must not make its writers their owners.
 */
export type FieldFilter = (set: FieldSet) => FieldSet;

/** Removes these fields and everything below them. */
export function excludingFields(fields: FieldSet): FieldFilter {
  return (set) => set.recursiveDifference(fields);
}

/** In a pattern: matches any one element. */
export const anyElement = Symbol('any element');

/** A path with elements that match any one element; see `anyElement`. */
export type PathPattern = readonly (PathElement | typeof anyElement)[];

/** Keeps only the paths that end a pattern, lead to its end, or are below it. */
export function includingFields(...patterns: readonly PathPattern[]): FieldFilter {
  return (set) => includeMatches(set, patterns);
}

function includeMatches(set: FieldSet, patterns: readonly PathPattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  const builder = new FieldSetBuilder();
  set.elements.forEach((element, index) => {
    const matching = patterns.filter(([head]) => head === anyElement || head === element);
    if (matching.length === 0) return;
    builder.add(
      element,
      includeMatches(
        set.children[index] as FieldSet,
        matching.map((pattern) => pattern.slice(1)),
      ),
    );
  });
  return builder.build(set.self);
}
