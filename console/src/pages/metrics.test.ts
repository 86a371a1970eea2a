import { expect, it } from 'vitest';
import { parseMetrics, quantiles, sum, sumBy } from './metrics.ts';

const names = new Set(['requests_total', 'seconds_bucket']);
const text = (scale: number) => `# HELP requests_total x
requests_total{verb="GET",resource="pods"} ${10 * scale}
requests_total{verb="LIST",resource="a\\"b,c"} ${5 * scale}
other_total 7
seconds_bucket{verb="GET",le="0.1"} ${80 * scale}
seconds_bucket{verb="GET",le="0.2"} ${100 * scale}
seconds_bucket{verb="GET",le="+Inf"} ${100 * scale}
seconds_bucket{verb="WATCH",le="+Inf"} ${1000 * scale}
`;

it('reads the series that are needed', () => {
  const metrics = parseMetrics(text(1), names);
  expect(sum(metrics, 'requests_total')).toBe(15);
  expect(sum(metrics, 'other_total')).toBeUndefined();
  expect([...sumBy(metrics, 'requests_total', 'verb')]).toEqual([
    ['GET', 10],
    ['LIST', 5],
  ]);
});

it('finds quantiles of what was counted in between, without watches', () => {
  const [median, p90] = quantiles(parseMetrics(text(1), names), parseMetrics(text(2), names), 'seconds', [0.5, 0.9]);
  expect(median).toBeCloseTo(0.0625);
  expect(p90).toBeCloseTo(0.15);
  const same = parseMetrics(text(1), names);
  expect(quantiles(same, same, 'seconds', [0.5])).toEqual([undefined]);
});
