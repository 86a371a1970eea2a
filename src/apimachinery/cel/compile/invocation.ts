import type { Overload } from '../syntax/ast.js';
import type { CelValue } from '../values.js';
import type { Code, Frame } from './frame.js';

export function evaluateAll(frame: Frame, operands: readonly Code[]): CelValue[] {
  const values: CelValue[] = [];
  for (const operand of operands) values.push(operand(frame));
  return values;
}

/** Calls the overload and charges for it. */
export function invoke(frame: Frame, { evaluate, cost, costOfResult }: Overload, values: CelValue[]): CelValue {
  if (cost) frame.charge(cost(...values));
  else if (!costOfResult) frame.cost += 1;
  const result = evaluate(...values);
  if (costOfResult) frame.charge(costOfResult(result));
  return result;
}
