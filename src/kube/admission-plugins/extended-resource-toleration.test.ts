import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { ExtendedResourceToleration } from './extended-resource-toleration.js';
import { admitted } from './plugin.test.support.js';

const pod = (spec: JsonObject): JsonObject => ({ metadata: { name: 'p' }, spec });
const aboutPod = (spec: JsonObject) => ({ resource: 'pods', object: pod(spec) });

describe('a pod that requests extended resources', () => {
  const toleration = (key: string): JsonObject => ({ key, operator: 'Exists', effect: 'NoSchedule' });
  const asking = (...names: string[]): JsonObject => ({
    name: 'c',
    resources: { requests: Object.fromEntries(names.map((name) => [name, '1'])) },
  });

  test.each<[string, JsonObject, JsonObject[] | undefined]>([
    ['tolerates none of its own', { containers: [asking('cpu', 'kubernetes.io/x')] }, undefined],
    [
      'tolerates their taints, by name',
      { containers: [asking('example.com/b')], initContainers: [asking('example.com/a', 'cpu')] },
      [toleration('example.com/a'), toleration('example.com/b')],
    ],
    [
      'tolerates them once',
      { containers: [asking('example.com/a')], tolerations: [toleration('example.com/a')] },
      [toleration('example.com/a')],
    ],
    [
      'tolerates them for good, in their place',
      {
        containers: [asking('example.com/a')],
        tolerations: [{ ...toleration('example.com/a'), tolerationSeconds: 3 }, toleration('x')],
      },
      [toleration('example.com/a'), toleration('x')],
    ],
    [
      'tolerates other values beside',
      { containers: [asking('example.com/a')], tolerations: [{ ...toleration('example.com/a'), operator: 'Equal' }] },
      [{ ...toleration('example.com/a'), operator: 'Equal' }, toleration('example.com/a')],
    ],
  ])('%s', async (_what, spec, expected) => {
    const { spec: changed } = (await admitted(new ExtendedResourceToleration(), aboutPod(spec))) as {
      spec: JsonObject;
    };
    expect(changed['tolerations']).toEqual(expected);
  });
});
