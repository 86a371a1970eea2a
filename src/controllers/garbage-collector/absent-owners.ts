// Follows pkg/controller/garbagecollector/uid_cache.go (v1.36)

import { type Identity, identityKey } from './graph-node.js';

const capacity = 500;

/** The owners that were last found not to exist; an object never comes back with the same uid. */
export class AbsentOwners {
  readonly #keys = new Set<string>();

  add(owner: Identity): void {
    const key = identityKey(owner);
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > capacity && oldest !== undefined) this.#keys.delete(oldest);
  }

  has(owner: Identity): boolean {
    return this.#keys.has(identityKey(owner));
  }
}
