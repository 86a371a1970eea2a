import type { Path } from '../yaml/yaml-lines.ts';

export interface Merged {
  readonly value: unknown;
  /** Fields that both sides changed differently; `value` has mine. */
  readonly conflicts: readonly Path[];
}

/** Applies my changes of a base to what others have made of it. */
export function threeWayMerge(base: unknown, mine: unknown, theirs: unknown): Merged {
  const conflicts: Path[] = [];
  return { value: merge(base, mine, theirs, []), conflicts };

  function merge(before: unknown, my: unknown, their: unknown, path: Path): unknown {
    if (isEqual(my, before) || isEqual(my, their)) return their;
    if (isEqual(their, before)) return my;
    if (isObject(before) && isObject(my) && isObject(their)) return mergeFields(before, my, their, path);
    if (isSameLength(before, my, their)) {
      return (my as unknown[]).map((item, index) =>
        merge((before as unknown[])[index], item, (their as unknown[])[index], [...path, index]),
      );
    }
    conflicts.push(path);
    return my;
  }

  function mergeFields(before: Fields, my: Fields, their: Fields, path: Path): Fields {
    const names = new Set([...Object.keys(their), ...Object.keys(my)]);
    const merged = [...names].map(
      (name) => [name, merge(before[name], my[name], their[name], [...path, name])] as const,
    );
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSameLength(...values: unknown[]): boolean {
  const [first] = values;
  return values.every((value) => Array.isArray(value) && value.length === (first as unknown[]).length);
}

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Fields, b as Fields];
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  );
}
