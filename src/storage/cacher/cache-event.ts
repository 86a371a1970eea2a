import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';

/** The selectors of a list or watch. Invariant: selections with the same key select the same objects. */
export interface Selection {
  readonly key: string;
  matches(attributes: Attributes): boolean;
  /** The value of `field` that every selected object must have, if there is one. Used for index lookups. */
  requires?(field: string): string | undefined;
  /** Labels that every selected object must have with one value. */
  readonly exactLabels?: readonly LabelValue[];
  /** Whether the only one of `exactLabels` is all that it selects by. */
  readonly isOneLabel?: boolean;
}

export interface LabelValue {
  readonly label: string;
  readonly value: string;
}

/** Unreadable objects match every selection: they cannot be excluded, and their readers receive an error. */
export function isSelected(entry: CacheEntry, selection: Selection | undefined): boolean {
  if (!selection) return true;
  const attributes = entry.knownAttributes;
  return attributes === undefined || selection.matches(attributes);
}

/** What happened to an entry, as a watch with a selection sees it. */
export type ChangeType = 'added' | 'modified' | 'deleted';

export interface Change {
  readonly key: string;
  readonly revision: Revision;
  /** The current entry; undefined: it was deleted. */
  readonly entry: CacheEntry | undefined;
  readonly previous: CacheEntry | undefined;
}

/** One change of one key, shared by all watchers. */
export class CacheEvent implements Change {
  readonly key: string;
  readonly revision: Revision;
  readonly entry: CacheEntry | undefined;
  readonly previous: CacheEntry | undefined;
  #lastState: Buffer | undefined;

  constructor({ key, revision, entry, previous }: Change) {
    this.key = key;
    this.revision = revision;
    this.entry = entry;
    this.previous = previous;
  }

  /**
   * The object before its deletion, with the revision of the deletion: the object of a DELETED event. Computed once.
   */
  get lastState(): Buffer {
    this.#lastState ??= this.previous!.presentedAt(this.revision);
    return this.#lastState;
  }

  /** The event type for a watcher with this selection, considering readable objects only; undefined: no event. */
  typeFor(selection: Selection | undefined): ChangeType | undefined {
    const { entry, previous } = this;
    const isIn = entry !== undefined && isSelected(entry, selection);
    const wasIn = previous?.isReadable === true && isSelected(previous, selection);
    if (isIn) return wasIn ? 'modified' : 'added';
    return wasIn ? 'deleted' : undefined;
  }
}

/** A change as seen by one group of watchers. Shared by all of them, so that it is encoded once. */
export class Delivery {
  readonly type: ChangeType;
  readonly event: CacheEvent;
  #remembered: Map<string, Buffer> | undefined;

  /** Whether only one watcher receives it: the entry existed when its watch began. */
  readonly isInitial: boolean;

  constructor(type: ChangeType, event: CacheEvent, { isInitial = false } = {}) {
    this.type = type;
    this.event = event;
    this.isInitial = isInitial;
  }

  /** An ADDED delivery for an entry that exists already. */
  static ofEntry(entry: CacheEntry): Delivery {
    const { key, modRevision } = entry;
    const event = new CacheEvent({ key, revision: modRevision, entry, previous: undefined });
    return new Delivery('added', event, { isInitial: true });
  }

  get revision(): Revision {
    return this.event.revision;
  }

  /** The entry whose object the event has. */
  get entry(): CacheEntry {
    return this.type === 'deleted' ? this.event.previous! : this.event.entry!;
  }

  /** The object of the event, as bytes. */
  get value(): Buffer {
    return this.type === 'deleted' ? this.event.lastState : this.event.entry!.value;
  }

  /**
   * Returns the delivery in a form such as a stream frame. The first caller encodes it; later callers share the result.
   */
  encodedAs(form: string, encode: (delivery: Delivery) => Buffer): Buffer {
    this.#remembered ??= new Map();
    let encoded = this.#remembered.get(form);
    if (!encoded) {
      encoded = encode(this);
      this.#remembered.set(form, encoded);
    }
    return encoded;
  }
}
