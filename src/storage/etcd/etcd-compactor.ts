// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go (v1.36)

import { systemClock } from '../../apimachinery/clock/index.js';
import { isStorageError, type StorageError } from '../errors.js';
import type { Revision } from '../storage.js';
import type { CompactionClaim, CompactionClaimResult } from './protocol/compaction-claim.js';

/** What the compactor needs from an `EtcdStorage`. */
export interface CompactionStore {
  claimCompaction(claim: CompactionClaim): Promise<CompactionClaimResult>;
  compact(revision: Revision): Promise<void>;
}

/** Options of an `EtcdCompactor`. */
export interface EtcdCompactorOptions {
  readonly store: CompactionStore;
  /** Default: 5 minutes, like kube-apiserver. */
  readonly intervalMilliseconds?: number;
  /** Calls `work` once after the delay, unless the returned function is called before. */
  readonly schedule?: (work: () => void, milliseconds: number) => () => void;
  /** Called when a compaction fails. The next attempt is made anyway. */
  readonly onError?: (error: StorageError) => void;
}

/**
 * Compacts what is older than one interval. All servers on an etcd, kube-apiservers included, compete to advance a
 * shared logical clock; the winner compacts up to the revision that it saw an interval ago, the others only record the
 * current one. So between one and two intervals of history are kept, however many servers there are.
 */
export class EtcdCompactor {
  readonly #store: CompactionStore;
  readonly #intervalMilliseconds: number;
  readonly #schedule: NonNullable<EtcdCompactorOptions['schedule']>;
  readonly #onError: (error: StorageError) => void;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  #seen: CompactionClaim = { time: 0n, revision: 0n };

  constructor(options: EtcdCompactorOptions) {
    this.#store = options.store;
    this.#intervalMilliseconds = options.intervalMilliseconds ?? 300_000;
    this.#schedule = options.schedule ?? afterTimeout;
    this.#onError = options.onError ?? (() => undefined);
  }

  start(): void {
    if (this.#isClosed) return;
    this.#cancel ??= this.#schedule(() => this.#turn(), this.#intervalMilliseconds);
  }

  /** Waits for a compaction in progress. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#running;
  }

  #turn(): void {
    this.#cancel = undefined;
    this.#running = this.#attempt().finally(() => this.start());
  }

  async #attempt(): Promise<void> {
    try {
      const claim = this.#seen;
      const { won, time, revision } = await this.#store.claimCompaction(claim);
      this.#seen = { time, revision };
      // A server that has just started does not know which revision is an interval old.
      if (won && claim.revision > 0n) await this.#store.compact(claim.revision);
    } catch (error) {
      if (!isStorageError(error)) throw error;
      if (error.code !== 'compacted' && error.code !== 'closed') this.#onError(error);
    }
  }
}

function afterTimeout(work: () => void, milliseconds: number): () => void {
  return systemClock.after(milliseconds, work);
}
