// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import type { Overload } from '../syntax/ast.js';
import type { CelType } from '../types.js';
import { dispatchedCall } from './dispatch.js';
import type { Code } from './frame.js';
import { evaluateAll, invoke, isLarge } from './invocation.js';

/**
 * Code for a call to the overloads that the checker left. If there are several, or a type is not certain, it dispatches
 * on values.
 */
export function callCode(overloads: readonly Overload[], operands: readonly Code[], types: readonly CelType[]): Code {
  const [only] = overloads;
  if (only?.parameters.length === operands.length && overloads.length === 1 && areCertain(only.parameters, types))
    return directCall(only, operands);
  return dispatchedCall(overloads, operands);
}

/** Whether the static types guarantee that values match the overload's parameters. */
function areCertain(parameters: readonly CelType[], types: readonly CelType[]): boolean {
  return parameters.every((parameter, index) => acceptsAll(parameter) || isOf(parameter, types[index]!));
}

function acceptsAll({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'parameter';
}

function isOf(parameter: CelType, type: CelType): boolean {
  return type.kind === parameter.kind && type.name === parameter.name;
}

function directCall(overload: Overload, operands: readonly Code[]): Code {
  if (overload.costOfResult || overload.evaluateElsewhere || operands.length > 2 || operands.length === 0) {
    return (frame) => invoke(frame, overload, evaluateAll(frame, operands));
  }
  const [first, second] = operands as [Code, Code];
  return second ? binaryCall(overload, first, second) : unaryCall(overload, first);
}

function unaryCall(overload: Overload, operand: Code): Code {
  const { evaluate, cost } = overload;
  if (!cost) {
    return (frame) => {
      const value = operand(frame);
      if (isLarge(value)) return invoke(frame, overload, [value]);
      frame.cost += 1;
      return evaluate(value);
    };
  }
  return (frame) => {
    const value = operand(frame);
    if (isLarge(value)) return invoke(frame, overload, [value]);
    frame.charge(cost(value));
    return evaluate(value);
  };
}

function binaryCall(overload: Overload, left: Code, right: Code): Code {
  const { evaluate, cost } = overload;
  if (!cost) {
    return (frame) => {
      const first = left(frame);
      const second = right(frame);
      if (isLarge(first) || isLarge(second)) return invoke(frame, overload, [first, second]);
      frame.cost += 1;
      return evaluate(first, second);
    };
  }
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (isLarge(first) || isLarge(second)) return invoke(frame, overload, [first, second]);
    frame.charge(cost(first, second));
    return evaluate(first, second);
  };
}
