import { ApiServerMetrics, MetricsRegistry, requestMetrics } from '../../dist/server/metrics/index.js';
import { requestInfoOf } from '../../dist/server/routing/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'counting requests';

const labels = {
  verb: 'GET',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: '',
  scope: 'resource',
  component: 'apiserver',
};

export async function run(bench) {
  const registry = new MetricsRegistry();
  const counter = registry.counter(requestMetrics.total).with({ ...labels, dry_run: '', code: '200' });
  const histogram = registry.histogram(requestMetrics.duration).with({ ...labels, dry_run: '' });
  let calls = 0;
  const counted = nanosecondsPerCall(() => {
    counter.increment();
    histogram.observe((calls++ % 1000) / 1000);
    return counter.value;
  });
  bench.row('counter and histogram, series at hand', counted, 'ns', { atMost: 300 });

  const metrics = new ApiServerMetrics(registry);
  const endpoint = metrics.endpoint(labels);
  const outcome = { code: 200, durationSeconds: 0.004, responseBytes: 1800 };
  bench.row(
    'a request of a known endpoint',
    nanosecondsPerCall(() => endpoint.finished(outcome)),
    'ns',
    { atMost: 300 },
  );

  const info = requestInfoOf('GET', '/apis/apps/v1/namespaces/default/deployments/web', {
    query: new URLSearchParams(),
  });
  const facts = { method: 'GET', contentType: undefined };
  const finished = nanosecondsPerCall(() => metrics.requestFinished(info, facts, outcome));
  bench.row('a request by what it is about', finished, 'ns', { atMost: 1000 });

  for (let index = 0; index < 500; index++) {
    for (const verb of ['GET', 'LIST', 'WATCH', 'PATCH']) {
      metrics.endpoint({ ...labels, verb, resource: `resource${index}` }).finished(outcome);
    }
  }
  const scrape = nanosecondsPerCall(
    () => {
      let bytes = 0;
      for (const chunk of registry.chunks()) bytes += chunk.length;
      return bytes;
    },
    { rounds: 3 },
  );
  bench.row('a scrape of 2,000 endpoints', scrape / 1e6, 'ms', { atMost: 500 });
}
