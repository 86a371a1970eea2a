import { describe, expect, test } from 'vitest';
import type { Deployment, ReplicaSet } from '../../api/apps/v1.js';
import { maxUnavailable, newSetReplicas, planScaling } from './replica-counts.js';
import { countAnnotations, lastRevision, maxRevision, newSetAnnotations } from './revision.js';

function deployment(
  replicas: number,
  rollingUpdate: { maxSurge: number | string; maxUnavailable: number | string },
): Deployment {
  const spec = { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } };
  return { metadata: { name: 'web' }, spec, status: {} } as unknown as Deployment;
}

function set(name: string, replicas: number, [desired, max]: [number, number], available = replicas): ReplicaSet {
  return {
    metadata: { name, annotations: countAnnotations({ desired, max }) },
    spec: { replicas },
    status: { replicas, availableReplicas: available },
  } as unknown as ReplicaSet;
}

describe('how many replicas the newest set may have', () => {
  test.each([
    { wanted: 10, surge: '25%', old: 0, current: 0, expected: 10 },
    { wanted: 10, surge: '25%', old: 10, current: 0, expected: 3 },
    { wanted: 10, surge: 0, old: 10, current: 0, expected: 0 },
    { wanted: 10, surge: '100%', old: 10, current: 0, expected: 10 },
    { wanted: 10, surge: 1, old: 4, current: 5, expected: 7 },
  ])('wants $wanted, surge $surge, old $old, now $current: $expected', ({ wanted, surge, old, current, expected }) => {
    const subject = deployment(wanted, { maxSurge: surge, maxUnavailable: 0 });
    const sets = [set('old', old, [wanted, wanted]), set('new', current, [wanted, wanted])];
    expect(newSetReplicas(subject, sets, current)).toBe(expected);
  });
});

describe('how many may be unavailable', () => {
  test.each([
    { wanted: 4, surge: '25%', unavailable: '25%', expected: 1 },
    { wanted: 3, surge: '25%', unavailable: '25%', expected: 0 },
    { wanted: 3, surge: 0, unavailable: 0, expected: 1 },
    { wanted: 3, surge: 0, unavailable: '200%', expected: 3 },
    { wanted: 0, surge: 0, unavailable: 2, expected: 0 },
  ])('of $wanted, surge $surge, unavailable $unavailable: $expected', ({ wanted, surge, unavailable, expected }) => {
    expect(maxUnavailable(deployment(wanted, { maxSurge: surge, maxUnavailable: unavailable }))).toBe(expected);
  });
});

describe('scaling a deployment', () => {
  const plan = (wanted: number, newSet: ReplicaSet, ...oldSets: ReplicaSet[]): Record<string, number> =>
    Object.fromEntries(
      planScaling(deployment(wanted, { maxSurge: 3, maxUnavailable: 2 }), newSet, oldSets).map((scaling) => [
        scaling.set.metadata.name,
        scaling.replicas,
      ]),
    );

  test('scales the only set that has replicas', () => {
    expect(plan(5, set('new', 3, [3, 6]), set('old', 0, [3, 6]))).toEqual({ new: 5 });
  });

  test('scales sets in the middle of a rollout in proportion to their sizes', () => {
    expect(plan(15, set('new', 5, [10, 13], 0), set('old', 8, [10, 13]))).toEqual({ old: 11, new: 7 });
  });

  test('gives what is left over to the largest set', () => {
    expect(plan(20, set('new', 5, [10, 13], 0), set('a', 6, [10, 13]), set('b', 2, [10, 13]))).toEqual({
      a: 11,
      new: 9,
      b: 3,
    });
  });

  test('empties old sets when the newest has all', () => {
    expect(plan(10, set('new', 10, [10, 13]), set('old', 1, [10, 13]))).toEqual({ old: 0 });
  });
});

describe('the annotations of the newest set', () => {
  const annotations = { team: 'a', 'deployment.kubernetes.io/revision': '9' };
  const subject = { metadata: { annotations } } as unknown as Deployment;
  const revision = 'deployment.kubernetes.io/revision';
  const history = 'deployment.kubernetes.io/revision-history';

  test('are those of the deployment, without its own, and the revision', () => {
    expect(newSetAnnotations(subject, undefined, { revision: 3n })).toEqual({ team: 'a', [revision]: '3' });
  });

  test('remember former revisions of a set that becomes the newest again', () => {
    const first = newSetAnnotations(subject, { team: 'a', [revision]: '1' }, { revision: 3n });
    expect(first).toEqual({ team: 'a', [revision]: '3', [history]: '1' });
    expect(newSetAnnotations(subject, first, { revision: 5n })).toMatchObject({ [revision]: '5', [history]: '1,3' });
  });

  test('do not change if all is as it should be', () => {
    expect(newSetAnnotations(subject, { team: 'a', [revision]: '3' }, { revision: 3n })).toBeUndefined();
  });

  test('count revisions of 64 bits', () => {
    const setOf = (value: string) => ({ metadata: { annotations: { [revision]: value } } }) as unknown as ReplicaSet;
    const sets = ['3546343826724305832', '7', 'none'].map(setOf);
    expect([maxRevision(sets), lastRevision(sets)]).toEqual([3546343826724305832n, 7n]);
  });
});
