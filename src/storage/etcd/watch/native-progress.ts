import type { Revision } from '../../storage.js';
import type { EtcdWatch } from './etcd-watch.js';
import type { ProgressProver } from './progress.js';

/** etcd does not answer at all while a watcher of the stream is behind. */
const unansweredMilliseconds = 100;
/** The member itself is behind the cluster. */
const tooOldMilliseconds = 5;

/**
 * Asks etcd, for servers that `answersProgressInOrder`. An answer is for all watchers that etcd had when it took the
 * request: they have been sent everything up to its revision. Whether that is recent enough is for the watch to see,
 * which has read the cluster's revision before it began to wait.
 *
 * Which request an answer belongs to is not said, and some get none. But they come in order, so the n-th answer is not
 * for a request before the n-th: it holds for a watch if fewer than n requests had been sent when etcd confirmed its
 * watcher.
 */
export class NativeProgress implements ProgressProver {
  readonly #ask: () => void;
  readonly #watches: ReadonlySet<EtcdWatch>;
  readonly #requestsBefore = new WeakMap<EtcdWatch, number>();
  #requests = 0;
  #answers = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { ask: () => void; watches: ReadonlySet<EtcdWatch> }) {
    this.#ask = options.ask;
    this.#watches = options.watches;
  }

  created(watch: EtcdWatch): void {
    this.#requestsBefore.set(watch, this.#requests);
  }

  demand(): void {
    if (this.#timer === undefined && this.#isWaitedFor()) this.#askNow();
  }

  progress(revision: Revision): void {
    this.#answers++;
    for (const watch of this.#watches) {
      if (this.#answers > (this.#requestsBefore.get(watch) ?? 0)) watch.proved(revision);
    }
    this.close();
    if (this.#isWaitedFor()) this.#timer = setTimeout(() => this.#askNow(), tooOldMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askNow(): void {
    this.#requests++;
    this.#ask();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.demand();
    }, unansweredMilliseconds);
  }

  #isWaitedFor(): boolean {
    for (const watch of this.#watches) if (watch.progressTarget !== undefined) return true;
    return false;
  }
}
