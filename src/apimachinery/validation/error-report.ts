// Follows staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36)

import { aggregateMessages, clipText } from '../meta/index.js';
import { type FieldError, type FieldErrorType, fieldErrorBody } from './field-error.js';

/** At most this many errors of one object are listed; kube-apiserver lists all. */
export const maxListedErrors = 1000;
/** Maximum length of one error: an invalid value can be as long as a request. */
const maxBodyLength = 16 * 1024;
/** Maximum total length of the errors of one object. */
const maxReportLength = 128 * 1024;

export interface ReportedError {
  readonly reason: FieldErrorType;
  readonly message: string;
  readonly field: string;
}

/** The errors of one object as reported to clients, bounded in number and size. */
export interface ErrorReport {
  readonly listed: readonly ReportedError[];
  /** The number of errors that are not listed. */
  readonly omitted: number;
}

/** Lists errors in order up to the limits. Work and result are bounded by the limits, not by the number of errors. */
export function reportErrors(errors: readonly FieldError[]): ErrorReport {
  const listed: ReportedError[] = [];
  let length = 0;
  let omitted = 0;
  for (const error of errors) {
    if (error.omitted !== undefined) {
      omitted += error.omitted;
    } else if (listed.length === maxListedErrors || length > maxReportLength) {
      omitted++;
    } else {
      const message = fieldErrorBody(error);
      length += message.length + error.field.length;
      listed.push({
        reason: error.type,
        message: clipText(message, maxBodyLength),
        field: clipText(error.field, maxBodyLength),
      });
    }
  }
  return { listed, omitted };
}

/** The text for errors that are not listed. */
export function omittedErrors(count: number): string {
  return `${count} more error${count === 1 ? ' is' : 's are'} not listed`;
}

/** The distinct messages in order: a single one alone, several as `[a, b]`, none as the empty string. */
export function reportMessage({ listed, omitted }: ErrorReport): string {
  // Unambiguous: messages as they are shown.
  const messages = listed.map(({ field, message }) => `${field}: ${message}`);
  return aggregateMessages(omitted > 0 ? [...messages, omittedErrors(omitted)] : messages);
}

/** Joins the messages of several errors. */
export function aggregateMessage(errors: readonly FieldError[]): string {
  return reportMessage(reportErrors(errors));
}

/** Stands for errors that were found but are not described individually. */
export function moreErrors(count: number): FieldError {
  return {
    type: 'InternalError',
    field: '<nil>',
    badValue: undefined,
    detail: omittedErrors(count),
    omitted: count,
  };
}

/** Collects errors of which only the first ones are described. */
export class BoundedErrors {
  readonly #errors: FieldError[] = [];
  #found = 0;

  add(describe: () => FieldError): void {
    if (this.#found++ < maxListedErrors) this.#errors.push(describe());
  }

  get errors(): FieldError[] {
    const omitted = this.#found - this.#errors.length;
    return omitted > 0 ? [...this.#errors, moreErrors(omitted)] : this.#errors;
  }
}
