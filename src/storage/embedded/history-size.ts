import type { Clock } from '../../apimachinery/clock/index.js';
import type { Revision, Storage } from '../storage.js';

/** History is measured each time that this fraction of the limit has been written. */
const parts = 32;
/** The share of the limit that is kept when old history is compacted, to leave some room. */
const keptShare = 0.5;
/** Younger history is kept whatever its size, so that a list that was just made can be watched from. */
const youngestMilliseconds = 30_000;

/** The position in history at a time, and how much had been written by then. */
interface Mark {
  readonly time: number;
  readonly revision: Revision;
  readonly written: number;
}

export interface HistorySizeOptions {
  readonly storage: Pick<Storage, 'compact' | 'knownRevision'>;
  readonly ledger: { readonly storedBytes: number };
  /** The maximum size of history, or the size of the newest versions of all keys if that is larger. */
  readonly limitBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Compacts the oldest history early when it takes more space than allowed. History is measured as what is stored beyond
 * what the last compaction left: the newest versions. Keys created since then count as history until the next
 * compaction finds that nothing of them can be removed.
 */
export class HistorySize {
  readonly #options: HistorySizeOptions;
  /** Oldest first; since the last compaction, or one before it. */
  #marks: Mark[] = [];
  #written = 0;
  /** The size of the newest versions at the last compaction. */
  #liveBytes: number;
  #isCompacting = false;

  constructor(options: HistorySizeOptions) {
    this.#options = options;
    this.#liveBytes = options.ledger.storedBytes;
  }

  /** Called when a transaction with this many bytes of values is committed. */
  wrote(bytes: number): void {
    this.#written += bytes;
    const { limitBytes, storage, clock } = this.#options;
    if (this.#written - (this.#marks.at(-1)?.written ?? 0) < limitBytes / parts) return;
    const revision = storage.knownRevision;
    if (revision === undefined) return;
    this.#marks.push({ time: clock.monotonic(), revision, written: this.#written });
    void this.#check();
  }

  /** Called when a compaction has been swept. */
  compacted(revision: Revision): void {
    const boundary = this.#marks.findLastIndex((mark) => mark.revision <= revision);
    const since = this.#written - (this.#marks[boundary]?.written ?? 0);
    this.#liveBytes = Math.max(0, this.#options.ledger.storedBytes - since);
    if (boundary > 0) this.#marks = this.#marks.slice(boundary);
  }

  async #check(): Promise<void> {
    const boundary = this.#isCompacting ? undefined : this.#boundary();
    if (boundary === undefined) return;
    this.#isCompacting = true;
    try {
      await this.#options.storage.compact(boundary);
    } catch {
      // Compacted further meanwhile, closing, or out of space: the next measurement tries again.
    } finally {
      this.#isCompacting = false;
    }
  }

  /** The revision to compact to; undefined: history is within its limit. */
  #boundary(): Revision | undefined {
    const { ledger, limitBytes, clock } = this.#options;
    const history = ledger.storedBytes - this.#liveBytes;
    const limit = Math.max(limitBytes, this.#liveBytes);
    if (history <= limit) return undefined;
    const first = this.#marks[0]!.written;
    const givenUp = first + (this.#written - first) * (1 - (limit * keptShare) / history);
    const youngest = clock.monotonic() - youngestMilliseconds;
    return this.#marks.findLast(({ time, written }) => written <= givenUp && time <= youngest)?.revision;
  }
}
