import type { TokenKind } from './lexer.js';

/** Words that cannot name a variable or a function; fields may be called so. */
export const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

export const RELATIONS: ReadonlySet<TokenKind> = new Set<TokenKind>(['<', '<=', '>=', '>', '==', '!=', 'in']);
export const SUMS: ReadonlySet<TokenKind> = new Set<TokenKind>(['+', '-']);
export const PRODUCTS: ReadonlySet<TokenKind> = new Set<TokenKind>(['*', '/', '%']);
/** What may come where an expression begins. */
export const EXPRESSION_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  '[',
  '{',
  '(',
  '.',
  '-',
  '!',
  'true',
  'false',
  'null',
  'float',
  'int',
  'uint',
  'string',
  'bytes',
  'ident',
]);
/** What may come after a dot; of keywords the message says so. */
export const FIELD_NAMES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'ident',
  'quoted',
  'true',
  'false',
  'null',
  'in',
]);

/** What ANTLR says it expected: where an expression begins, and in list, map and object literals. */
const LITERAL_STARTS = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";
export const EXPRESSION_EXPECTED = `{'[', '{', '(', '.', '-', '!', ${LITERAL_STARTS}}`;
export const LIST_EXPECTED = `{'[', ']', '{', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
export const MAP_EXPECTED = `{'[', '{', '}', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
export const FIELDS_EXPECTED = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";
