import { CelFailure } from '../failure.js';
import type { Call } from '../syntax/ast.js';
import type { Compiled } from './frame.js';

/** Conversions of literals, whose results are small. */
const FOLDED: ReadonlySet<string> = new Set(['timestamp', 'duration', 'int', 'uint', 'double', 'bool', '-_']);

/** The call's value where it is known before the expression runs. What fails now fails again when it runs. */
export function folded(node: Call, operands: readonly Compiled[]): Compiled | undefined {
  const [overload] = node.overloads!;
  const value = operands[0]?.constant;
  if (!overload || node.overloads!.length !== 1 || operands.length !== 1 || value === undefined) return undefined;
  if (!FOLDED.has(node.name) || node.target) return undefined;
  try {
    const constant = overload.evaluate(value);
    return { code: () => constant, constant };
  } catch (thrown) {
    if (thrown instanceof CelFailure) return undefined;
    throw thrown;
  }
}
