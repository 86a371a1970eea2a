// Follows vendor/sigs.k8s.io/json/internal/golang/encoding/json/kubernetes_patch.go (v1.36)

import { goQuote } from '../meta/index.js';

/** Maximum number of reported errors, which bounds the response to a hostile document. */
const maxStrictErrors = 100;

/** Collects the errors of strict field validation, without duplicates. */
export class StrictErrors {
  readonly #messages = new Set<string>();

  duplicate(path: string): void {
    this.add(`duplicate field ${goQuote(path)}`);
  }

  add(message: string): void {
    if (this.#messages.size < maxStrictErrors) this.#messages.add(message);
  }

  get messages(): readonly string[] {
    return [...this.#messages];
  }
}
