// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { LIST_CREATION_COST, MAP_CREATION_COST } from '../cost/estimates.js';
import { absorbable, type CelFailure, noSuchOverload } from '../failure.js';
import { isList, listItems } from '../lists.js';
import { EntryMap, isMap, mapGet, mapKeys } from '../maps.js';
import type { CelValue } from '../values.js';
import type { Code, Frame } from './frame.js';

/** What a loop iterates over, and the slots of its variables. */
export interface LoopRange {
  readonly range: Code;
  readonly slot: number;
  /** With two variables: the slot of the item or value; `slot` then has the index or key. */
  readonly slot2: number | undefined;
}

/**
 * Runs the body for each list item or map key, with the variables set, until it returns true. Each iteration costs as
 * much as the conditions and steps of the macro's expansion.
 */
function forEach(frame: Frame, loop: LoopRange, { cost, body }: Round): boolean {
  const range = loop.range(frame);
  const { slots } = frame;
  const { slot, slot2 } = loop;
  const items = isList(range) ? listItems(range) : keysOf(range);
  for (let index = 0; index < items.length; index++) {
    frame.charge(cost);
    if (slot2 === undefined) {
      slots[slot] = items[index];
    } else if (isMap(range)) {
      slots[slot] = items[index];
      slots[slot2] = mapGet(range, items[index]!);
    } else {
      slots[slot] = index;
      slots[slot2] = items[index];
    }
    if (body(frame)) return true;
  }
  return false;
}

interface Round {
  readonly cost: number;
  readonly body: (frame: Frame) => boolean;
}

function keysOf(range: CelValue): readonly CelValue[] {
  if (!isMap(range)) throw noSuchOverload();
  return mapKeys(range);
}

/** Cost of each iteration of the macro's expansion, without the macro's arguments. */
const ALL_COST = 3;
const EXISTS_COST = 4;
const EXISTS_ONE_COST = 2;
const COLLECT_COST = LIST_CREATION_COST + 2;
const SKIP_COST = 1;
/** Cost of the comprehension's result, once. */
const RESULT_COST = 1;

/**
 * `all` if `decisive` is false, `exists` if it is true: a decisive item determines the result, even if the predicate
 * fails for other items.
 */
export function quantifierCode(decisive: boolean, loop: LoopRange, predicate: Code): Code {
  const cost = decisive ? EXISTS_COST : ALL_COST;
  if (loop.slot2 === undefined) return simpleQuantifierCode(decisive, loop, { cost, predicate });
  return (frame) => {
    frame.cost += RESULT_COST;
    let failure: CelFailure | undefined;
    const body = (inner: Frame): boolean => {
      try {
        const value = predicate(inner);
        if (typeof value !== 'boolean') failure ??= noSuchOverload();
        return value === decisive;
      } catch (thrown) {
        failure ??= absorbable(thrown);
        return false;
      }
    };
    if (forEach(frame, loop, { cost, body })) return decisive;
    if (failure) throw failure;
    return !decisive;
  };
}

/** Like above for one variable: the loop of most rules, kept minimal for speed. */
function simpleQuantifierCode(decisive: boolean, loop: LoopRange, round: { cost: number; predicate: Code }): Code {
  const { range, slot } = loop;
  const { cost, predicate } = round;
  return (frame) => {
    frame.cost += RESULT_COST;
    const over = range(frame);
    const items = Array.isArray(over) ? over : isList(over) ? listItems(over) : keysOf(over);
    const slots = frame.slots;
    let failure: CelFailure | undefined;
    for (let index = 0; index < items.length; index++) {
      frame.charge(cost);
      slots[slot] = items[index];
      try {
        const value = predicate(frame);
        if (value === decisive) return decisive;
        if (typeof value !== 'boolean') failure ??= noSuchOverload();
      } catch (thrown) {
        failure ??= absorbable(thrown);
      }
    }
    if (failure) throw failure;
    return !decisive;
  };
}

/** `exists_one`: failures are not absorbed, and every item is evaluated. */
export function existsOneCode(loop: LoopRange, predicate: Code): Code {
  return (frame) => {
    let count = 0;
    const body = (inner: Frame): boolean => {
      if (isTrue(predicate(inner))) count++;
      return false;
    };
    forEach(frame, loop, { cost: EXISTS_ONE_COST, body });
    frame.cost += 2;
    return count === 1;
  };
}

/** `map`, `filter` and `transformList`: the items of the iterations in which the predicate, if any, is true. */
export function collectCode(loop: LoopRange, item: Code, predicate?: Code): Code {
  return (frame) => {
    const collected: CelValue[] = [];
    frame.cost += LIST_CREATION_COST + RESULT_COST;
    const body = (inner: Frame): boolean => {
      if (!predicate || isTrue(predicate(inner))) {
        inner.charge(COLLECT_COST - SKIP_COST);
        collected.push(item(inner));
      }
      return false;
    };
    forEach(frame, loop, { cost: SKIP_COST, body });
    return collected;
  };
}

/** `transformMap`: a map with the same keys and other values. */
export function transformMapCode(loop: LoopRange, value: Code, predicate?: Code): Code {
  return buildMapCode(loop, predicate, (frame, map) => {
    map.add(frame.slots[loop.slot]!, value(frame));
  });
}

/** `transformMapEntry`: merges the map entries of all iterations. */
export function transformMapEntryCode(loop: LoopRange, entries: Code, predicate?: Code): Code {
  return buildMapCode(loop, predicate, (frame, map) => {
    const made = entries(frame);
    if (!isMap(made)) throw noSuchOverload();
    for (const key of mapKeys(made)) map.add(key, mapGet(made, key)!);
  });
}

function buildMapCode(loop: LoopRange, predicate: Code | undefined, add: (frame: Frame, map: EntryMap) => void): Code {
  return (frame) => {
    const map = new EntryMap();
    frame.cost += MAP_CREATION_COST + RESULT_COST;
    const body = (inner: Frame): boolean => {
      if (!predicate || isTrue(predicate(inner))) {
        inner.charge(1);
        add(inner, map);
      }
      return false;
    };
    forEach(frame, loop, { cost: SKIP_COST, body });
    return map;
  };
}

function isTrue(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
}

/** A comprehension of no known macro, evaluated as expanded. */
export function foldCode(
  loop: LoopRange,
  {
    slot,
    initial,
    condition,
    step,
    result,
  }: Record<'initial' | 'condition' | 'step' | 'result', Code> & { slot: number },
): Code {
  return (frame) => {
    const before = frame.slots[slot];
    frame.slots[slot] = initial(frame);
    const body = (inner: Frame): boolean => {
      if (condition(inner) !== true) return true;
      inner.slots[slot] = step(inner);
      return false;
    };
    forEach(frame, loop, { cost: 0, body });
    const value = result(frame);
    frame.slots[slot] = before;
    return value;
  };
}
