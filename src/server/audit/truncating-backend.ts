// Follows staging/src/k8s.io/apiserver/plugin/pkg/audit/truncate/truncate.go (v1.36)

import { all, andThen, type MaybePromise } from '../../apimachinery/scheme/index.js';
import type { AuditBackend, OnAuditProblem } from './audit-backend.js';
import type { AuditRecord } from './audit-record.js';

export interface TruncateOptions {
  /** `--audit-…-truncate-max-event-size`: bytes. */
  readonly maxEventSize: number;
  /** `--audit-…-truncate-max-batch-size`: bytes. */
  readonly maxBatchSize: number;
}

/** Removes request and response objects from records that are too large, and splits batches that are too large. */
export class TruncatingBackend implements AuditBackend {
  readonly #backend: AuditBackend;
  readonly #options: TruncateOptions;
  readonly #onProblem: OnAuditProblem;

  constructor(backend: AuditBackend, options: TruncateOptions, onProblem: OnAuditProblem) {
    this.#backend = backend;
    this.#options = options;
    this.#onProblem = onProblem;
  }

  process(records: readonly AuditRecord[]): MaybePromise<boolean> {
    const { maxEventSize, maxBatchSize } = this.#options;
    const batches: AuditRecord[][] = [];
    const tooLarge: AuditRecord[] = [];
    let batchSize = Number.POSITIVE_INFINITY;
    for (const record of records) {
      const isLarge = sizeOf(record) > maxEventSize;
      const fitting = isLarge && record.hasObjects ? record.truncated() : record;
      const size = isLarge ? sizeOf(fitting) : sizeOf(record);
      if (size > maxEventSize) {
        tooLarge.push(fitting);
        continue;
      }
      if (batchSize + size > maxBatchSize) {
        batches.push([]);
        batchSize = 0;
      }
      batchSize += size;
      batches.at(-1)!.push(fitting);
    }
    if (tooLarge.length > 0) {
      this.#onProblem('truncate', new Error('event is too large even after truncating'), tooLarge);
    }
    const stored = batches.map((batch) => this.#backend.process(batch));
    return andThen(all(stored), (each) => each.every(Boolean));
  }

  close(): Promise<void> {
    return this.#backend.close();
  }
}

/** Bytes of the encoded line. */
function sizeOf({ json }: AuditRecord): number {
  return Buffer.byteLength(json) + 1;
}
