// Follows staging/src/k8s.io/apimachinery/pkg/labels/selector.go (v1.36)

import { compareBytes } from '../meta/index.js';
import { FieldPath, fieldErrorMessage } from '../validation/index.js';
import { lexLabelSelector, type Token, type TokenKind } from './label-lexer.js';
import {
  binaryOperators,
  type LabelOperator,
  type LabelRequirement,
  newRequirement,
  validateKey,
} from './requirement.js';
import { SelectorError } from './selector-error.js';

const operators: { readonly [kind in TokenKind]?: LabelOperator } = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};

/** Parses the requirements of a label selector in the given order. Throws SelectorError. */
export function parseRequirements(text: string): LabelRequirement[] {
  const parser = new Parser(lexLabelSelector(text));
  const requirements: LabelRequirement[] = [];
  while (parser.peek().kind !== 'end') {
    if (!parser.startsRequirement()) throw parser.unexpected("expected: !, identifier, or 'end of string'");
    requirements.push(withContext(() => parser.requirement()));
    parser.separator();
  }
  return requirements;
}

function withContext(parse: () => LabelRequirement): LabelRequirement {
  try {
    return parse();
  } catch (error) {
    if (error instanceof SelectorError) throw new SelectorError(`unable to parse requirement: ${error.message}`);
    throw error;
  }
}

const end: Token = { kind: 'end', text: '' };

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token; keywords are names except where an operator is required. */
  peek(): Token {
    const token = this.#tokens[this.#position] ?? end;
    return token.kind === 'in' || token.kind === 'notin' ? { kind: 'name', text: token.text } : token;
  }

  next(): Token {
    const token = this.peek();
    this.#position++;
    return token;
  }

  unexpected(expectation: string, token = this.peek()): SelectorError {
    return new SelectorError(`found '${token.text}', ${expectation}`);
  }

  startsRequirement(): boolean {
    const { kind } = this.peek();
    return kind === 'name' || kind === '!';
  }

  /** A comma followed by another requirement, or the end. */
  separator(): void {
    const token = this.next();
    if (token.kind === 'end') return;
    if (token.kind !== ',') throw this.unexpected("expected: ',' or 'end of string'", token);
    if (!this.startsRequirement()) throw this.unexpected("expected: identifier after ','");
  }

  requirement(): LabelRequirement {
    const isNegated = this.peek().kind === '!';
    if (isNegated) this.next();
    const key = this.#key();
    if (isNegated) return newRequirement(key, '!', []);
    const { kind } = this.peek();
    if (kind === 'end' || kind === ',') return newRequirement(key, 'exists', []);
    const operator = this.#operator();
    const values = operator === 'in' || operator === 'notin' ? this.#values() : [this.#exactValue()];
    return newRequirement(key, operator, values);
  }

  #key(): string {
    const token = this.next();
    if (token.kind !== 'name') throw this.unexpected('expected: identifier', token);
    const error = validateKey(token.text, FieldPath.root);
    if (error) throw new SelectorError(fieldErrorMessage(error));
    return token.text;
  }

  #operator(): LabelOperator {
    const token = this.#tokens[this.#position] ?? end;
    this.#position++;
    const operator = operators[token.kind];
    if (operator === undefined) throw this.unexpected(`expected: ${binaryOperators.join(', ')}`, token);
    return operator;
  }

  /** The value after `=`; may be empty. */
  #exactValue(): string {
    const { kind } = this.peek();
    if (kind === 'end' || kind === ',') return '';
    const token = this.next();
    if (token.kind !== 'name') throw this.unexpected('expected: identifier', token);
    return token.text;
  }

  /** `(a,b)`. Nothing before, between or after commas is the empty value. */
  #values(): string[] {
    const open = this.next();
    if (open.kind !== '(') throw new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.peek();
    if (first.kind === ')') {
      this.next();
      return [''];
    }
    if (first.kind !== 'name' && first.kind !== ',') throw this.unexpected("expected: ',', ')' or identifier");
    return this.#valueList();
  }

  #valueList(): string[] {
    const values = new Set<string>();
    for (let token = this.next(); token.kind !== ')'; token = this.next()) {
      const following = this.peek();
      if (token.kind === 'name') {
        values.add(token.text);
        if (following.kind !== ',' && following.kind !== ')') throw this.unexpected("expected: ',' or ')'");
      } else if (token.kind === ',') {
        if (values.size === 0 || following.kind === ')' || following.kind === ',') values.add('');
      } else throw this.unexpected("expected: ',', or identifier", token);
    }
    return [...values].sort(compareBytes);
  }
}
