import { comparisonCost } from '../cost/sizes.js';
import { celEquals } from '../equality.js';
import { isList, listItems } from '../lists.js';
import type { Overload } from '../syntax/ast.js';
import type { CelType } from '../types.js';
import { type CelInt, type CelValue, isInt } from '../values.js';
import type { Code, Frame } from './frame.js';
import { isLarge, keeping } from './invocation.js';

/** `==` and `!=`. Strings, ints and bools have one representation each and are compared by identity. */
export function equalityCode(equal: boolean, [left, right]: readonly [Code, Code], types: readonly CelType[]): Code {
  const [kind, otherKind] = types.map((type) => type.kind);
  if (kind === otherKind && (kind === 'int' || kind === 'bool')) {
    return (frame) => {
      const same = left(frame) === right(frame);
      frame.cost += 1;
      return same === equal;
    };
  }
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (isLarge(first) && isLarge(second)) return keeping(frame, () => areEqual(frame, first, second) === equal);
    return areEqual(frame, first, second) === equal;
  };
}

function areEqual(frame: Frame, first: CelValue, second: CelValue): boolean {
  frame.charge(comparisonCost(first, second));
  return celEquals(first, second);
}

/** Int comparisons compile to JavaScript's operators, which compare number and bigint by value. */
const INT_RELATIONS: Readonly<Record<string, (left: Code, right: Code) => Code>> = {
  less_int64: (left, right) => (frame) => {
    frame.cost += 1;
    return (left(frame) as CelInt) < (right(frame) as CelInt);
  },
  less_equals_int64: (left, right) => (frame) => {
    frame.cost += 1;
    return (left(frame) as CelInt) <= (right(frame) as CelInt);
  },
  greater_int64: (left, right) => (frame) => {
    frame.cost += 1;
    return (left(frame) as CelInt) > (right(frame) as CelInt);
  },
  greater_equals_int64: (left, right) => (frame) => {
    frame.cost += 1;
    return (left(frame) as CelInt) >= (right(frame) as CelInt);
  },
};

/** Code for a comparison of two values that are certainly ints; undefined for any other call. */
export function intRelationCode(
  overloads: readonly Overload[],
  operands: readonly Code[],
  types: readonly CelType[],
): Code | undefined {
  if (overloads.length !== 1 || types.length !== 2 || types.some((type) => type.kind !== 'int')) return undefined;
  const make = INT_RELATIONS[overloads[0]!.id];
  return make?.(operands[0]!, operands[1]!);
}

/** `x in ['a', 'b']`: a list of constant strings, ints and bools becomes a set lookup. */
export function constantMembershipCode(item: Code, list: CelValue | undefined): Code | undefined {
  if (list === undefined || !isList(list)) return undefined;
  const items = listItems(list);
  if (!items.every(isIdentified)) return undefined;
  const members = new Set<CelValue>(items);
  return (frame) => {
    const value = item(frame);
    frame.cost += 1;
    return isIdentified(value) ? members.has(value) : items.some((member) => celEquals(value, member));
  };
}

/** Values that are equal only if they are identical. */
function isIdentified(value: CelValue): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isInt(value);
}
