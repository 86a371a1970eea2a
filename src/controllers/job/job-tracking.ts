// Follows pkg/controller/job/job_controller.go (v1.36)
import type { Job, JobCondition, JobStatus } from '../../api/batch/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { indexOf, isIndexed } from './indexes.js';
import { isFailed, isTracked, type JobState, newCondition } from './job-state.js';
import { matchFailure } from './policies.js';

/** At most so many pods are in the status, waiting for their finalizers to go. */
const maxUncounted = 500;

export interface Tracking {
  readonly status: JobStatus;
  /** Pods that are counted in the status: their finalizers may go. */
  readonly toRelease: readonly Pod[];
  /** The condition that ends the job, once all pods are counted. */
  readonly finish: JobCondition | undefined;
  readonly isPartial: boolean;
}

interface TrackingInput {
  readonly job: Job;
  readonly status: JobStatus;
  readonly pods: readonly Pod[];
  readonly released: ReadonlySet<string>;
  readonly state: JobState;
  readonly finish: JobCondition | undefined;
  readonly now: number;
}

/**
 * Counts pods that have ended: their uids are in the status until their finalizers are gone, so that none counts twice.
 */
export function trackPods({ job, status, pods, released, state, finish, now }: TrackingInput): Tracking {
  const remaining = new Set(
    pods.filter((pod) => isTracked(pod) && !released.has(pod.metadata.uid ?? '')).map(({ metadata }) => metadata.uid!),
  );
  const cleaned = withoutReleased(status, remaining);
  const uncounted = cleaned.uncountedTerminatedPods ?? {};
  const [succeeded, failed] = [[...(uncounted.succeeded ?? [])], [...(uncounted.failed ?? [])]];
  const toRelease: Pod[] = [];
  let isPartial = false;
  for (const pod of pods) {
    const uid = pod.metadata.uid ?? '';
    if (!remaining.has(uid) || !mayRelease(pod, { job, state, finish })) continue;
    toRelease.push(pod);
    if (pod.status.phase === 'Succeeded' && !failed.includes(uid)) {
      if (!isIndexed(job) && !succeeded.includes(uid)) succeeded.push(uid);
    } else if (isFailed(pod, job) || (finish && finish.type !== 'SuccessCriteriaMet')) {
      const hasIndex = !isIndexed(job) || (indexOf(pod) ?? Number.POSITIVE_INFINITY) < (job.spec.completions ?? 0);
      if (!failed.includes(uid) && hasIndex && matchFailure(job, pod).isCounted) failed.push(uid);
    }
    if (succeeded.length + failed.length >= maxUncounted) {
      isPartial = true;
      break;
    }
  }
  const tracked: JobStatus = {
    ...cleaned,
    ...(isIndexed(job) && {
      succeeded: state.succeededIndexes.size,
      completedIndexes: state.succeededIndexes.toString(),
      ...(state.failedIndexes && { failedIndexes: state.failedIndexes.toString() }),
    }),
    uncountedTerminatedPods: {
      ...(succeeded.length > 0 && { succeeded }),
      ...(failed.length > 0 && { failed }),
    },
  };
  return { toRelease, isPartial, ...withFinish(tracked, finish, now) };
}

/** First the condition that announces the end, and then the end. */
function withFinish(
  status: JobStatus,
  finish: JobCondition | undefined,
  now: number,
): Pick<Tracking, 'status' | 'finish'> {
  const { conditions = [] } = status;
  const about = { reason: finish?.reason ?? '', message: finish?.message ?? '' };
  if (finish?.type === 'FailureTarget')
    return { status: { ...status, conditions: [...conditions, finish] }, finish: newCondition('Failed', about, now) };
  if (finish?.type === 'SuccessCriteriaMet') {
    const isAnnounced = conditions.some(({ type }) => type === finish.type);
    return {
      status: isAnnounced ? status : { ...status, conditions: [...conditions, finish] },
      finish: newCondition('Complete', about, now),
    };
  }
  return { status, finish };
}

function mayRelease(
  pod: Pod,
  { job, state, finish }: { job: Job; state: JobState; finish: JobCondition | undefined },
): boolean {
  if (job.metadata.deletionTimestamp || finish || pod.status.phase === 'Succeeded') return true;
  if (!isFailed(pod, job)) return false;
  const index = indexOf(pod);
  return index === undefined || state.toReplace.get(index)?.metadata.uid !== pod.metadata.uid;
}

/** Pods without finalizer are counted for good. */
export function withoutReleased(status: JobStatus, remaining: ReadonlySet<string>): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  const left = {
    succeeded: succeeded.filter((uid) => remaining.has(uid)),
    failed: failed.filter((uid) => remaining.has(uid)),
  };
  const counted = (before: number | undefined, all: readonly string[], rest: readonly string[]) =>
    (before ?? 0) + all.length - rest.length;
  return {
    ...status,
    succeeded: counted(status.succeeded, succeeded, left.succeeded),
    failed: counted(status.failed, failed, left.failed),
    uncountedTerminatedPods: {
      ...(left.succeeded.length > 0 && { succeeded: left.succeeded }),
      ...(left.failed.length > 0 && { failed: left.failed }),
    },
  };
}
