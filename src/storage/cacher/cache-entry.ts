import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue, Revision } from '../storage.js';

/** How the cache sees what is stored; the layer above says what an object is. */
export interface Presentation {
  /** The bytes that readers get: of what is stored, or of what was presented before, with this revision in it. */
  present(value: Buffer, revision: Revision): Buffer;
  /** Reads the attributes out of presented bytes. Called at most once for an entry, and only where a selector asks. */
  attributesOf(value: Buffer, key: string): Attributes;
}

/** Hands out what is stored as it is, and knows no attributes. */
export const asStored: Presentation = {
  present: (value) => value,
  attributesOf: () => ({ labels: {}, fields: {} }),
};

/** An object as the cache holds it: its bytes ready to send, and what was made of them when somebody asked. */
export class CacheEntry implements KeyValue {
  readonly key: string;
  readonly value: Buffer;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly stale?: true;
  readonly #presentation: Presentation;
  #attributes: Attributes | undefined;

  constructor(stored: KeyValue, presentation: Presentation, attributes?: Attributes) {
    this.key = stored.key;
    this.value = presentation.present(stored.value, stored.modRevision);
    this.createRevision = stored.createRevision;
    this.modRevision = stored.modRevision;
    if (stored.stale) this.stale = true;
    this.#presentation = presentation;
    this.#attributes = attributes;
  }

  get attributes(): Attributes {
    this.#attributes ??= this.#presentation.attributesOf(this.value, this.key);
    return this.#attributes;
  }
  /** The bytes with another revision in them. */
  presentedAt(revision: Revision): Buffer {
    return this.#presentation.present(this.value, revision);
  }
}
