// Follows staging/src/k8s.io/client-go/util/jsonpath/parser.go (v1.36)

import { trim } from '../../apimachinery/meta/index.js';
import {
  comparisonFilter,
  constant,
  descendants,
  existenceFilter,
  field,
  type Slice,
  type Step,
  slice,
  union,
  wildcard,
  word,
} from './steps.js';
import { unquote } from './unquote.js';

export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}

const slicePattern = /^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$/;
const quotedKey = /^'([^']*)'$/;
const comparison = /^([^!<>=]+)([!<>=]+)(.+)$/s;
const number = /[+-]?[0-9.]*/y;
const fieldName = /(?:\\.|[^\\ \t\r\n.,[\]$@{}])*/sy;
const identifier = /[^ \t\r\n.,[\]$@{}]*/y;

/** Parses templates: text with paths in braces. */
export class JsonPathParser {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the parts of the template, each with the steps of its path. */
  parse(): Step[][] {
    const parts: Step[][] = [];
    while (this.#position < this.#text.length) {
      const open = this.#text.indexOf('{', this.#position);
      const end = open < 0 ? this.#text.length : open;
      if (end > this.#position) parts.push([constant(this.#text.slice(this.#position, end))]);
      if (open < 0) break;
      this.#position = open + 1;
      parts.push(this.#parseSteps());
    }
    return parts;
  }

  #parseSteps(): Step[] {
    const steps: Step[] = [];
    while (!this.#skip('}')) {
      const more = this.#parseNext();
      if (more[0] === descendants && steps.at(-1) === descendants) {
        throw new JsonPathError('invalid multiple recursive descent');
      }
      steps.push(...more);
    }
    return steps;
  }

  #parseNext(): Step[] {
    if (this.#skip('[?(')) return this.#parseFilter();
    if (this.#skip('..')) return this.#parseDescent();
    if (this.#skip(' ') || this.#skip('@') || this.#skip('$')) return [];
    if (this.#skip('[')) return this.#parseBrackets();
    if (this.#skip('.')) return this.#parseField();
    const rest = this.#text.slice(this.#position, this.#position + 2);
    if (rest.startsWith('"') || rest.startsWith("'")) return this.#parseQuoted(rest.charAt(0));
    if (/^[+\-0-9]/.test(rest)) return this.#parseNumber();
    if (beginsWithWord(rest)) return this.#parseWord();
    throw new JsonPathError(rest === '' ? 'unclosed action' : `unrecognized character in action: ${rest.charAt(0)}`);
  }

  #parseDescent(): Step[] {
    const hasField = beginsWithWord(this.#text.slice(this.#position, this.#position + 2));
    return hasField ? [descendants, ...this.#parseField()] : [descendants];
  }

  #parseField(): Step[] {
    const name = this.#match(fieldName);
    return [name === '*' ? wildcard : field(name.replaceAll('\\', ''))];
  }

  #parseNumber(): Step[] {
    const text = this.#match(number);
    const value = /[0-9]/.test(text) ? Number(text) : Number.NaN;
    if (Number.isNaN(value)) throw new JsonPathError(`cannot parse number ${text}`);
    return [constant(value)];
  }

  #parseWord(): Step[] {
    const name = this.#match(identifier);
    return [name === 'true' || name === 'false' ? constant(name === 'true') : word(name)];
  }

  #parseQuoted(quote: string): Step[] {
    let end = this.#position + 1;
    while (this.#text[end] !== quote || this.#text[end - 1] === '\\') {
      if (end >= this.#text.length || this.#text[end] === '\n') throw new JsonPathError('unterminated quoted string');
      end++;
    }
    const text = unquote(this.#text.slice(this.#position + 1, end), quote);
    if (text === undefined) throw new JsonPathError('invalid escape in quoted string');
    this.#position = end + 1;
    return [constant(text)];
  }

  #parseBrackets(): Step[] {
    const end = this.#text.indexOf(']', this.#position);
    const inside = this.#text.slice(this.#position, end);
    if (end < 0 || inside.includes('\n')) throw new JsonPathError('unterminated array');
    this.#position = end + 1;
    const parts = inside.split(',');
    if (parts.length > 1) return [union(parts.map((part) => parsePath(`[${trim(part, ' ')}]`)))];
    const key = quotedKey.exec(inside);
    return key === null ? [slice(parseSlice(inside))] : parsePath(`.${key[1]}`);
  }

  #parseFilter(): Step[] {
    const end = this.#filterEnd();
    const condition = this.#text.slice(this.#position, end);
    if (this.#text[end + 1] !== ']') throw new JsonPathError('unclosed array expect ]');
    this.#position = end + 2;
    const [, left, operator, right] = comparison.exec(condition) ?? [];
    if (left === undefined || operator === undefined || right === undefined) {
      return [existenceFilter(parsePath(condition))];
    }
    return [comparisonFilter({ left: parsePath(left), right: parsePath(right), operator })];
  }

  /** Finds the closing parenthesis; those in the only quoted string that a filter may contain do not count. */
  #filterEnd(): number {
    let quote: string | undefined;
    let isClosed = false;
    for (let end = this.#position; end < this.#text.length; end++) {
      const character = this.#text[end]!;
      if (character === '\n') break;
      if (character === '"' || character === "'") {
        if (quote === undefined) quote = character;
        else if (character === quote && this.#text[end - 1] !== '\\') isClosed = true;
      }
      if (character === ')' && (quote === undefined) !== isClosed) return end;
    }
    throw new JsonPathError('unterminated filter');
  }

  #skip(prefix: string): boolean {
    if (!this.#text.startsWith(prefix, this.#position)) return false;
    this.#position += prefix.length;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const text = pattern.exec(this.#text)?.[0] ?? '';
    this.#position += text.length;
    return text;
  }
}

function parsePath(text: string): Step[] {
  return new JsonPathParser(`{${text}}`).parse()[0] ?? [];
}

function parseSlice(text: string): Slice {
  const match = slicePattern.exec(text === '*' ? ':' : text);
  if (match === null) throw new JsonPathError(`invalid array index ${text}`);
  const [, start = '', end = '', step = ''] = match;
  return {
    start: parseIndex(start),
    end: parseIndex(end.slice(1)),
    step: parseIndex(step.slice(1)),
    single: end === '',
  };
}

function parseIndex(text: string): number | undefined {
  if (text === '') return undefined;
  const index = text === '-' ? Number.NaN : Number(text);
  if (!Number.isSafeInteger(index)) throw new JsonPathError(`array index ${text} is not a number`);
  return index;
}

/** Not a module constant: compiling it is slow, and few definitions need it. */
function beginsWithWord(text: string): boolean {
  return /^[\p{L}\p{Nd}_]/u.test(text);
}
