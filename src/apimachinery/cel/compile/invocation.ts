import type { Steps } from '../../event-loop/index.js';
import { spend, workDone } from '../budget.js';
import { CelFailure } from '../failure.js';
import type { Overload } from '../syntax/ast.js';
import type { CelValue } from '../values.js';
import { type Begun, type Code, type Frame, Kept } from './frame.js';

export function evaluateAll(frame: Frame, operands: readonly Code[]): CelValue[] {
  const values: CelValue[] = [];
  for (const operand of operands) values.push(operand(frame));
  return values;
}

/** Texts that take a microsecond or more to read. */
const longText = 1000;

/** Whether a call with this argument may take long. */
export function isLarge(value: CelValue): boolean {
  return typeof value === 'string' ? value.length > longText : typeof value === 'object' && value !== null;
}

/** Calls the overload and charges for it. The result of a call that takes long is kept. */
export function invoke(frame: Frame, overload: Overload, values: CelValue[]): CelValue {
  const { evaluate, evaluateElsewhere, evaluateInSteps, cost, costOfResult } = overload;
  if (evaluateInSteps && frame.maySuspend && values.some(isLarge)) return invokeInSteps(frame, overload, values);
  const perform = (call?: Begun): CelValue => {
    if (cost) frame.charge(cost(...values));
    else if (!costOfResult) frame.cost += 1;
    const elsewhere = call && frame.maySuspend ? evaluateElsewhere?.(...values) : undefined;
    if (call && elsewhere) return frame.suspendFor(call, elsewhere);
    const result = evaluate(...values);
    if (costOfResult) frame.charge(costOfResult(result));
    return result;
  };
  return evaluateElsewhere || values.some(isLarge) ? keeping(frame, perform) : perform();
}

/** Performs a call and keeps its result if it takes long, unless that is kept already. */
export function keeping(frame: Frame, perform: (call: Begun) => CelValue): CelValue {
  const number = frame.number++;
  const known = frame.scope?.get(number);
  if (known instanceof Kept) return frame.recall(known);
  const call = { number, cost: frame.cost, work: workDone() };
  let result: CelValue;
  try {
    result = perform(call);
  } catch (thrown) {
    if (thrown instanceof CelFailure) frame.keep(call, thrown);
    throw thrown;
  }
  frame.keep(call, result);
  return result;
}

/** A call that is suspended between its steps, and cost and work of the evaluation then. */
class SuspendedCall {
  readonly call: Begun;
  readonly steps: Steps<CelValue>;
  readonly cost: number;
  readonly work: number;

  constructor({ call, steps, cost, work }: Pick<SuspendedCall, 'call' | 'steps' | 'cost' | 'work'>) {
    this.call = call;
    this.steps = steps;
    this.cost = cost;
    this.work = work;
  }
}

function invokeInSteps(frame: Frame, overload: Overload, values: CelValue[]): CelValue {
  const number = frame.number++;
  const known = frame.scope?.get(number);
  if (known instanceof Kept) return frame.recall(known);
  if (known instanceof SuspendedCall) {
    frame.cost = known.cost;
    spend(known.work - workDone());
    return finish(frame, known);
  }
  const call = { number, cost: frame.cost, work: workDone() };
  frame.charge(overload.cost?.(...values) ?? 1);
  return finish(frame, { call, steps: overload.evaluateInSteps!(...values) });
}

function finish(frame: Frame, { call, steps }: Pick<SuspendedCall, 'call' | 'steps'>): CelValue {
  let next: IteratorResult<undefined, CelValue>;
  try {
    for (next = steps.next(); !next.done; next = steps.next()) {
      if (!frame.isLong) continue;
      frame.scope ??= new Map();
      frame.scope.set(call.number, new SuspendedCall({ call, steps, cost: frame.cost, work: workDone() }));
      frame.suspend();
    }
  } catch (thrown) {
    if (thrown instanceof CelFailure) frame.keep(call, thrown);
    throw thrown;
  }
  frame.keep(call, next.value);
  return next.value;
}
