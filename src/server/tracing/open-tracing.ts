import type { Dial } from '../../apimachinery/dial/index.js';
import { SpanExporter } from './span-exporter.js';
import { Tracer } from './tracer.js';
import type { TracingConfiguration } from './tracing-configuration.js';

export interface TracingDependencies {
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
  /** Opens the connection to the collector. Unset: it is direct. */
  readonly dial?: Dial | undefined;
  readonly onError: (error: unknown) => void;
}

/** A tracer whose spans are sent to a collector; closing it sends those that are left. */
export interface Tracing {
  readonly tracer: Tracer;
  close(): Promise<void>;
}

export function openTracing(
  { endpoint, samplingRatePerMillion }: TracingConfiguration,
  { serverId, dial, onError }: TracingDependencies,
): Tracing {
  const resource = { 'service.name': 'apiserver', 'service.instance.id': serverId };
  const exporter = new SpanExporter({ endpoint, dial, resource, onError });
  const tracer = new Tracer({ samplingRatePerMillion, onEnd: (span) => exporter.add(span) });
  return { tracer, close: () => exporter.close() };
}
