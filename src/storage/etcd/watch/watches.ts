import type { Clock } from '../../../apimachinery/clock/index.js';
import { closed } from '../../errors.js';
import type { Revision, Watch, WatchOptions } from '../../storage.js';
import type { EtcdClient } from '../etcd-client.js';
import { toStorageError } from '../failures.js';
import type { KeySpace } from '../key-space.js';
import { comparable } from '../revisions.js';
import { CompactionProbe } from './compaction-probe.js';
import { EtcdWatch, type WatchKeeper } from './etcd-watch.js';
import { KeySpaceProgress } from './key-space-progress.js';
import { type HubListener, WatchHub } from './watch-hub.js';

export interface WatchesOptions {
  readonly clock: Clock;
  readonly client: EtcdClient;
  readonly keys: KeySpace;
  readonly bufferBytes: number;
  readonly currentRevision: () => Promise<Revision>;
}

/** All watches of a store. */
export class Watches implements WatchKeeper, HubListener {
  readonly #options: WatchesOptions;
  readonly #hub: WatchHub;
  readonly #watches = new Set<EtcdWatch>();
  #isClosed = false;
  /** Undefined while there is no stream. */
  #observer: KeySpaceProgress | undefined;

  constructor(options: WatchesOptions) {
    this.#options = options;
    this.#hub = new WatchHub(options, this);
  }

  watch(prefix: string, { after, previous = false, signal }: WatchOptions): Watch {
    const { keys, bufferBytes } = this.#options;
    const from = after === undefined ? undefined : comparable(after);
    const stop = () => watch.stop();
    const onEnd = () => {
      this.#watches.delete(watch);
      signal?.removeEventListener('abort', stop);
    };
    const watch = new EtcdWatch({ keeper: this, keys, range: keys.range(prefix), previous, bufferBytes, onEnd });
    this.#watches.add(watch);
    signal?.addEventListener('abort', stop);
    if (this.#isClosed) watch.fail(closed());
    else if (signal?.aborted) watch.stop();
    else if (from !== undefined) watch.begin(from);
    else void this.#beginNow(watch);
    return watch;
  }

  /** The oldest available revision; undefined if etcd does not report it in time. */
  compactRevision(timeoutMilliseconds: number): Promise<Revision | undefined> {
    return new CompactionProbe(this.#hub, this.#options.clock).probe(timeoutMilliseconds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const watch of [...this.#watches]) watch.fail(closed());
    await this.#hub.close();
  }

  // -- WatchKeeper --

  attach(watch: EtcdWatch): void {
    this.#hub.attach(watch);
  }

  detach(watch: EtcdWatch): void {
    this.#hub.detach(watch);
  }

  currentRevision(): Promise<Revision> {
    return this.#options.currentRevision();
  }

  proveProgress(): void {
    this.#observer?.demand();
  }

  // -- HubListener --

  connected(): void {
    this.#observer = new KeySpaceProgress({
      attach: (target) => this.#hub.attach(target),
      detach: (target) => this.#hub.detach(target),
      watches: this.#watches,
    });
    this.#observer.demand();
  }

  disconnected(): void {
    this.#observer?.close();
    this.#observer = undefined;
  }

  async #beginNow(watch: EtcdWatch): Promise<void> {
    try {
      watch.begin(await this.currentRevision());
    } catch (error) {
      watch.fail(toStorageError(error));
    }
  }
}
