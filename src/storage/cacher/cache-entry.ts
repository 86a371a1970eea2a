import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue, Revision } from '../storage.js';

/** How the cache sees what is stored; the layer above says what an object is. */
export interface Presentation {
  /** The bytes that readers get: of what is stored, or of what was presented before, with this revision in it. */
  present(value: Buffer, revision: Revision): Buffer;
  /** Reads the attributes out of presented bytes. Called at most once for an entry, and only where a selector asks. */
  attributesOf(value: Buffer, key: string): Attributes;
  /**
   * Brings presented bytes that somebody else has stored, perhaps long ago, into the form that they would be stored in
   * today. Called at most once for an entry, when somebody reads it. Absent: that form never changes.
   */
  renew?(value: Buffer): Buffer;
}

/** Hands out what is stored as it is, and knows no attributes. */
export const asStored: Presentation = {
  present: (value) => value,
  attributesOf: () => ({ labels: {}, fields: {} }),
};

/** An object as the cache holds it: its bytes ready to send, and what was made of them when somebody asked. */
export class CacheEntry implements KeyValue {
  readonly key: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly #presentation: Presentation;
  #value: Buffer;
  #isRenewed: boolean;
  #isStale: boolean;
  #attributes: Attributes | undefined;

  /** The attributes are known to whoever has just written the bytes, in their present form. */
  constructor(stored: KeyValue, presentation: Presentation, attributes?: Attributes) {
    this.key = stored.key;
    this.createRevision = stored.createRevision;
    this.modRevision = stored.modRevision;
    this.#presentation = presentation;
    this.#value = presentation.present(stored.value, stored.modRevision);
    this.#isRenewed = presentation.renew === undefined || attributes !== undefined;
    this.#isStale = stored.stale === true;
    this.#attributes = attributes;
  }

  get value(): Buffer {
    if (!this.#isRenewed) this.#renew();
    return this.#value;
  }

  get stale(): true | undefined {
    if (!this.#isRenewed) this.#renew();
    return this.#isStale || undefined;
  }

  get attributes(): Attributes {
    this.#attributes ??= this.#presentation.attributesOf(this.value, this.key);
    return this.#attributes;
  }

  /** The bytes with another revision in them. */
  presentedAt(revision: Revision): Buffer {
    return this.#presentation.present(this.value, revision);
  }

  #renew(): void {
    const renewed = this.#presentation.present(this.#presentation.renew!(this.#value), this.modRevision);
    this.#isRenewed = true;
    if (renewed.equals(this.#value)) return;
    this.#value = renewed;
    this.#isStale = true;
  }
}
