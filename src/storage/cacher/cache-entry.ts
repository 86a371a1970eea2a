import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { KeyValue, Revision } from '../storage.js';

/** Converts stored values to what readers receive. Supplied by the layer above, which knows the object format. */
export interface Presentation {
  /**
   * Returns the bytes that readers receive, with this revision in them. `value` is stored or already presented bytes.
   */
  present(value: Buffer, revision: Revision): Buffer;
  /** Reads the attributes from presented bytes. Called lazily, at most once per entry, when a selector needs them. */
  attributesOf(value: Buffer, key: string): Attributes;
  /**
   * Converts presented bytes that another writer stored, perhaps long ago, to the form that readers receive today, with
   * this revision in them. Called on the first read of the entry; if it throws because the bytes hold no object, the
   * next read calls it again. Unset: that form never changes.
   */
  renew?(value: Buffer, revision: Revision): Renewed;
}

export interface Renewed {
  /** May be the given bytes themselves. */
  readonly value: Buffer;
  /** Storing the object today would produce different bytes. */
  readonly isStale: boolean;
  /** Set if the conversion has produced them anyway. */
  readonly attributes?: Attributes;
  /** Digest of the given bytes, if they may still be what a write produces. */
  readonly storedDigest?: string;
}

/** Returns stored values unchanged, without attributes. */
export const asStored: Presentation = {
  present: (value) => value,
  attributesOf: () => ({ labels: {}, fields: {} }),
};

const nothing = Buffer.alloc(0);

/**
 * An object in the cache: its bytes ready to send, and what was lazily derived from them. An object that cannot be
 * decoded is cached too: its readers fail, the cache does not.
 */
export class CacheEntry implements KeyValue {
  readonly key: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly #presentation: Presentation;
  /** Set while the value could not be presented. */
  #unread: KeyValue | undefined;
  #value: Buffer = nothing;
  /** Whether the value is in the form that readers receive. */
  #isRenewed: boolean;
  #isStale = false;
  #storedDigest: string | undefined;
  #attributes: Attributes | undefined;

  /** `attributes` are known if the caller has just written the bytes, in their current form. */
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

  /** Whether the value is known to be readable without further conversion. */
  get isRenewed(): boolean {
    return this.#isRenewed;
  }

  /** Converts the value to the form that readers receive, unless that has been done. Throws if it holds no object. */
  renew(): void {
    if (!this.#isRenewed) this.#renew();
  }

  /** Of the value, in the form that it has now. */
  get byteLength(): number {
    return this.#value.length;
  }

  get value(): Buffer {
    this.renew();
    return this.#value;
  }

  get stale(): true | undefined {
    this.renew();
    return this.#isStale || undefined;
  }

  get storedDigest(): string | undefined {
    this.renew();
    return this.#storedDigest;
  }

  get attributes(): Attributes {
    this.#attributes ??= this.#presentation.attributesOf(this.value, this.key);
    return this.#attributes;
  }

  /** Whether the value holds an object. */
  get isReadable(): boolean {
    if (this.#isRenewed) return true;
    try {
      this.#renew();
      return true;
    } catch {
      return false;
    }
  }

  /** The attributes; undefined if they cannot be read. */
  get knownAttributes(): Attributes | undefined {
    try {
      return this.attributes;
    } catch {
      return undefined;
    }
  }

  /** Returns the bytes with another revision in them. */
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
    if (!this.#isStale) this.#storedDigest = renewed.storedDigest;
    if (renewed.isStale) this.#isStale = true;
  }
}
