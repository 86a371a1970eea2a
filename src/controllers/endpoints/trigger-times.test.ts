import { describe, expect, test } from 'vitest';
import type { Pod, Service } from '../../api/core/v1.js';
import { parseTime } from '../../apimachinery/meta/index.js';
import { TriggerTimes, withTriggerTime } from './trigger-times.js';

const at = (second: number): string => `2026-01-01T00:00:0${second}Z`;
const service = { metadata: { name: 'web', namespace: 'a', creationTimestamp: at(1) } } as unknown as Service;
const pods = (ready: Record<string, number>): Pod[] =>
  Object.entries(ready).map(
    ([name, second]) =>
      ({
        metadata: { name },
        status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(second) }] },
      }) as unknown as Pod,
  );

describe('endpoints changed', () => {
  test.each<{ name: string; looks: Record<string, number>[]; second: number | undefined }>([
    { name: 'when a new service was created', looks: [{ a: 3 }], second: 1 },
    { name: 'when a pod became ready', looks: [{ a: 3 }, { a: 3, b: 5 }], second: 5 },
    { name: 'when the first of several pods did', looks: [{ a: 3 }, { a: 7, b: 5 }], second: 5 },
    { name: 'at no time, if nothing became ready', looks: [{ a: 3 }, { a: 3 }], second: undefined },
    { name: 'at no time, if a pod is gone', looks: [{ a: 3, b: 4 }, { a: 3 }], second: undefined },
    { name: 'when a pod of a known name came back', looks: [{ a: 3 }, {}, { a: 6 }], second: 6 },
  ])('$name', ({ looks, second }) => {
    const times = new TriggerTimes();
    const last = looks.map((look) => times.next(service, pods(look))).at(-1);
    expect(last).toBe(second === undefined ? undefined : parseTime(at(second)));
  });

  test('anew for a service that was deleted in between', () => {
    const times = new TriggerTimes();
    times.next(service, pods({ a: 3 }));
    times.forget('a/web');
    expect(times.next(service, pods({ a: 3 }))).toBe(parseTime(at(1)));
  });
});

test('a time that is unknown is not written, and the last one goes', () => {
  const written = withTriggerTime({ other: 'x' }, parseTime(at(2)));
  expect(written).toEqual({ other: 'x', 'endpoints.kubernetes.io/last-change-trigger-time': at(2) });
  expect(withTriggerTime(written, undefined)).toEqual({ other: 'x' });
});
