// Follows staging/src/k8s.io/component-base/metrics/prometheus/workqueue/metrics.go (v1.36)

import type { WorkQueueMetricsProvider, WorkQueueState } from '../../client/workqueue/index.js';
import { workQueueMetrics } from './declarations/clients.js';
import type { MetricsRegistry } from './metrics-registry.js';

/** Exposes the metrics of work queues by name; queues with the same name are counted together. */
export function measuredQueues(registry: MetricsRegistry): WorkQueueMetricsProvider {
  const queues = new Map<string, WorkQueueState[]>();
  registry.onScrape(() => {
    for (const [name, states] of queues) collect(registry, name, states);
  });
  return (name, queue) => {
    queues.set(name, [...(queues.get(name) ?? []), queue]);
    const adds = registry.counter(workQueueMetrics.adds).with({ name });
    const retries = registry.counter(workQueueMetrics.retries).with({ name });
    const queueDuration = registry.histogram(workQueueMetrics.queueDuration).with({ name });
    const workDuration = registry.histogram(workQueueMetrics.workDuration).with({ name });
    return {
      added: () => adds.increment(),
      retried: () => retries.increment(),
      begun: (seconds) => queueDuration.observe(seconds),
      done: (seconds) => workDuration.observe(seconds),
    };
  };
}

function collect(registry: MetricsRegistry, name: string, queues: readonly WorkQueueState[]): void {
  const seconds = queues.flatMap((queue) => queue.secondsInProgress());
  const depth = queues.reduce((sum, { length }) => sum + length, 0);
  registry.gauge(workQueueMetrics.depth).with({ name }).set(depth);
  registry
    .gauge(workQueueMetrics.unfinished)
    .with({ name })
    .set(seconds.reduce((sum, one) => sum + one, 0));
  registry
    .gauge(workQueueMetrics.longestRunning)
    .with({ name })
    .set(Math.max(0, ...seconds));
}
