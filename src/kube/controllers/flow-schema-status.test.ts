import { expect, test, vi } from 'vitest';
import { nextIteration, systemClock } from '../../apimachinery/clock/index.js';
import { ManualClock } from '../../apimachinery/clock/manual-clock.test.support.js';
import type { RestClient } from '../../client/rest/index.js';
import type { FlowControlConfiguration } from '../../server/flow-control/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { createFlowControlObjects } from './flow-control-objects.js';
import { FlowSchemaStatus } from './flow-schema-status.js';

test('a status is written once, though the schema is received again unchanged', async () => {
  const kube = await TestKube.start();
  const { loopback, metrics } = kube.server.shared;
  await createFlowControlObjects(loopback.client);
  const list = async (plural: string) => {
    const { json } = await kube.call('GET', `/apis/flowcontrol.apiserver.k8s.io/v1/${plural}`);
    return json['items'] as unknown[];
  };
  const configuration = {
    flowSchemas: await list('flowschemas'),
    priorityLevels: await list('prioritylevelconfigurations'),
  } as FlowControlConfiguration;
  const written = () =>
    Number(/^apiserver_request_total\{.*subresource="status",verb="APPLY".*\} (\d+)$/m.exec(metrics.expose())?.[1]);
  const status = new FlowSchemaStatus({ client: loopback.client, onError: (error) => expect.fail(String(error)) });
  status.update(configuration);
  await vi.waitFor(() => expect(written()).toBe(configuration.flowSchemas.length), 15_000);
  status.update(configuration);
  await status.close();
  expect(written()).toBe(configuration.flowSchemas.length);
  await kube.close();
});

test('a status is written six times a minute at most, and again later', async () => {
  const clock = new ManualClock();
  let writes = 0;
  const client = { response: async () => void writes++ } as unknown as RestClient;
  const status = new FlowSchemaStatus({
    client,
    clock,
    random: () => 0,
    onError: (error) => expect.fail(String(error)),
  });
  /** Another server writes the opposite each time, so that the schema is always new. */
  const contested = (): FlowControlConfiguration => ({
    flowSchemas: [{ metadata: { name: 'a' }, spec: { priorityLevelConfiguration: { name: 'x' } } }],
    priorityLevels: [],
  });
  for (let round = 0; round < 10; round++) {
    status.update(contested());
    await nextIteration(systemClock);
  }
  expect(writes).toBe(6);
  await clock.advance(30_000);
  expect(writes).toBe(6);
  await clock.advance(60_000);
  expect(writes).toBe(7);
  await status.close();
});
