// Follows pkg/controller/job/job_controller.go (v1.36)
import type { Job, JobStatus } from '../../api/batch/v1.js';
import type { Pod } from '../../api/core/v1.js';
import { formatTime, jsonEqual, namespacedName } from '../../apimachinery/meta/index.js';
import { labelSelectorFromSpec } from '../../apimachinery/selectors/index.js';
import { isInvalid, isNotFound } from '../../apimachinery/status/index.js';
import { type Informer, keyOf } from '../../client/informer/index.js';
import { ExponentialPerItem, type ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { InformerProgress } from '../informer-progress.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { jobs, pods } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { claim } from '../workload/claim.js';
import { controllerReferenceOf } from '../workload/controller-reference.js';
import { claimablePods, podsControlledBy } from '../workload/owned-pods.js';
import { PodControl } from '../workload/pod-control.js';
import { settleSomeAtATime } from '../workload/settle-some-at-a-time.js';
import { JobPods } from './job-pods.js';
import {
  type Backoff,
  isFinished,
  isTracked,
  jobCondition,
  newCondition,
  observeJob,
  trackingFinalizer,
  untilDeadline,
} from './job-state.js';
import { trackPods, withoutReleased } from './job-tracking.js';

const controllerName = 'kubernetes.io/job-controller';
/** Changes of pods come in groups. */
const batchMilliseconds = 100;
/** Keys of pods whose job is gone: their finalizers are in the way. */
const orphanPrefix = 'orphan:';
const noBackoff: Backoff = { failures: 0, lastFailure: 0 };

export const jobController: Controller = objectController<Job>({
  name: 'job-controller',
  resource: jobs,
  rateLimiter: () => new ExponentialPerItem({ firstMilliseconds: 1000, limitMilliseconds: 60_000 }),
  create: (frame) => new JobReconciler(frame),
});

/** Runs pods until enough of them have succeeded. */
class JobReconciler implements ObjectReconciler<Job> {
  readonly #frame: ControllerFrame<Job>;
  readonly #pods: Informer<Pod>;
  readonly #control: PodControl;
  readonly #backoffs = new Map<string, Backoff>();
  /** Uids of pods whose finalizers are being removed, by job. */
  readonly #released = new Map<string, Set<string>>();
  readonly #progress = new InformerProgress();
  /** Jobs that have ended, although the informer has not delivered that. */
  readonly #finished = new Set<string>();

  constructor(frame: ControllerFrame<Job>) {
    this.#frame = frame;
    this.#pods = frame.podInformer();
    this.#control = new PodControl(frame);
  }

  watch(): void {
    this.#pods.addHandler({
      added: (pod) => this.#podChanged(pod, { isNew: true }),
      updated: (old, pod) => {
        const isReleased = isTracked(old) && !isTracked(pod);
        if (isReleased) this.#observeRelease(pod);
        this.#podChanged(pod);
      },
      deleted: (pod) => {
        this.#observeRelease(pod);
        this.#podChanged(pod, { isGone: true });
      },
    });
  }

  deleted(job: Job): void {
    const key = keyOf(job);
    this.#control.expectations.delete(key);
    this.#backoffs.delete(key);
    this.#released.delete(key);
    this.#progress.forget(key);
    this.#finished.delete(job.metadata.uid ?? '');
    for (const pod of podsControlledBy(this.#pods, job.metadata))
      if (isTracked(pod)) this.#frame.enqueue(orphanPrefix + keyOf(pod));
  }

  #podChanged(pod: Pod, { isNew = false, isGone = false } = {}): void {
    const reference = controllerReferenceOf(pod.metadata);
    if (!reference) {
      if (isTracked(pod)) this.#frame.enqueue(orphanPrefix + keyOf(pod));
      this.#enqueueSelecting(pod);
      return;
    }
    if (reference.kind !== 'Job') return;
    const job = this.#frame.controllerOf(pod, 'Job');
    if (!job) {
      if (isTracked(pod) && !isGone) this.#frame.enqueue(orphanPrefix + keyOf(pod));
      return;
    }
    const key = keyOf(job);
    if (isNew && !pod.metadata.deletionTimestamp) this.#control.expectations.observeCreation(key);
    if (isGone || pod.metadata.deletionTimestamp) this.#control.expectations.observeDeletion(key, keyOf(pod));
    this.#frame.enqueue(key, batchMilliseconds);
  }

  #enqueueSelecting(pod: Pod): void {
    const selecting = this.#frame.selecting(pod, ({ spec }) => labelSelectorFromSpec(spec.selector));
    for (const job of selecting) this.#frame.enqueueObject(job, batchMilliseconds);
  }

  #observeRelease({ metadata }: Pod): void {
    const reference = controllerReferenceOf(metadata);
    if (!reference) return;
    const key = namespacedName({ namespace: metadata.namespace ?? '', name: reference.name });
    this.#released.get(key)?.delete(metadata.uid ?? '');
  }

  async reconcileDeleted(key: string): Promise<void> {
    if (key.startsWith(orphanPrefix)) await this.#releaseOrphan(key.slice(orphanPrefix.length));
  }

  async reconcile(job: Job, key: string): Promise<ReconcileResult | undefined> {
    const isForeign = job.spec.managedBy !== undefined && job.spec.managedBy !== controllerName;
    if (isForeign || isFinished(job) || this.#finished.has(job.metadata.uid ?? '')) return undefined;
    // By an old status, pods that were deleted because the job ends would count as failed.
    const behind = this.#progress.behind(key, this.#frame.objects);
    if (behind) return behind;
    const isSatisfied = this.#control.expectations.areSatisfied(key);
    const all = await this.#podsOf(job);
    const released = this.#released.get(key) ?? new Set<string>();
    const now = this.#frame.context.clock.now();
    const backoff = this.#backoffs.get(key) ?? noBackoff;
    const startTime = job.status.startTime ?? (job.spec.suspend ? undefined : formatTime(now));
    const started: Job = { ...job, status: { ...job.status, ...(startTime !== undefined && { startTime }) } };
    const state = observeJob({ job: started, pods: all, released, backoff, now });
    const jobPods = new JobPods({
      job,
      key,
      control: this.#control,
      release: (pod) => (isTracked(pod) ? this.#removeFinalizer(pod) : Promise.resolve()),
      state,
      all,
      now,
    });
    const outcome = state.finish
      ? await jobPods.stopAll(isSatisfied)
      : await jobPods.manage({ isAllowed: isSatisfied && !job.metadata.deletionTimestamp });
    const { active, ready, terminating, error, retryMilliseconds } = outcome;
    let finish = state.finish && outcome.isStopped ? state.finish : undefined;
    const isComplete =
      job.spec.completions === undefined ? state.succeeded > 0 : state.succeeded >= job.spec.completions;
    if (!state.finish && isComplete && active === 0) {
      const about = { reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' };
      finish = newCondition('SuccessCriteriaMet', about, now);
    }
    let status: JobStatus = { ...started.status, active, ready, terminating };
    if (!finish && outcome.isManaged) status = this.#withSuspension(job, status, now);
    const tracking = trackPods({ job: started, status, pods: all, released, state, finish, now });
    await this.#write(job, tracking, state.backoff);
    if (error !== undefined) throw error;
    const delays = [untilDeadline({ ...job, status }, now), retryMilliseconds].filter((delay) => delay !== undefined);
    return delays.length === 0 ? undefined : { requeueAfterMilliseconds: Math.max(1, Math.min(...delays)) };
  }

  async #podsOf(job: Job): Promise<Pod[]> {
    const selector = labelSelectorFromSpec(job.spec.selector);
    const finalizers = [trackingFinalizer];
    const options = { owner: job, ownerResource: jobs, resource: pods, selector, finalizers };
    return claim(claimablePods(this.#pods, job.metadata), options, this.#frame.context);
  }

  #withSuspension(job: Job, status: JobStatus, now: number): JobStatus {
    const { suspend = false } = job.spec;
    const current = jobCondition(job, 'Suspended');
    if (suspend === (current?.status === 'True') || (!suspend && !current)) return status;
    const about = suspend
      ? { reason: 'JobSuspended', message: 'Job suspended' }
      : { reason: 'JobResumed', message: 'Job resumed' };
    this.#frame.recorder.event(job, 'Normal', suspend ? 'Suspended' : 'Resumed', about.message);
    const condition = { ...newCondition('Suspended', about, now), status: suspend ? 'True' : 'False' };
    const others = (status.conditions ?? []).filter(({ type }) => type !== 'Suspended');
    const { startTime: _time, ...rest } = status;
    const conditions = [...others, condition] as NonNullable<JobStatus['conditions']>;
    return suspend ? { ...rest, conditions } : { ...rest, conditions, startTime: formatTime(now) };
  }

  /** Writes what is to be counted, removes the finalizers of these pods, and counts them. */
  async #write(
    job: Job,
    { status, toRelease, finish, isPartial }: ReturnType<typeof trackPods>,
    backoff: Backoff,
  ): Promise<void> {
    const key = keyOf(job);
    let current = job;
    if (!isSameStatus(status, job.status)) {
      current = await this.#updateStatus(job, status);
      this.#backoffs.set(key, backoff);
    }
    await this.#release(key, toRelease);
    const gone = this.#released.get(key) ?? new Set();
    const remaining = new Set(
      toRelease.filter((pod) => !gone.has(pod.metadata.uid ?? '')).map(({ metadata }) => metadata.uid ?? ''),
    );
    let counted = withoutReleased(current.status, remaining);
    const { succeeded = [], failed = [] } = counted.uncountedTerminatedPods ?? {};
    const isOver = finish && !isPartial && succeeded.length + failed.length === 0 && (counted.terminating ?? 0) === 0;
    if (isOver) {
      const completionTime = finish.type === 'Complete' ? finish.lastTransitionTime : undefined;
      const conditions = [...(counted.conditions ?? []), finish];
      counted = { ...counted, conditions, ...(completionTime && { completionTime }) };
    }
    if (isSameStatus(counted, current.status)) return;
    const written = await this.#updateStatus(current, counted);
    if (!isOver) return;
    this.#finished.add(job.metadata.uid ?? '');
    this.#backoffs.delete(key);
    if (finish.type === 'Complete') {
      if ((written.status.succeeded ?? 0) > (job.spec.completions ?? Number.POSITIVE_INFINITY)) {
        const message = 'Too many succeeded pods running after completion count reached';
        this.#frame.recorder.event(job, 'Warning', 'TooManySucceededPods', message);
      }
      this.#frame.recorder.event(job, 'Normal', 'Completed', 'Job completed');
    } else this.#frame.recorder.event(job, 'Warning', finish.reason ?? '', finish.message ?? '');
  }

  async #updateStatus(job: Job, status: JobStatus): Promise<Job> {
    const { client, signal } = this.#frame.context;
    const objects = client.resource<Job>(jobs, job.metadata.namespace);
    const written = await objects.updateStatus({ ...job, status }, { signal });
    this.#progress.wrote(keyOf(job), written);
    return written;
  }

  async #release(key: string, all: readonly Pod[]): Promise<void> {
    if (all.length === 0) return;
    const released = this.#released.get(key) ?? new Set<string>();
    this.#released.set(key, released);
    const results = await settleSomeAtATime(all, async (pod) => {
      const uid = pod.metadata.uid ?? '';
      released.add(uid);
      try {
        await this.#removeFinalizer(pod);
      } catch (error) {
        released.delete(uid);
        throw error;
      }
    });
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async #removeFinalizer({ metadata }: Pod): Promise<void> {
    const { client, signal } = this.#frame.context;
    const body = { metadata: { uid: metadata.uid ?? '', '$deleteFromPrimitiveList/finalizers': [trackingFinalizer] } };
    try {
      await client
        .resource<Pod>(pods, metadata.namespace)
        .patch(metadata.name ?? '', { type: 'strategic', body }, { signal, ignoreResponse: true });
    } catch (error) {
      if (!isNotFound(error) && !isInvalid(error)) throw error;
    }
  }

  async #releaseOrphan(key: string): Promise<void> {
    const pod = this.#pods.lister.getByKey(key);
    if (!pod || !isTracked(pod) || this.#frame.controllerOf(pod, 'Job')) return;
    try {
      await this.#removeFinalizer(pod);
    } catch (error) {
      if (!isNamespaceTerminating(error)) throw error;
    }
  }
}

/** Numbers of zero are not written. */
function isSameStatus(a: JobStatus, b: JobStatus): boolean {
  return jsonEqual(written(a), written(b));
}

function written({ active, succeeded, failed, completedIndexes, uncountedTerminatedPods, ...rest }: JobStatus) {
  return {
    ...rest,
    active: active ?? 0,
    succeeded: succeeded ?? 0,
    failed: failed ?? 0,
    completedIndexes: completedIndexes ?? '',
    uncountedTerminatedPods: uncountedTerminatedPods ?? null,
  };
}
