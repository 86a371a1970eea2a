// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/field/path.go (v1.36)

import { goQuote, type JsonValue } from '../meta/index.js';
import { type FieldError, type FieldErrorType, fieldError } from './field-error.js';

type BadValue = FieldError['badValue'];

const omittedValue = '<value omitted>';
const noErrors: readonly FieldError[] = [];

/** Maximum length of the list of supported values. */
const maxSupportedLength = 8 * 1024;

/**
 * The path from an object's root to one of its fields, printed like Kubernetes: `spec.items[0].labels[key]`; and the
 * errors of that field: `path.child('port').invalid(port, 'must be even')`.
 */
export class FieldPath {
  /** The object itself. Errors about it have no field, which Kubernetes prints as `<nil>`. */
  static readonly root = new FieldPath(undefined, '');

  readonly #parent: FieldPath | undefined;
  /** A number: the index of an item. */
  readonly #segment: string | number;
  #text: string | undefined;

  private constructor(parent: FieldPath | undefined, segment: string | number) {
    this.#parent = parent;
    this.#segment = segment;
  }

  /** `FieldPath.of('spec', 'containers')` is short for `FieldPath.root.child('spec', 'containers')`. */
  static of(name: string, ...moreNames: readonly string[]): FieldPath {
    return FieldPath.root.child(name, ...moreNames);
  }

  child(name: string, ...moreNames: readonly string[]): FieldPath {
    let path = new FieldPath(this, segment(name));
    for (const next of moreNames) path = new FieldPath(path, segment(next));
    return path;
  }

  index(index: number): FieldPath {
    return new FieldPath(this, index);
  }

  key(key: string): FieldPath {
    return new FieldPath(this, `[${key}]`);
  }

  /** The error for a missing value. */
  required(detail = ''): FieldError {
    return this.#error('FieldValueRequired', '', detail);
  }

  /** The error for an invalid value, which it shows. */
  invalid(value: BadValue, detail: string): FieldError {
    return this.#error('FieldValueInvalid', value, detail);
  }

  /** The errors for the problems that a check finds in a value. An unset value is valid. */
  check<Value extends JsonValue>(value: Value | undefined, check: (value: Value) => readonly string[]): FieldError[] {
    return value === undefined ? [] : check(value).map((problem) => this.invalid(value, problem));
  }

  /** The errors of a key of this map. There may be many keys: a path is only made for an error. */
  checkKey(key: string, check: (key: string) => readonly string[]): readonly FieldError[] {
    const problems = check(key);
    return problems.length === 0 ? noErrors : this.key(key).check(key, () => problems);
  }

  /** The error for a value of the wrong type. */
  typeInvalid(value: BadValue, detail: string): FieldError {
    return this.#error('FieldValueTypeInvalid', value, detail);
  }

  /** The error for a value that is none of the supported ones. */
  notSupported(value: BadValue, supported: readonly string[]): FieldError {
    const detail = supported.length > 0 ? `supported values: ${listed(supported)}` : '';
    return this.#error('FieldValueNotSupported', value, detail);
  }

  /** The error for a value that occurs twice. */
  duplicate(value: BadValue): FieldError {
    return this.#error('FieldValueDuplicate', value, '');
  }

  /** The error for a reference to something that does not exist. */
  notFound(value: BadValue): FieldError {
    return this.#error('FieldValueNotFound', value, '');
  }

  /** The error for a field that must not be set. */
  forbidden(detail: string): FieldError {
    return this.#error('FieldValueForbidden', '', detail);
  }

  /** The error for a text with too many bytes. The message omits the value, and a negative limit. */
  tooLong(maxBytes: number): FieldError {
    const detail = maxBytes < 0 ? 'value is too long' : `may not be more than ${counted(maxBytes, 'byte')}`;
    return this.#error('FieldValueTooLong', omittedValue, detail);
  }

  /** The same for a text with too many characters. */
  tooLongCharacters(maxLength: number): FieldError {
    const detail = maxLength < 0 ? 'value is too long' : `may not be more than ${counted(maxLength, 'character')}`;
    return this.#error('FieldValueTooLong', omittedValue, detail);
  }

  /** The error for a text that is too short. */
  tooShort(value: string, minLength: number): FieldError {
    const detail = minLength < 0 ? 'value is too short' : `must be at least ${counted(minLength, 'character')}`;
    return this.#error('FieldValueTooShort', value, detail);
  }

  /** The error for a list with too many items. A negative count or maximum is omitted. */
  tooMany(count: number, max: number): FieldError {
    const detail = max < 0 ? 'has too many items' : `must have at most ${counted(max, 'item')}`;
    return this.#error('FieldValueTooMany', count < 0 ? undefined : count, detail);
  }

  /** The error for a list with too few items. */
  tooFew(count: number, min: number): FieldError {
    const detail = min < 0 ? 'has too few items' : `must have at least ${counted(min, 'item')}`;
    return this.#error('FieldValueTooFew', count, detail);
  }

  /** The error for a field that could not be validated. */
  internal(error: Error | string): FieldError {
    return this.#error('InternalError', undefined, typeof error === 'string' ? error : error.message);
  }

  #error(type: FieldErrorType, badValue: BadValue, detail: string): FieldError {
    return fieldError(type, this.toString(), { badValue, detail });
  }

  /** Built from the parent's text and shares its memory: a long key is stored once, however many errors contain it. */
  toString(): string {
    this.#text ??= this.#textBelow(this.#parent);
    return this.#text;
  }

  #textBelow(parent: FieldPath | undefined): string {
    if (parent === undefined) return '<nil>';
    const segment = typeof this.#segment === 'number' ? `[${this.#segment}]` : this.#segment;
    if (parent.#parent !== undefined) return parent.toString() + segment;
    return segment.startsWith('.') ? segment.slice(1) : segment;
  }
}

/** Not a private method: for those, TypeScript 7 emits a static initializer that uses the class too early. */
function segment(name: string): string {
  return name === '' ? '[]' : `.${name}`;
}

function listed(values: readonly string[]): string {
  let text = '';
  for (let index = 0; index < values.length; index++) {
    if (text.length > maxSupportedLength) return `${text}, and ${values.length - index} more`;
    text += index === 0 ? goQuote(values[index]!) : `, ${goQuote(values[index]!)}`;
  }
  return text;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
