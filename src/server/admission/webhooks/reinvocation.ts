import { cloneJson, type JsonObject, jsonEqual } from '../../../apimachinery/meta/index.js';

/** Which webhooks are asked a second time about a request: those that want it, where something has changed since. */
export class Reinvocation {
  #asked = new Set<string>();
  readonly #again = new Set<string>();
  #lastSeen: JsonObject | undefined;

  /** A webhook that wants to be asked again has been asked. */
  asked(id: string): void {
    this.#asked.add(id);
  }

  /** The object has changed: those that were asked before have not seen what it is now. */
  changed(): void {
    for (const id of this.#asked) this.#again.add(id);
    this.#asked = new Set();
  }

  isDue(id: string): boolean {
    return this.#again.has(id);
  }

  /** The object as the last webhook left it. */
  finish(object: JsonObject | undefined): void {
    this.#lastSeen = this.#asked.size > 0 && object ? cloneJson(object) : undefined;
  }

  /** The object at the beginning of the second round: others may have changed it meanwhile. */
  resume(object: JsonObject | undefined): void {
    if (this.#lastSeen && !(object && jsonEqual(object, this.#lastSeen))) this.changed();
  }
}
