import { describe, expect, test } from 'vitest';
import type { CronJob } from '../../api/batch/v1.js';
import { parseSchedule } from '../../apimachinery/cron/index.js';
import { latestDue, untilNext } from './missed-times.js';

const at = (text: string): number => Date.parse(text);

describe('the time that is due', () => {
  const hourly = parseSchedule('0 * * * *');
  const cronJob = (last: string, deadline?: number): CronJob =>
    ({
      metadata: { creationTimestamp: last },
      spec: { ...(deadline !== undefined && { startingDeadlineSeconds: deadline }) },
      status: {},
    }) as unknown as CronJob;

  test.each([
    { last: '2026-01-01T00:30:00Z', now: '2026-01-01T00:59:00Z', due: undefined, missed: 'none' },
    { last: '2026-01-01T00:30:00Z', now: '2026-01-01T01:00:00Z', due: '2026-01-01T01:00:00Z', missed: 'none' },
    { last: '2026-01-01T00:30:00Z', now: '2026-01-01T05:10:00Z', due: '2026-01-01T05:00:00Z', missed: 'few' },
    { last: '2026-01-01T00:30:00Z', now: '2026-01-11T00:00:00Z', due: '2026-01-11T00:00:00Z', missed: 'many' },
    { last: '2026-01-01T00:30:00Z', now: '2026-01-01T05:10:00Z', deadline: 60, due: undefined, missed: 'none' },
  ])('since $last, at $now: $due', ({ last, now, due, missed, deadline }) => {
    const found = latestDue(cronJob(last, deadline), hourly, { now: at(now), countsDeadline: true });
    expect(found).toMatchObject({ time: due === undefined ? undefined : at(due), missed });
  });

  test('does not exist if the schedule has no times', () => {
    const never = parseSchedule('0 0 31 2 *');
    const subject = cronJob('2026-01-01T00:30:00Z');
    expect(latestDue(subject, never, { now: at('2026-01-01T00:59:00Z'), countsDeadline: true })).toBeUndefined();
    expect(untilNext(subject, never, at('2026-01-01T00:59:00Z'))).toBeUndefined();
  });

  test('is followed by the next', () => {
    const subject = cronJob('2026-01-01T00:30:00Z');
    expect(untilNext(subject, hourly, at('2026-01-01T00:59:00Z'))).toBe(60_100);
  });
});
