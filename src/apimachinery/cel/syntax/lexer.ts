// Follows vendor/github.com/google/cel-go/parser/gen/CEL.g4 (v1.36)

import type { Issues } from './source.js';

/** Punctuation and keywords are separate kinds, including `true`, `false`, `null` and `in`. */
export type TokenKind = 'int' | 'uint' | 'float' | 'string' | 'bytes' | 'ident' | 'quoted' | 'eof' | Punctuation;
export type Punctuation = (typeof PUNCTUATION)[number] | 'true' | 'false' | 'null' | 'in';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

const PUNCTUATION = [
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '<',
  '>',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  '.',
  ',',
  '-',
  '!',
  '?',
  ':',
  '+',
  '*',
  '/',
  '%',
] as const;
const KEYWORDS: ReadonlySet<string> = new Set(['true', 'false', 'null', 'in']);

/** Sticky, so that each matches only at the current position. None backtracks more than linearly. */
const SPACE = /(?:[\t \r\n\f]|\/\/[^\n]*(?:\n|$))*/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED = /`[A-Za-z0-9_.\-/ ]+`/y;
const NUMBER =
  /0x[0-9a-fA-F]+[uU]?|[0-9]+(?:\.[0-9]+(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+|[uU])?|\.[0-9]+(?:[eE][+-]?[0-9]+)?/y;
const STRING_START = /(?:[bB]?[rR]?)("""|'''|"|')/y;

/** Splits the source into tokens, terminated by `eof`. Invalid characters are reported and skipped. */
export function tokenize(source: string, issues: Issues): Token[] {
  const tokens: Token[] = [];
  let at = skip(SPACE, source, 0);
  while (at < source.length && !issues.isFull) {
    const token = stringAt(source, at) ?? wordAt(source, at) ?? numberAt(source, at) ?? punctuationAt(source, at);
    if (token) tokens.push(token);
    else issues.add(at, `Syntax error: token recognition error at: '${unrecognised(source, at)}'`);
    at = skip(SPACE, source, token?.end ?? at + unrecognised(source, at).length);
  }
  tokens.push({ kind: 'eof', start: source.length, end: source.length });
  return tokens;
}

function skip(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

function wordAt(source: string, start: number): Token | undefined {
  const end = skip(WORD, source, start);
  if (end > start) {
    const word = source.slice(start, end);
    return { kind: KEYWORDS.has(word) ? (word as Punctuation) : 'ident', start, end };
  }
  const quotedEnd = skip(QUOTED, source, start);
  return quotedEnd > start ? { kind: 'quoted', start, end: quotedEnd } : undefined;
}

function numberAt(source: string, start: number): Token | undefined {
  const end = skip(NUMBER, source, start);
  if (end === start) return undefined;
  const text = source.slice(start, end);
  if (/[uU]$/.test(text)) return { kind: 'uint', start, end };
  return { kind: !text.startsWith('0x') && /[.eE]/.test(text) ? 'float' : 'int', start, end };
}

function punctuationAt(source: string, start: number): Token | undefined {
  const kind = PUNCTUATION.find((text) => source.startsWith(text, start));
  return kind && { kind, start, end: start + kind.length };
}

function stringAt(source: string, start: number): Token | undefined {
  STRING_START.lastIndex = start;
  const opening = STRING_START.exec(source);
  if (!opening) return undefined;
  const end = closingQuote(source, STRING_START.lastIndex, opening);
  return end === undefined ? undefined : { kind: /^[bB]/.test(opening[0]) ? 'bytes' : 'string', start, end };
}

function closingQuote(source: string, from: number, [prefix, quote]: RegExpExecArray): number | undefined {
  const raw = /[rR]/.test(prefix);
  for (let at = from; at < source.length; at++) {
    if (source.startsWith(quote!, at)) return at + quote!.length;
    const character = source[at];
    if (character === '\\' && !raw) at++;
    else if (quote!.length === 1 && (character === '\n' || character === '\r')) return undefined;
  }
  return undefined;
}

/**
 * As in ANTLR's message: an unterminated string up to the end of its line, else the character and the following space.
 */
function unrecognised(source: string, at: number): string {
  if (/["']/.test(source[at]!)) return source.slice(at).split(/[\r\n]/, 1)[0]!;
  const character = String.fromCodePoint(source.codePointAt(at)!);
  return '|&='.includes(character) ? source.slice(at, at + 2) : character;
}
