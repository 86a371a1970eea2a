// Follows staging/src/k8s.io/apiserver/plugin/pkg/audit/webhook/webhook.go (v1.36)

import type { Clock } from '../../apimachinery/clock/index.js';
import type { AuditBackend, OnAuditProblem } from './audit-backend.js';
import type { AuditRecord } from './audit-record.js';

/** Posts an audit.k8s.io/v1 EventList; rejects if it was not accepted. */
export type PostEvents = (list: Buffer) => Promise<unknown>;

export interface AuditWebhookOptions {
  readonly post: PostEvents;
  /** `--audit-webhook-initial-backoff` */
  readonly initialBackoffMilliseconds: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onProblem: OnAuditProblem;
}

const attempts = 5;
const backoffFactor = 1.5;
const jitter = 0.2;

/** Posts records to a webhook, and retries after every kind of failure. */
export class AuditWebhook implements AuditBackend {
  readonly #options: AuditWebhookOptions;
  readonly #pauses = new Set<() => void>();
  #isClosing = false;

  constructor(options: AuditWebhookOptions) {
    this.#options = options;
  }

  async process(records: readonly AuditRecord[]): Promise<boolean> {
    const items = records.map(({ json }) => json).join();
    const list = Buffer.from(`{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[${items}]}`);
    try {
      await this.#deliver(list);
      return true;
    } catch (error) {
      this.#options.onProblem('webhook', error instanceof Error ? error : new Error(String(error)), records);
      return false;
    }
  }

  /** Stops retrying. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const end of this.#pauses) end();
  }

  async #deliver(list: Buffer): Promise<void> {
    const { post, initialBackoffMilliseconds, random } = this.#options;
    let delay = initialBackoffMilliseconds;
    for (let attempt = 1; ; attempt++) {
      try {
        await post(list);
        return;
      } catch (error) {
        if (attempt === attempts || this.#isClosing) throw error;
      }
      await this.#pause(delay * (1 + jitter * random()));
      delay *= backoffFactor;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#pauses.delete(end);
        resolve();
      };
      const cancel = this.#options.clock.after(milliseconds, end);
      this.#pauses.add(end);
    });
  }
}
