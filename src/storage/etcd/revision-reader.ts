import type { Revision } from '../storage.js';

/**
 * Reads the current revision for many callers with few requests. A caller shares a request only if it starts after the
 * call: one in flight may have been completed before a write that the caller knows of.
 */
export class RevisionReader {
  readonly #read: () => Promise<Revision>;
  #underWay: Promise<unknown> | undefined;
  #next: Promise<Revision> | undefined;

  constructor(read: () => Promise<Revision>) {
    this.#read = read;
  }

  current(): Promise<Revision> {
    this.#next ??= this.#afterTheOneUnderWay();
    return this.#next;
  }

  async #afterTheOneUnderWay(): Promise<Revision> {
    await this.#underWay;
    this.#next = undefined;
    const reading = this.#read();
    this.#underWay = reading.catch(() => undefined);
    return reading;
  }
}
