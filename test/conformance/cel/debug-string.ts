import { type CelUint, doubleValue, formatType } from '../../../src/apimachinery/cel/index.js';
import { formatDouble } from '../../../src/apimachinery/cel/numbers.js';
import type { Call, Comprehension, Expr, Literal } from '../../../src/apimachinery/cel/syntax/ast.js';

/**
 * Prints a checked tree like cel-go, `_+_(1~int,x~int^x)~int^add_int64`: each node is followed by its type and
 * reference. White space and comments are omitted; see `compact`.
 */
export function debugString(node: Expr): string {
  return printed(node, (inner) => `~${formatType(inner.type!)}${references(inner)}`);
}

/** Prints an unchecked tree like cel-go: each node is followed by its kind. */
export function parsedDebugString(node: Expr): string {
  return printed(node, (inner) => `^#*expr.${kindName(inner)}#`);
}

type Adorn = (node: Expr) => string;

function printed(node: Expr, adorn: Adorn): string {
  return text(node, (inner) => printed(inner, adorn), adorn) + adorn(node);
}

/**
 * Removes irrelevant differences from either text: white space, comments, the contents of literals, which evaluation
 * compares, and comparisons across numeric types, which cel-go does not enable by default.
 */
export function compact(printed: string): string {
  return printed
    .replace(/\n *(\/\/ [A-Za-z]+\n *)?/g, '')
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\|?\b(less|greater)(_equals)?_(int64|uint64|double)_(int64|uint64|double)\b/g, '')
    .replaceAll('^|', '^');
}

type Print = (node: Expr) => string;

function text(node: Expr, print: Print, adorn: Adorn): string {
  switch (node.kind) {
    case 'literal':
      return literal(node);
    case 'ident':
      return node.reference?.name ?? node.name;
    case 'select':
      if (node.reference) return node.reference.name;
      return `${print(node.operand)}.${node.field}${node.testOnly ? '~test-only~' : ''}`;
    case 'call':
      return call(node, print);
    case 'list':
      return `[${node.elements.map(print).join()}]`;
    case 'map':
      return `{${node.entries.map(({ key, value, optional }) => `${optional ? '?' : ''}${print(key)}:${print(value)}${entryMark(node, adorn)}`).join()}}`;
    case 'object':
      return `${node.typeName}{${node.fields.map(({ name, value, optional }) => `${optional ? '?' : ''}${name}:${print(value)}${entryMark(node, adorn)}`).join()}}`;
    case 'comprehension':
      return comprehension(node, print);
  }
}

/** Entries are marked only if kinds are printed. */
function entryMark(node: Expr, adorn: Adorn): string {
  return adorn(node).startsWith('^#') ? '^#*expr.Expr_CreateStruct_Entry#' : '';
}

function call({ target, name, qualifiedName, args }: Call, print: Print): string {
  const receiver = target && !qualifiedName ? `${print(target)}.` : '';
  return `${receiver}${qualifiedName ?? name}(${args.map(print).join()})`;
}

function comprehension(node: Comprehension, print: Print): string {
  const variables = node.variable2 === undefined ? [node.variable] : [node.variable, node.variable2];
  const before = [...variables, print(node.range), node.accumulator];
  const parts = [node.initial, node.condition, node.step, node.result].map(print);
  return `__comprehension__(${[...before, ...parts].join()})`;
}

const LITERAL_KINDS: Readonly<Record<string, string>> = {
  bool: 'BoolValue',
  int: 'Int64Value',
  uint: 'Uint64Value',
  double: 'DoubleValue',
  string: 'StringValue',
  bytes: 'BytesValue',
  null: 'NullValue',
};

const KINDS: Readonly<Record<Exclude<Expr['kind'], 'literal'>, string>> = {
  ident: 'IdentExpr',
  select: 'SelectExpr',
  call: 'CallExpr',
  list: 'ListExpr',
  map: 'StructExpr',
  object: 'StructExpr',
  comprehension: 'ComprehensionExpr',
};

function kindName(node: Expr): string {
  return node.kind === 'literal' ? `Constant_${LITERAL_KINDS[node.literalType.kind]}` : `Expr_${KINDS[node.kind]}`;
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
