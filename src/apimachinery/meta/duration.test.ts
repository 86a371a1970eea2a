import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from './duration.js';

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
  ])('%s is %s milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

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
