// Follows pkg/controller/cronjob/cronjob_controllerv2.go (v1.36)

import type { CronJob, CronJobStatus, Job } from '../../api/batch/v1.js';
import { parseSchedule, type Schedule, ScheduleError } from '../../apimachinery/cron/index.js';
import { formatTime, jsonEqual, parseTime } from '../../apimachinery/meta/index.js';
import { isAlreadyExists, isNotFound, messageOf } from '../../apimachinery/status/index.js';
import type { Informer } from '../../client/informer/index.js';
import type { ReconcileResult } from '../../client/workqueue/index.js';
import type { Controller } from '../controller.js';
import { referenceTo } from '../events/reference.js';
import { type ControllerFrame, type ObjectReconciler, objectController } from '../object-controller.js';
import { cronJobs, jobs } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { controllerReference, isControlledBy } from '../workload/controller-reference.js';
import { latestDue, untilNext } from './missed-times.js';

const scheduledAnnotation = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

type Active = NonNullable<CronJobStatus['active']>;

export const cronJobController: Controller = objectController<CronJob>({
  name: 'cronjob-controller',
  resource: cronJobs,
  create: (frame) => new CronJobReconciler(frame),
});

/** Creates jobs at the times of schedules. */
class CronJobReconciler implements ObjectReconciler<CronJob> {
  readonly #frame: ControllerFrame<CronJob>;
  readonly #jobs: Informer<Job>;

  constructor(frame: ControllerFrame<CronJob>) {
    this.#frame = frame;
    this.#jobs = frame.informer<Job>(jobs);
  }

  watch(): void {
    const enqueueOwner = (job: Job): void => {
      const cronJob = this.#frame.controllerOf(job, 'CronJob');
      if (cronJob) this.#frame.enqueueObject(cronJob);
    };
    this.#jobs.addHandler({
      added: enqueueOwner,
      updated: (_old, job) => enqueueOwner(job),
      deleted: enqueueOwner,
    });
  }

  async reconcile(cronJob: CronJob): Promise<ReconcileResult | undefined> {
    const children = this.#jobs.lister
      .list({ namespace: cronJob.metadata.namespace ?? '' })
      .filter((job) => isControlledBy(job, cronJob));
    const observed = this.#observe(cronJob, children);
    const cleaned = await this.#cleanUp(cronJob, children, observed);
    const { status, requeueAfterMilliseconds } = await this.#schedule({ ...cronJob, status: cleaned });
    if (!jsonEqual(written(status), written(cronJob.status))) {
      const { client, signal } = this.#frame.context;
      const objects = client.resource<CronJob>(cronJobs, cronJob.metadata.namespace);
      await objects.updateStatus({ ...cronJob, status: written(status) }, { signal });
    }
    return { requeueAfterMilliseconds };
  }

  /** Jobs that have ended, or are gone, are not active any more. */
  #observe(cronJob: CronJob, children: readonly Job[]): CronJobStatus {
    let { active = [], lastSuccessfulTime } = cronJob.status;
    for (const job of children) {
      const isActive = active.some(({ uid }) => uid === job.metadata.uid);
      const finished = finishOf(job);
      if (!isActive && !finished) {
        const message = `Saw a job that the controller did not create or forgot: ${job.metadata.name}`;
        this.#frame.recorder.event(cronJob, 'Warning', 'UnexpectedJob', message);
      } else if (isActive && finished) {
        active = active.filter(({ uid }) => uid !== job.metadata.uid);
        const message = `Saw completed job: ${job.metadata.name}, condition: ${finished}`;
        this.#frame.recorder.event(cronJob, 'Normal', 'SawCompletedJob', message);
      }
      const { completionTime } = job.status;
      if (finished !== 'Complete' || completionTime === undefined) continue;
      if ((parseTime(completionTime) ?? 0) > (parseTime(lastSuccessfulTime ?? '') ?? 0))
        lastSuccessfulTime = completionTime;
    }
    const missing = active.filter(({ uid, name = '', namespace }) => {
      return !children.some(({ metadata }) => metadata.uid === uid) && !this.#jobs.lister.get(name, namespace);
    });
    for (const { name } of missing)
      this.#frame.recorder.event(cronJob, 'Normal', 'MissingJob', `Active job went missing: ${name}`);
    return {
      ...cronJob.status,
      active: active.filter((reference) => !missing.includes(reference)),
      ...(lastSuccessfulTime && { lastSuccessfulTime }),
    };
  }

  /** Deletes the oldest jobs of more than the history keeps. */
  async #cleanUp(cronJob: CronJob, children: readonly Job[], status: CronJobStatus): Promise<CronJobStatus> {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = cronJob.spec;
    let { active = [] } = status;
    for (const [type, limit] of [
      ['Complete', successfulJobsHistoryLimit],
      ['Failed', failedJobsHistoryLimit],
    ] as const) {
      if (limit === undefined) continue;
      const ended = children.filter((job) => finishOf(job) === type).sort(byStart);
      for (const job of ended.slice(0, Math.max(0, ended.length - limit))) {
        if (await this.#delete(cronJob, job)) active = active.filter(({ uid }) => uid !== job.metadata.uid);
      }
    }
    return { ...status, active };
  }

  async #delete(cronJob: CronJob, { metadata }: Job): Promise<boolean> {
    const { client, signal } = this.#frame.context;
    const name = metadata.name ?? '';
    try {
      await client
        .resource<Job>(jobs, metadata.namespace)
        .delete(name, { propagationPolicy: 'Background', signal, ignoreResponse: true });
    } catch (error) {
      if (isNotFound(error)) return true;
      this.#frame.recorder.event(cronJob, 'Warning', 'FailedDelete', `Deleted job: ${messageOf(error)}`);
      return false;
    }
    this.#frame.recorder.event(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`);
    return true;
  }

  async #schedule(cronJob: CronJob): Promise<{ status: CronJobStatus; requeueAfterMilliseconds?: number | undefined }> {
    const { metadata, spec, status } = cronJob;
    const now = this.#frame.context.clock.now();
    if (metadata.deletionTimestamp || spec.suspend) return { status };
    const schedule = scheduleOf(spec);
    if (!schedule) {
      const message = `unparseable schedule: ${JSON.stringify(spec.schedule)}`;
      this.#frame.recorder.event(cronJob, 'Warning', 'UnparseableSchedule', message);
      return { status };
    }
    const due = latestDue(cronJob, schedule, { now, countsDeadline: true });
    if (!due) {
      const problem = 'time difference between two schedules is less than 1 second';
      const message = `invalid schedule: ${spec.schedule} : ${problem}`;
      this.#frame.recorder.event(cronJob, 'Warning', 'InvalidSchedule', message);
      return { status };
    }
    const { time, missed } = due;
    const later = (changed: CronJobStatus) => ({
      status: changed,
      requeueAfterMilliseconds: untilNext({ ...cronJob, status: changed }, schedule, now),
    });
    if (missed === 'many') {
      const message = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.#frame.recorder.event(cronJob, 'Warning', 'TooManyMissedTimes', message);
    }
    if (time === undefined || time > now || this.#isLate(cronJob, time, now)) return later(status);
    const name = `${metadata.name}-${Math.floor(time / 60_000)}`;
    const { active = [] } = status;
    if (active.some((reference) => reference.name === name) || status.lastScheduleTime === formatTime(time))
      return later(status);
    if (spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      this.#frame.recorder.event(cronJob, 'Normal', 'JobAlreadyActive', message);
      return later(status);
    }
    const left = spec.concurrencyPolicy === 'Replace' ? await this.#replace(cronJob, active) : active;
    const job = await this.#create(cronJob, { name, time });
    if (!job) return later({ ...status, active: left });
    return later({ ...status, active: [...left, referenceTo(job)], lastScheduleTime: formatTime(time) });
  }

  #isLate(cronJob: CronJob, time: number, now: number): boolean {
    const { startingDeadlineSeconds: seconds } = cronJob.spec;
    if (seconds === undefined || time + seconds * 1000 >= now) return false;
    const message = `Missed scheduled time to start a job: ${new Date(time).toUTCString().replace('GMT', '+0000')}`;
    this.#frame.recorder.event(cronJob, 'Warning', 'MissSchedule', message);
    return true;
  }

  async #replace(cronJob: CronJob, active: Active): Promise<Active> {
    for (const { name = '', namespace } of active) {
      const job = this.#jobs.lister.get(name, namespace);
      if (job && !(await this.#delete(cronJob, job))) throw new Error(`could not replace job ${namespace}/${name}`);
    }
    return [];
  }

  async #create(cronJob: CronJob, { name, time }: { name: string; time: number }): Promise<Job | undefined> {
    const { client, signal } = this.#frame.context;
    const { metadata, spec } = cronJob.spec.jobTemplate;
    const job: Job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name,
        namespace: cronJob.metadata.namespace ?? '',
        ...(metadata.labels && { labels: { ...metadata.labels } }),
        annotations: { ...metadata.annotations, [scheduledAnnotation]: formatTime(time) },
        ownerReferences: [controllerReference(cronJob)],
      },
      spec,
      status: {},
    };
    const objects = client.resource<Job>(jobs, cronJob.metadata.namespace);
    try {
      const created = await objects.create(job, { signal });
      this.#frame.recorder.event(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${name}`);
      return created;
    } catch (error) {
      if (isNamespaceTerminating(error)) return undefined;
      if (isAlreadyExists(error)) {
        const found = await objects.get(name, { signal });
        return isControlledBy(found, cronJob) ? found : undefined;
      }
      this.#frame.recorder.event(cronJob, 'Warning', 'FailedCreate', `Error creating job: ${messageOf(error)}`);
      throw error;
    }
  }
}

function finishOf({ status }: Job): 'Complete' | 'Failed' | undefined {
  const found = status.conditions?.find(
    ({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True',
  );
  return found?.type as 'Complete' | 'Failed' | undefined;
}

function byStart(a: Job, b: Job): number {
  const start = ({ status }: Job): number => parseTime(status.startTime ?? '') ?? Number.POSITIVE_INFINITY;
  const [first, second] = [start(a), start(b)];
  return first === second ? ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1) : first - second;
}

function written({ active, ...rest }: CronJobStatus): CronJobStatus {
  return active && active.length > 0 ? { ...rest, active } : rest;
}

/** Undefined if the schedule or the time zone is invalid. */
function scheduleOf({ schedule, timeZone }: CronJob['spec']): Schedule | undefined {
  try {
    return parseSchedule(schedule, timeZone);
  } catch (error) {
    if (error instanceof ScheduleError) return undefined;
    throw error;
  }
}
