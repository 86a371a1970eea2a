// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go (v1.36)

import { goJson, goNumber, goQuote, type JsonValue } from '../meta/index.js';
import type { FieldPath } from './field-path.js';

/** The types of field errors. */
export type FieldErrorType =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueNotFound'
  | 'FieldValueTooLong'
  | 'FieldValueTooShort'
  | 'FieldValueTooMany'
  | 'FieldValueTooFew'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

/** One validation error of one field. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** The field's path. */
  readonly field: string;
  /** Shown in the message, depending on the type; undefined: omitted. */
  readonly badValue: JsonValue | VerbatimValue | undefined;
  readonly detail: string;
  /** The violated rule, for tests and tools: `maximum`, `format=k8s-short-name`. Never part of the message. */
  readonly origin?: string;
  /** The number of errors that this one stands for: see `moreErrors`. */
  readonly omitted?: number;
}

/** An invalid value with a given text, for values that Kubernetes does not print as JSON. */
export class VerbatimValue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The error for a missing value. */
export function required(path: FieldPath, detail: string): FieldError {
  return fieldError('FieldValueRequired', path, { badValue: '', detail });
}

/** The error for an invalid value, which it shows. */
export function invalidValue(path: FieldPath, badValue: FieldError['badValue'], detail: string): FieldError {
  return fieldError('FieldValueInvalid', path, { badValue, detail });
}

/** The error for a value of the wrong type. */
export function typeInvalid(path: FieldPath, badValue: FieldError['badValue'], detail: string): FieldError {
  return fieldError('FieldValueTypeInvalid', path, { badValue, detail });
}

/** The error for a value that is none of the supported ones. */
export function notSupported(
  path: FieldPath,
  badValue: FieldError['badValue'],
  supported: readonly string[],
): FieldError {
  const detail = supported.length > 0 ? `supported values: ${listed(supported)}` : '';
  return fieldError('FieldValueNotSupported', path, { badValue, detail });
}

/** Maximum length of the list of supported values. */
const maxSupportedLength = 8 * 1024;

function listed(values: readonly string[]): string {
  let text = '';
  for (let index = 0; index < values.length; index++) {
    if (text.length > maxSupportedLength) return `${text}, and ${values.length - index} more`;
    text += index === 0 ? goQuote(values[index]!) : `, ${goQuote(values[index]!)}`;
  }
  return text;
}

/** The error for a value that occurs twice. */
export function duplicate(path: FieldPath, badValue: FieldError['badValue']): FieldError {
  return fieldError('FieldValueDuplicate', path, { badValue, detail: '' });
}

/** The error for a reference to something that does not exist. */
export function notFoundValue(path: FieldPath, badValue: FieldError['badValue']): FieldError {
  return fieldError('FieldValueNotFound', path, { badValue, detail: '' });
}

/** The error for a field that must not be set. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return fieldError('FieldValueForbidden', path, { badValue: '', detail });
}

const omittedValue = '<value omitted>';

/** The limit is in bytes; a negative one is omitted. The value is accepted for uniform calls, and never shown. */
export function tooLong(path: FieldPath, _value: unknown, maxLength: number): FieldError {
  const detail = maxLength < 0 ? 'value is too long' : `may not be more than ${counted(maxLength, 'byte')}`;
  return fieldError('FieldValueTooLong', path, { badValue: omittedValue, detail });
}

/** The error for a text with too many characters. */
export function tooLongCharacters(path: FieldPath, _value: unknown, maxLength: number): FieldError {
  const detail = maxLength < 0 ? 'value is too long' : `may not be more than ${counted(maxLength, 'character')}`;
  return fieldError('FieldValueTooLong', path, { badValue: omittedValue, detail });
}

/** The error for a text that is too short. */
export function tooShort(path: FieldPath, badValue: string, minLength: number): FieldError {
  const detail = minLength < 0 ? 'value is too short' : `must be at least ${counted(minLength, 'character')}`;
  return fieldError('FieldValueTooShort', path, { badValue, detail });
}

/** A negative count or maximum is omitted. */
export function tooMany(path: FieldPath, count: number, max: number): FieldError {
  const detail = max < 0 ? 'has too many items' : `must have at most ${counted(max, 'item')}`;
  return fieldError('FieldValueTooMany', path, { badValue: count < 0 ? undefined : count, detail });
}

/** The error for a list with too few items. */
export function tooFew(path: FieldPath, count: number, min: number): FieldError {
  const detail = min < 0 ? 'has too few items' : `must have at least ${counted(min, 'item')}`;
  return fieldError('FieldValueTooFew', path, { badValue: count, detail });
}

/** The error for a field that could not be validated. */
export function internal(path: FieldPath, error: Error | string): FieldError {
  const detail = typeof error === 'string' ? error : error.message;
  return fieldError('InternalError', path, { badValue: undefined, detail });
}

function fieldError(
  type: FieldErrorType,
  path: FieldPath,
  { badValue, detail }: Pick<FieldError, 'badValue' | 'detail'>,
): FieldError {
  const error = { type, field: path.toString(), badValue, detail };
  if (created !== undefined && created.push(error) >= maxCreatedErrors) throw new TooManyErrors();
  return error;
}

/** Ten times as many as are listed. */
const maxCreatedErrors = 10_000;

/** The errors of the validation that is running, if it is limited. */
let created: FieldError[] | undefined;

class TooManyErrors extends Error {}

/**
 * Runs a validation, and ends it when it has found ten thousand errors: for the millions that a request can contain it
 * would take seconds. The result is then what it has found so far, in that order.
 */
export function limitedErrors(validate: () => readonly FieldError[]): readonly FieldError[] {
  const outer = created;
  const own: FieldError[] = [];
  created = own;
  try {
    return validate();
  } catch (error) {
    if (error instanceof TooManyErrors) return own;
    throw error;
  } finally {
    created = outer;
  }
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const titles: Readonly<Record<FieldErrorType, { title: string; showsValue: boolean }>> = {
  FieldValueRequired: { title: 'Required value', showsValue: false },
  FieldValueInvalid: { title: 'Invalid value', showsValue: true },
  FieldValueNotSupported: { title: 'Unsupported value', showsValue: true },
  FieldValueDuplicate: { title: 'Duplicate value', showsValue: true },
  FieldValueForbidden: { title: 'Forbidden', showsValue: false },
  FieldValueNotFound: { title: 'Not found', showsValue: true },
  FieldValueTooLong: { title: 'Too long', showsValue: false },
  FieldValueTooShort: { title: 'Too short', showsValue: false },
  FieldValueTooMany: { title: 'Too many', showsValue: true },
  FieldValueTooFew: { title: 'Too few', showsValue: true },
  FieldValueTypeInvalid: { title: 'Invalid value', showsValue: true },
  InternalError: { title: 'Internal error', showsValue: false },
};

/** The message without the field: `Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorBody({ type, badValue, detail }: FieldError): string {
  const { title, showsValue } = titles[type];
  const value = showsValue && badValue !== undefined ? `: ${showValue(badValue)}` : '';
  return detail === '' ? `${title}${value}` : `${title}${value}: ${detail}`;
}

/** The whole message: `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function fieldErrorMessage(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

function showValue(value: JsonValue | VerbatimValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  return value instanceof VerbatimValue ? value.text : goJson(value);
}
