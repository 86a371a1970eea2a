import { describe, expect, test } from 'vitest';
import { requestInfoOf } from '../routing/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { ApiServerMetrics } from './api-server-metrics.js';
import { MetricsRegistry } from './metrics-registry.js';
import { ResourceMetrics } from './resource-metrics.js';

const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const labels = 'group="wardle.example.com"';

test('counts stored objects, operations of the store, and watch events', async () => {
  const server = await SampleServer.start();
  await server.call('POST', flunders, { body: { metadata: { name: 'one' }, spec: { reference: 'x' } } });
  await server.call('POST', flunders, { body: { metadata: { name: 'two' }, spec: { reference: 'x' } } });
  await server.call('DELETE', `${flunders}/two`);
  await server.call('GET', `${flunders}?watch=true`, { onChunk: (text) => !text.includes('ADDED') });
  const { text } = await server.call('GET', '/metrics');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'apiserver_storage_objects{resource="flunders.wardle.example.com"} 1',
      `apiserver_resource_objects{${labels},resource="flunders"} 1`,
      `etcd_requests_total{${labels},operation="create",resource="flunders"} 2`,
      `etcd_requests_total{${labels},operation="delete",resource="flunders"} 1`,
      `etcd_requests_total{${labels},operation="list",resource="flunders"} 1`,
      `apiserver_storage_list_total{${labels},resource="flunders"} 1`,
      `apiserver_storage_list_fetched_objects_total{${labels},resource="flunders"} 0`,
      `apiserver_storage_events_received_total{${labels},resource="flunders"} 3`,
      `apiserver_watch_cache_events_received_total{${labels},resource="flunders"} 3`,
      `apiserver_watch_cache_initializations_total{${labels},resource="flunders"} 1`,
      `watch_cache_capacity{${labels},resource="flunders"} 1000`,
      `apiserver_request_body_size_bytes_count{${labels},resource="flunders",verb="delete"} 1`,
      'apiserver_request_filter_duration_seconds_count{filter="authorization"} 5',
      'apiserver_tls_handshake_errors_total 0',
      'apiserver_audit_event_total 0',
      'aggregator_discovery_aggregation_count_total 0',
      `apiserver_watch_events_total{${labels},resource="flunders",version="v1"} 1`,
    ]),
  );
  await server.close();
});

describe('what was counted of a resource that is gone', () => {
  const things = { group: 'example.com', resource: 'things' };
  const followed = {
    statistics: () => ({ count: 1, averageBytes: 10 }),
    activity: () => ({
      ...{ revision: 5n, capacity: 100, events: 3, fillings: 1, lists: 2, fetched: 4, returned: 3 },
      ...{ initialEvents: 1, bookmarks: 1, consistentReads: 2 },
    }),
  };
  const info = requestInfoOf('GET', '/apis/example.com/v1/things', { query: new URLSearchParams() });

  function start() {
    const clock = { milliseconds: 0 };
    const registry = new MetricsRegistry();
    const requests = new ApiServerMetrics(registry);
    const resources = new ResourceMetrics(registry, { clock: { monotonic: () => clock.milliseconds } });
    const serve = () =>
      requests.requestFinished(info, { method: 'GET' }, { code: 200, durationSeconds: 0.1, responseBytes: 10 });
    return { clock, registry, resources, serve };
  }

  test('is forgotten once its last requests have ended', () => {
    const { clock, registry, resources, serve } = start();
    const unfollow = resources.follow(things, followed);
    serve();
    unfollow();
    serve();
    clock.milliseconds += 59_000;
    expect(registry.expose()).toContain('example.com');
    clock.milliseconds += 1000;
    expect(registry.expose()).not.toContain('example.com');
  });

  test('stays where the resource comes again, or is served twice for a while', () => {
    const { clock, registry, resources, serve } = start();
    const first = resources.follow({ ...things }, followed);
    serve();
    const second = resources.follow({ ...things }, followed);
    first();
    clock.milliseconds += 60_000;
    expect(registry.expose()).toContain('apiserver_request_total');
    second();
    resources.follow({ ...things }, followed);
    clock.milliseconds += 60_000;
    serve();
    expect(registry.expose()).toMatch(/^apiserver_request_total\{.*group="example.com".*\} 2$/m);
  });

  test('is forgotten earlier where many have gone since', () => {
    const { registry, resources, serve } = start();
    resources.follow(things, followed)();
    serve();
    for (let index = 0; index < 100; index++) resources.follow({ ...things, group: `g${index}` }, followed)();
    expect(registry.expose()).not.toContain('example.com');
  });
});
