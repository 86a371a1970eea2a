import { compacted, futureRevision } from '../errors.js';
import type { Revision } from '../storage.js';
import type { CommitQueue } from './commit-queue.js';
import {
  type Compaction,
  isDeletion,
  type Ledger,
  type LedgerChange,
  later,
  type Place,
  type Version,
} from './ledger.js';
import type { WatchHub } from './watch-hub.js';

/** The number of versions that one step examines; between steps, writers can run. */
const stepSize = 500;

type SweepStep = Pick<LedgerChange, 'droppedVersions' | 'droppedHeads'> & { readonly compaction: Compaction };

const nothing: SweepStep = { droppedVersions: [], droppedHeads: [], compaction: { revision: 0n, swept: 0n } };

/**
 * Compacts in two phases: it durably raises the boundary, after which older revisions are refused; then it sweeps the
 * versions that only they needed, in small steps. A sweep that a crash interrupted continues after the restart.
 */
export class Compactor {
  readonly #ledger: Ledger;
  readonly #queue: CommitQueue;
  readonly #hub: WatchHub;
  #compaction: Compaction;
  #sweep: Promise<void> = Promise.resolve();

  constructor(ledger: Ledger, queue: CommitQueue, hub: WatchHub) {
    this.#ledger = ledger;
    this.#queue = queue;
    this.#hub = hub;
    this.#compaction = ledger.compaction;
  }

  /** The oldest readable revision. */
  get revision(): Revision {
    return this.#compaction.revision;
  }

  async compact(revision: Revision): Promise<void> {
    if (revision > this.#hub.revision) throw futureRevision(revision, this.#hub.revision);
    if (revision <= this.#compaction.revision) throw compacted(revision, this.#compaction.revision);
    await this.#queue.maintain(() => ({ compaction: { revision, swept: this.#compaction.swept } }));
    this.#reached({ revision, swept: 0n });
    await this.sweep();
  }

  /** Removes the versions that compaction has made unreachable. */
  sweep(): Promise<void> {
    const sweep = this.#sweep.then(async () => {
      while (this.#compaction.swept < this.#compaction.revision) {
        let step = nothing;
        await this.#queue.maintain(() => {
          step = this.#step();
          return step;
        });
        this.#reached(step.compaction);
      }
    });
    this.#sweep = sweep.catch(() => undefined);
    return sweep;
  }

  /**
   * A version written within the boundary makes the one that it replaced unreachable; a deletion is itself unreachable
   * too. So only changes are examined, however many keys there are.
   */
  #step(): SweepStep {
    const droppedVersions: Place[] = [];
    const droppedHeads: string[] = [];
    const { revision } = this.#compaction;
    let [swept, looked] = [revision, 0];
    this.#ledger.forEachVersion(this.#compaction.swept, (version) => {
      if (version.revision > revision) return false;
      if (looked++ >= stepSize && version.order === 0) {
        swept = version.revision - 1n;
        return false;
      }
      // The version that it replaced is unknown, and stays.
      if (version.key === undefined) return true;
      if (version.previous) droppedVersions.push(version.previous);
      if (isDeletion(version)) {
        droppedVersions.push({ revision: version.revision, order: version.order });
        if (this.#isNewest(version)) droppedHeads.push(version.key);
      }
      return true;
    });
    return { droppedVersions, droppedHeads, compaction: { revision, swept } };
  }

  #isNewest({ key, revision }: Version): boolean {
    try {
      return this.#ledger.head(key)?.revision === revision;
    } catch {
      // The head is damaged, and is kept for a later repair.
      return false;
    }
  }

  /** Called when the change is durable: a failed step must be repeated. */
  #reached({ revision, swept }: Compaction): void {
    const { revision: boundary, swept: sweptTo } = this.#compaction;
    this.#compaction = { revision: later(revision, boundary), swept: later(swept, sweptTo) };
    this.#hub.compactRevision = this.#compaction.revision;
  }
}
