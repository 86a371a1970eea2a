// Follows staging/src/k8s.io/apiserver/plugin/pkg/audit/buffered/buffered.go (v1.36)

import { type Clock, nextIteration } from '../../apimachinery/clock/index.js';
import { TokenBucket } from '../../client/workqueue/index.js';
import type { AuditBackend, OnAuditProblem } from './audit-backend.js';
import type { AuditRecord } from './audit-record.js';

export interface BatchOptions {
  /** `--audit-…-batch-buffer-size`: records beyond it are dropped. */
  readonly bufferSize: number;
  /** `--audit-…-batch-max-size` */
  readonly maxBatchSize: number;
  /** `--audit-…-batch-max-wait`: how long a batch waits for more records, if its maximum size is above one. */
  readonly maxBatchWaitMilliseconds: number;
  /** `--audit-…-batch-throttle-…`: the average rate of batches. Unset: unlimited. */
  readonly throttle: { readonly perSecond: number; readonly burst: number } | undefined;
  /** Whether a batch may be sent before the previous one is stored. */
  readonly concurrent: boolean;
}

export interface BufferedDependencies {
  readonly clock: Clock;
  readonly onProblem: OnAuditProblem;
}

/** After this many batches, the event loop gets to run. */
const batchesAtOnce = 512;

/**
 * Mode `batch`: requests do not wait; records are delivered in batches. Records that do not fit into the buffer are
 * dropped.
 */
export class BufferedBackend implements AuditBackend {
  readonly #backend: AuditBackend;
  readonly #options: BatchOptions;
  readonly #clock: Clock;
  readonly #onProblem: OnAuditProblem;
  readonly #throttle: TokenBucket | undefined;
  readonly #sending = new Set<Promise<unknown>>();
  #buffer: AuditRecord[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;
  /** Ends the wait for a full batch. */
  #wake: (() => void) | undefined;

  constructor(backend: AuditBackend, options: BatchOptions, { clock, onProblem }: BufferedDependencies) {
    this.#backend = backend;
    this.#options = options;
    this.#clock = clock;
    this.#onProblem = onProblem;
    this.#throttle = options.throttle && new TokenBucket({ ...options.throttle, clock });
  }

  process(records: readonly AuditRecord[]): true {
    const { bufferSize, maxBatchSize } = this.#options;
    const room = this.#isClosed ? 0 : bufferSize - this.#buffer.length;
    if (records.length > room) {
      const problem = this.#isClosed ? 'audit backend shut down' : 'audit buffer queue blocked';
      this.#onProblem('buffered', new Error(problem), records.slice(room));
    }
    this.#buffer.push(...records.slice(0, room));
    if (this.#buffer.length >= maxBatchSize) this.#wake?.();
    if (this.#buffer.length > 0) this.#running ??= this.#run();
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    await this.#running;
    // Close the backend first: it then cuts short the deliveries that are under way.
    const closed = this.#backend.close();
    await Promise.all(this.#sending);
    await closed;
  }

  async #run(): Promise<void> {
    await nextIteration(this.#clock);
    for (let batches = 1; this.#buffer.length > 0; batches++) {
      if (!this.#isClosed && this.#buffer.length < this.#options.maxBatchSize) await this.#fill();
      const batch = this.#buffer.splice(0, this.#options.maxBatchSize);
      const delay = this.#throttle?.delay() ?? 0;
      if (delay > 0) await new Promise<void>((resolve) => this.#clock.after(delay, resolve));
      const storing = this.#send(batch);
      if (storing) await storing;
      if (batches % batchesAtOnce === 0) await nextIteration(this.#clock);
    }
    this.#running = undefined;
  }

  /** Waits until the batch is full or the maximum wait is over. */
  async #fill(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(this.#options.maxBatchWaitMilliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** Returns undefined if the next batch may follow immediately. */
  #send(batch: readonly AuditRecord[]): Promise<unknown> | undefined {
    const stored = this.#backend.process(batch);
    if (!(stored instanceof Promise)) return undefined;
    if (!this.#options.concurrent) return stored;
    const sending = stored.finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    return undefined;
  }
}
