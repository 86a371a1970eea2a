import { type Metrics, quantiles, sum, sumBy } from './metrics.ts';

/** Lines of a plot by their names; undefined: nothing was measured. */
export type Values = Readonly<Record<string, number | undefined>>;

export interface PlotDefinition {
  readonly title: string;
  readonly unit: '/s' | 'ms' | 'bytes' | '%' | '';
  /** From two readings, and the seconds between them. */
  readonly valuesOf: (before: Metrics, after: Metrics, seconds: number) => Values;
}

const bucket = 'apiserver_request_duration_seconds_bucket';

/** The names that the plots need. */
export const metricNames: ReadonlySet<string> = new Set([
  'apiserver_request_total',
  bucket,
  'apiserver_longrunning_requests',
  'apiserver_watch_events_total',
  'apiserver_flowcontrol_current_inqueue_requests',
  'apiserver_flowcontrol_current_executing_requests',
  'apiserver_current_inflight_requests',
  'nodejs_eventloop_utilization',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_heap_size_used_bytes',
  'go_memstats_heap_inuse_bytes',
  'apiserver_storage_size_bytes',
  'apiserver_resource_size_estimate_bytes',
  'apiserver_watch_cache_resource_version',
  'apiserver_storage_objects',
  'apiserver_resource_objects',
]);

function rates(
  before: Metrics,
  after: Metrics,
  { name, label, seconds }: { name: string; label: string; seconds: number },
): Values {
  const earlier = sumBy(before, name, label);
  const entries = [...sumBy(after, name, label)].map(
    ([key, value]) => [key, Math.max(0, value - (earlier.get(key) ?? 0)) / seconds] as const,
  );
  return Object.fromEntries(entries);
}

function milliseconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000;
}

function perSecond(before: Metrics, after: Metrics, name: string, seconds: number): number | undefined {
  const [earlier, later] = [sum(before, name), sum(after, name)];
  return earlier === undefined || later === undefined ? undefined : (later - earlier) / seconds;
}

export const plots: readonly PlotDefinition[] = [
  {
    title: 'Requests by verb',
    unit: '/s',
    valuesOf: (before, after, seconds) =>
      rates(before, after, { name: 'apiserver_request_total', label: 'verb', seconds }),
  },
  {
    title: 'Requests by resource',
    unit: '/s',
    valuesOf: (before, after, seconds) =>
      rates(before, after, { name: 'apiserver_request_total', label: 'resource', seconds }),
  },
  {
    title: 'Latency',
    unit: 'ms',
    valuesOf: (before, after) => {
      const [p50, p90, p99] = quantiles(before, after, bucket.replace('_bucket', ''), [0.5, 0.9, 0.99]);
      return { p50: milliseconds(p50), p90: milliseconds(p90), p99: milliseconds(p99) };
    },
  },
  {
    title: 'Watches, and their events per second',
    unit: '',
    valuesOf: (before, after, seconds) => ({
      watches: sum(after, 'apiserver_longrunning_requests', ({ verb }) => verb === 'WATCH'),
      'events/s': perSecond(before, after, 'apiserver_watch_events_total', seconds),
    }),
  },
  {
    title: 'Flow control',
    unit: '',
    valuesOf: (_before, after) => ({
      queued: sum(after, 'apiserver_flowcontrol_current_inqueue_requests'),
      executing: sum(after, 'apiserver_flowcontrol_current_executing_requests'),
    }),
  },
  {
    title: 'Load',
    unit: '%',
    valuesOf: (before, after, seconds) => ({
      'event loop': percent(sum(after, 'nodejs_eventloop_utilization')),
      cpu: percent(perSecond(before, after, 'process_cpu_seconds_total', seconds)),
    }),
  },
  {
    title: 'Memory',
    unit: 'bytes',
    valuesOf: (_before, after) => ({
      resident: sum(after, 'process_resident_memory_bytes'),
      heap: sum(after, 'nodejs_heap_size_used_bytes') ?? sum(after, 'go_memstats_heap_inuse_bytes'),
    }),
  },
  {
    title: 'Stored objects',
    unit: 'bytes',
    valuesOf: (_before, after) => ({
      size: sum(after, 'apiserver_storage_size_bytes') ?? sum(after, 'apiserver_resource_size_estimate_bytes'),
    }),
  },
];

function percent(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 100;
}

/** Figures beside the plots. */
export function objectCount(metrics: Metrics): number | undefined {
  // Events are counted in both of their groups.
  const isCounted = ({ group }: Readonly<Record<string, string>>) => group !== 'events.k8s.io';
  return sum(metrics, 'apiserver_resource_objects', isCounted) ?? sum(metrics, 'apiserver_storage_objects');
}
