import { spend, workDone } from '../budget.js';
import { CelFailure, noSuchOverload } from '../failure.js';
import { isList, listItems } from '../lists.js';
import { isMap, mapGet, mapKeys } from '../maps.js';
import { Suspension } from '../suspension.js';
import type { CelValue } from '../values.js';
import { type Begun, type Code, type Frame, Kept, type Scope } from './frame.js';

/** What a loop iterates over, and the slots of its variables. */
export interface LoopRange {
  readonly range: Code;
  readonly slot: number;
  /** With two variables: the slot of the item or value; `slot` then has the index or key. */
  readonly slot2: number | undefined;
}

/** What a loop does. Its state must change at the end of an iteration only: one that is suspended is repeated. */
export interface LoopKind<State> {
  /** Cost of the loop, once. */
  readonly fixedCost: number;
  /** Cost of each iteration: that of the conditions and steps of the macro's expansion. */
  readonly cost: number;
  readonly begin: (frame: Frame) => State;
  /** Returns whether the loop is over. */
  readonly iterate: (frame: Frame, state: State) => boolean;
  readonly result: (frame: Frame, state: State) => CelValue;
}

/** A loop that is suspended. */
class SuspendedLoop<State> {
  readonly begun: Begun;
  readonly items: readonly CelValue[];
  /** Set if the items are the keys of a map. */
  readonly map: MapValue | undefined;
  readonly state: State;
  /** The number of the next loop or call after this one. */
  readonly next: number;
  /** The iteration in which it was suspended, cost and work when that began, and what is kept of it. */
  readonly index: number;
  readonly cost: number;
  readonly work: number;
  readonly scope: Scope | undefined;

  constructor(loop: SuspendedLoop<State>) {
    this.begun = loop.begun;
    this.items = loop.items;
    this.map = loop.map;
    this.state = loop.state;
    this.next = loop.next;
    this.index = loop.index;
    this.cost = loop.cost;
    this.work = loop.work;
    this.scope = loop.scope;
  }
}

type MapValue = Parameters<typeof mapKeys>[0];

function mapOf(range: CelValue): MapValue {
  if (!isMap(range)) throw noSuchOverload();
  return range;
}

/** Code that runs the kind's iterations for each list item or map key, with the variables set. */
export function loopCode<State>({ range: rangeCode, slot, slot2 }: LoopRange, kind: LoopKind<State>): Code {
  const { fixedCost, cost: costOfIteration, begin, iterate, result } = kind;
  return (frame) => {
    const number = frame.number++;
    const outer = frame.scope;
    const known = outer?.get(number);
    if (known instanceof Kept) return frame.recall(known);
    const suspended = known instanceof SuspendedLoop ? (known as SuspendedLoop<State>) : undefined;
    const begun = suspended?.begun;
    const costBefore = begun ? begun.cost : frame.cost;
    const workBefore = begun ? begun.work : workDone();
    let items: readonly CelValue[];
    let map: MapValue | undefined;
    let state: State;
    if (suspended) {
      ({ items, map, state } = suspended);
      frame.number = suspended.next;
      frame.cost = suspended.cost;
      spend(suspended.work - workDone());
    } else {
      frame.cost += fixedCost;
      const range = rangeCode(frame);
      if (Array.isArray(range)) items = range;
      else if (isList(range)) items = listItems(range);
      else {
        map = mapOf(range);
        items = mapKeys(map);
      }
      state = begin(frame);
    }
    const next = frame.number;
    const first = suspended ? suspended.index : 0;
    const { slots } = frame;
    let index = first;
    let { cost } = frame;
    let work = 0;
    try {
      for (; index < items.length; index++) {
        frame.scope = suspended && index === first ? suspended.scope : undefined;
        frame.number = 0;
        cost = frame.cost;
        work = workDone();
        if (cost + work >= frame.nextLook && index > first) frame.suspendIfLong();
        frame.charge(costOfIteration);
        if (slot2 === undefined) {
          slots[slot] = items[index];
        } else if (map === undefined) {
          slots[slot] = index;
          slots[slot2] = items[index];
        } else {
          slots[slot] = items[index];
          slots[slot2] = mapGet(map, items[index]!);
        }
        if (iterate(frame, state)) break;
      }
    } catch (thrown) {
      const { scope } = frame;
      frame.scope = outer;
      frame.number = next;
      const before = { number, cost: costBefore, work: workBefore };
      if (thrown instanceof Suspension) {
        const loop = { begun: before, items, map, state, next, index, cost, work, scope };
        frame.scope ??= new Map();
        frame.scope.set(number, new SuspendedLoop<State>(loop));
      } else if (thrown instanceof CelFailure) frame.keep(before, thrown);
      throw thrown;
    }
    frame.scope = outer;
    frame.number = next;
    const value = result(frame, state);
    if (frame.isLongSince(costBefore, workBefore)) frame.keep({ number, cost: costBefore, work: workBefore }, value);
    return value;
  };
}
