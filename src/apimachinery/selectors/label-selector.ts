// Follows staging/src/k8s.io/apimachinery/pkg/labels/selector.go (v1.36)

import { compareBytes } from '../meta/index.js';
import { parseRequirements } from './label-parser.js';
import {
  compileRequirement,
  formatRequirement,
  type LabelRequirement,
  type Labels,
  type LabelTest,
  requirementKey,
} from './requirement.js';

/** A compiled label selector: all requirements must match. Immutable. */
export class LabelSelector {
  /** No requirement. */
  static readonly everything = new LabelSelector([], () => true);
  /** Matches no object: the meaning of an unset selector in many kinds. */
  static readonly nothing = new LabelSelector([], () => false);

  /** Sorted by key. */
  readonly requirements: readonly LabelRequirement[];
  readonly matches: LabelTest;
  #key: string | undefined;

  private constructor(requirements: readonly LabelRequirement[], matches: LabelTest) {
    this.requirements = requirements;
    this.matches = matches;
  }

  /** The requirements must be valid: see newRequirement. */
  static of(requirements: readonly LabelRequirement[]): LabelSelector {
    if (requirements.length === 0) return LabelSelector.everything;
    const sorted = requirements.toSorted((a, b) => compareBytes(a.key, b.key));
    return new LabelSelector(sorted, allOf(sorted.map(compileRequirement)));
  }

  /** Requires all labels of the map, which need not be valid. */
  static fromLabels(labels: Labels): LabelSelector {
    return LabelSelector.of(Object.entries(labels).map(([key, value]) => ({ key, operator: '=', values: [value] })));
  }

  /** Matches every object. */
  get isEmpty(): boolean {
    return this === LabelSelector.everything;
  }

  /** Equal for equivalent selectors; for caches. */
  get key(): string {
    this.#key ??= this === LabelSelector.nothing ? '\0' : canonicalKey(this.requirements);
    return this.#key;
  }

  /** The only value that the label may have; undefined if there is not exactly one. */
  requiresExact(label: string): string | undefined {
    return this.exactValues.find((exact) => exact.label === label)?.value;
  }

  /** The labels that may have one value only. */
  get exactValues(): readonly { readonly label: string; readonly value: string }[] {
    const isExact = ({ operator, values }: LabelRequirement) =>
      values.length === 1 && ['=', '==', 'in'].includes(operator);
    return this.requirements.filter(isExact).map(({ key, values }) => ({ label: key, value: values[0]! }));
  }

  /** Adds requirements. */
  and(requirements: readonly LabelRequirement[]): LabelSelector {
    return this === LabelSelector.nothing ? this : LabelSelector.of([...this.requirements, ...requirements]);
  }

  toString(): string {
    return this.requirements.map(formatRequirement).join(',');
  }
}

/** Parses `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1,m<2`. Throws SelectorError. */
export function parseLabelSelector(text: string): LabelSelector {
  return LabelSelector.of(parseRequirements(text));
}

/** Unambiguous: keys and values of labels have no commas, spaces or parentheses. */
function canonicalKey(requirements: readonly LabelRequirement[]): string {
  return [...new Set(requirements.map(requirementKey))].sort(compareBytes).join(',');
}

/** Most selectors are short: avoids a loop for them. */
function allOf(tests: readonly LabelTest[]): LabelTest {
  const [first, second, third] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (labels) => first(labels) && second(labels);
  if (tests.length === 3) return (labels) => first(labels) && second(labels) && third(labels);
  return (labels) => {
    for (const test of tests) if (!test(labels)) return false;
    return true;
  };
}
