// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/metrics/metrics.go (v1.36)

import { grpcCodeName } from '../../apimachinery/grpc/index.js';
import { storageMetrics } from './declarations/storage.js';
import { only } from './metric-family.js';
import type { MetricsRegistry } from './metrics-registry.js';

interface MethodCounts {
  readonly started: number;
  readonly sent: number;
  readonly received: number;
  readonly handled: ReadonlyMap<number, number>;
}

/** Connections to one etcd. */
export interface EtcdActivity {
  readonly calls: { readonly methods: ReadonlyMap<string, MethodCounts> };
  takeLeaseSizes(): readonly number[];
}

/** Exposes calls and leases of etcd clients, read on each scrape. */
export function collectEtcd(registry: MetricsRegistry, etcds: readonly EtcdActivity[]): void {
  const leases = only(registry.histogram(storageMetrics.leaseObjects));
  registry.onScrape(() => {
    for (const etcd of etcds) for (const size of etcd.takeLeaseSizes()) leases.observe(size);
    const paths = new Set(etcds.flatMap(({ calls }) => [...calls.methods.keys()]));
    for (const path of paths)
      collectMethod(
        registry,
        path,
        etcds.flatMap(({ calls }) => calls.methods.get(path) ?? []),
      );
  });
}

function collectMethod(registry: MetricsRegistry, path: string, counts: readonly MethodCounts[]): void {
  const { callsStarted, callsHandled, messagesSent, messagesReceived } = storageMetrics;
  const [, service = '', method = ''] = path.split('/');
  const type = method === 'Watch' ? 'bidi_stream' : 'unary';
  const labels = { grpc_service: service, grpc_method: method, grpc_type: type };
  const sum = (read: (count: MethodCounts) => number): number =>
    counts.reduce((total, count) => total + read(count), 0);
  registry
    .counter(callsStarted)
    .with(labels)
    .raiseTo(sum(({ started }) => started));
  registry
    .counter(messagesSent)
    .with(labels)
    .raiseTo(sum(({ sent }) => sent));
  registry
    .counter(messagesReceived)
    .with(labels)
    .raiseTo(sum(({ received }) => received));
  for (const code of new Set(counts.flatMap(({ handled }) => [...handled.keys()]))) {
    const handled = registry.counter(callsHandled).with({ ...labels, grpc_code: grpcCodeName(code) });
    handled.raiseTo(sum(({ handled }) => handled.get(code) ?? 0));
  }
}
