// Follows vendor/sigs.k8s.io/structured-merge-diff/v6/typed/helpers.go (v1.36)

import { printElement } from './element-content.js';
import type { PathElement } from './path-element.js';

/** A value that does not match its type. The path is built from the inside out while the error propagates. */
export class ApplyTypeError extends Error {
  readonly detail: string;
  path = '';

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }

  /** Combines several errors into one. */
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

  /** Prepends a path element to the error's path. */
  below(element: PathElement): this {
    this.path = printElement(element) + this.path;
    this.message = `${this.path}: ${this.detail}`;
    return this;
  }
}
