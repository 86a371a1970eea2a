import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { LimitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.js';
import { refusal } from './plugin.test.support.js';

const pod = (spec: JsonObject): JsonObject => ({ metadata: { name: 'p' }, spec });
const aboutPod = (spec: JsonObject) => ({ resource: 'pods', object: pod(spec) });

test.each<[string, string | undefined]>([
  ['kubernetes.io/hostname', undefined],
  [
    'zone',
    '403 pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  ],
])('a pod that keeps others away by %s', async (topologyKey, expected) => {
  const terms = [{ topologyKey: 'kubernetes.io/hostname' }, { topologyKey }];
  const required = { requiredDuringSchedulingIgnoredDuringExecution: terms };
  const plugin = new LimitPodHardAntiAffinityTopology();
  const away = aboutPod({ affinity: { podAntiAffinity: required } });
  expect(await refusal(plugin, 'validate', away)).toBe(expected);
  expect(await refusal(plugin, 'validate', aboutPod({ affinity: { podAffinity: required } }))).toBeUndefined();
});
