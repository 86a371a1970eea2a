// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { LIST_CREATION_COST, MAP_CREATION_COST } from '../cost/estimates.js';
import { absorbable, type CelFailure, noSuchOverload } from '../failure.js';
import { EntryMap, isMap, mapGet, mapKeys } from '../maps.js';
import type { CelValue } from '../values.js';
import type { Code, Frame } from './frame.js';
import { type LoopRange, loopCode } from './loop.js';

/** Cost of each iteration of the macro's expansion, without the macro's arguments. */
const ALL_COST = 3;
const EXISTS_COST = 4;
const EXISTS_ONE_COST = 2;
const COLLECT_COST = LIST_CREATION_COST + 2;
const SKIP_COST = 1;
/** Cost of the comprehension's result, once. */
const RESULT_COST = 1;

interface Quantified {
  isDecided: boolean;
  failure: CelFailure | undefined;
}

/**
 * `all` if `decisive` is false, `exists` if it is true: a decisive item determines the result, even if the predicate
 * fails for other items.
 */
export function quantifierCode(decisive: boolean, loop: LoopRange, predicate: Code): Code {
  return loopCode<Quantified>(loop, {
    fixedCost: RESULT_COST,
    cost: decisive ? EXISTS_COST : ALL_COST,
    begin: () => ({ isDecided: false, failure: undefined }),
    iterate: (frame, state) => {
      try {
        const value = predicate(frame);
        if (value === decisive) {
          state.isDecided = true;
          return true;
        }
        if (typeof value !== 'boolean') state.failure ??= noSuchOverload();
      } catch (thrown) {
        state.failure ??= absorbable(thrown);
      }
      return false;
    },
    result: (_frame, { isDecided, failure }) => {
      if (isDecided) return decisive;
      if (failure) throw failure;
      return !decisive;
    },
  });
}

/** `exists_one`: failures are not absorbed, and every item is evaluated. */
export function existsOneCode(loop: LoopRange, predicate: Code): Code {
  return loopCode(loop, {
    fixedCost: 0,
    cost: EXISTS_ONE_COST,
    begin: () => ({ count: 0 }),
    iterate: (frame, state) => {
      if (isTrue(predicate(frame))) state.count++;
      return false;
    },
    result: (frame, { count }) => {
      frame.cost += 2;
      return count === 1;
    },
  });
}

/** `map`, `filter` and `transformList`: the items of the iterations in which the predicate, if any, is true. */
export function collectCode(loop: LoopRange, item: Code, predicate?: Code): Code {
  return loopCode<CelValue[]>(loop, {
    fixedCost: LIST_CREATION_COST + RESULT_COST,
    cost: SKIP_COST,
    begin: () => [],
    iterate: (frame, collected) => {
      if (!predicate || isTrue(predicate(frame))) {
        frame.charge(COLLECT_COST - SKIP_COST);
        collected.push(item(frame));
      }
      return false;
    },
    result: (_frame, collected) => collected,
  });
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
  return loopCode<EntryMap>(loop, {
    fixedCost: MAP_CREATION_COST + RESULT_COST,
    cost: SKIP_COST,
    begin: () => new EntryMap(),
    iterate: (frame, map) => {
      if (!predicate || isTrue(predicate(frame))) {
        frame.charge(1);
        add(frame, map);
      }
      return false;
    },
    result: (_frame, map) => map,
  });
}

function isTrue(value: CelValue): boolean {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return value;
}

/** The accumulator of a comprehension, and what its slot had before. */
interface Folded {
  accumulator: CelValue | undefined;
  readonly before: CelValue | undefined;
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
  return loopCode<Folded>(loop, {
    fixedCost: 0,
    cost: 0,
    begin: (frame) => {
      const before = frame.slots[slot];
      return { before, accumulator: initial(frame) };
    },
    iterate: (frame, state) => {
      frame.slots[slot] = state.accumulator;
      if (condition(frame) !== true) return true;
      state.accumulator = step(frame);
      return false;
    },
    result: (frame, { accumulator, before }) => {
      frame.slots[slot] = accumulator;
      const value = result(frame);
      frame.slots[slot] = before;
      return value;
    },
  });
}
