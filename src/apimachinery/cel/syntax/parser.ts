import type { CelType } from '../types.js';
import { BOOL, BYTES, type CelValue, DOUBLE, INT, NULL, STRING, UINT } from '../values.js';
import type { Call, Expr, ListLiteral, MapLiteral, ObjectLiteral } from './ast.js';
import { type Token, type TokenKind, tokenize } from './lexer.js';
import { LiteralError, readBytes, readDouble, readInt, readString, readUint } from './literals.js';
import { AstBuilder, type MacroDeclaration, MacroError, NO_OPTIONALS, tallest } from './macros.js';
import { CelSyntaxError, Issues } from './source.js';

export interface ParserOptions {
  /** By `macroKey`. */
  readonly macros: ReadonlyMap<string, MacroDeclaration>;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` may be written. */
  readonly optionalSyntax: boolean;
}

const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;

/** Words that cannot name a variable or a function; fields may be called so. */
const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

const RELATIONS: ReadonlySet<TokenKind> = new Set<TokenKind>(['<', '<=', '>=', '>', '==', '!=', 'in']);
const SUMS: ReadonlySet<TokenKind> = new Set<TokenKind>(['+', '-']);
const PRODUCTS: ReadonlySet<TokenKind> = new Set<TokenKind>(['*', '/', '%']);
/** What may come where an expression begins; and in ANTLR's words, where it begins a literal's first element too. */
const EXPRESSION_STARTS: ReadonlySet<TokenKind> = new Set<TokenKind>([
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
const FIELD_NAMES: ReadonlySet<TokenKind> = new Set<TokenKind>(['ident', 'quoted', 'true', 'false', 'null', 'in']);
const LITERAL_STARTS = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";
const EXPRESSION_EXPECTED = `{'[', '{', '(', '.', '-', '!', ${LITERAL_STARTS}}`;
const LIST_EXPECTED = `{'[', ']', '{', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
const MAP_EXPECTED = `{'[', '{', '}', '(', '.', ',', '-', '!', '?', ${LITERAL_STARTS}}`;
const FIELDS_EXPECTED = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";

export function macroKey(name: string, argumentCount: number, member: boolean): string {
  return `${name}:${argumentCount}:${member}`;
}

/** Parses an expression and expands its macros; throws `CelSyntaxError`. */
export function parse(source: string, options: ParserOptions): Expr {
  const issues = new Issues(source);
  if (source.length > MAX_CODE_POINTS && Array.from(source).length > MAX_CODE_POINTS) {
    issues.add(0, `expression code point size exceeds limit: size: ${source.length}, limit ${MAX_CODE_POINTS}`);
    throw new CelSyntaxError('', issues.list());
  }
  const expression = new Parser(source, options, issues).parse();
  if (!expression || issues.count > 0) throw new CelSyntaxError(source, issues.list());
  return expression;
}

/** Thrown to give up after an issue that has been added. */
const GIVE_UP = Symbol('give up');

class Parser {
  readonly #source: string;
  readonly #options: ParserOptions;
  readonly #issues: Issues;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string, options: ParserOptions, issues: Issues) {
    this.#source = source;
    this.#options = options;
    this.#issues = issues;
    this.#tokens = tokenize(source, issues);
  }

  parse(): Expr | undefined {
    try {
      const expression = this.#expression();
      if (this.#peek.kind !== 'eof') this.#unexpected('<EOF>', this.#kindAt(1) === 'eof');
      return expression;
    } catch (thrown) {
      if (thrown !== GIVE_UP) throw thrown;
      return undefined;
    }
  }

  // ---- expressions, loosest first

  #expression(): Expr {
    if (++this.#depth > MAX_DEPTH) this.#tooDeep(this.#peek.start);
    const condition = this.#logical('||', '_||_', () => this.#logical('&&', '_&&_', () => this.#relation()));
    const expression = this.#peek.kind === '?' ? this.#conditional(condition) : condition;
    this.#depth--;
    return expression;
  }

  #conditional(condition: Expr): Expr {
    const operator = this.#take();
    const whenTrue = this.#logical('||', '_||_', () => this.#logical('&&', '_&&_', () => this.#relation()));
    this.#expect(':');
    return this.#call(operator.start, '_?_:_', [condition, whenTrue, this.#expression()]);
  }

  /** A chain of one logical operator becomes a balanced tree, so that long chains are not deep. */
  #logical(operator: TokenKind, name: string, operand: () => Expr): Expr {
    const terms = [operand()];
    const offsets: number[] = [];
    while (this.#peek.kind === operator) {
      offsets.push(this.#take().start);
      terms.push(operand());
    }
    return terms.length === 1 ? terms[0]! : this.#balance(name, terms, offsets);
  }

  #balance(name: string, terms: readonly Expr[], offsets: readonly number[]): Expr {
    const build = (low: number, high: number): Expr => {
      const middle = (low + high + 1) >> 1;
      const left = middle === low ? terms[middle]! : build(low, middle - 1);
      const right = middle === high ? terms[middle + 1]! : build(middle + 1, high);
      return this.#call(offsets[middle]!, name, [left, right]);
    };
    return build(0, offsets.length - 1);
  }

  #relation(): Expr {
    return this.#leftAssociative(RELATIONS, () =>
      this.#leftAssociative(SUMS, () => this.#leftAssociative(PRODUCTS, () => this.#unary())),
    );
  }

  #leftAssociative(operators: ReadonlySet<TokenKind>, operand: () => Expr): Expr {
    let left = operand();
    while (operators.has(this.#peek.kind)) {
      const operator = this.#take();
      const name = operator.kind === 'in' ? '@in' : `_${operator.kind}_`;
      left = this.#call(operator.start, name, [left, operand()]);
    }
    return left;
  }

  #unary(): Expr {
    const operator = this.#peek;
    if (operator.kind !== '!' && operator.kind !== '-') return this.#member();
    let count = 0;
    while (this.#peek.kind === operator.kind) {
      this.#take();
      count++;
    }
    if (operator.kind === '-' && count === 1 && (this.#peek.kind === 'int' || this.#peek.kind === 'float')) {
      return this.#member(operator);
    }
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#call(operator.start, `${operator.kind}_`, [operand]);
  }

  #member(sign?: Token): Expr {
    let expression = sign ? this.#number(sign) : this.#primary();
    for (;;) {
      if (this.#peek.kind === '.') expression = this.#afterDot(expression, this.#take());
      else if (this.#peek.kind === '[') expression = this.#index(expression, this.#take());
      else return expression;
    }
  }

  #afterDot(target: Expr, dot: Token): Expr {
    if (this.#accept('?')) {
      if (!this.#options.optionalSyntax) this.#issues.add(dot.start, "unsupported syntax '.?'");
      return this.#call(dot.start, '_?._', [target, this.#fieldLiteral()]);
    }
    const name = this.#peek;
    if (!FIELD_NAMES.has(name.kind)) this.#noAlternative(dot);
    const field = this.#fieldName();
    if (name.kind === 'quoted' || this.#peek.kind !== '(') {
      return this.#bounded({
        kind: 'select',
        operand: target,
        field,
        testOnly: false,
        ...this.#place(dot.start, [target]),
      });
    }
    const open = this.#take();
    return this.#expand(open.start, field, target, this.#arguments(')'));
  }

  #index(target: Expr, open: Token): Expr {
    const optional = this.#accept('?');
    if (optional && !this.#options.optionalSyntax) this.#issues.add(open.start, "unsupported syntax '[?'");
    const index = this.#expression();
    this.#expect(']');
    return this.#call(open.start, optional ? '_[?_]' : '_[_]', [target, index]);
  }

  #primary(): Expr {
    const token = this.#peek;
    switch (token.kind) {
      case '.':
      case 'ident':
        return this.#name();
      case '(':
        return this.#parenthesised();
      case '[':
        return this.#listLiteral();
      case '{':
        return this.#mapLiteral();
      case 'int':
      case 'uint':
      case 'float':
        return this.#number();
      default:
        return this.#otherLiteral(token);
    }
  }

  #parenthesised(): Expr {
    this.#take();
    const expression = this.#expression();
    this.#expect(')');
    return expression;
  }

  /** A variable, a call of a function, or an object literal of a possibly qualified type. */
  #name(): Expr {
    const dot = this.#accept('.') ? '.' : '';
    const token = this.#expect('ident');
    const text = this.#text(token);
    const typeEnd = this.#objectLiteralAhead();
    if (typeEnd !== undefined) return this.#objectLiteral(dot + text, typeEnd);
    if (RESERVED.has(text)) this.#issues.add(token.start, `reserved identifier: ${text}`);
    const name = dot + text;
    if (this.#peek.kind !== '(') return { kind: 'ident', name, ...this.#place(token.start, []) };
    const open = this.#take();
    return this.#expand(open.start, name, undefined, this.#arguments(')'));
  }

  /** How many tokens of `.b.c` come before a `{`, or undefined when none does. */
  #objectLiteralAhead(): number | undefined {
    let ahead = 0;
    while (this.#kindAt(ahead) === '.' && this.#kindAt(ahead + 1) === 'ident') ahead += 2;
    return this.#kindAt(ahead) === '{' ? ahead : undefined;
  }

  #objectLiteral(firstName: string, qualifiers: number): Expr {
    let typeName = firstName;
    for (let taken = 0; taken < qualifiers; taken++) typeName += this.#text(this.#take());
    const open = this.#take();
    if (!['}', ',', '?', 'ident', 'quoted'].includes(this.#peek.kind)) this.#unexpected(FIELDS_EXPECTED, true);
    const fields: ObjectLiteral['fields'][number][] = [];
    while (this.#peek.kind !== '}') {
      const optional = this.#acceptOptionalMark();
      const name = this.#fieldName();
      const colon = this.#expect(':');
      fields.push({ name, value: this.#expression(), optional, offset: colon.start });
      if (!this.#accept(',')) break;
    }
    this.#expect('}');
    const values = fields.map((field) => field.value);
    return this.#bounded({ kind: 'object', typeName, fields, ...this.#place(open.start, values) });
  }

  #listLiteral(): Expr {
    const open = this.#take();
    this.#expectElement(']', LIST_EXPECTED);
    const elements: Expr[] = [];
    const optionals = new Set<number>();
    while (this.#peek.kind !== ']' && !this.#trailingComma(elements.length, ']')) {
      if (this.#acceptOptionalMark()) optionals.add(elements.length);
      elements.push(this.#expression());
      if (!this.#accept(',')) break;
    }
    this.#expect(']');
    const list: ListLiteral = {
      kind: 'list',
      elements,
      optionals: optionals.size > 0 ? optionals : NO_OPTIONALS,
      ...this.#place(open.start, elements),
    };
    return this.#bounded(list);
  }

  #mapLiteral(): Expr {
    const open = this.#take();
    this.#expectElement('}', MAP_EXPECTED);
    const entries: MapLiteral['entries'][number][] = [];
    while (this.#peek.kind !== '}' && !this.#trailingComma(entries.length, '}')) {
      const optional = this.#acceptOptionalMark();
      const key = this.#expression();
      this.#expect(':');
      entries.push({ key, value: this.#expression(), optional });
      if (!this.#accept(',')) break;
    }
    this.#expect('}');
    const parts = entries.flatMap((entry) => [entry.key, entry.value]);
    return this.#bounded({ kind: 'map', entries, ...this.#place(open.start, parts) });
  }

  #expectElement(close: TokenKind, expected: string): void {
    const { kind } = this.#peek;
    if (kind === close || kind === ',' || kind === '?' || EXPRESSION_STARTS.has(kind)) return;
    this.#unexpected(expected, EXPRESSION_STARTS.has(this.#kindAt(1)!));
  }

  /** `[,]` and `{,}` are empty. */
  #trailingComma(count: number, close: TokenKind): boolean {
    return count === 0 && this.#peek.kind === ',' && this.#kindAt(1) === close && this.#take() !== undefined;
  }

  #acceptOptionalMark(): boolean {
    const mark = this.#peek;
    if (!this.#accept('?')) return false;
    if (!this.#options.optionalSyntax) this.#issues.add(mark.start, "unsupported syntax '?'");
    return true;
  }

  // ---- literals and names

  #number(sign?: Token): Expr {
    const token = this.#take();
    const text = (sign ? '-' : '') + this.#text(token);
    const offset = sign?.start ?? token.start;
    if (token.kind === 'int') return this.#literal(offset, INT, () => readInt(text));
    if (token.kind === 'uint') return this.#literal(offset, UINT, () => readUint(text));
    return this.#literal(offset, DOUBLE, () => readDouble(text));
  }

  #otherLiteral(token: Token): Expr {
    switch (token.kind) {
      case 'string':
        return this.#literal(token.start, STRING, () => readString(this.#text(this.#take())));
      case 'bytes':
        return this.#literal(token.start, BYTES, () => readBytes(this.#text(this.#take())));
      case 'true':
      case 'false':
        this.#take();
        return this.#literal(token.start, BOOL, () => token.kind === 'true');
      case 'null':
        this.#take();
        return this.#literal(token.start, NULL, () => null);
      default:
        return this.#unexpected(EXPRESSION_EXPECTED, EXPRESSION_STARTS.has(this.#kindAt(1)!));
    }
  }

  #literal(offset: number, literalType: CelType, read: () => CelValue): Expr {
    let value: CelValue = null;
    try {
      value = read();
    } catch (thrown) {
      if (!(thrown instanceof LiteralError)) throw thrown;
      this.#issues.add(offset, thrown.message);
    }
    return { kind: 'literal', value, literalType, offset, height: 1 };
  }

  #fieldLiteral(): Expr {
    const offset = this.#peek.start;
    return { kind: 'literal', value: this.#fieldName(), literalType: STRING, offset, height: 1 };
  }

  #fieldName(): string {
    const token = this.#peek;
    if (token.kind === 'quoted') return this.#source.slice(token.start + 1, this.#take().end - 1);
    return this.#text(this.#expect('ident'));
  }

  #arguments(close: TokenKind): Expr[] {
    const args: Expr[] = [];
    if (this.#peek.kind !== close) {
      do args.push(this.#expression());
      while (this.#accept(','));
    }
    this.#expect(close);
    return args;
  }

  /** A call, or what the macro of that name makes of it. */
  #expand(offset: number, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    const macro = this.#options.macros.get(macroKey(name, args.length, target !== undefined));
    if (macro) {
      try {
        const expanded = macro.expand({ target, args, build: new AstBuilder(offset) });
        if (expanded) return this.#bounded(expanded);
      } catch (thrown) {
        if (!(thrown instanceof MacroError)) throw thrown;
        this.#issues.add(thrown.at.offset, thrown.message);
      }
    }
    return this.#call(offset, name, args, target);
  }

  #call(offset: number, name: string, args: readonly Expr[], target?: Expr): Expr {
    const call: Call = {
      kind: 'call',
      name,
      target,
      args,
      ...this.#place(offset, target ? [target, ...args] : args),
    };
    return this.#bounded(call);
  }

  #place(offset: number, children: readonly Expr[]): { offset: number; height: number } {
    return { offset, height: tallest(children) + 1 };
  }

  #bounded<E extends Expr>(expression: E): E {
    if (expression.height > MAX_DEPTH) this.#tooDeep(expression.offset);
    return expression;
  }

  #tooDeep(offset: number): never {
    this.#issues.add(offset, `expression recursion limit exceeded: ${MAX_DEPTH}`);
    throw GIVE_UP;
  }

  // ---- tokens

  get #peek(): Token {
    return this.#tokens[this.#at]!;
  }

  #kindAt(ahead: number): TokenKind | undefined {
    return this.#tokens[this.#at + ahead]?.kind;
  }

  #take(): Token {
    return this.#tokens[this.#at++]!;
  }

  #text(token: Token): string {
    return this.#source.slice(token.start, token.end);
  }

  #accept(kind: TokenKind): boolean {
    if (this.#peek.kind !== kind) return false;
    this.#at++;
    return true;
  }

  #expect(kind: TokenKind): Token {
    if (this.#peek.kind === kind) return this.#take();
    return this.#unexpected(kind === 'ident' ? 'IDENTIFIER' : `'${kind}'`);
  }

  /** ANTLR calls a token extraneous when the input would go on well without it. */
  #unexpected(expected: string, extraneous = false): never {
    const token = this.#peek;
    const word = extraneous && token.kind !== 'eof' ? 'extraneous' : 'mismatched';
    this.#fail(token, `${word} input '${this.#shown(token)}' expecting ${expected}`);
  }

  #noAlternative(dot: Token): never {
    this.#fail(this.#peek, `no viable alternative at input '${this.#text(dot)}${this.#text(this.#peek)}'`);
  }

  #shown(token: Token): string {
    return token.kind === 'eof' ? '<EOF>' : this.#text(token);
  }

  #fail(token: Token, message: string): never {
    this.#issues.add(token.start, `Syntax error: ${message}`);
    throw GIVE_UP;
  }
}
