// Follows vendor/gopkg.in/evanphx/json-patch.v4/patch.go (v1.36)

import { getOwn, isJsonObject, type JsonObject, type JsonValue, setOwn } from '../meta/index.js';
import { parseIndex } from './json-pointer.js';

type Container = JsonValue[] | JsonObject;

/** Why one operation of a patch cannot be applied; `message` is upstream's text. */
export class StepError extends Error {}

/** A missing key, or a missing or invalid index. */
export class NoSuchItem extends StepError {}

/**
 * A document while a JSON patch is applied to it. Objects and lists on the path to a change are copied once, when they
 * first change; all others stay shared with the original document and with the patch, neither of which is ever
 * modified.
 */
export class JsonPatchDocument {
  root: JsonValue;
  /**
   * Copies that are referenced only once and may be modified in place. Invariant: a container with an owned child is
   * owned.
   */
  readonly #owned = new Set<Container>();

  constructor(root: JsonValue) {
    this.root = root;
  }

  /** Returns the value; null for a missing member of an object, as upstream. */
  get(tokens: readonly string[]): JsonValue | undefined {
    let value: JsonValue | undefined = this.root;
    for (const [position, token] of tokens.entries()) {
      const isLast = position === tokens.length - 1;
      if (Array.isArray(value)) value = isLast ? itemAt(value, token) : value.at(parseIndex(token) ?? value.length);
      else if (isJsonObject(value)) value = getOwn(value, token) ?? (isLast ? null : undefined);
      else return undefined;
    }
    return value;
  }

  add(tokens: readonly string[], value: JsonValue): boolean {
    return this.#change(tokens, {
      list: (list, token) => list.splice(token === '-' ? list.length : insertionIndex(list, token), 0, value),
      object: (object, token) => setOwn(object, token, value),
    });
  }

  replace(tokens: readonly string[], value: JsonValue): boolean {
    return this.#change(tokens, {
      list: (list, token) => {
        list[existingIndex(list, token)] = value;
      },
      object: (object, token) => setOwn(object, token, value),
    });
  }

  remove(tokens: readonly string[]): boolean {
    return this.#change(tokens, {
      list: (list, token) => list.splice(existingIndex(list, token), 1),
      object: (object, token) => {
        if (!Object.hasOwn(object, token)) {
          throw new NoSuchItem(`Unable to remove nonexistent key: ${token}: missing value`);
        }
        delete object[token];
      },
    });
  }

  /** Marks a value that may now be referenced twice: nothing in it may be modified in place. */
  share(value: JsonValue): void {
    if (typeof value !== 'object' || value === null || !this.#owned.delete(value)) return;
    for (const child of Object.values(value)) this.share(child);
  }

  /** Modifies the container of the last token; returns false if there is none. */
  #change(tokens: readonly string[], how: ChangeOf): boolean {
    const last = tokens.at(-1);
    const container = last === undefined ? undefined : this.#own(tokens.slice(0, -1));
    if (last === undefined || container === undefined) return false;
    if (Array.isArray(container)) how.list(container, last);
    else how.object(container, last);
    return true;
  }

  /** Returns the container after copying it and its ancestors as needed; undefined if there is none. */
  #own(tokens: readonly string[]): Container | undefined {
    let container = this.#ownValue(this.root);
    if (container !== undefined) this.root = container;
    for (const token of tokens) {
      if (container === undefined) return undefined;
      container = this.#ownChild(container, token);
    }
    return container;
  }

  #ownChild(container: Container, token: string): Container | undefined {
    if (Array.isArray(container)) {
      const index = indexWithin(container.length, token) ?? container.length;
      const child = this.#ownValue(container[index]);
      if (child !== undefined) container[index] = child;
      return child;
    }
    const child = this.#ownValue(getOwn(container, token));
    if (child !== undefined) setOwn(container, token, child);
    return child;
  }

  #ownValue(value: JsonValue | undefined): Container | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    if (this.#owned.has(value)) return value;
    const copy: Container = Array.isArray(value) ? value.slice() : { ...value };
    this.#owned.add(copy);
    return copy;
  }
}

interface ChangeOf {
  readonly list: (list: JsonValue[], token: string) => void;
  readonly object: (object: JsonObject, token: string) => void;
}

function itemAt(list: readonly JsonValue[], token: string): JsonValue {
  return list[existingIndex(list, token)] as JsonValue;
}

function existingIndex(list: readonly JsonValue[], token: string): number {
  const index = indexWithin(list.length, token);
  if (index === undefined) throw noSuchIndex(token);
  return index;
}

function insertionIndex(list: readonly JsonValue[], token: string): number {
  const index = indexWithin(list.length + 1, token);
  if (index === undefined) throw noSuchIndex(token);
  return index;
}

/** Undefined if the token is not a valid index for a list of this length. */
function indexWithin(places: number, token: string): number | undefined {
  const index = parseIndex(token);
  if (index === undefined || index >= places || index < -places) return undefined;
  return index < 0 ? index + places : index;
}

function noSuchIndex(token: string): NoSuchItem {
  const index = parseIndex(token);
  if (index === undefined) return new NoSuchItem(`value was not a proper array index: '${token}'`);
  return new NoSuchItem(`Unable to access invalid index: ${index}: invalid index referenced`);
}
