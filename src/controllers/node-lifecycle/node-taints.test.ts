import { describe, expect, test } from 'vitest';
import type { Node, Taint } from '../../api/core/v1.js';
import { unknownConditions, wantedTaints } from './node-taints.js';

const now = Date.parse('2026-01-01T00:00:00Z');
const time = '2026-01-01T00:00:00Z';
const earlier = '2025-12-31T00:00:00Z';

function node(conditions: Record<string, string>, spec: Partial<Node['spec']> = {}): Node {
  const list = Object.entries(conditions).map(([type, status]) => ({ type, status, lastTransitionTime: earlier }));
  return { metadata: { name: 'a', creationTimestamp: earlier }, spec, status: { conditions: list } } as unknown as Node;
}

const taint = (key: string, effect: string, timeAdded = time): Taint => ({
  key: `node.kubernetes.io/${key}`,
  effect,
  timeAdded,
});

describe('the taints of a node', () => {
  test.each<{ name: string; node: Node; wanted: Taint[] | undefined }>([
    { name: 'none while it is ready', node: node({ Ready: 'True' }), wanted: undefined },
    {
      name: 'that is not ready: nothing starts there, and nothing stays',
      node: node({ Ready: 'False' }),
      wanted: [taint('not-ready', 'NoSchedule'), taint('not-ready', 'NoExecute')],
    },
    {
      name: 'that is silent',
      node: node({ Ready: 'Unknown' }),
      wanted: [taint('unreachable', 'NoSchedule'), taint('unreachable', 'NoExecute')],
    },
    {
      name: 'under pressure: nothing starts there',
      node: node({ Ready: 'True', MemoryPressure: 'True', DiskPressure: 'True', PIDPressure: 'False' }),
      wanted: [taint('memory-pressure', 'NoSchedule'), taint('disk-pressure', 'NoSchedule')],
    },
    {
      name: 'that is cordoned',
      node: node({ Ready: 'True' }, { unschedulable: true }),
      wanted: [taint('unschedulable', 'NoSchedule')],
    },
    {
      name: 'that it has already are left alone',
      node: node(
        { Ready: 'False' },
        { taints: [taint('not-ready', 'NoSchedule', earlier), taint('not-ready', 'NoExecute', earlier)] },
      ),
      wanted: undefined,
    },
    {
      name: 'keep their time while others come',
      node: node({ Ready: 'False' }, { taints: [taint('not-ready', 'NoSchedule', earlier)] }),
      wanted: [taint('not-ready', 'NoSchedule', earlier), taint('not-ready', 'NoExecute')],
    },
    {
      name: 'go when it is ready again, but not those of users',
      node: node(
        { Ready: 'True' },
        { taints: [taint('not-ready', 'NoExecute'), { key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
      ),
      wanted: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }],
    },
  ])('$name', ({ node: tainted, wanted }) => expect(wantedTaints(tainted, now)).toEqual(wanted));
});

describe('the conditions of a silent node', () => {
  test('are unknown since now, and those of others stay', () => {
    const conditions = unknownConditions(node({ Ready: 'True', Custom: 'True' }), now);
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['Custom', 'True', undefined],
      ['Ready', 'Unknown', 'NodeStatusUnknown'],
      ['MemoryPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['DiskPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['PIDPressure', 'Unknown', 'NodeStatusNeverUpdated'],
    ]);
    expect(conditions.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([earlier, time, time, time, time]);
  });

  test('that were unknown keep their time', () => {
    expect(unknownConditions(node({ Ready: 'Unknown' }), now)[0]?.lastTransitionTime).toBe(earlier);
  });
});
