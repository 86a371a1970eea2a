import { describe, expect, it } from 'vitest';
import { buckets } from './timeline-buckets.ts';

describe('buckets of a timeline', () => {
  it.each([
    ['one time is one bucket', [5_000], [1]],
    ['equal times are one bucket', [5_000, 5_000, 5_000], [3]],
    ['seconds have a bucket each, as long as there are few', [0, 1_000, 2_000, 2_000], [1, 1, 2]],
  ])('%s', (_, times, counts) => {
    expect(buckets(times).counts).toEqual(counts);
  });

  it('are at most sixty, and contain every time', () => {
    const times = Array.from({ length: 1_000 }, (_, index) => index * 7_000);
    const { counts, indexOf } = buckets(times);
    expect(counts).toHaveLength(60);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_000);
    expect([indexOf(-1), indexOf(0), indexOf(999 * 7_000), indexOf(1e9)]).toEqual([0, 0, 59, 59]);
  });
});
