import type { Revision } from '../../storage.js';

/**
 * The revisions up to which the reader of a watch has requested progress. While one request is pending, a later one is
 * kept separate: if they were merged, frequent requests would never complete.
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

  /**
   * Called when everything up to `received` is there. Returns the highest target that this satisfies; undefined: none.
   */
  take(received: Revision): Revision | undefined {
    if (this.#target === undefined || received < this.#target) return undefined;
    const both = this.#next !== undefined && received >= this.#next;
    const reached = both ? this.#next : this.#target;
    this.#target = both ? undefined : this.#next;
    this.#next = undefined;
    return reached;
  }
}
