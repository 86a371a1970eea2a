import { expect, test } from 'vitest';
import { WorkQueue } from '../../client/workqueue/index.js';
import { MetricsRegistry, measuredQueues } from './index.js';

test('items are counted when they are added, begun, retried and done', async () => {
  const registry = new MetricsRegistry();
  const queue = new WorkQueue<string>({ name: 'cats', metrics: measuredQueues(registry) });
  queue.add('tom');
  queue.add('tom');
  queue.add('felix');
  await queue.get();
  expect(samples(registry)).toMatchObject({
    adds_total: 2,
    depth: 1,
    queue_duration_seconds_count: 1,
    retries_total: 0,
  });
  expect(samples(registry)['unfinished_work_seconds']).toBeGreaterThan(0);
  queue.addRateLimited('tom');
  queue.done('tom');
  expect(samples(registry)).toMatchObject({
    retries_total: 1,
    work_duration_seconds_count: 1,
    unfinished_work_seconds: 0,
    longest_running_processor_seconds: 0,
  });
  queue.shutDown();
});

/** The values of the metrics of the queue `cats`, without `workqueue_` in their names. */
function samples(registry: MetricsRegistry): Record<string, number> {
  const lines = registry.expose().matchAll(/^workqueue_(\w+)\{name="cats"\} (.+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}
