import type { Clock } from '../../../apimachinery/clock/index.js';
import type { Revision } from '../../storage.js';
import type { WatchCreateRequest, WatchResponse } from '../protocol/watch.js';
import type { WatchHub } from './watch-hub.js';
import type { WatchTarget } from './watch-target.js';

/** A key that does not exist: the range does not matter. */
const noKey = { key: Uint8Array.of(0), rangeEnd: Uint8Array.of(0, 0) };

/**
 * Finds the oldest available revision. etcd reports it only to a watcher that requests an older one, so this watches
 * from the very first.
 */
export class CompactionProbe implements WatchTarget {
  readonly #clock: Clock;
  readonly #hub: WatchHub;
  #result: (revision: Revision | undefined) => void = () => undefined;

  constructor(hub: WatchHub, clock: Clock) {
    this.#clock = clock;
    this.#hub = hub;
  }

  probe(timeoutMilliseconds: number): Promise<Revision | undefined> {
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(timeoutMilliseconds, () => this.#result(undefined));
      this.#result = (revision) => {
        cancelTimer();
        this.#hub.detach(this);
        resolve(revision);
      };
      this.#hub.attach(this);
    });
  }

  request(): Omit<WatchCreateRequest, 'watchId'> {
    return { range: noKey, startRevision: 1n, previous: false };
  }

  attached(): void {}

  receive(): void {}

  canceled({ compactRevision }: WatchResponse): void {
    this.#result(compactRevision > 0n ? compactRevision : undefined);
  }
}
