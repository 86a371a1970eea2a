// Follows vendor/github.com/google/cel-go/ext/formatting.go (v1.36)

import { CelFailure } from '../failure.js';
import type { Expr, LiteralProblem } from '../syntax/ast.js';
import type { TypeKind } from '../types.js';
import { cannotFormat, type FormatDialect, formatParts, UNEXPECTED_END, type Verb } from './format-clauses.js';

/** Returns what is wrong with `'format'.format([…])` if both are literals. */
export function formatProblem(dialect: FormatDialect, [format, list]: readonly Expr[]): LiteralProblem | undefined {
  if (format?.kind !== 'literal' || typeof format.value !== 'string' || list?.kind !== 'list') return undefined;
  const args = list.elements;
  let index = 0;
  for (const part of formatParts(format.value, dialect.maxPrecision)) {
    if ('text' in part) continue;
    if (part instanceof CelFailure && part.message === UNEXPECTED_END) return ofCall(part.message);
    const argument = args[index];
    if (!argument) return ofCall(`index ${index} out of range`);
    if (part instanceof CelFailure) return ofCall(part.message);
    const wrong = wrongPart(dialect, part.verb, argument);
    if (wrong) return { at: wrong, message: cannotFormat(dialect, part.verb, wrong.type!) };
    index++;
  }
  if (args.length <= index) return undefined;
  return ofCall(`too many arguments supplied to string.format (expected ${index}, got ${args.length})`);
}

function ofCall(message: string): LiteralProblem {
  return { at: undefined, message };
}

/** Types that may turn out to be acceptable at run time. */
const ANY: readonly TypeKind[] = ['dyn', 'parameter', 'error'];

/** The argument that the clause does not accept, or the part of it if it is a list or map literal. */
function wrongPart(dialect: FormatDialect, verb: Verb, argument: Expr): Expr | undefined {
  const { kind } = argument.type!;
  if (!ANY.includes(kind) && !dialect.writable[verb].includes(kind)) return argument;
  if (verb !== 's') return undefined;
  for (const part of partsOf(argument)) {
    const wrong = wrongPart(dialect, 's', part);
    if (wrong) return wrong;
  }
  return undefined;
}

function partsOf(argument: Expr): readonly Expr[] {
  if (argument.kind === 'list') return argument.elements;
  return argument.kind === 'map' ? argument.entries.flatMap(({ key, value }) => [key, value]) : [];
}
