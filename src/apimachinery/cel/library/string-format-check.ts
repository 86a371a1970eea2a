import type { LiteralProblem } from '../declarations.js';
import { CelFailure } from '../failure.js';
import type { Expr } from '../syntax/ast.js';
import type { TypeKind } from '../types.js';
import { cannotFormat, formatParts, UNEXPECTED_END, type Verb } from './format-clauses.js';

/** What is wrong with `'format'.format([…])` where both are literals. */
export function formatProblem([format, list]: readonly Expr[]): LiteralProblem | undefined {
  if (format?.kind !== 'literal' || typeof format.value !== 'string' || list?.kind !== 'list') return undefined;
  const args = list.elements;
  let index = 0;
  for (const part of formatParts(format.value)) {
    if ('text' in part) continue;
    if (part instanceof CelFailure && part.message === UNEXPECTED_END) return ofCall(part.message);
    const argument = args[index];
    if (!argument) return ofCall(`index ${index} out of range`);
    if (part instanceof CelFailure) return ofCall(part.message);
    const wrong = wrongPart(part.verb, argument);
    if (wrong) return { at: wrong, message: cannotFormat(part.verb, wrong.type!.name) };
    index++;
  }
  if (args.length <= index) return undefined;
  return ofCall(`too many arguments supplied to string.format (expected ${index}, got ${args.length})`);
}

function ofCall(message: string): LiteralProblem {
  return { at: undefined, message };
}

/** What may turn out at run time to be of a fitting type. */
const ANY: readonly TypeKind[] = ['dyn', 'parameter', 'error'];
const NUMERALS: readonly TypeKind[] = ['double', 'string'];
const HEX: readonly TypeKind[] = ['int', 'uint', 'string', 'bytes'];
const INTEGERS: readonly TypeKind[] = ['int', 'uint'];

const WRITABLE: Readonly<Record<Verb, readonly TypeKind[]>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  d: INTEGERS,
  f: NUMERALS,
  e: NUMERALS,
  b: ['int', 'uint', 'bool'],
  x: HEX,
  X: HEX,
  o: INTEGERS,
};

/** The argument, or the part of the list or map literal that it is, which the clause cannot write. */
function wrongPart(verb: Verb, argument: Expr): Expr | undefined {
  const { kind } = argument.type!;
  if (!ANY.includes(kind) && !WRITABLE[verb].includes(kind)) return argument;
  if (verb !== 's') return undefined;
  for (const part of partsOf(argument)) {
    const wrong = wrongPart('s', part);
    if (wrong) return wrong;
  }
  return undefined;
}

function partsOf(argument: Expr): readonly Expr[] {
  if (argument.kind === 'list') return argument.elements;
  return argument.kind === 'map' ? argument.entries.flatMap(({ key, value }) => [key, value]) : [];
}
