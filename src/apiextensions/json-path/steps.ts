// Follows staging/src/k8s.io/client-go/util/jsonpath/jsonpath.go (v1.36)

import { isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { type Comparison, compare } from './comparison.js';

/** One step of a path: maps the values of the previous step to the next ones. */
export type Step = (values: JsonValue[], run: Run) => JsonValue[];

/** State of a search: how many values it may still visit. */
export interface Run {
  remaining: number;
}

/** The path does not fit the object. */
export class EvaluationFailure extends Error {
  override readonly name = 'EvaluationFailure';
  /** The values at which it failed. An existence filter uses them as its result. */
  readonly values: JsonValue[];

  constructor(message: string, values: JsonValue[]) {
    super(message);
    this.values = values;
  }
}

export function field(name: string): Step {
  return (values) => {
    const found: JsonValue[] = [];
    for (const value of values) {
      if (isJsonObject(value) && Object.hasOwn(value, name)) found.push(value[name]!);
    }
    return found;
  };
}

export const wildcard: Step = (values, run) => {
  const found: JsonValue[] = [];
  for (const value of values) for (const child of childrenOf(value, run)) found.push(child);
  return found;
};

/** Each non-empty value, and all non-empty values within it. */
export const descendants: Step = (values, run) => {
  const found: JsonValue[] = [];
  const pending = [...values].reverse();
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const children = childrenOf(value, run);
    if (children.length === 0 && (typeof value !== 'string' || value === '')) continue;
    found.push(value);
    for (let index = children.length - 1; index >= 0; index--) pending.push(children[index]!);
  }
  return found;
};

function childrenOf(value: JsonValue, run: Run): JsonValue[] {
  const children = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  run.remaining -= children.length + 1;
  if (run.remaining < 0) throw new EvaluationFailure('too many values', []);
  return children;
}

/** `[start:end:step]`; unset parts are undefined. `single`: it was written as `[start]`. */
export interface Slice {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  readonly single: boolean;
}

export function slice(wanted: Slice): Step {
  return (values, run) => {
    const found: JsonValue[] = [];
    for (const value of values) {
      if (value === null) continue;
      if (!Array.isArray(value)) throw new EvaluationFailure('not a list', values);
      const bounds = boundsOf(wanted, value.length);
      if (bounds === undefined) throw new EvaluationFailure('index out of bounds', values);
      if (bounds.start === bounds.end) return found;
      for (let index = bounds.start; index < bounds.end; index += bounds.step) found.push(value[index]!);
      run.remaining -= value.length;
    }
    return found;
  };
}

/** Negative indices count from the end. Undefined: out of bounds. */
function boundsOf(wanted: Slice, length: number): { start: number; end: number; step: number } | undefined {
  const { start: from = 0, step = 1, single } = wanted;
  const start = from < 0 ? from + length : from;
  const to = single ? from + 1 : (wanted.end ?? length);
  const end = to < 0 || (to === 0 && single) ? to + length : to;
  if (start === end) return { start, end, step };
  const isInside = start >= 0 && start < length && end >= 0 && end <= length && start < end && step > 0;
  return isInside ? { start, end, step } : undefined;
}

export function union(alternatives: readonly (readonly Step[])[]): Step {
  return (values, run) => {
    try {
      return alternatives.flatMap((steps) => follow(steps, values, run));
    } catch (error) {
      throw error instanceof EvaluationFailure ? new EvaluationFailure(error.message, values) : error;
    }
  };
}

/** Replaces every value with a literal. */
export function constant(value: string | number | boolean): Step {
  return typeof value === 'string' ? () => [value] : (values) => values.map(() => value);
}

/** Template keywords, such as `range`, have no value. */
export function word(name: string): Step {
  return (values) => {
    throw new EvaluationFailure(`unrecognized identifier ${name}`, values);
  };
}

export function existenceFilter(steps: readonly Step[]): Step {
  return filter((item, run) => {
    try {
      return follow(steps, [item], run).length > 0;
    } catch (error) {
      if (error instanceof EvaluationFailure) return error.values.length > 0;
      throw error;
    }
  });
}

export interface Operands {
  readonly left: readonly Step[];
  readonly right: readonly Step[];
  readonly operator: Comparison;
}

export function comparisonFilter({ left, right, operator }: Operands): Step {
  return filter((item, run) => {
    const [lefts, rights] = [follow(left, [item], run), follow(right, [item], run)];
    if (lefts.length === 0 || (lefts.length === 1 && rights.length === 0)) return false;
    if (lefts.length > 1 || rights.length > 1) throw new EvaluationFailure('more than one element to compare', []);
    const outcome = compare(lefts[0]!, rights[0]!, operator);
    if (outcome === undefined) throw new EvaluationFailure('incomparable values', []);
    return outcome;
  });
}

function filter(passes: (item: JsonValue, run: Run) => boolean): Step {
  return (values, run) =>
    values.flatMap((value) => {
      if (!Array.isArray(value)) throw new EvaluationFailure('not a list', values);
      run.remaining -= value.length;
      if (run.remaining < 0) throw new EvaluationFailure('too many values', []);
      return value.filter((item) => passes(item, run));
    });
}

function follow(steps: readonly Step[], values: JsonValue[], run: Run): JsonValue[] {
  return steps.reduce((reached, step) => step(reached, run), values);
}
