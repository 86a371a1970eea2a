import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultConfiguration, type FlowControlConfiguration } from '../../server/flow-control/index.js';
import { TestKube } from '../kube-server.test.support.js';
import { createFlowControlObjects, flowControlConfigurator } from './flow-control-objects.js';

let kube: TestKube;
beforeEach(async () => {
  kube = await TestKube.start();
});
afterEach(() => kube.close());

const schemas = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas';
const patient = { timeout: 30_000 };
const merge = 'application/merge-patch+json';

test('what is missing is created, and what operators changed stays', async () => {
  const { client } = kube.server.shared.loopback;
  await createFlowControlObjects(client);
  await kube.call('PATCH', `${schemas}/service-accounts`, { spec: { matchingPrecedence: 8000 } }, merge);
  await kube.call('DELETE', `${schemas}/probes`);
  await createFlowControlObjects(client);
  const { json } = await kube.call('GET', schemas);
  expect(json['items']).toHaveLength(defaultConfiguration().flowSchemas.length);
  const kept = await kube.call('GET', `${schemas}/service-accounts`);
  expect(kept.json['spec']).toMatchObject({ matchingPrecedence: 8000 });
});

test('flow control is as the objects say, and they say whether it can be', async () => {
  const { client } = kube.server.shared.loopback;
  await createFlowControlObjects(client);
  const seen: FlowControlConfiguration[] = [];
  const onError = (error: unknown): void => expect.fail(String(error));
  const target = { configure: (one: FlowControlConfiguration) => void seen.push(one) };
  const configurator = flowControlConfigurator({ client, target, onError });
  await configurator.start();
  await vi.waitFor(async () => {
    const cells = await kube.cells(schemas);
    expect(cells.map((row) => [row[0], row.at(-1)]).slice(0, 2)).toEqual([
      ['exempt', 'False'],
      ['probes', 'False'],
    ]);
  }, patient);
  expect(seen[0]?.flowSchemas).toHaveLength(defaultConfiguration().flowSchemas.length);
  await kube.call('DELETE', `${schemas}/probes`);
  const names = () => seen.at(-1)?.flowSchemas.map(({ metadata }) => metadata.name) ?? [];
  await vi.waitFor(() => expect(names()).not.toContain('probes'), 15_000);
  const levels = schemas.replace('flowschemas', 'prioritylevelconfigurations');
  await kube.call('DELETE', `${levels}/node-high`);
  const missing = async () => (await kube.cells(`${schemas}/system-node-high`))[0]?.at(-1);
  await vi.waitFor(async () => expect(await missing()).toBe('True'), patient);
  await configurator.close();
});
