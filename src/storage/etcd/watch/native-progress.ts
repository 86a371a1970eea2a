import type { Revision } from '../../storage.js';
import type { EtcdWatch } from './etcd-watch.js';
import type { ProgressProver } from './progress.js';

/** etcd does not answer at all while a watcher of the stream is behind. */
const unansweredMilliseconds = 100;
/** The member itself is behind the cluster. */
const tooOldMilliseconds = 5;

/**
 * Asks etcd, for servers that `answersProgressInOrder`. The answer is for all watchers that were announced before it:
 * they have been sent everything up to its revision. Whether that is recent enough is for the watch to see, which has
 * read the cluster's revision before it began to wait.
 */
export class NativeProgress implements ProgressProver {
  readonly #ask: () => void;
  readonly #watches: ReadonlySet<EtcdWatch>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { ask: () => void; watches: ReadonlySet<EtcdWatch> }) {
    this.#ask = options.ask;
    this.#watches = options.watches;
  }

  demand(): void {
    if (this.#timer === undefined && this.#isWaitedFor()) this.#askAgain();
  }

  progress(revision: Revision): void {
    for (const watch of this.#watches) watch.proved(revision);
    this.close();
    if (this.#isWaitedFor()) this.#timer = setTimeout(() => this.#askAgain(), tooOldMilliseconds);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askAgain(): void {
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
