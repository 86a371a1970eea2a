import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { admitted, known } from './plugin.test.support.js';
import { PodTopologyLabels } from './pod-topology-labels.js';

const zone = 'topology.kubernetes.io/zone';
const region = 'topology.kubernetes.io/region';
const plugin = new PodTopologyLabels(
  known(
    { metadata: { name: 'n1', labels: { [zone]: 'z', [region]: 'r', 'kubernetes.io/hostname': 'n1' } } },
    { metadata: { name: 'n2', labels: { 'topology.kubernetes.io/rack': 'x' } } },
  ),
);

test.each<[string, string, JsonObject, JsonObject]>([
  ['a pod on a node', '', { spec: { nodeName: 'n1' } }, { [zone]: 'z', [region]: 'r' }],
  [
    'a pod that says otherwise',
    '',
    { metadata: { labels: { app: 'x', [zone]: 'other' } }, spec: { nodeName: 'n1' } },
    { app: 'x', [zone]: 'z', [region]: 'r' },
  ],
  ['a pod on a node without such labels', '', { spec: { nodeName: 'n2' } }, {}],
  ['a pod on an unknown node', '', { spec: { nodeName: 'n3' } }, {}],
  ['a pod on no node', '', { spec: {} }, {}],
  ['a binding', 'binding', { target: { kind: 'Node', name: 'n1' } }, { [zone]: 'z', [region]: 'r' }],
  ['a binding to an unknown kind', 'binding', { target: { name: 'n1' } }, {}],
  ['another part', 'eviction', { spec: { nodeName: 'n1' } }, {}],
])('%s', async (_what, subresource, given, labels) => {
  const object = await admitted(plugin, { resource: 'pods', subresource, object: { metadata: {}, ...given } });
  const { metadata } = object as { metadata: JsonObject };
  expect(metadata['labels'] ?? {}).toEqual(labels);
});
