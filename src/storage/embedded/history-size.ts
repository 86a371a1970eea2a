import type { Clock } from '../../apimachinery/clock/index.js';
import type { Revision, Storage } from '../storage.js';

/** Into so many parts the limit is divided; after each that was written, history is measured. */
const parts = 32;
/** Of the limit, so much is left when the oldest history is given up: then there is room for a while. */
const keptShare = 0.5;
/** What is younger is kept whatever its size, so that a list which has just been made can be watched from. */
const youngestMilliseconds = 30_000;

/** Where the history was at a time, and how much had been written by then. */
interface Mark {
  readonly time: number;
  readonly revision: Revision;
  readonly written: number;
}

export interface HistorySizeOptions {
  readonly storage: Pick<Storage, 'compact' | 'knownRevision'>;
  readonly ledger: { readonly storedBytes: number };
  /** What history may take up where the newest versions of all keys take less; else it may take as much as they do. */
  readonly limitBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Gives up the oldest history ahead of time when it takes up more room than it may. History is what is stored beyond
 * what was left after the last compaction: then, the newest versions were all that was there. Keys that were created
 * since count with it until the next compaction finds that nothing of them can be given up.
 */
export class HistorySize {
  readonly #options: HistorySizeOptions;
  /** The oldest first; since the last compaction, or one before it. */
  #marks: Mark[] = [];
  #written = 0;
  /** What the newest versions took up when history was last given up. */
  #liveBytes: number;
  #isCompacting = false;

  constructor(options: HistorySizeOptions) {
    this.#options = options;
    this.#liveBytes = options.ledger.storedBytes;
  }

  /** To be called when a transaction with so many bytes of values is committed. */
  wrote(bytes: number): void {
    this.#written += bytes;
    const { limitBytes, storage, clock } = this.#options;
    if (this.#written - (this.#marks.at(-1)?.written ?? 0) < limitBytes / parts) return;
    const revision = storage.knownRevision;
    if (revision === undefined) return;
    this.#marks.push({ time: clock.monotonic(), revision, written: this.#written });
    void this.#check();
  }

  /** To be called when what a compaction has given up is swept away. */
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
      // Compacted further meanwhile, closing, or no room to write: the next part that is written comes here again.
    } finally {
      this.#isCompacting = false;
    }
  }

  /** Up to where history has to be given up; undefined: it may stay. */
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
