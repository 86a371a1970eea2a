import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube } from '../../kube-server.test.support.js';
import { causesOf } from '../refusals.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = (version: string, name = '') =>
  `/apis/autoscaling/${version}/namespaces/a/horizontalpodautoscalers${name && `/${name}`}`;
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const create = (version: string, name: string, spec: JsonObject) =>
  kube.call('POST', path(version), { metadata: { name }, spec: { scaleTargetRef, maxReplicas: 4, ...spec } });

const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
const metric = { name: 'requests', selector: { matchLabels: { a: 'b' } } };
const podsMetric = { type: 'Pods', pods: { metric, target: { type: 'AverageValue', averageValue: '10' } } };
const metrics = [
  podsMetric,
  { type: 'External', external: { metric, target: { type: 'Value', value: '5' } } },
  {
    type: 'Object',
    object: { describedObject: scaleTargetRef, metric, target: { type: 'AverageValue', averageValue: '2' } },
  },
  {
    type: 'ContainerResource',
    containerResource: { name: 'memory', container: 'c', target: { type: 'AverageValue', averageValue: '1Gi' } },
  },
  cpu,
];

test('an autoscaler looks at processors unless it says otherwise', async () => {
  const { json } = await create('v2', 'usual', { behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } });
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  expect(json['spec']).toMatchObject({
    minReplicas: 1,
    metrics: [cpu],
    behavior: {
      scaleUp: { stabilizationWindowSeconds: 0, selectPolicy: 'Max', policies: [{ type: 'Pods', value: 4 }, percent] },
      scaleDown: { stabilizationWindowSeconds: 60, selectPolicy: 'Max', policies: [percent] },
    },
  });
  expect(json['status']).toEqual({ currentMetrics: null, desiredReplicas: 0 });
});

test('an autoscaler of v1 reads as one of v2, and the other way round', async () => {
  await create('v1', 'one', { targetCPUUtilizationPercentage: 80 });
  expect((await kube.call('GET', path('v2', 'one'))).json['spec']).toMatchObject({ metrics: [cpu] });
  const { json } = await kube.call('GET', path('v1', 'one'));
  expect([json['spec'], json['status']]).toEqual([
    { scaleTargetRef, minReplicas: 1, maxReplicas: 4, targetCPUUtilizationPercentage: 80 },
    { currentReplicas: 0, desiredReplicas: 0 },
  ]);
});

test('what v1 has no fields for is kept as text, in the words and the order of Go', async () => {
  const metric = { describedObject: { apiVersion: 'v1', kind: 'K', name: 'n' }, metric: { name: 'm' } };
  const object = { ...metric, target: { type: 'Value', value: '3' } };
  const behavior = { scaleDown: { selectPolicy: 'Disabled' } };
  await create('v2', 'text', { metrics: [{ type: 'Object', object }], behavior });
  const { annotations } = (await kube.call('GET', path('v1', 'text'))).json['metadata'] as {
    annotations: Record<string, string>;
  };
  expect(annotations['autoscaling.alpha.kubernetes.io/metrics']).toBe(
    '[{"type":"Object","object":{"target":{"kind":"K","name":"n","apiVersion":"v1"},"metricName":"m","targetValue":"3"}}]',
  );
  expect(annotations['autoscaling.alpha.kubernetes.io/behavior']).toContain(
    '"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Disabled",',
  );
});

test('annotations that v1 derives are owned by the manager of their fields, and are not metadata', async () => {
  await create('v1', 'used', {});
  const body = { metadata: { name: 'used' }, status: { desiredReplicas: 1, currentCPUUtilizationPercentage: 5 } };
  const { json } = await kube.call('PUT', `${path('v1', 'used')}/status`, body);
  expect((json['metadata'] as { managedFields: JsonObject[] }).managedFields[1]).toMatchObject({
    fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:autoscaling.alpha.kubernetes.io/current-metrics': {} } } },
  });
  expect(await kube.metadata(path('v1', 'used'))).not.toHaveProperty('annotations');
});

test('what v1 has no fields for survives a replacement in v1', async () => {
  const behavior = { scaleUp: { selectPolicy: 'Min' } };
  const before = (await create('v2', 'two', { metrics, behavior })).json;
  const old = (await kube.call('GET', path('v1', 'two'))).json;
  expect(Object.keys((old['metadata'] as JsonObject)['annotations'] as JsonObject)).toEqual([
    'autoscaling.alpha.kubernetes.io/metrics',
    'autoscaling.alpha.kubernetes.io/behavior',
  ]);
  expect((await kube.call('PUT', path('v1', 'two'), old)).status).toBe(200);
  const after = (await kube.call('GET', path('v2', 'two'))).json;
  expect(after['spec']).toEqual(before['spec']);
  expect(after['metadata']).not.toHaveProperty('annotations');
});

test.each<[string, JsonObject, string[]]>([
  [
    'no target',
    { scaleTargetRef: {} },
    [
      'spec.scaleTargetRef.kind: Required value',
      'spec.scaleTargetRef.name: Required value',
      'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
    ],
  ],
  [
    'a list of no policies',
    { behavior: { scaleUp: { policies: [] } } },
    ['spec.behavior.scaleUp.policies: Required value: must specify at least one Policy'],
  ],
  [
    'no replicas',
    { maxReplicas: 0 },
    [
      'spec.maxReplicas: Required value: must be set and greater than 0',
      'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
    ],
  ],
  [
    'a metric without source',
    { metrics: [{ type: 'Resource' }] },
    ['spec.metrics[0].resource: Required value: must populate information for the given metric source'],
  ],
  [
    'a metric of no type, with two sources',
    { metrics: [{ ...cpu, type: 'Pods', pods: podsMetric.pods }] },
    ['spec.metrics[0].resource: Forbidden: must populate the given metric source only'],
  ],
  [
    'a target below nothing',
    {
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '-1' } } }],
    },
    ['spec.metrics[0].resource.target.averageValue: Invalid value: "-1": must be positive'],
  ],
  [
    'a policy without value',
    { behavior: { scaleUp: { policies: [{ type: 'Some', value: 0, periodSeconds: 1801 }] } } },
    [
      'spec.behavior.scaleUp.policies[0].type: Unsupported value: "Some": supported values: "Percent", "Pods"',
      'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
      'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
    ],
  ],
])('%s is refused', async (_what, spec, causes) => {
  const answer = await create('v2', 'wrong', spec);
  expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
});

test.each(['v1', 'v2'])('a table of %s shows the first metrics', async (version) => {
  const name = `shown-${version}`;
  await create('v2', name, { metrics });
  expect(await kube.cells(path(version, name))).toEqual([
    [name, 'Deployment/d', '<unknown>/10, <unknown>/5 + 3 more...', '1', 4, 0, '0s'],
  ]);
});
