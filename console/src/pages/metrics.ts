/** One series of the text format of Prometheus. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Metrics = ReadonlyMap<string, readonly Sample[]>;

/** Reads the metrics with these names only: a server has thousands of series. */
export function parseMetrics(text: string, names: ReadonlySet<string>): Metrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const nameEnd = line.search(/[{ ]/);
    const name = line.slice(0, nameEnd);
    if (nameEnd < 0 || !names.has(name)) continue;
    const valueAt = line.lastIndexOf(' ');
    const labels: Record<string, string> = {};
    for (const [, key = '', value = ''] of line.slice(nameEnd, valueAt).matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      labels[key] = value;
    const list = found.get(name) ?? [];
    list.push({ name, labels, value: Number(line.slice(valueAt + 1)) });
    found.set(name, list);
  }
  return found;
}

export function sum(
  metrics: Metrics,
  name: string,
  matches: (labels: Sample['labels']) => boolean = () => true,
): number | undefined {
  const samples = metrics.get(name)?.filter(({ labels }) => matches(labels));
  return samples?.length ? samples.reduce((total, { value }) => total + value, 0) : undefined;
}

export function sumBy(metrics: Metrics, name: string, label: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of metrics.get(name) ?? []) {
    const key = labels[label] || '–';
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return sums;
}

/** Quantiles of what a histogram has counted between two readings; undefined if that is nothing. */
export function quantiles(
  before: Metrics,
  after: Metrics,
  name: string,
  wanted: readonly number[],
): readonly (number | undefined)[] {
  const isCounted = ({ labels }: Sample) => labels['verb'] !== 'WATCH' && labels['verb'] !== 'CONNECT';
  const bounds = new Map<number, number>();
  const add = (metrics: Metrics, sign: number) => {
    for (const sample of metrics.get(`${name}_bucket`) ?? []) {
      if (!isCounted(sample)) continue;
      const bound = sample.labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(sample.labels['le']);
      bounds.set(bound, (bounds.get(bound) ?? 0) + sign * sample.value);
    }
  };
  add(after, 1);
  add(before, -1);
  const cumulative = [...bounds].sort(([a], [b]) => a - b);
  const total = cumulative.at(-1)?.[1] ?? 0;
  return wanted.map((quantile) => (total > 0 ? quantileOf(cumulative, quantile * total) : undefined));
}

/** Within a bucket, values are taken to be spread evenly. */
function quantileOf(cumulative: readonly (readonly [number, number])[], rank: number): number {
  let [lower, below] = [0, 0];
  for (const [upper, count] of cumulative) {
    if (count >= rank)
      return upper === Number.POSITIVE_INFINITY
        ? lower
        : lower + (upper - lower) * ((rank - below) / Math.max(count - below, 1));
    [lower, below] = [upper, count];
  }
  return lower;
}
