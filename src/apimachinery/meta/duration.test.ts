import { describe, expect, test } from 'vitest';
import { expectLinear } from '../growth.test.support.js';
import { durationProblem, formatDuration, parseDuration } from './duration.js';

describe('a duration', () => {
  test.each([
    ['1s', 1000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['-1s', -1000],
    ['0', 0],
    ['', undefined],
    ['5', undefined],
    ['1x', undefined],
    ['s', undefined],
    ['.5s', 500],
    ['1.s', 1000],
    ['+1.000000000000000000000000001s', 1000],
    ['1.0000000004s', 1000],
    ['00000000000000000000000000001s', 1000],
    ['1s'.repeat(20), 20_000],
    ['1us2µs3μs4ns', 0.006004],
    ['9223372036854775807ns', 9_223_372_036_854.775],
    ['9223372036854775808ns', undefined],
    ['-9223372036854775808ns', -9_223_372_036_854.775],
    ['9223372036854775808h', undefined],
    ['2562048h', undefined],
    ['.s', undefined],
    ['1.5.5s', undefined],
    ['--1s', undefined],
  ])('%s is %s milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each([
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['ten', 'time: invalid duration "ten"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1h5', 'time: missing unit in duration "1h5"'],
    ['1 day', 'time: unknown unit " day" in duration "1 day"'],
    ['1"\\é\n', 'time: unknown unit "\\"\\\\\\xc3\\xa9\\x0a" in duration "1\\"\\\\\\xc3\\xa9\\x0a"'],
  ])('%j is refused in the words of Go', (text, problem) => {
    expect(durationProblem(text)).toBe(problem);
    expect(parseDuration(text)).toBeUndefined();
  });

  test.each(['0', '9', '.', '1h', '0m', '1.', '11m', 'h', '-', '1.5', '"'])(
    'of many %s is read in one pass',
    (repeated) =>
      expectLinear('parseDuration', {
        make: (size) => `1${repeated.repeat(size / repeated.length)}`,
        run: parseDuration,
        upTo: 1 << 20,
      }),
  );

  test.each([
    [0, '0s'],
    [500, '500ms'],
    [1500, '1.5s'],
    [90_000, '1m30s'],
    [3_600_000, '1h0m0s'],
    [-40_000, '-40s'],
    [0.0015, '1.5µs'],
    [0.000002, '2ns'],
  ])('of %s milliseconds is written %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
