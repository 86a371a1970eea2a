import { clipText } from '../meta/index.js';
import { type FieldError, type FieldErrorType, fieldErrorBody } from './field-error.js';

/** More errors than this about one object are not listed; kube-apiserver lists them all. */
export const maxListedErrors = 1000;
/** What one error may say: a bad value can be as long as a request. */
const maxBodyLength = 16 * 1024;
/** What the errors of one object may say together. */
const maxReportLength = 128 * 1024;

export interface ReportedError {
  readonly reason: FieldErrorType;
  readonly message: string;
  readonly field: string;
}

/** What clients read about the errors of one object, bounded in number and size. */
export interface ErrorReport {
  readonly listed: readonly ReportedError[];
  /** How many errors are not listed. */
  readonly omitted: number;
}

/** Lists errors in order until they are too many or too long. Work and result are bounded by that, not by the errors. */
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

/** What is said about errors that are not listed. */
export function omittedErrors(count: number): string {
  return `${count} more error${count === 1 ? ' is' : 's are'} not listed`;
}

/** The distinct messages in order: one as it is, several as `[a, b]`, none as the empty string. */
export function reportMessage({ listed, omitted }: ErrorReport): string {
  // Unambiguous: messages as they are shown.
  const messages = [...new Set(listed.map(({ field, message }) => `${field}: ${message}`))];
  if (omitted > 0) messages.push(omittedErrors(omitted));
  return messages.length > 1 ? `[${messages.join(', ')}]` : (messages[0] ?? '');
}

export function aggregateMessage(errors: readonly FieldError[]): string {
  return reportMessage(reportErrors(errors));
}

/** Stands for errors that were found but are not described one by one. */
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
