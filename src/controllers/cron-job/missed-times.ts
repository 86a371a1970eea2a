// Follows pkg/controller/cronjob/utils.go (v1.36)
import type { CronJob } from '../../api/batch/v1.js';
import type { Schedule } from '../../apimachinery/cron/index.js';
import { parseTime } from '../../apimachinery/meta/index.js';

/** So late that the clock has certainly passed the time. */
const deltaMilliseconds = 100;
const manyMissed = 100;

export interface DueTime {
  /** Undefined: none is due. */
  readonly time: number | undefined;
  readonly missed: 'none' | 'few' | 'many';
  /** From when on times count. */
  readonly earliest: number;
}

/** The latest time of the schedule that has passed since the last job. Undefined: no schedule has such times. */
export function latestDue(
  { metadata, spec, status }: CronJob,
  schedule: Schedule,
  { now, countsDeadline }: { now: number; countsDeadline: boolean },
): DueTime | undefined {
  let earliest = parseTime(status.lastScheduleTime ?? metadata.creationTimestamp ?? '') ?? now;
  if (countsDeadline && spec.startingDeadlineSeconds !== undefined)
    earliest = Math.max(earliest, now - spec.startingDeadlineSeconds * 1000);
  const first = schedule.next(earliest);
  const second = first === undefined ? undefined : schedule.next(first);
  if (first === undefined) return undefined;
  if (now < first) return { time: undefined, missed: 'none', earliest };
  if (second === undefined) return undefined;
  if (now < second) return { time: first, missed: 'none', earliest };
  const between = Math.round((second - first) / 1000);
  const count = Math.floor((now - first) / 1000 / Math.max(1, between)) + 1;
  let time: number | undefined;
  let next = schedule.next(first + (count - 2) * between * 1000);
  while (next !== undefined && next <= now) {
    time = next;
    next = schedule.next(next);
  }
  return { time, missed: count > manyMissed ? 'many' : 'few', earliest };
}

/** How long until the next time, in milliseconds. */
export function untilNext(cronJob: CronJob, schedule: Schedule, now: number): number | undefined {
  const due = latestDue(cronJob, schedule, { now, countsDeadline: false });
  const next = schedule.next(due?.time ?? (due?.missed === 'none' ? due.earliest : now));
  return next === undefined ? undefined : Math.max(0, next + deltaMilliseconds - now);
}
