import { cloneJson, type JsonObject, jsonEqual } from '../../../../apimachinery/meta/index.js';

/**
 * Which policies are asked in the second round: those that want to be, once something has changed the object after they
 * were asked in the first.
 */
export class Reinvocation {
  readonly #asked = new Set<string>();
  readonly #due = new Set<string>();
  #lastOutput: JsonObject | undefined;

  /** Whoever has been asked until now has seen another object. */
  objectChanged(): void {
    for (const key of this.#asked) this.#due.add(key);
    this.#asked.clear();
  }

  /** The second round begins: others may have changed what the policies made of the object in the first. */
  begin(object: JsonObject | undefined): void {
    if (this.#lastOutput && !jsonEqual(this.#lastOutput, object)) this.objectChanged();
  }

  /** Whether somebody has been asked since the object last changed who wants to know of changes. */
  get isAwaited(): boolean {
    return this.#asked.size > 0;
  }

  /** A round is over. The object is copied, as others may change it in place, if that can matter. */
  end(object: JsonObject | undefined): void {
    this.#lastOutput = this.isAwaited && object ? cloneJson(object) : undefined;
  }

  isDue(key: string): boolean {
    return this.#due.has(key);
  }

  asked(key: string): void {
    this.#asked.add(key);
  }
}
