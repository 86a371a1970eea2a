/**
 * Facts about the whole server or its storage, which each process reports: the largest value is the server's. All other
 * series are sums.
 */
const isShared =
  /^(?:apiserver_(?:storage_objects|resource_objects|resource_size_estimate_bytes|watch_cache_|requested_deprecated_apis|storage_list_)|watch_cache_|kubernetes_(?:build_info|feature_enabled)|process_(?:start_time_seconds|max_fds)|nodejs_(?:version_info|eventloop_utilization)|\w+_(?:info|timestamp_seconds)(?:$|[{ ]))/;

interface Family {
  /** The lines before its series. */
  readonly head: readonly string[];
  readonly series: Map<string, number>;
}

/** Combines the metrics of several processes, in Prometheus' text format. */
export function sumMetrics(texts: readonly string[], format: (value: number) => string): string {
  const families = new Map<string, Family>();
  for (const text of texts) addTo(families, text);
  const lines: string[] = [];
  for (const [, { head, series }] of [...families].sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(...head);
    for (const [name, value] of series) lines.push(`${name} ${format(value)}`);
  }
  return `${lines.join('\n')}\n`;
}

function addTo(families: Map<string, Family>, text: string): void {
  let family: Family = { head: [], series: new Map() };
  let help = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP ')) help = line;
    else if (line.startsWith('# TYPE ')) family = familyOf(families, help, line);
    else if (line !== '') addSample(family, line);
  }
}

function familyOf(families: Map<string, Family>, help: string, type: string): Family {
  const name = type.split(' ', 3)[2]!;
  const known = families.get(name);
  if (known) return known;
  const family = { head: [help, type], series: new Map<string, number>() };
  families.set(name, family);
  return family;
}

function addSample({ series }: Family, line: string): void {
  // Label values may contain spaces; the value does not.
  const end = line.lastIndexOf(' ');
  const [name, value] = [line.slice(0, end), Number(line.slice(end + 1).replace('Inf', 'Infinity'))];
  const before = series.get(name);
  if (before === undefined) series.set(name, value);
  else series.set(name, isShared.test(name) ? Math.max(before, value) : before + value);
}
