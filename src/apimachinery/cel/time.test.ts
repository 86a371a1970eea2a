import { beforeEach, describe, expect, test } from 'vitest';
import { renewBudget } from './budget.js';
import { dateInZone, formatDuration, formatTimestamp, parseDuration, parseTimestamp } from './time.js';

// As an evaluation does: tests of other files may have used it up.
beforeEach(() => {
  renewBudget();
});

describe('timestamps', () => {
  test.each([
    ['2024-02-29T12:30:45Z', '2024-02-29T12:30:45Z'],
    ['2024-02-29T12:30:45.000000001Z', '2024-02-29T12:30:45.000000001Z'],
    ['2024-02-29T12:30:45.120Z', '2024-02-29T12:30:45.12Z'],
    ['2024-02-29T00:30:00+02:00', '2024-02-29T00:30:00+02:00'],
    ['2024-02-29T23:30:00-05:30', '2024-02-29T23:30:00-05:30'],
    ['2024-02-29T23:30:00+00:00', '2024-02-29T23:30:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  ])('%s is read', (text, shown) => {
    expect(formatTimestamp(parseTimestamp(text))).toBe(shown);
  });

  test('a moment is the same wherever it was written', () => {
    expect(parseTimestamp('2024-02-29T00:30:00+02:00').equals(parseTimestamp('2024-02-28T22:30:00Z'))).toBe(true);
  });

  test.each([
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:60:00Z',
    '2024-01-01 00:00:00Z',
    '2024-01-01T00:00:00',
    '2024-01-01',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '',
  ])('%o is refused', (text) => {
    expect(() => parseTimestamp(text)).toThrow();
  });

  test.each([
    ['UTC', '2024-07-01T12:00:00.000Z'],
    ['America/New_York', '2024-07-01T08:00:00.000Z'],
    ['Asia/Kolkata', '2024-07-01T17:30:00.000Z'],
    ['+02:00', '2024-07-01T14:00:00.000Z'],
    ['02:00', '2024-07-01T14:00:00.000Z'],
    ['-09:30', '2024-07-01T02:30:00.000Z'],
  ])('the time of day in %s', (zone, wanted) => {
    expect(dateInZone(parseTimestamp('2024-07-01T12:00:00Z'), zone).toISOString()).toBe(wanted);
  });

  test('a zone with summer time', () => {
    const hour = (text: string) => dateInZone(parseTimestamp(text), 'Europe/Berlin').getUTCHours();
    expect([hour('2024-01-15T12:00:00Z'), hour('2024-07-15T12:00:00Z')]).toEqual([13, 14]);
  });

  test.each(['Not/AZone', '+25', '12:99', 'x'.repeat(1000)])('zone %s is refused', (zone) => {
    expect(() => dateInZone(parseTimestamp('2024-07-01T12:00:00Z'), zone)).toThrow();
  });
});

describe('durations', () => {
  test.each([
    ['0', '0s'],
    ['1h30m', '5400s'],
    ['1.5s', '1.5s'],
    ['-2m', '-120s'],
    ['250ms', '0.25s'],
    ['1ns', '0.000000001s'],
    ['1us1µs', '0.000002s'],
    ['.5h', '1800s'],
    ['+3s', '3s'],
  ])('%s is read', (text, shown) => {
    expect(formatDuration(parseDuration(text))).toBe(shown);
  });

  test.each(['', '1', 's', '1x', '1 s', '-', '1h-1m', '999999999h'])('%o is refused', (text) => {
    expect(() => parseDuration(text)).toThrow();
  });
});
