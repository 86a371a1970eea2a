import { getOwn, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';

/**
 * A copy-on-write object: the first change makes a shallow copy, and unchanged members stay shared with the original.
 * Only own keys exist, whatever their name (`__proto__`, `constructor`).
 */
export class ObjectDraft {
  #value: JsonObject;
  #copied: boolean;
  readonly #owned: Set<JsonObject> | undefined;

  /** `owned` contains earlier copies without other references: they are modified in place. */
  constructor(original: JsonObject, owned?: Set<JsonObject>) {
    this.#value = original;
    this.#owned = owned;
    this.#copied = owned?.has(original) ?? false;
  }

  /** The original itself if nothing was changed. */
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
