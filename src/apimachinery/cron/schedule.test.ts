import { describe, expect, test } from 'vitest';
import { expectLinearText } from '../growth.test.support.js';
import { isTimeZone, parseSchedule } from './index.js';

const at = (text: string): number => Date.parse(text);

test.each([
  '* * * * *',
  '*/15 0 1,15 * 1-5',
  '0 0 1 JAN MON',
  '@hourly',
  '@every 1h30m',
  '0-59/2 ? * * *',
  '  5 4 * * *',
])('%s is a schedule', (text) => {
  expect(() => parseSchedule(text)).not.toThrow();
});

test.each([
  ['', 'empty spec string'],
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['5-3 * * * *', 'beginning of range (5) beyond end of range (3): 5-3'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
  ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ['@never', 'unrecognized descriptor: @never'],
  ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
  ['TZ=Mars/Olympus * * * * *', 'provided bad location Mars/Olympus: unknown time zone Mars/Olympus'],
  ['@every day', 'failed to parse duration @every day: time: invalid duration "day"'],
])('%j is none: %s', (text, problem) => {
  expect(() => parseSchedule(text)).toThrow(problem);
});

test.each([
  ['Europe/Berlin', true],
  ['Etc/GMT+1', true],
  ['UTC', true],
  ['europe/berlin', false],
  ['Mars/Olympus', false],
])('%s is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne);
});

test('is read in one pass', () =>
  expectLinearText('parseSchedule', parseSchedule, {
    around: [
      ['', ''],
      ['@every ', 'x'],
      ['TZ=', ' * * * * *'],
      ['1-', ' * * * *'],
    ],
    repeated: ['00s', '0', '1,', '* '],
  }));

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
    const next = parseSchedule(text).next(at(after));
    expect(next === undefined ? undefined : new Date(next).toISOString()).toBe(
      expected && new Date(at(expected)).toISOString(),
    );
  });

  test('is in its time zone, also across the change to summer time', () => {
    const schedule = parseSchedule('30 1 * * *', 'Europe/Berlin');
    const first = schedule.next(at('2026-03-28T12:00:00Z'))!;
    expect(new Date(first).toISOString()).toBe('2026-03-29T00:30:00.000Z');
    expect(new Date(schedule.next(first)!).toISOString()).toBe('2026-03-29T23:30:00.000Z');
  });

  test('is in the time zone of the schedule, if it has one', () => {
    const schedule = parseSchedule('TZ=America/New_York 0 12 * * *', 'Europe/Berlin');
    expect(new Date(schedule.next(at('2026-01-01T00:00:00Z'))!).toISOString()).toBe('2026-01-01T17:00:00.000Z');
  });
});
