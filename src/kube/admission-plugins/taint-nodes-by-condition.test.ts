import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { admitted } from './plugin.test.support.js';
import { TaintNodesByCondition, taintNodesByCondition } from './taint-nodes-by-condition.js';

const plugin = new TaintNodesByCondition();
const notReady = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
const other = { key: 'dedicated', value: 'x', effect: 'NoSchedule' };

test.each<[string, JsonObject[] | undefined, JsonObject[]]>([
  ['without taints', undefined, [notReady]],
  ['with another one', [other], [other, notReady]],
  ['with the same one', [{ ...notReady, value: 'x' }], [{ ...notReady, value: 'x' }]],
  [
    'with the same one of another effect',
    [{ ...notReady, effect: 'NoExecute' }],
    [{ ...notReady, effect: 'NoExecute' }, notReady],
  ],
])('a new node %s is not ready', async (_what, taints, expected) => {
  const object = { spec: { podCIDR: '10.0.0.0/24', ...(taints && { taints }) } };
  expect(await admitted(plugin, { resource: 'nodes', object })).toEqual({
    spec: { podCIDR: '10.0.0.0/24', taints: expected },
  });
});

test('is for new nodes alone', async () => {
  expect(taintNodesByCondition.operations).toEqual(['CREATE']);
  expect(await admitted(plugin, { resource: 'pods', object: { spec: {} } })).toEqual({ spec: {} });
  expect(await admitted(plugin, { resource: 'nodes.example.com', object: { spec: {} } })).toEqual({ spec: {} });
});
