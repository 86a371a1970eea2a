// Follows pkg/controller/job/job_controller.go (v1.36)
import type { Job } from '../../api/batch/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { keyOf } from '../../client/informer/index.js';
import { compareForDeletion } from '../workload/deletion-order.js';
import { type PodControl, podFromTemplate } from '../workload/pod-control.js';
import { isPodReady } from '../workload/pod-state.js';
import {
  failureCountAnnotation,
  failuresBefore,
  hasLimitPerIndex,
  ignoredFailureCountAnnotation,
  indexOf,
  isIndexed,
  withIndex,
} from './indexes.js';
import {
  finishedAt,
  type JobState,
  pendingIndexes,
  remainingBackoff,
  replacesOnlyFailed,
  trackingFinalizer,
  wantedActive,
} from './job-state.js';
import { matchFailure } from './policies.js';

/** Not more at once. */
const maxPerSync = 500;

interface JobPodsOptions {
  readonly job: Job;
  readonly key: string;
  readonly control: PodControl;
  /** Removes the finalizer of a pod. */
  readonly release: (pod: Pod) => Promise<void>;
  readonly state: JobState;
  readonly all: readonly Pod[];
  readonly now: number;
}

export interface Outcome {
  readonly active: number;
  readonly ready: number;
  readonly terminating: number;
  /** Whether all pods have been deleted that had to be. */
  readonly isStopped: boolean;
  readonly isManaged: boolean;
  readonly error?: unknown;
  readonly retryMilliseconds?: number;
}

/** Creates and deletes the pods of a job, during one reconciliation. */
export class JobPods {
  readonly #options: JobPodsOptions;

  constructor(options: JobPodsOptions) {
    this.#options = options;
  }

  /** The job ends: no pod must stay active. */
  async stopAll(isSatisfied: boolean): Promise<Outcome> {
    const { job, control, state } = this.#options;
    const { active } = state;
    const { deleted, error } = await control.deleteAll(job, active);
    return {
      ...this.#counts(-deleted.length, deleted),
      isStopped: deleted.length === active.length && isSatisfied,
      isManaged: false,
      ...(error !== undefined && { error }),
    };
  }

  async manage({ isAllowed }: { isAllowed: boolean }): Promise<Outcome> {
    const { job, key, state, all, control, release, now } = this.#options;
    const base = { isStopped: true, isManaged: isAllowed };
    if (!isAllowed) return { ...this.#counts(0), ...base };
    const wanted = job.spec.suspend ? 0 : wantedActive(job, state);
    const surplus = this.#surplus(Math.max(0, state.active.length - wanted));
    if (surplus.length > 0) {
      control.expectations.expect(key, { deletions: surplus.map(keyOf) });
      // Without their finalizers, they are not counted as failed.
      const { deleted, error } = await control.deleteAll(job, surplus, release);
      return { ...this.#counts(-deleted.length, deleted), ...base, ...(error !== undefined && { error }) };
    }
    const replaced = replacesOnlyFailed(job) ? state.terminating : 0;
    const missing = Math.min(maxPerSync, wanted - replaced - state.active.length);
    if (missing <= 0) return { ...this.#counts(0), ...base };
    const wait = hasLimitPerIndex(job) ? 0 : remainingBackoff(state.backoff, now);
    if (wait > 0) return { ...this.#counts(0), ...base, retryMilliseconds: wait };
    const indexes = isIndexed(job)
      ? this.#dueIndexes(pendingIndexes(job, { pods: all, state, count: missing }))
      : undefined;
    if (indexes && indexes.due.length === 0) {
      const retry = indexes.retryMilliseconds;
      return { ...this.#counts(0), ...base, ...(retry !== undefined && { retryMilliseconds: retry }) };
    }
    const { created, error } = await this.#create(indexes?.due.length ?? missing, indexes?.due);
    return { ...this.#counts(created), ...base, ...(error !== undefined && { error }) };
  }

  #counts(change: number, deleted: readonly Pod[] = []): Pick<Outcome, 'active' | 'ready' | 'terminating'> {
    const { active, ready, terminating } = this.#options.state;
    return {
      active: active.length + change,
      ready: ready - deleted.filter(isPodReady).length,
      terminating: terminating + deleted.length,
    };
  }

  /** Of an indexed job, also pods of an index that has several, or that it does not have. */
  #surplus(atLeast: number): Pod[] {
    const { job, state, now } = this.#options;
    const order = (pods: readonly Pod[]): Pod[] =>
      pods
        .map((pod) => ({ pod, rank: 0, now }))
        .sort(compareForDeletion)
        .map(({ pod }) => pod);
    if (!isIndexed(job)) return order(state.active).slice(0, Math.min(atLeast, maxPerSync));
    const byIndex = new Map<number, Pod[]>();
    const remove: Pod[] = [];
    for (const pod of state.active) {
      const index = indexOf(pod);
      if (index === undefined || index >= (job.spec.completions ?? 0)) remove.push(pod);
      else byIndex.set(index, [...(byIndex.get(index) ?? []), pod]);
    }
    const left: Pod[] = [];
    for (const pods of byIndex.values()) {
      const ordered = order(pods);
      remove.push(...ordered.slice(0, -1));
      left.push(...ordered.slice(-1));
    }
    const more = Math.max(0, atLeast - remove.length);
    return [...remove, ...order(left).slice(0, more)].slice(0, maxPerSync);
  }

  /** With a limit per index, each index waits for itself. */
  #dueIndexes(indexes: readonly number[]): { due: readonly number[]; retryMilliseconds?: number } {
    const { job, state, now } = this.#options;
    if (!hasLimitPerIndex(job)) return { due: indexes };
    const waits = indexes.map((index) => {
      const failed = state.toReplace.get(index);
      if (!failed) return 0;
      const { counted, ignored } = failuresBefore(failed);
      return remainingBackoff({ failures: counted + ignored + 1, lastFailure: finishedAt(failed) }, now);
    });
    const due = indexes.filter((_, position) => waits[position] === 0);
    return due.length > 0 || waits.length === 0 ? { due } : { due, retryMilliseconds: Math.min(...waits) };
  }

  async #create(count: number, indexes?: readonly number[]): Promise<{ created: number; error?: unknown }> {
    const { job, key, control } = this.#options;
    const template = podFromTemplate(job.spec.template, job);
    const finalizers = [...new Set([...(template.metadata.finalizers ?? []), trackingFinalizer])];
    const pod: Pod = { ...template, metadata: { ...template.metadata, finalizers } };
    const podAt = (position: number): Pod => {
      const index = indexes?.[position];
      return index === undefined ? pod : this.#ofIndex(pod, index);
    };
    control.expectations.expect(key, { creations: count });
    return control.createAll(job, { count, podAt });
  }

  #ofIndex(pod: Pod, index: number): Pod {
    const { job, state } = this.#options;
    const indexed = withIndex(pod, index, job);
    if (!hasLimitPerIndex(job)) return indexed;
    const failed = state.toReplace.get(index);
    const before = failed ? failuresBefore(failed) : { counted: 0, ignored: 0 };
    const isCounted = failed ? matchFailure(job, failed).isCounted : false;
    const counted = before.counted + Number(failed !== undefined && isCounted);
    const ignored = before.ignored + Number(failed !== undefined && !isCounted);
    const annotations = {
      ...indexed.metadata.annotations,
      [failureCountAnnotation]: String(counted),
      ...(ignored > 0 && { [ignoredFailureCountAnnotation]: String(ignored) }),
    };
    return { ...indexed, metadata: { ...indexed.metadata, annotations } };
  }
}
