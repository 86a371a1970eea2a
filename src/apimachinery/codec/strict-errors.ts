import { goQuote } from '../meta/index.js';

/** More than this are not told, so that a hostile document does not make a hostile answer. */
const maxStrictErrors = 100;

/** Collects what strict field validation has to say about a document, each sentence once. */
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
