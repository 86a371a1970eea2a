// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { absorbable, noSuchOverload } from '../failure.js';
import type { CelValue } from '../values.js';
import type { Code } from './frame.js';

/**
 * `left && right` if `decisive` is false, `left || right` if it is true. A decisive operand determines the result in
 * either position, even if the other operand fails.
 */
export function logicalCode(decisive: boolean, left: Code, right: Code): Code {
  return (frame) => {
    let first: CelValue;
    try {
      first = left(frame);
    } catch (thrown) {
      const failure = absorbable(thrown);
      if (right(frame) === decisive) return decisive;
      throw failure;
    }
    if (first === decisive) return decisive;
    const second = right(frame);
    if (second === decisive) return decisive;
    if (typeof first !== 'boolean' || typeof second !== 'boolean') throw noSuchOverload();
    return second;
  };
}

export function notCode(operand: Code): Code {
  return (frame) => {
    const value = operand(frame);
    frame.cost += 1;
    if (typeof value !== 'boolean') throw noSuchOverload();
    return !value;
  };
}

export function conditionalCode(condition: Code, whenTrue: Code, whenFalse: Code): Code {
  return (frame) => {
    const value = condition(frame);
    if (value === true) return whenTrue(frame);
    if (value === false) return whenFalse(frame);
    throw noSuchOverload();
  };
}

/** True unless the operand is false: a failure does not end a comprehension. */
export function notStrictlyFalseCode(operand: Code): Code {
  return (frame) => {
    frame.cost += 1;
    try {
      return operand(frame) !== false;
    } catch (thrown) {
      absorbable(thrown);
      return true;
    }
  };
}
