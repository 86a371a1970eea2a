import type { Attributes } from '../../apimachinery/selectors/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';

/** What a list or a watch is restricted to. Two with the same key select the same. */
export interface Selection {
  readonly key: string;
  matches(attributes: Attributes): boolean;
  /** The value that a field must have to be selected at all, where there is one: what an index is asked for. */
  requires?(field: string): string | undefined;
}

/** What cannot be understood is selected by everybody: nobody can say that it is not meant, and who reads it is told. */
export function isSelected(entry: CacheEntry, selection: Selection | undefined): boolean {
  if (!selection) return true;
  const attributes = entry.knownAttributes;
  return attributes === undefined || selection.matches(attributes);
}

export type ChangeType = 'added' | 'modified' | 'deleted';

export interface Change {
  readonly key: string;
  readonly revision: Revision;
  /** As it is now; undefined: it is gone. */
  readonly entry: CacheEntry | undefined;
  readonly previous: CacheEntry | undefined;
}

/** One change of one key, shared by all who hear of it. */
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

  /** The object as it last was, with the revision at which it went: what is told of a deletion. Made once. */
  get lastState(): Buffer {
    this.#lastState ??= this.previous!.presentedAt(this.revision);
    return this.#lastState;
  }

  /** What the change is to somebody who sees only what is selected, and what can be read; undefined: nothing. */
  typeFor(selection: Selection | undefined): ChangeType | undefined {
    const { entry, previous } = this;
    const isIn = entry !== undefined && isSelected(entry, selection);
    const wasIn = previous?.isReadable === true && isSelected(previous, selection);
    if (isIn) return wasIn ? 'modified' : 'added';
    return wasIn ? 'deleted' : undefined;
  }
}

/** A change as one kind of watcher sees it; shared by all watchers of that kind, so that it is framed once. */
export class Delivery {
  readonly type: ChangeType;
  readonly event: CacheEvent;
  readonly #remembered = new Map<string, Buffer>();

  constructor(type: ChangeType, event: CacheEvent) {
    this.type = type;
    this.event = event;
  }

  /** What is there already, told as if it had just been added. */
  static ofEntry(entry: CacheEntry): Delivery {
    const { key, modRevision } = entry;
    return new Delivery('added', new CacheEvent({ key, revision: modRevision, entry, previous: undefined }));
  }

  get revision(): Revision {
    return this.event.revision;
  }

  /** The object to tell of, as bytes. */
  get value(): Buffer {
    return this.type === 'deleted' ? this.event.lastState : this.event.entry!.value;
  }

  /** The delivery in some form, such as a frame of a stream, made by whoever asks first. */
  encodedAs(form: string, encode: (delivery: Delivery) => Buffer): Buffer {
    let encoded = this.#remembered.get(form);
    if (!encoded) {
      encoded = encode(this);
      this.#remembered.set(form, encoded);
    }
    return encoded;
  }
}
