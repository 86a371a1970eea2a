import type { Revision } from '../../storage.js';

/**
 * Up to where the reader of a watch wants to hear that it has everything. While one request is open, a later one is
 * kept apart from it: were they one, requests that come quickly would never be answered.
 */
export class ProgressRequests {
  #target: Revision | undefined;
  #next: Revision | undefined;

  get target(): Revision | undefined {
    return this.#target;
  }

  add(target: Revision): void {
    if (this.#target === undefined) this.#target = target;
    else this.#next = target;
  }

  /** Everything up to `received` is there: the highest target that this answers, undefined where it answers none. */
  take(received: Revision): Revision | undefined {
    if (this.#target === undefined || received < this.#target) return undefined;
    const both = this.#next !== undefined && received >= this.#next;
    const answered = both ? this.#next : this.#target;
    this.#target = both ? undefined : this.#next;
    this.#next = undefined;
    return answered;
  }
}
