import { type CelUint, doubleValue, formatType } from '../../../src/apimachinery/cel/index.js';
import { formatDouble } from '../../../src/apimachinery/cel/numbers.js';
import type { Call, Comprehension, Expr, Literal } from '../../../src/apimachinery/cel/syntax/ast.js';

/**
 * A checked tree as cel-go prints it, `_+_(1~int,x~int^x)~int^add_int64`: after each node its type, and what it refers
 * to. White space and comments are left out; see `compact`.
 */
export function debugString(node: Expr): string {
  return `${text(node)}~${formatType(node.type!)}${references(node)}`;
}

/**
 * Either text without what does not matter: white space, comments, the contents of literals, which evaluating compares,
 * and comparisons across numeric types, which cel-go does not offer by default.
 */
export function compact(printed: string): string {
  return printed
    .replace(/\n *(\/\/ [A-Za-z]+\n *)?/g, '')
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\|?\b(less|greater)(_equals)?_(int64|uint64|double)_(int64|uint64|double)\b/g, '')
    .replaceAll('^|', '^');
}

function text(node: Expr): string {
  switch (node.kind) {
    case 'literal':
      return literal(node);
    case 'ident':
      return node.reference?.name ?? node.name;
    case 'select':
      if (node.reference) return node.reference.name;
      return `${debugString(node.operand)}.${node.field}${node.testOnly ? '~test-only~' : ''}`;
    case 'call':
      return call(node);
    case 'list':
      return `[${node.elements.map(debugString).join()}]`;
    case 'map':
      return `{${node.entries.map(({ key, value, optional }) => `${optional ? '?' : ''}${debugString(key)}:${debugString(value)}`).join()}}`;
    case 'object':
      return `${node.typeName}{${node.fields.map((field) => `${field.name}:${debugString(field.value)}`).join()}}`;
    case 'comprehension':
      return comprehension(node);
  }
}

function call({ target, name, qualifiedName, args }: Call): string {
  const receiver = target && !qualifiedName ? `${debugString(target)}.` : '';
  return `${receiver}${qualifiedName ?? name}(${args.map(debugString).join()})`;
}

function comprehension(node: Comprehension): string {
  const variables = node.variable2 === undefined ? [node.variable] : [node.variable, node.variable2];
  const before = [...variables, debugString(node.range), node.accumulator];
  const parts = [node.initial, node.condition, node.step, node.result].map(debugString);
  return `__comprehension__(${[...before, ...parts].join()})`;
}

function references(node: Expr): string {
  if (node.kind === 'call' && node.overloads)
    return `^${node.overloads
      .map(({ id }) => id)
      .sort()
      .join('|')}`;
  if ((node.kind === 'ident' || node.kind === 'select') && node.reference) return `^${node.reference.name}`;
  return '';
}

function literal({ value, literalType }: Literal): string {
  switch (literalType.kind) {
    case 'string':
      return '""';
    case 'bytes':
      return 'b""';
    case 'uint':
      return `${(value as CelUint).value}u`;
    case 'double':
      return formatDouble(doubleValue(value as number));
    default:
      return String(value);
  }
}
