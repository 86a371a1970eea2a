import type { Revision } from '../../storage.js';
import { everything, isUnderPrefix } from '../key-space.js';
import { decodeEventPlace, type WatchCreateRequest, type WatchResponse } from '../protocol/watch.js';
import type { EtcdWatch } from './etcd-watch.js';
import type { WatchTarget } from './watch-target.js';

export interface KeySpaceProgressOptions {
  readonly attach: (target: WatchTarget) => void;
  readonly detach: (target: WatchTarget) => void;
  readonly watches: ReadonlySet<EtcdWatch>;
}

/** What the observer knows about a watch. */
interface Record {
  /** The observer has seen everything under the watch's prefix after this revision, up to its position. */
  readonly since: Revision;
  /** The last change that it saw there. */
  changed: Revision;
}

/**
 * Determines for watches with a `progressTarget` whether they have received everything up to it. A watcher of the whole
 * key space, the observer, sees every revision in order. So it knows up to which revision it has seen everything, and
 * when something under a watch's prefix last changed: once the watch has received that, it has received all that the
 * observer has seen. Relies only on each single watcher being ordered and complete. From the first progress request on,
 * every event is received twice.
 *
 * etcd's own progress responses are unusable on a stream that many watchers share: before 3.4.31 and 3.5.13 they arrive
 * while events are still in flight; since then they do not arrive before something is written after the youngest
 * watcher started.
 */
export class KeySpaceProgress implements WatchTarget {
  readonly #options: KeySpaceProgressOptions;
  #isWatching = false;
  /** The observer started after this revision. */
  #from: Revision = 0n;
  /** It has seen everything up to this revision. */
  #seen: Revision = 0n;
  /** It has seen some events of this revision. */
  #touched: Revision = 0n;
  #records = new WeakMap<EtcdWatch, Record>();

  constructor(options: KeySpaceProgressOptions) {
    this.#options = options;
  }

  /** Called when a watch waits, or has received more. */
  demand(): void {
    const missing = this.#earliestMissing();
    if (missing === undefined) this.#prove();
    else this.#begin(missing);
  }

  close(): void {
    this.#options.detach(this);
  }

  request(): Omit<WatchCreateRequest, 'watchId'> {
    return { range: everything, startRevision: this.#from + 1n, previous: false };
  }

  attached(): void {}

  receive({ events, fragment }: WatchResponse): void {
    if (events.length === 0) return;
    for (const watch of this.#options.watches) this.#record(watch);
    for (const bytes of events) {
      const { key, modRevision } = decodeEventPlace(bytes);
      this.#touched = modRevision;
      for (const watch of this.#options.watches) {
        if (isUnderPrefix(key, watch.range)) this.#record(watch).changed = modRevision;
      }
    }
    this.#seen = fragment ? this.#touched - 1n : this.#touched;
    this.#prove();
  }

  /**
   * What the observer needs is compacted. A watch that is behind the compaction is restarted at its position, and
   * gets the error from etcd. An observer that lacks permission to watch everything tries again on the next request.
   */
  canceled({ compactRevision }: WatchResponse): void {
    this.#isWatching = false;
    if (compactRevision === 0n) return;
    for (const watch of this.#options.watches) {
      if (watch.progressTarget === undefined || watch.received! + 1n >= compactRevision) continue;
      this.#options.detach(watch);
      this.#options.attach(watch);
    }
    this.demand();
  }

  #begin(after: Revision): void {
    this.#options.detach(this);
    this.#from = after;
    this.#seen = after;
    this.#touched = after;
    this.#records = new WeakMap();
    for (const watch of this.#options.watches) this.#record(watch);
    this.#isWatching = true;
    this.#options.attach(this);
  }

  #record(watch: EtcdWatch): Record {
    let record = this.#records.get(watch);
    if (record === undefined) {
      record = { since: this.#touched, changed: 0n };
      this.#records.set(watch, record);
    }
    return record;
  }

  #prove(): void {
    for (const watch of this.#options.watches) {
      const { received } = watch;
      const { since, changed } = this.#record(watch);
      if (received !== undefined && received >= since && received >= changed) watch.proved(this.#seen);
    }
  }

  /** The earliest revision after which a waiting watch may miss events that the observer has not seen. */
  #earliestMissing(): Revision | undefined {
    let earliest: Revision | undefined;
    for (const watch of this.#options.watches) {
      const { progressTarget, received } = watch;
      if (progressTarget === undefined || received === undefined) continue;
      if (this.#isWatching && received >= this.#record(watch).since) continue;
      if (earliest === undefined || received < earliest) earliest = received;
    }
    return earliest;
  }
}
