import { describe, expect, test } from 'vitest';
import type { Pod, Taint, Toleration } from '../../api/core/v1.js';
import { evictedAt } from './taint-eviction-controller.js';

const now = Date.parse('2026-01-01T00:01:00Z');
const taint: Taint = { key: 'down', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' };

describe('a pod on a tainted node', () => {
  test.each<{ name: string; taints: Taint[]; tolerations: Toleration[]; expected: number | undefined }>([
    { name: 'stays without taints', taints: [], tolerations: [], expected: undefined },
    { name: 'goes at once without a toleration', taints: [taint], tolerations: [], expected: 0 },
    {
      name: 'stays with a toleration',
      taints: [taint],
      tolerations: [{ key: 'down', operator: 'Exists' }],
      expected: undefined,
    },
    {
      name: 'goes after the seconds of its toleration',
      taints: [taint],
      tolerations: [{ key: 'down', operator: 'Exists', tolerationSeconds: 90 }],
      expected: Date.parse('2026-01-01T00:01:30Z'),
    },
    {
      name: 'goes if it does not tolerate one of them',
      taints: [taint, { key: 'other', effect: 'NoExecute' }],
      tolerations: [{ key: 'down', operator: 'Exists' }],
      expected: 0,
    },
  ])('$name', ({ taints, tolerations, expected }) => {
    expect(evictedAt({ spec: { tolerations } } as unknown as Pod, taints, now)).toBe(expected);
  });
});
