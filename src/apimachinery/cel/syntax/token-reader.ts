// Follows vendor/github.com/google/cel-go/parser/errors.go (v1.36)

import { type Token, type TokenKind, tokenize } from './lexer.js';
import type { Issues } from './source.js';

/** Thrown to stop parsing after an issue was added. */
export const GIVE_UP = Symbol('give up');

/** What lies between tokens, except characters that are no token. */
const ignored = /\/\/[^\n]*|\s/g;

/** Reads the tokens of an expression in order; reports unexpected ones in ANTLR's words. */
export class TokenReader {
  readonly #source: string;
  readonly #issues: Issues;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string, issues: Issues) {
    this.#source = source;
    this.#issues = issues;
    this.#tokens = tokenize(source, issues);
  }

  get peek(): Token {
    return this.#tokens[this.#at]!;
  }

  kindAt(ahead: number): TokenKind | undefined {
    return this.#tokens[this.#at + ahead]?.kind;
  }

  take(): Token {
    return this.#tokens[this.#at++]!;
  }

  text(token: Token): string {
    return this.#source.slice(token.start, token.end);
  }

  accept(kind: TokenKind): boolean {
    if (this.peek.kind !== kind) return false;
    this.#at++;
    return true;
  }

  expect(kind: TokenKind): Token {
    if (this.peek.kind === kind) return this.take();
    return this.unexpected(kind === 'ident' ? 'IDENTIFIER' : `'${kind}'`);
  }

  /** A token is extraneous if the input is valid without it. */
  unexpected(expected: string, extraneous = false): never {
    const token = this.peek;
    const word = extraneous && token.kind !== 'eof' ? 'extraneous' : 'mismatched';
    const shown = token.kind === 'eof' ? '<EOF>' : this.text(token);
    return this.#fail(`${word} input '${shown}' expecting ${expected}`);
  }

  /** No token that can follow the previous one was found. */
  noAlternative(before: Token): never {
    const between = this.#source.slice(before.end, this.peek.start).match(ignored)?.join('') ?? '';
    return this.#fail(`no viable alternative at input '${this.text(before)}${between}${this.text(this.peek)}'`);
  }

  #fail(message: string): never {
    this.#issues.add(this.peek.start, `Syntax error: ${message}`);
    throw GIVE_UP;
  }
}
