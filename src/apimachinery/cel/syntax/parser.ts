// Follows vendor/github.com/google/cel-go/parser/parser.go (v1.36)

import { codePointCount } from '../text.js';
import type { CelType } from '../types.js';
import { BOOL, BYTES, type CelValue, DOUBLE, INT, NULL, STRING, UINT } from '../values.js';
import type { Call, Expr, ListLiteral, MapLiteral, ObjectLiteral } from './ast.js';
import {
  ARGUMENTS_EXPECTED,
  EXPRESSION_EXPECTED,
  EXPRESSION_STARTS,
  FIELD_NAMES,
  FIELDS_EXPECTED,
  LIST_EXPECTED,
  MAP_EXPECTED,
  PRODUCTS,
  RELATIONS,
  RESERVED,
  SUMS,
} from './grammar.js';
import type { Token, TokenKind } from './lexer.js';
import { LiteralError, readBytes, readDouble, readInt, readString, readUint } from './literals.js';
import { AstBuilder, type MacroDeclaration, MacroError, NO_OPTIONALS, tallest } from './macros.js';
import { CelSyntaxError, Issues } from './source.js';
import { GIVE_UP, TokenReader } from './token-reader.js';

export interface ParserOptions {
  /** By `macroKey`. */
  readonly macros: ReadonlyMap<string, MacroDeclaration>;
  /** Whether `a.?b`, `a[?b]`, `[?a]` and `{?a: b}` are allowed. */
  readonly optionalSyntax: boolean;
}

const MAX_CODE_POINTS = 100_000;
/** Maximum nesting of parentheses, lists, arguments and so on. */
const MAX_NESTING = 250;
/** Maximum height of the tree: a chain of operators or selections is high without being nested. */
const MAX_HEIGHT = 251;

/** Unambiguous: names are identifiers. */
export function macroKey(name: string, argumentCount: number | undefined, member: boolean): string {
  return `${name}:${argumentCount}:${member}`;
}

/** Parses an expression and expands its macros; throws `CelSyntaxError`. */
export function parse(source: string, options: ParserOptions): Expr {
  const issues = new Issues(source);
  const size = codePointCount(source);
  if (size > MAX_CODE_POINTS) {
    issues.add(0, `expression code point size exceeds limit: size: ${size}, limit ${MAX_CODE_POINTS}`);
    throw new CelSyntaxError('', issues.list());
  }
  const expression = new Parser(source, options, issues).parse();
  if (!expression || issues.count > 0) throw new CelSyntaxError(source, issues.list());
  return expression;
}

class Parser {
  readonly #options: ParserOptions;
  readonly #issues: Issues;
  readonly #tokens: TokenReader;
  #depth = 0;

  constructor(source: string, options: ParserOptions, issues: Issues) {
    this.#options = options;
    this.#issues = issues;
    this.#tokens = new TokenReader(source, issues);
  }

  parse(): Expr | undefined {
    try {
      const expression = this.#expression();
      if (this.#tokens.peek.kind !== 'eof') this.#tokens.unexpected('<EOF>', this.#tokens.kindAt(1) === 'eof');
      return expression;
    } catch (thrown) {
      if (thrown !== GIVE_UP) throw thrown;
      return undefined;
    }
  }

  // ---- expressions, lowest precedence first

  #expression(): Expr {
    if (++this.#depth > MAX_NESTING) {
      this.#giveUp(this.#tokens.peek.start, `expression recursion limit exceeded: ${MAX_NESTING}`);
    }
    const condition = this.#disjunction();
    const expression = this.#tokens.peek.kind === '?' ? this.#conditional(condition) : condition;
    this.#depth--;
    return expression;
  }

  #conditional(condition: Expr): Expr {
    const operator = this.#tokens.take();
    const whenTrue = this.#disjunction();
    this.#tokens.expect(':');
    return this.#call(operator.start, '_?_:_', [condition, whenTrue, this.#expression()]);
  }

  #disjunction(): Expr {
    return this.#logical('||', () => this.#logical('&&', () => this.#relation()));
  }

  /** A chain of one logical operator becomes a balanced tree, so that long chains are not deep. */
  #logical(operator: TokenKind, operand: () => Expr): Expr {
    const terms = [operand()];
    const offsets: number[] = [];
    while (this.#tokens.peek.kind === operator) {
      offsets.push(this.#tokens.take().start);
      terms.push(operand());
    }
    return terms.length === 1 ? terms[0]! : this.#balance(`_${operator}_`, terms, offsets);
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
    while (operators.has(this.#tokens.peek.kind)) {
      const operator = this.#tokens.take();
      const name = operator.kind === 'in' ? '@in' : `_${operator.kind}_`;
      left = this.#call(operator.start, name, [left, operand()]);
    }
    return left;
  }

  #unary(): Expr {
    const operator = this.#tokens.peek;
    if (operator.kind !== '!' && operator.kind !== '-') return this.#member();
    let count = 0;
    while (this.#tokens.peek.kind === operator.kind) {
      this.#tokens.take();
      count++;
    }
    const { kind } = this.#tokens.peek;
    if (operator.kind === '-' && count === 1 && (kind === 'int' || kind === 'float')) return this.#member(operator);
    const operand = this.#member();
    return count % 2 === 0 ? operand : this.#call(operator.start, `${operator.kind}_`, [operand]);
  }

  #member(sign?: Token): Expr {
    let expression = sign ? this.#number(sign) : this.#primary();
    for (;;) {
      if (this.#tokens.peek.kind === '.') expression = this.#afterDot(expression, this.#tokens.take());
      else if (this.#tokens.peek.kind === '[') expression = this.#index(expression, this.#tokens.take());
      else return expression;
    }
  }

  #afterDot(target: Expr, dot: Token): Expr {
    if (this.#tokens.accept('?')) {
      if (!this.#options.optionalSyntax) this.#issues.add(dot.start, "unsupported syntax '.?'");
      return this.#call(dot.start, '_?._', [target, this.#fieldLiteral()]);
    }
    const name = this.#tokens.peek;
    if (!FIELD_NAMES.has(name.kind)) this.#tokens.noAlternative(dot);
    const field = this.#fieldName();
    if (name.kind === 'quoted' || this.#tokens.peek.kind !== '(') {
      return this.#bounded({
        kind: 'select',
        operand: target,
        field,
        testOnly: false,
        ...this.#place(dot.start, [target]),
      });
    }
    const open = this.#tokens.take();
    return this.#expand(open.start, field, target, this.#arguments(')'));
  }

  #index(target: Expr, open: Token): Expr {
    const optional = this.#tokens.accept('?');
    if (optional && !this.#options.optionalSyntax) this.#issues.add(open.start, "unsupported syntax '[?'");
    const index = this.#expression();
    this.#tokens.expect(']');
    return this.#call(open.start, optional ? '_[?_]' : '_[_]', [target, index]);
  }

  #primary(): Expr {
    const token = this.#tokens.peek;
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
    this.#tokens.take();
    const expression = this.#expression();
    this.#tokens.expect(')');
    return expression;
  }

  /** A variable, a function call, or an object literal of a possibly qualified type. */
  #name(): Expr {
    const dot = this.#tokens.accept('.') ? '.' : '';
    const token = this.#tokens.expect('ident');
    const text = this.#tokens.text(token);
    const typeEnd = this.#objectLiteralAhead();
    if (typeEnd !== undefined) return this.#objectLiteral(dot + text, typeEnd);
    if (RESERVED.has(text)) this.#issues.add(token.start, `reserved identifier: ${text}`);
    const name = dot + text;
    if (this.#tokens.peek.kind !== '(') return { kind: 'ident', name, ...this.#place(token.start, []) };
    const open = this.#tokens.take();
    return this.#expand(open.start, name, undefined, this.#arguments(')'));
  }

  /** The number of tokens of `.b.c` before a `{`; undefined if there is no `{`. */
  #objectLiteralAhead(): number | undefined {
    let ahead = 0;
    while (this.#tokens.kindAt(ahead) === '.' && this.#tokens.kindAt(ahead + 1) === 'ident') ahead += 2;
    return this.#tokens.kindAt(ahead) === '{' ? ahead : undefined;
  }

  #objectLiteral(firstName: string, qualifiers: number): Expr {
    let typeName = firstName;
    for (let taken = 0; taken < qualifiers; taken++) typeName += this.#tokens.text(this.#tokens.take());
    const open = this.#tokens.take();
    if (!['}', ',', '?', 'ident', 'quoted'].includes(this.#tokens.peek.kind))
      this.#tokens.unexpected(FIELDS_EXPECTED, true);
    const fields: ObjectLiteral['fields'][number][] = [];
    while (this.#tokens.peek.kind !== '}') {
      const optional = this.#acceptOptionalMark();
      const name = this.#fieldName();
      const colon = this.#tokens.expect(':');
      fields.push({ name, value: this.#expression(), optional, offset: colon.start });
      if (!this.#tokens.accept(',')) break;
    }
    this.#tokens.expect('}');
    const values = fields.map((field) => field.value);
    return this.#bounded({ kind: 'object', typeName, fields, ...this.#place(open.start, values) });
  }

  #listLiteral(): Expr {
    const open = this.#tokens.take();
    this.#expectElement(']', LIST_EXPECTED);
    const elements: Expr[] = [];
    const optionals = new Set<number>();
    while (this.#tokens.peek.kind !== ']' && !this.#trailingComma(elements.length, ']')) {
      if (this.#acceptOptionalMark()) optionals.add(elements.length);
      elements.push(this.#expression());
      if (!this.#tokens.accept(',')) break;
    }
    this.#tokens.expect(']');
    const list: ListLiteral = {
      kind: 'list',
      elements,
      optionals: optionals.size > 0 ? optionals : NO_OPTIONALS,
      ...this.#place(open.start, elements),
    };
    return this.#bounded(list);
  }

  #mapLiteral(): Expr {
    const open = this.#tokens.take();
    this.#expectElement('}', MAP_EXPECTED);
    const entries: MapLiteral['entries'][number][] = [];
    while (this.#tokens.peek.kind !== '}' && !this.#trailingComma(entries.length, '}')) {
      const optional = this.#acceptOptionalMark();
      const key = this.#expression();
      this.#tokens.expect(':');
      entries.push({ key, value: this.#expression(), optional });
      if (!this.#tokens.accept(',')) break;
    }
    this.#tokens.expect('}');
    const parts = entries.flatMap((entry) => [entry.key, entry.value]);
    return this.#bounded({ kind: 'map', entries, ...this.#place(open.start, parts) });
  }

  #expectElement(close: TokenKind, expected: string): void {
    const { kind } = this.#tokens.peek;
    if (kind === close || kind === ',' || kind === '?' || EXPRESSION_STARTS.has(kind)) return;
    this.#tokens.unexpected(expected, EXPRESSION_STARTS.has(this.#tokens.kindAt(1)!));
  }

  /** `[,]` and `{,}` are empty. */
  #trailingComma(count: number, close: TokenKind): boolean {
    return (
      count === 0 &&
      this.#tokens.peek.kind === ',' &&
      this.#tokens.kindAt(1) === close &&
      this.#tokens.take() !== undefined
    );
  }

  #acceptOptionalMark(): boolean {
    const mark = this.#tokens.peek;
    if (!this.#tokens.accept('?')) return false;
    if (!this.#options.optionalSyntax) this.#issues.add(mark.start, "unsupported syntax '?'");
    return true;
  }

  // ---- literals and names

  #number(sign?: Token): Expr {
    const token = this.#tokens.take();
    const text = (sign ? '-' : '') + this.#tokens.text(token);
    const offset = sign?.start ?? token.start;
    if (token.kind === 'int') return this.#literal(offset, INT, () => readInt(text));
    if (token.kind === 'uint') return this.#literal(offset, UINT, () => readUint(text));
    return this.#literal(offset, DOUBLE, () => readDouble(text));
  }

  #otherLiteral(token: Token): Expr {
    switch (token.kind) {
      case 'string':
        return this.#literal(token.start, STRING, () => readString(this.#tokens.text(this.#tokens.take())));
      case 'bytes':
        return this.#literal(token.start, BYTES, () => readBytes(this.#tokens.text(this.#tokens.take())));
      case 'true':
      case 'false':
        this.#tokens.take();
        return this.#literal(token.start, BOOL, () => token.kind === 'true');
      case 'null':
        this.#tokens.take();
        return this.#literal(token.start, NULL, () => null);
      default:
        return this.#tokens.unexpected(EXPRESSION_EXPECTED, EXPRESSION_STARTS.has(this.#tokens.kindAt(1)!));
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
    const offset = this.#tokens.peek.start;
    return { kind: 'literal', value: this.#fieldName(), literalType: STRING, offset, height: 1 };
  }

  #fieldName(): string {
    const token = this.#tokens.peek;
    if (token.kind === 'quoted') return this.#tokens.text(this.#tokens.take()).slice(1, -1);
    return this.#tokens.text(this.#tokens.expect('ident'));
  }

  #arguments(close: TokenKind): Expr[] {
    const args: Expr[] = [];
    if (this.#tokens.peek.kind !== close) {
      if (this.#tokens.peek.kind === 'eof') this.#tokens.unexpected(ARGUMENTS_EXPECTED);
      do args.push(this.#expression());
      while (this.#tokens.accept(','));
    }
    this.#tokens.expect(close);
    return args;
  }

  /** A call, or its expansion if it is a macro. */
  #expand(offset: number, name: string, target: Expr | undefined, args: readonly Expr[]): Expr {
    const { macros } = this.#options;
    const member = target !== undefined;
    const macro = macros.get(macroKey(name, args.length, member)) ?? macros.get(macroKey(name, undefined, member));
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
    if (expression.height > MAX_HEIGHT) this.#giveUp(expression.offset, 'max recursion depth exceeded');
    return expression;
  }

  #giveUp(offset: number, message: string): never {
    this.#issues.add(offset, message);
    throw GIVE_UP;
  }
}
