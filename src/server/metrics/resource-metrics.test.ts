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
      `apiserver_watch_events_total{${labels},resource="flunders",version="v1"} 1`,
    ]),
  );
  await server.close();
});
