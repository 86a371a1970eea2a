// Follows vendor/github.com/google/cel-go/parser/gen/CEL.g4 (v1.36)

import type { TokenKind } from './lexer.js';

/** Words that cannot name variables or functions, but can name fields. */
export const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

export const RELATIONS: ReadonlySet<TokenKind> = new Set<TokenKind>(['<', '<=', '>=', '>', '==', '!=', 'in']);
export const SUMS: ReadonlySet<TokenKind> = new Set<TokenKind>(['+', '-']);
export const PRODUCTS: ReadonlySet<TokenKind> = new Set<TokenKind>(['*', '/', '%']);
/** Tokens that can start an expression. */
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
/** Tokens that can follow a dot; keywords get a specific message. */
export const FIELD_NAMES: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'ident',
  'quoted',
  'true',
  'false',
  'null',
  'in',
]);

/** ANTLR's lists of expected tokens: at the start of an expression, and in arguments, list, map and object literals. */
const LITERAL_STARTS = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";
export const EXPRESSION_EXPECTED = `{'[', '{', '(', '.', '-', '!', ${LITERAL_STARTS}}`;
export const ARGUMENTS_EXPECTED = `{'[', '{', '(', ')', '.', '-', '!', ${LITERAL_STARTS}}`;
export const LIST_EXPECTED = `{'[', ']', '{', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
export const MAP_EXPECTED = `{'[', '{', '}', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
export const FIELDS_EXPECTED = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";
