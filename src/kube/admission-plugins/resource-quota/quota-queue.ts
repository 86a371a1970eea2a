// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.36)

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
  /** Returns a signal that aborts the writes of a batch that starts now. */
  readonly deadline: () => AbortSignal;
}

/** Retries after write conflicts. */
const maxRetries = 3;

/**
 * Decides on quota demands per namespace. Demands that arrive while quotas are being written are batched, so that many
 * concurrent requests cost few writes. Invariant: a quota is written only on the resource version that the decision was
 * based on, so that concurrent servers never exceed it.
 */
export class QuotaQueue {
  /** Queued demands of each namespace that is being processed. */
  readonly #waiting = new Map<string, Waiter[]>();
  readonly #options: QuotaQueueOptions;

  constructor(options: QuotaQueueOptions) {
    this.#options = options;
  }

  /** Resolves when the demand is granted and charged; rejects with the error for the client. */
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

/** Charges the demands in order; waiters whose demand changed a quota stay pending until it is written. */
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

/** Writes the changed quotas. Returns those that failed, with the error. */
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
