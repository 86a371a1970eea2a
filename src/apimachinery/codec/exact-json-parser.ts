import { runAtOnce, type Steps } from '../event-loop/index.js';
import { getOwn, goQuote, isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import { jsonNumber } from './json-number.js';
import { readJsonString } from './json-string.js';
import { StrictErrors } from './strict-errors.js';

/** Go's limit on nested objects and lists. */
const maxDepth = 10_000;

/** Limit for reported duplicates: building a path takes time proportional to its length. */
const maxDuplicates = 1000;
const maxPathsLength = 256 * 1024;

/** Values that take about a millisecond. */
const valuesBetweenSteps = 4096;

interface ExactlyParsed {
  readonly value: JsonValue;
  readonly strictErrors: readonly string[];
}

/** An object or list that is still being parsed; `key` is where its next value goes. */
type Frame =
  | { readonly list: JsonValue[]; readonly object: undefined; key: string }
  | { readonly list: undefined; readonly object: JsonObject; key: string };

/**
 * Called with each key in document order; repeated keys are then not reported as strict errors. `path()` takes time
 * proportional to the depth.
 */
export type OnKey = (key: string, at: { readonly depth: number; path(): string }) => void;

export interface ExactParserOptions {
  readonly onKey?: OnKey;
  /** `merge`: objects under a repeated key are merged. Unset: the last value wins. */
  readonly repeated?: 'merge' | undefined;
  /** Called with the number of objects, lists and keys so far, for each. */
  readonly onPart?: (count: number) => void;
}

/**
 * Parses JSON with the rules and error texts of Kubernetes' Go decoder. An order of magnitude slower than `JSON.parse`,
 * so it is used only for documents that `JSON.parse` would read differently. Deep documents need no stack.
 */
export class ExactJsonParser {
  readonly #text: string;
  readonly #onKey: OnKey | undefined;
  readonly #onPart: ((count: number) => void) | undefined;
  readonly #mergesRepeated: boolean;
  readonly #strictErrors = new StrictErrors();
  readonly #frames: Frame[] = [];
  #parts = 0;
  #duplicates = 0;
  #pathsLength = 0;
  #at = 0;

  constructor(text: string, { onKey, onPart, repeated }: ExactParserOptions = {}) {
    this.#text = text;
    this.#onPart = onPart;
    this.#onKey = onKey;
    this.#mergesRepeated = repeated === 'merge';
  }

  parse(): ExactlyParsed {
    return runAtOnce(this.parsing());
  }

  *parsing(): Steps<ExactlyParsed> {
    let value = this.#beginValue();
    for (let values = 1; ; values++) {
      if (values % valuesBetweenSteps === 0) yield;
      while (value === undefined) value = this.#beginValue();
      const frame = this.#frames.at(-1);
      if (frame === undefined) break;
      value = this.#endMember(frame, value);
    }
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
    return { value, strictErrors: this.#strictErrors.messages };
  }

  /** Returns a complete value; undefined after the start of an object or list that is not empty. */
  #beginValue(): JsonValue | undefined {
    const character = this.#peek();
    switch (character) {
      case '{':
        this.#open({ list: undefined, object: {}, key: '' });
        return this.#peek() === '}' ? this.#close() : this.#readKey();
      case '[':
        this.#open({ list: [], object: undefined, key: '' });
        return this.#peek() === ']' ? this.#close() : undefined;
      case '"':
        return this.#readString();
      case 't':
        return this.#readWord('true', true);
      case 'f':
        return this.#readWord('false', false);
      case 'n':
        return this.#readWord('null', null);
      default:
        if (character === '-' || isDigit(character)) return this.#readNumber();
        return this.#fail('looking for beginning of value');
    }
  }

  /** Stores a value in its container; returns the container if the value was the last one, otherwise undefined. */
  #endMember(frame: Frame, value: JsonValue): JsonValue | undefined {
    if (frame.list) frame.list.push(value);
    else this.#setMember(frame.object, frame.key, value);
    const character = this.#peek();
    if (character === ',') {
      this.#at++;
      return frame.list ? undefined : this.#readKey();
    }
    if (character === (frame.list ? ']' : '}')) return this.#close();
    return this.#fail(frame.list ? 'after array element' : 'after object key:value pair');
  }

  #setMember(object: JsonObject, key: string, value: JsonValue): void {
    const before = this.#mergesRepeated ? getOwn(object, key) : undefined;
    setOwn(object, key, before === undefined ? value : mergedValue(before, value, 0));
  }

  #open(frame: Frame): void {
    if (this.#frames.length >= maxDepth) this.#fail('exceeded max depth');
    this.#onPart?.(++this.#parts);
    this.#frames.push(frame);
    this.#at++;
  }

  #close(): JsonValue {
    this.#at++;
    const frame = this.#frames.pop() as Frame;
    return frame.list ?? frame.object;
  }

  #readKey(): undefined {
    if (this.#peek() !== '"') this.#fail('looking for beginning of object key string');
    const frame = this.#frames.at(-1) as Frame;
    this.#onPart?.(++this.#parts);
    frame.key = this.#readString();
    if (this.#onKey) this.#onKey(frame.key, { depth: this.#frames.length, path: () => this.#path() });
    else if (frame.object && Object.hasOwn(frame.object, frame.key)) this.#noteDuplicate();
    if (this.#peek() !== ':') this.#fail('after object key');
    this.#at++;
    return undefined;
  }

  #noteDuplicate(): void {
    if (this.#duplicates++ >= maxDuplicates || this.#pathsLength > maxPathsLength) return;
    const path = this.#path();
    this.#pathsLength += path.length;
    this.#strictErrors.duplicate(path);
  }

  /** The current position: `spec.containers[0].name`. */
  #path(): string {
    const path = this.#frames.map((frame) => (frame.list ? `[${frame.list.length}]` : `.${frame.key}`)).join('');
    return path.startsWith('.') ? path.slice(1) : path;
  }

  #readString(): string {
    const { value, end } = readJsonString(this.#text, this.#at, (at, context) => this.#failAt(at, context));
    this.#at = end;
    return value;
  }

  #readWord<Value>(word: string, value: Value): Value {
    for (let index = 1; index < word.length; index++) {
      this.#at++;
      if (this.#text[this.#at] !== word[index]) this.#fail(`in literal ${word} (expecting '${word[index]}')`);
    }
    this.#at++;
    return value;
  }

  #readNumber(): number | bigint {
    const begin = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#readDigits('in numeric literal');
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#readDigits('after decimal point in numeric literal');
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++;
      this.#readDigits('in exponent of numeric literal');
    }
    return jsonNumber(this.#text.slice(begin, this.#at));
  }

  #readDigits(context: string): void {
    if (!isDigit(this.#text[this.#at])) this.#fail(context);
    while (isDigit(this.#text[this.#at])) this.#at++;
  }

  #peek(): string | undefined {
    this.#skipSpace();
    return this.#text[this.#at];
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at++;
    }
  }

  #fail(context: string): never {
    return this.#failAt(this.#at, context);
  }

  #failAt(at: number, context: string): never {
    const code = this.#text.codePointAt(at);
    if (code === undefined) throw new DecodeError('unexpected end of JSON input');
    throw new DecodeError(`invalid character ${quoteByte(firstByte(code))} ${context}`);
  }
}

/** Limits recursion; deeper values are not merged. */
const maxMergedDepth = 100;

/** Go decodes the second value into the first: fields of objects are kept, also within lists. */
function mergedValue(before: JsonValue | undefined, value: JsonValue, depth: number): JsonValue {
  if (depth > maxMergedDepth) return value;
  if (Array.isArray(before) && Array.isArray(value)) {
    return value.map((item, index) => mergedValue(before[index], item, depth + 1));
  }
  if (!isJsonObject(before) || !isJsonObject(value)) return value;
  for (const [key, member] of Object.entries(value)) {
    setOwn(before, key, mergedValue(getOwn(before, key), member, depth + 1));
  }
  return before;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** A byte as in the messages of Go's scanner: `'x'`, `'\\n'`, `'\\''`, `'"'`. */
function quoteByte(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'") return "'\\''";
  return character === '"' ? `'"'` : `'${goQuote(character).slice(1, -1)}'`;
}

/** Go's scanner works on bytes: for a non-ASCII character it reports the first one. */
function firstByte(code: number): number {
  return code < 0x80 ? code : (Buffer.from(String.fromCodePoint(code))[0] ?? 0);
}
