import { expect, test } from 'vitest';
import { SampleServer } from '../sample-server.test.support.js';

const flunders = '/apis/wardle.example.com/v1/namespaces/a/flunders';
const labels = 'group="wardle.example.com"';

test('tells what is stored, what is asked of the store, and what watches are sent', async () => {
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
