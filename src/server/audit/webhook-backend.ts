import { systemClock } from '../../apimachinery/clock/index.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditBackend } from './auditor.js';
import type { AuditStage } from './policy.js';

export interface AuditWebhookOptions {
  /** Posts an audit.k8s.io/v1 EventList; rejects where it was not accepted. */
  readonly send: (list: Buffer) => Promise<unknown>;
  /** `--audit-webhook-batch-max-size`; 400 unless told. */
  readonly maxBatchSize?: number;
  /** `--audit-webhook-batch-max-wait`; 30 seconds unless told. */
  readonly maxBatchWaitMilliseconds?: number;
  /** `--audit-webhook-batch-buffer-size`: events beyond it are lost; 10,000 unless told. */
  readonly bufferSize?: number;
  /** `--audit-webhook-initial-backoff`; 10 seconds unless told. */
  readonly initialBackoffMilliseconds?: number;
  /** Told of batches that nobody accepted. */
  readonly onError?: (error: unknown) => void;
}

const attempts = 5;
const backoffFactor = 1.5;

/** Sends events elsewhere, many at a time, one batch after another. */
export class AuditWebhook implements AuditBackend {
  readonly name = 'webhook';
  readonly #options: Required<AuditWebhookOptions>;
  readonly #waiting: string[] = [];
  #cancelTimer: (() => void) | undefined;
  #sending: Promise<void> | undefined;
  #isClosing = false;
  #endPause: (() => void) | undefined;

  constructor(options: AuditWebhookOptions) {
    this.#options = {
      maxBatchSize: 400,
      maxBatchWaitMilliseconds: 30_000,
      bufferSize: 10_000,
      initialBackoffMilliseconds: 10_000,
      onError: () => undefined,
      ...options,
    };
  }

  process(event: AuditEvent, stage: AuditStage, now: number): void {
    const { bufferSize, maxBatchSize, maxBatchWaitMilliseconds } = this.#options;
    if (this.#waiting.length >= bufferSize) throw new Error('audit buffer queue blocked');
    this.#waiting.push(event.json(stage, now));
    if (this.#waiting.length >= maxBatchSize) this.#send();
    else this.#cancelTimer ??= systemClock.after(maxBatchWaitMilliseconds, () => this.#send(), { unref: true });
  }

  /** Sends what waits, without trying again. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#endPause?.();
    this.#send();
    await this.#sending;
  }

  #send(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const events = this.#waiting.splice(0, this.#options.maxBatchSize);
      const list = `{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${events.join(',')}]}`;
      await this.#deliver(Buffer.from(list)).catch(this.#options.onError);
    }
  }

  async #deliver(list: Buffer): Promise<void> {
    let delay = this.#options.initialBackoffMilliseconds;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#options.send(list);
        return;
      } catch (error) {
        if (attempt === attempts || this.#isClosing) throw error;
      }
      await this.#pause(delay);
      delay *= backoffFactor;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = systemClock.after(milliseconds, resolve, { unref: true });
      this.#endPause = () => {
        cancelTimer();
        resolve();
      };
    });
  }
}
