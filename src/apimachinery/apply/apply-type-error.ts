import { printElement } from './element-content.js';
import type { PathElement } from './path-element.js';

/** A value that does not fit its type. The path grows from the inside out while the error travels up. */
export class ApplyTypeError extends Error {
  readonly detail: string;
  path = '';

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }

  /** One error that tells them all. */
  static ofAll(errors: readonly ApplyTypeError[]): ApplyTypeError {
    const [first] = errors;
    if (errors.length === 1 && first) return first;
    return new ApplyTypeError(['errors:', ...errors.map(({ message }) => `  ${message}`)].join('\n'));
  }

  copy(): ApplyTypeError {
    const copy = new ApplyTypeError(this.detail);
    copy.path = this.path;
    copy.message = this.message;
    return copy;
  }

  /** The same error seen from one step further out. */
  below(element: PathElement): this {
    this.path = printElement(element) + this.path;
    this.message = `${this.path}: ${this.detail}`;
    return this;
  }
}
