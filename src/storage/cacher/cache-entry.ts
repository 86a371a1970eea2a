import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue, Revision } from '../storage.js';

/** How the cache sees what is stored; the layer above says what an object is. */
export interface Presentation {
  /** The bytes that readers get: of what is stored, or of what was presented before, with this revision in it. */
  present(value: Buffer, revision: Revision): Buffer;
  /** Reads the attributes out of presented bytes. Called at most once for an entry, and only where a selector asks. */
  attributesOf(value: Buffer, key: string): Attributes;
  /**
   * Brings presented bytes that somebody else has stored, perhaps long ago, into the form that readers get today, with
   * this revision in it. Called when somebody first reads the entry; throws where there is no object in the bytes, and is
   * called again then. Absent: that form never changes.
   */
  renew?(value: Buffer, revision: Revision): Renewed;
}

export interface Renewed {
  /** May be the given bytes themselves. */
  readonly value: Buffer;
  /** It would be stored otherwise today. */
  readonly isStale: boolean;
  /** Where they are known by the way. */
  readonly attributes?: Attributes;
}

/** Hands out what is stored as it is, and knows no attributes. */
export const asStored: Presentation = {
  present: (value) => value,
  attributesOf: () => ({ labels: {}, fields: {} }),
};

const nothing = Buffer.alloc(0);

/**
 * An object as the cache holds it: its bytes ready to send, and what was made of them when somebody asked. What cannot be
 * understood is there all the same, and fails those who read it, not the cache.
 */
export class CacheEntry implements KeyValue {
  readonly key: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly #presentation: Presentation;
  /** What could not be presented yet. */
  #unread: KeyValue | undefined;
  #value: Buffer = nothing;
  /** Whether the value is what readers get. */
  #isRenewed: boolean;
  #isStale = false;
  #attributes: Attributes | undefined;

  /** The attributes are known to whoever has just written the bytes, in their present form. */
  constructor(stored: KeyValue, presentation: Presentation, attributes?: Attributes) {
    this.key = stored.key;
    this.createRevision = stored.createRevision;
    this.modRevision = stored.modRevision;
    this.#presentation = presentation;
    this.#isRenewed = presentation.renew === undefined || attributes !== undefined;
    this.#attributes = attributes;
    try {
      this.#take(stored);
    } catch {
      this.#unread = stored;
      this.#isRenewed = false;
    }
  }

  /** Whether it is known that the value can be read, and nothing has to be done for it. */
  get isRenewed(): boolean {
    return this.#isRenewed;
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

  /** Whether there is an object in it. */
  get isReadable(): boolean {
    if (this.#isRenewed) return true;
    try {
      this.#renew();
      return true;
    } catch {
      return false;
    }
  }

  /** The attributes, as far as they can be read. */
  get knownAttributes(): Attributes | undefined {
    try {
      return this.attributes;
    } catch {
      return undefined;
    }
  }

  /** The bytes with another revision in them. */
  presentedAt(revision: Revision): Buffer {
    return this.#presentation.present(this.value, revision);
  }

  #take(stored: KeyValue): void {
    this.#value = this.#presentation.present(stored.value, this.modRevision);
    this.#isStale = stored.stale === true;
  }

  #renew(): void {
    const presentation = this.#presentation;
    if (this.#unread) this.#take(this.#unread);
    this.#unread = undefined;
    const renewed = presentation.renew?.(this.#value, this.modRevision);
    this.#isRenewed = true;
    if (!renewed) return;
    this.#value = renewed.value;
    this.#attributes = renewed.attributes;
    if (renewed.isStale) this.#isStale = true;
  }
}
