// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import type { Call, Comprehension, Expr, ListLiteral } from '../syntax/ast.js';
import type { CompilerContext, Local } from './context.js';
import type { Code } from './frame.js';
import type { LoopRange } from './loop.js';
import {
  collectCode,
  existsOneCode,
  foldCode,
  quantifierCode,
  transformMapCode,
  transformMapEntryCode,
} from './loops.js';

export function comprehensionCode(context: CompilerContext, node: Comprehension): Code {
  const range = context.code(node.range);
  const slot = context.newSlot();
  const variables: Local[] = [{ name: node.variable, slot }];
  let slot2: number | undefined;
  if (node.variable2 !== undefined) {
    slot2 = context.newSlot();
    variables.push({ name: node.variable2, slot: slot2 });
  }
  const inLoop = (body: Expr): Code => context.within(variables, () => context.code(body));
  const loop = { range, slot, slot2 };
  return macroCode(node, loop, inLoop) ?? accumulatingCode(context, node, { loop, inLoop });
}

/** Compiles a known macro directly, without the accumulator of its expansion. */
function macroCode(node: Comprehension, loop: LoopRange, inLoop: (body: Expr) => Code): Code | undefined {
  const step = node.step as Call;
  switch (node.macro) {
    case 'all':
      return quantifierCode(false, loop, inLoop(step.args[1]!));
    case 'exists':
      return quantifierCode(true, loop, inLoop(step.args[1]!));
    case 'existsOne':
      return existsOneCode(loop, inLoop(step.args[0]!));
    case 'collect':
      return collectCode(loop, inLoop(appended(step)));
    case 'collectFiltered':
      return collectCode(loop, inLoop(appended(step.args[1] as Call)), inLoop(step.args[0]!));
    case 'transformMap':
      return transformMapCode(loop, inLoop(step.args[2]!));
    case 'transformMapFiltered':
      return transformMapCode(loop, inLoop((step.args[1] as Call).args[2]!), inLoop(step.args[0]!));
    case 'transformMapEntry':
      return transformMapEntryCode(loop, inLoop(step.args[1]!));
    case 'transformMapEntryFiltered':
      return transformMapEntryCode(loop, inLoop((step.args[1] as Call).args[1]!), inLoop(step.args[0]!));
    default:
      return undefined;
  }
}

function accumulatingCode(
  context: CompilerContext,
  node: Comprehension,
  { loop, inLoop }: { loop: LoopRange; inLoop: (body: Expr) => Code },
): Code {
  const initial = context.code(node.initial);
  const slot = context.newSlot();
  return context.within([{ name: node.accumulator, slot }], () => {
    const [condition, step, result] = [inLoop(node.condition), inLoop(node.step), context.code(node.result)];
    return foldCode(loop, { slot, initial, condition, step, result });
  });
}

/** Returns the item of `accumulator + [item]`. */
function appended(step: Call): Expr {
  return (step.args[1] as ListLiteral).elements[0]!;
}
