import { getOwn, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';

/**
 * An object that is going to be changed: the first change makes a copy of this one level, and what is not changed stays
 * shared with the original. Only own keys exist, whatever their name is (`__proto__`, `constructor`).
 */
export class ObjectDraft {
  #value: JsonObject;
  #copied: boolean;
  readonly #owned: Set<JsonObject> | undefined;

  /** `owned` has the copies that were made before and that nobody else refers to: they are changed in place. */
  constructor(original: JsonObject, owned?: Set<JsonObject>) {
    this.#value = original;
    this.#owned = owned;
    this.#copied = owned?.has(original) ?? false;
  }

  /** The original itself as long as nothing was changed. */
  get value(): JsonObject {
    return this.#value;
  }

  get(key: string): JsonValue | undefined {
    return getOwn(this.#value, key);
  }

  set(key: string, value: JsonValue): void {
    if (this.get(key) === value) return;
    this.#copy();
    setOwn(this.#value, key, value);
  }

  delete(key: string): void {
    if (!Object.hasOwn(this.#value, key)) return;
    this.#copy();
    delete this.#value[key];
  }

  #copy(): void {
    if (this.#copied) return;
    this.#value = { ...this.#value };
    this.#owned?.add(this.#value);
    this.#copied = true;
  }
}
