import { internalError } from '../../../apimachinery/status/index.js';
import { charge, type Demand } from './charge.js';
import type { NamespaceQuotas } from './namespace-quotas.js';
import type { Quota } from './quota.js';

interface Waiter {
  readonly demand: Demand;
  readonly grant: () => void;
  readonly refuse: (reason: unknown) => void;
}

export interface QuotaQueueOptions {
  readonly quotasOf: (namespace: string) => NamespaceQuotas;
  /** Says when it is too late to write the quotas that demands are decided by from now on. */
  readonly deadline: () => AbortSignal;
}

/** How often it is tried again when others write the same quotas. */
const maxRetries = 3;

/**
 * Decides about demands on quotas, namespace by namespace. Those that come while quotas are being written are decided
 * together afterwards, so that many requests at once cost few writes. A quota is written only on the very state that was
 * judged: however many servers do this at the same time, nobody gets more than there is.
 */
export class QuotaQueue {
  /** Those who wait for their turn, of each namespace that is at work. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #options: QuotaQueueOptions;

  constructor(options: QuotaQueueOptions) {
    this.#options = options;
  }

  /** Resolves when a demand is granted, and charged; fails with the refusal. */
  submit(namespace: string, demand: Demand): Promise<void> {
    return new Promise((grant, refuse) => {
      const waiter = { demand, grant, refuse };
      const waiting = this.#waiting.get(namespace);
      if (waiting) waiting.push(waiter);
      else void this.#work(namespace, [waiter]);
    });
  }

  async #work(namespace: string, first: readonly Waiter[]): Promise<void> {
    const { quotasOf, deadline } = this.#options;
    const quotas = quotasOf(namespace);
    for (let batch = first; batch.length > 0; ) {
      const next: Waiter[] = [];
      this.#waiting.set(namespace, next);
      await decide(batch, quotas, deadline());
      batch = next;
    }
    this.#waiting.delete(namespace);
  }
}

/** Settles all waiters. */
async function decide(batch: readonly Waiter[], namespace: NamespaceQuotas, signal: AbortSignal): Promise<void> {
  try {
    let quotas = namespace.current();
    let undecided = batch;
    for (let retries = 0; ; retries++) {
      const { charged, waiting } = await chargeAll(quotas, undecided);
      const { failed, error } = await writeAll(quotas, charged, (quota) => namespace.write(quota, signal));
      if (failed.length > 0 && (retries === maxRetries || signal.aborted)) throw error;
      undecided = waiting;
      if (failed.length === 0) break;
      quotas = await namespace.reread(failed, signal);
    }
    for (const { grant } of undecided) grant();
  } catch (error) {
    const reason = signal.aborted ? internalError('resource quota evaluation timed out') : error;
    for (const { refuse } of batch) refuse(reason);
  }
}

/** Charges the demands one after another; those who made a difference wait until the quotas are written. */
async function chargeAll(quotas: readonly Quota[], waiters: readonly Waiter[]) {
  let charged = quotas;
  const waiting: Waiter[] = [];
  for (const waiter of waiters) {
    try {
      const after = await charge(charged, waiter.demand);
      if (waiter.demand.request.attributes.dryRun || after.every((quota, index) => quota === charged[index])) {
        waiter.grant();
        continue;
      }
      charged = after;
      waiting.push(waiter);
    } catch (error) {
      waiter.refuse(error);
    }
  }
  return { charged, waiting };
}

/** Writes what has changed. Gives those that could not be written, and why. */
async function writeAll(before: readonly Quota[], after: readonly Quota[], write: (quota: Quota) => Promise<void>) {
  const failed: Quota[] = [];
  let error: unknown;
  for (const [index, quota] of after.entries()) {
    if (quota === before[index]) continue;
    try {
      await write(quota);
    } catch (problem) {
      failed.push(quota);
      error = problem;
    }
  }
  return { failed, error };
}
