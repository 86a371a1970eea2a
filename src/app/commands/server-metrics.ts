/** One series of the text format of Prometheus. */
interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export type Metrics = ReadonlyMap<string, readonly Sample[]>;

export function readMetrics(text: string): Metrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const nameEnd = line.search(/[{ ]/);
    if (nameEnd <= 0 || line.startsWith('#')) continue;
    const valueAt = line.lastIndexOf(' ');
    const labels: Record<string, string> = {};
    for (const [, key = '', value = ''] of line.slice(nameEnd, valueAt).matchAll(/[{,](\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels[key] = value;
    }
    const name = line.slice(0, nameEnd);
    const samples = found.get(name) ?? [];
    samples.push({ labels, value: Number(line.slice(valueAt + 1)) });
    found.set(name, samples);
  }
  return found;
}

/** The sum of the series that match; 0 if there are none. */
export function total(
  metrics: Metrics,
  name: string,
  matches: (labels: Sample['labels']) => boolean = () => true,
): number {
  const samples = (metrics.get(name) ?? []).filter(({ labels }) => matches(labels));
  return samples.reduce((sum, { value }) => sum + value, 0);
}

/** The number of objects of each resource that has some, the most first. */
export function objectCounts(metrics: Metrics): [string, number][] {
  const counts = (metrics.get('apiserver_resource_objects') ?? []).map(({ labels, value }): [string, number] => [
    labels['group'] ? `${labels['resource']}.${labels['group']}` : `${labels['resource']}`,
    value,
  ]);
  return (
    counts
      // Events are counted in both of their groups.
      .filter(([resource, count]) => count > 0 && resource !== 'events.events.k8s.io')
      .sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
  );
}
