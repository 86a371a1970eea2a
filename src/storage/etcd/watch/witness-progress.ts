import type { Revision } from '../../storage.js';
import { everything, isUnderPrefix } from '../key-space.js';
import { decodeEventPlace, type WatchCreateRequest, type WatchResponse } from '../protocol/watch.js';
import type { EtcdWatch } from './etcd-watch.js';
import type { ProgressProver } from './progress.js';
import type { WatchTarget } from './watch-target.js';

export interface WitnessOptions {
  readonly attach: (target: WatchTarget) => void;
  readonly detach: (target: WatchTarget) => void;
  readonly watches: ReadonlySet<EtcdWatch>;
}

/**
 * For etcd servers whose answers to progress requests cannot be trusted. A watcher of the whole key space, the witness,
 * sees every revision there is, in order. So it knows up to which revision it has seen everything, and when something
 * under a watch's prefix changed last: once the watch has received that, it has received all that the witness has seen.
 * Relies on nothing but that each single watcher is ordered and complete. Costs every event a second time, from the
 * first progress request on.
 */
export class WitnessProgress implements ProgressProver, WatchTarget {
  readonly #options: WitnessOptions;
  #isWatching = false;
  /** The witness has seen everything after `#from`, up to `#seen`. */
  #from: Revision = 0n;
  #seen: Revision = 0n;
  /** When the witness last saw a change under the prefix of a watch. */
  readonly #changed = new WeakMap<EtcdWatch, Revision>();

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  demand(): void {
    const needed = this.#earliestNeeded();
    if (needed === undefined) return;
    if (this.#isWatching && needed >= this.#from) {
      this.#prove();
      return;
    }
    this.#options.detach(this);
    this.#from = needed;
    this.#seen = needed;
    this.#isWatching = true;
    this.#options.attach(this);
  }

  /** Not asked for, not trusted. */
  progress(): void {}

  close(): void {
    this.#options.detach(this);
  }

  request(): Omit<WatchCreateRequest, 'watchId'> {
    return { range: everything, startRevision: this.#from + 1n, previous: false };
  }

  attached(): void {}

  receive({ events, fragment }: WatchResponse): void {
    if (events.length === 0) return;
    let last = 0n;
    for (const bytes of events) {
      const { key, modRevision } = decodeEventPlace(bytes);
      last = modRevision;
      for (const watch of this.#options.watches) {
        if (isUnderPrefix(key, watch.range)) this.#changed.set(watch, modRevision);
      }
    }
    this.#seen = fragment ? last - 1n : last;
    this.#prove();
  }

  /**
   * What the witness needs is compacted. A watch that lives from before it cannot be helped: it begins again from where
   * it is, and etcd tells it what is the matter.
   */
  canceled({ compactRevision }: WatchResponse): void {
    this.#isWatching = false;
    for (const watch of this.#options.watches) {
      if (watch.progressTarget === undefined || watch.received! + 1n >= compactRevision) continue;
      this.#options.detach(watch);
      this.#options.attach(watch);
    }
    this.demand();
  }

  #prove(): void {
    for (const watch of this.#options.watches) {
      const { received } = watch;
      if (received === undefined || received < this.#from) continue;
      if (received >= (this.#changed.get(watch) ?? 0n)) watch.proved(this.#seen);
    }
  }

  /** After which revision the witness must have seen everything, for those who wait. */
  #earliestNeeded(): Revision | undefined {
    let earliest: Revision | undefined;
    for (const { progressTarget, received } of this.#options.watches) {
      if (progressTarget === undefined || received === undefined) continue;
      if (earliest === undefined || received < earliest) earliest = received;
    }
    return earliest;
  }
}
