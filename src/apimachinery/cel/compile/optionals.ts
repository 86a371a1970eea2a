// Follows vendor/github.com/google/cel-go/cel/library.go (v1.36)

import { LIST_CREATION_COST } from '../cost/estimates.js';
import { noSuchOverload } from '../failure.js';
import type { Call, Comprehension, Literal } from '../syntax/ast.js';
import { CelOptional, type CelValue } from '../values.js';
import type { CompilerContext } from './context.js';
import type { Code } from './frame.js';
import { optionalField } from './select.js';

/** `operand.?field`. */
export function optionalSelectCode(context: CompilerContext, node: Call): Code {
  const operand = context.code(node.args[0]!);
  const field = (node.args[1] as Literal).value as string;
  return (frame) => {
    frame.cost += 1;
    return optionalField(operand(frame), field);
  };
}

/** The first if it has a value, otherwise the second, which is evaluated lazily. */
export function alternativeCode(first: Code, second: Code, take: (optional: CelOptional) => CelValue): Code {
  return (frame) => {
    const optional = first(frame);
    frame.cost += 1;
    if (!(optional instanceof CelOptional)) throw noSuchOverload();
    return optional.hasValue ? take(optional) : second(frame);
  };
}

/**
 * `target.optMap(x, f)` means `target.hasValue() ? optional.of(f with x = target.value()) : optional.none()`. The
 * target is evaluated once.
 */
export function optionalMapCode(context: CompilerContext, node: Call): Code {
  const wraps = node.macro === 'optMap';
  const target = context.code((node.args[0] as Call).target!);
  const binding = (wraps ? (node.args[1] as Call).args[0] : node.args[1]) as Comprehension;
  const slot = context.newSlot();
  const mapped = context.within([{ name: binding.accumulator, slot }], () => context.code(binding.result));
  return (frame) => {
    const optional = target(frame);
    frame.cost += LIST_CREATION_COST + 2;
    if (!(optional instanceof CelOptional)) throw noSuchOverload();
    if (!optional.hasValue) return optional;
    frame.slots[slot] = optional.value;
    const value = mapped(frame);
    return wraps ? CelOptional.of(value) : value;
  };
}
