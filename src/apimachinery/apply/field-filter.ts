import type { FieldSet } from './field-set.js';
import { FieldSetBuilder } from './field-set-builder.js';
import type { PathElement } from './path-element.js';

/**
 * What of a set a write through one endpoint can own. An endpoint whose strategy puts fields back to what they were
 * (status on the main resource, say) must not let anybody own them through it.
 */
export type FieldFilter = (set: FieldSet) => FieldSet;

/** Everything but these fields and what is below them. */
export function excludingFields(fields: FieldSet): FieldFilter {
  return (set) => set.recursiveDifference(fields);
}

/** In a pattern: any one element. */
export const anyElement = Symbol('any element');

export type PathPattern = readonly (PathElement | typeof anyElement)[];

/** Only what is at the ends of these patterns, on the way to there, or below. */
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
