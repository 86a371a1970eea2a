import { CelFailure } from '../failure.js';
import { compiledPattern } from '../regex.js';
import type { Expr } from '../syntax/ast.js';
import { parseDuration, parseTimestamp } from '../time.js';

/** Functions whose argument, where it is a literal, can be found wrong before the expression runs. */
const VALIDATED: Readonly<Record<string, { readonly operand: number; readonly validate: (text: string) => unknown }>> =
  {
    duration: { operand: 0, validate: parseDuration },
    timestamp: { operand: 0, validate: parseTimestamp },
    matches: { operand: 1, validate: compiledPattern },
  };

export function invalidLiteralArgument(
  name: string,
  operands: readonly Expr[],
): { readonly offset: number; readonly message: string } | undefined {
  const rule = Object.hasOwn(VALIDATED, name) ? VALIDATED[name] : undefined;
  const operand = rule && operands[rule.operand];
  if (operand?.kind !== 'literal' || typeof operand.value !== 'string') return undefined;
  try {
    rule!.validate(operand.value);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CelFailure)) throw thrown;
    return { offset: operand.offset, message: `invalid ${name} argument` };
  }
}
