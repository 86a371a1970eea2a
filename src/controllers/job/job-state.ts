// Follows pkg/controller/job/job_controller.go (v1.36)
// Follows pkg/controller/job/backoff_utils.go (v1.36)
import type { Job, JobCondition } from '../../api/batch/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { findCondition, formatTime, parseTime } from '../../apimachinery/meta/index.js';
import { isPodActive, isPodReady, isPodTerminating, podCondition } from '../workload/pod-state.js';
import { failuresBefore, hasLimitPerIndex, IndexSet, indexesOf, indexOf, isIndexed } from './indexes.js';
import { matchFailure, matchSuccess } from './policies.js';

export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';
const firstBackoff = 10_000;
const longestBackoff = 600_000;

/** Failures since a pod of the job last succeeded. */
export interface Backoff {
  readonly failures: number;
  readonly lastFailure: number;
}

export interface JobInput {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** Pods whose finalizers have been removed, although the informer has not delivered that. */
  readonly released: ReadonlySet<string>;
  readonly backoff: Backoff;
  readonly now: number;
}

/** What a job's pods amount to. */
export interface JobState {
  readonly active: readonly Pod[];
  readonly ready: number;
  readonly terminating: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly backoff: Backoff;
  readonly succeededIndexes: IndexSet;
  readonly failedIndexes: IndexSet | undefined;
  /** The last failed pod of indexes that are to be tried again. */
  readonly toReplace: ReadonlyMap<number, Pod>;
  /** The condition by which the job ends: `FailureTarget`, `SuccessCriteriaMet` or `Failed`. */
  readonly finish: JobCondition | undefined;
}

export function jobCondition({ status }: Job, type: string): JobCondition | undefined {
  return findCondition(status.conditions, type);
}

export function isFinished(job: Job): boolean {
  return ['Complete', 'Failed'].some((type) => jobCondition(job, type)?.status === 'True');
}

export function newCondition(type: string, about: { reason: string; message: string }, now: number): JobCondition {
  const time = formatTime(now);
  return { type, status: 'True', lastProbeTime: time, lastTransitionTime: time, ...about };
}

export function isTracked({ metadata }: Pod): boolean {
  return metadata.finalizers?.includes(trackingFinalizer) ?? false;
}

export function replacesOnlyFailed({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

export function isFailed({ metadata, status }: Pod, job: Job): boolean {
  if (status.phase === 'Failed') return true;
  return !replacesOnlyFailed(job) && metadata.deletionTimestamp !== undefined && status.phase !== 'Succeeded';
}

export function finishedAt({ metadata, status }: Pod): number {
  const times = (status.containerStatuses ?? []).map(({ state }) => parseTime(state.terminated?.finishedAt ?? ''));
  if (times.length > 0 && times.every((time) => time !== undefined)) return Math.max(...times);
  const ready = podCondition({ metadata, status } as Pod, 'Ready');
  const unready = ready?.status === 'False' ? parseTime(ready.lastTransitionTime ?? '') : undefined;
  const deleted = parseTime(metadata.deletionTimestamp ?? '');
  const stopped = deleted === undefined ? undefined : deleted - (metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  return unready ?? stopped ?? parseTime(metadata.creationTimestamp ?? '') ?? 0;
}

/** How long to wait after so many failures, in milliseconds. */
export function remainingBackoff({ failures, lastFailure }: Backoff, now: number): number {
  if (failures === 0) return 0;
  return Math.max(0, lastFailure + Math.min(longestBackoff, firstBackoff * 2 ** (failures - 1)) - now);
}

function nextBackoff(backoff: Backoff, succeeded: readonly Pod[], failed: readonly Pod[]): Backoff {
  const failures = failed.map(finishedAt);
  if (succeeded.length === 0) {
    if (failed.length === 0) return backoff;
    return { failures: backoff.failures + failed.length, lastFailure: Math.max(...failures) };
  }
  const lastSuccess = Math.max(...succeeded.map(finishedAt));
  const later = failures.filter((time) => time > lastSuccess);
  return { failures: later.length, lastFailure: Math.max(0, ...later) };
}

export function observeJob({ job, pods, released, backoff, now }: JobInput): JobState {
  const { spec, status } = job;
  const uncounted = status.uncountedTerminatedPods ?? {};
  const completions = spec.completions ?? 0;
  const isValid = (pod: Pod, counted: readonly string[] = []): boolean => {
    const uid = pod.metadata.uid ?? '';
    if (!isTracked(pod) || counted.includes(uid) || released.has(uid)) return false;
    return !isIndexed(job) || (indexOf(pod) ?? Number.POSITIVE_INFINITY) < completions;
  };
  const newlySucceeded = pods.filter((pod) => pod.status.phase === 'Succeeded' && isValid(pod, uncounted.succeeded));
  const newlyFailed = pods.filter((pod) => isFailed(pod, job) && isValid(pod, uncounted.failed));
  const counted = newlyFailed.filter((pod) => matchFailure(job, pod).isCounted);
  const active = pods.filter(isPodActive);
  const failed = (status.failed ?? 0) + counted.length + (uncounted.failed?.length ?? 0);
  let succeeded = (status.succeeded ?? 0) + newlySucceeded.length + (uncounted.succeeded?.length ?? 0);
  const succeededIndexes = isIndexed(job) ? indexesSucceeded(job, pods) : new IndexSet();
  if (isIndexed(job)) succeeded = succeededIndexes.size;
  const failedIndexes = hasLimitPerIndex(job) ? indexesFailed(job, pods, isValid) : undefined;
  const activeIndexes = indexesOf(active);
  const toReplace = new Map<number, Pod>();
  for (const pod of failedIndexes ? pods.filter((each) => isFailed(each, job) && isValid(each)) : []) {
    const index = indexOf(pod)!;
    if (succeededIndexes.has(index) || failedIndexes?.has(index) || activeIndexes.has(index)) continue;
    const other = toReplace.get(index);
    if (!other || finishedAt(pod) >= finishedAt(other)) toReplace.set(index, pod);
  }
  return {
    active,
    ready: active.filter(isPodReady).length,
    terminating: pods.filter(isPodTerminating).length,
    succeeded,
    failed,
    backoff: nextBackoff(backoff, newlySucceeded, newlyFailed),
    succeededIndexes,
    failedIndexes,
    toReplace,
    finish: finishOf({ job, pods, failed, succeededIndexes, failedIndexes, now }),
  };
}

function indexesSucceeded({ spec, status }: Job, pods: readonly Pod[]): IndexSet {
  const completions = spec.completions ?? 0;
  const indexes = IndexSet.parse(status.completedIndexes ?? '', completions);
  for (const pod of pods) {
    const index = indexOf(pod);
    if (index !== undefined && index < completions && pod.status.phase === 'Succeeded' && isTracked(pod))
      indexes.add(index);
  }
  return indexes;
}

function indexesFailed(job: Job, pods: readonly Pod[], isValid: (pod: Pod) => boolean): IndexSet {
  const { spec, status } = job;
  const indexes = IndexSet.parse(status.failedIndexes ?? '', spec.completions ?? 0);
  for (const pod of pods) {
    if (!isFailed(pod, job) || !isValid(pod)) continue;
    const { action, isCounted } = matchFailure(job, pod);
    const isOver = isCounted && failuresBefore(pod).counted >= (spec.backoffLimitPerIndex ?? 0);
    if (action === 'FailIndex' || isOver) indexes.add(indexOf(pod)!);
  }
  return indexes;
}

type FinishInput = Pick<JobInput, 'job' | 'pods' | 'now'> &
  Pick<JobState, 'failed' | 'succeededIndexes' | 'failedIndexes'>;

function finishOf(input: FinishInput): JobCondition | undefined {
  const { job, pods, failed, succeededIndexes, failedIndexes, now } = input;
  const { spec } = job;
  const success = jobCondition(job, 'SuccessCriteriaMet');
  if (success?.status === 'True') return success;
  const failure = jobCondition(job, 'FailureTarget');
  if (failure?.status === 'True') {
    return newCondition('Failed', { reason: failure.reason ?? '', message: failure.message ?? '' }, now);
  }
  const fail = (reason: string, message: string) => newCondition('FailureTarget', { reason, message }, now);
  const byPolicy = pods.find((pod) => isFailed(pod, job) && matchFailure(job, pod).message !== undefined);
  if (byPolicy) return fail('PodFailurePolicy', matchFailure(job, byPolicy).message!);
  if (failed > (spec.backoffLimit ?? 6) || restartedTooOften(job, pods))
    return fail('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  if (untilDeadline(job, now) === 0) return fail('DeadlineExceeded', 'Job was active longer than specified deadline');
  if (!isIndexed(job)) return undefined;
  if (failedIndexes && failedIndexes.size > (spec.maxFailedIndexes ?? Number.POSITIVE_INFINITY)) {
    return fail('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes');
  }
  if (failedIndexes && failedIndexes.size > 0 && failedIndexes.size + succeededIndexes.size >= (spec.completions ?? 0))
    return fail('FailedIndexes', 'Job has failed indexes');
  const message = matchSuccess(job, succeededIndexes);
  return message === undefined
    ? undefined
    : newCondition('SuccessCriteriaMet', { reason: 'SuccessPolicy', message }, now);
}

/** Undefined: there is no deadline, or it does not count. In milliseconds. */
export function untilDeadline({ spec, status }: Job, now: number): number | undefined {
  if (spec.activeDeadlineSeconds === undefined || spec.suspend || status.startTime === undefined) return undefined;
  return Math.max(0, (parseTime(status.startTime) ?? 0) + spec.activeDeadlineSeconds * 1000 - now);
}

/** Pods that restart their containers do not fail: their restarts count instead. */
function restartedTooOften({ spec }: Job, pods: readonly Pod[]): boolean {
  if (spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const { backoffLimit = 6 } = spec;
  const restarts = pods
    .filter(({ status }) => status.phase === 'Running' || status.phase === 'Pending')
    .flatMap(({ status }) => [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])])
    .reduce((total, { restartCount }) => total + restartCount, 0);
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

/** How many pods of the job should be active. */
export function wantedActive({ spec }: Job, { active, succeeded }: JobState): number {
  const { parallelism = 1, completions } = spec;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/** The first indexes that have neither ended nor an active pod. */
export function pendingIndexes(
  job: Job,
  { pods, state, count }: { readonly pods: readonly Pod[]; readonly state: JobState; readonly count: number },
): number[] {
  const taken = indexesOf(state.active);
  if (replacesOnlyFailed(job)) for (const index of indexesOf(pods.filter(isPodTerminating))) taken.add(index);
  const found: number[] = [];
  const completions = job.spec.completions ?? 0;
  for (let index = 0; index < completions && found.length < count; ) {
    const next = state.failedIndexes?.nextAbsent(index) ?? index;
    const absent = state.succeededIndexes.nextAbsent(next);
    if (absent === index && !taken.has(index)) found.push(index);
    index = absent === index ? index + 1 : absent;
  }
  return found;
}
