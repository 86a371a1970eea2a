import { describe, expect, test } from 'vitest';
import type { CronJob } from '../../api/batch/v1.js';
import { latestDue, untilNext } from './missed-times.js';
import { parseSchedule } from './schedule.js';

const at = (text: string): number => Date.parse(text);

describe('the next time of a schedule', () => {
  test.each([
    ['* * * * *', '2026-01-01T00:00:30Z', '2026-01-01T00:01:00Z'],
    ['*/15 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:15:00Z'],
    ['0 12 * * MON-FRI', '2026-01-03T00:00:00Z', '2026-01-05T12:00:00Z'],
    ['30 4 1,15 * 5', '2026-01-02T05:00:00Z', '2026-01-09T04:30:00Z'],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['@hourly', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'],
    ['@every 90s', '2026-01-01T00:00:00Z', '2026-01-01T00:01:30Z'],
    ['0 0 31 2 *', '2026-01-01T00:00:00Z', undefined],
  ])('%s after %s', (text, after, expected) => {
    const next = parseSchedule(text)?.next(at(after));
    expect(next === undefined ? undefined : new Date(next).toISOString()).toBe(
      expected && new Date(at(expected)).toISOString(),
    );
  });

  test('is in its time zone, also across the change to summer time', () => {
    const schedule = parseSchedule('30 1 * * *', 'Europe/Berlin')!;
    const first = schedule.next(at('2026-03-28T12:00:00Z'))!;
    expect(new Date(first).toISOString()).toBe('2026-03-29T00:30:00.000Z');
    expect(new Date(schedule.next(first)!).toISOString()).toBe('2026-03-29T23:30:00.000Z');
  });

  test.each(['', '* * * *', '60 * * * *', '* * * * FOO', '*/0 * * * *', '5-1 * * * *'])('is unknown: %j', (text) => {
    expect(parseSchedule(text)).toBeUndefined();
  });
});

describe('the time that is due', () => {
  const hourly = parseSchedule('0 * * * *')!;
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

  test('is followed by the next', () => {
    const subject = cronJob('2026-01-01T00:30:00Z');
    expect(untilNext(subject, hourly, at('2026-01-01T00:59:00Z'))).toBe(60_100);
  });
});
