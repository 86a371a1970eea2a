import { CelFailure } from '../failure.js';
import type { Call } from '../syntax/ast.js';
import type { Compiled } from './frame.js';

/** Conversions of literals whose results are no larger than the literals. */
const CONVERSIONS: ReadonlySet<string> = new Set([
  'timestamp',
  'duration',
  'int',
  'uint',
  'double',
  'bool',
  'string',
  'bytes',
]);

/**
 * Evaluates the call at compile time if its value is known. A call that fails now fails again at run time; `onFault` is
 * called for failed conversions, since upstream rejects expressions with them.
 */
export function folded(
  node: Call,
  operands: readonly Compiled[],
  onFault: (message: string) => void,
): Compiled | undefined {
  const [overload] = node.overloads!;
  const value = operands[0]?.constant;
  if (!overload || node.overloads!.length !== 1 || operands.length !== 1 || value === undefined) return undefined;
  const isConversion = CONVERSIONS.has(node.name);
  if ((!isConversion && node.name !== '-_') || node.target) return undefined;
  try {
    const constant = overload.evaluate(value);
    return { code: () => constant, constant };
  } catch (thrown) {
    if (!(thrown instanceof CelFailure)) throw thrown;
    if (isConversion) onFault(thrown.message);
    return undefined;
  }
}
