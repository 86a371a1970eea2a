// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go (v1.36)

import { goJson, goNumber, goQuote, type JsonValue } from '../meta/index.js';
import { countError } from './limited-errors.js';

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

/** Returns an error of a field. Within `limitedErrors` it is counted. */
export function fieldError(
  type: FieldErrorType,
  field: string,
  { badValue, detail }: Pick<FieldError, 'badValue' | 'detail'>,
): FieldError {
  const error = { type, field, badValue, detail };
  countError(error);
  return error;
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
