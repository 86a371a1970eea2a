// Follows vendor/github.com/google/cel-go/cel/validator.go (v1.36)

import { CelFailure } from '../failure.js';
import { compiledPattern } from '../regex.js';
import type { Expr } from '../syntax/ast.js';
import { NANOSECONDS_PER_SECOND, parseDuration, parseTimestamp, timestampOf } from '../time.js';
import { type CelValue, isInt } from '../values.js';

/** Functions whose literal arguments are validated at compile time. */
const VALIDATED: Readonly<
  Record<string, { readonly operand: number; readonly validate: (value: CelValue) => unknown }>
> = {
  duration: { operand: 0, validate: (value) => typeof value === 'string' && parseDuration(value) },
  timestamp: { operand: 0, validate: readTimestamp },
  matches: { operand: 1, validate: (value) => typeof value === 'string' && compiledPattern(value) },
};

function readTimestamp(value: CelValue): unknown {
  if (typeof value === 'string') return parseTimestamp(value);
  return isInt(value) && timestampOf(BigInt(value) * NANOSECONDS_PER_SECOND);
}

export function invalidLiteralArgument(
  name: string,
  operands: readonly Expr[],
): { readonly offset: number; readonly message: string } | undefined {
  const rule = Object.hasOwn(VALIDATED, name) ? VALIDATED[name] : undefined;
  const operand = rule && operands[rule.operand];
  if (operand?.kind !== 'literal') return undefined;
  try {
    rule!.validate(operand.value);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CelFailure)) throw thrown;
    return { offset: operand.offset, message: `invalid ${name} argument` };
  }
}
