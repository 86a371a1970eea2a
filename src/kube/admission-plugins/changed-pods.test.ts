import { describe, expect, test } from 'vitest';
import type { Node } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { NodeDeclaredFeatureValidator } from './node-declared-feature-validator.js';
import { known, refusal } from './plugin.test.support.js';
import { PodResizeValidator } from './pod-resize-validator.js';

const podLevel = 'InPlacePodLevelResourcesVerticalScaling';
const initLevel = 'InPlacePodVerticalScalingInitContainers';
const nodes = known<Node>(
  {
    metadata: { name: 'able', labels: { 'kubernetes.io/os': 'linux' } },
    status: { allocatable: { cpu: '2', memory: '1Gi' }, declaredFeatures: [podLevel, initLevel] },
  },
  { metadata: { name: 'old' }, status: { allocatable: { cpu: '2', memory: '1Gi' } } },
  { metadata: { name: 'other', labels: { 'kubernetes.io/os': 'windows' } } },
);

const requests = (cpu: string, memory = '1Mi'): JsonObject => ({ requests: { cpu, memory } });
const refused = '403 pods "p" is forbidden:';

function pod(generation: number, spec: JsonObject): JsonObject {
  return { metadata: { name: 'p', generation }, spec: { nodeName: 'able', ...spec } };
}

describe('a pod that is to grow', () => {
  const plugin = new PodResizeValidator(nodes);
  const old = pod(1, { containers: [{ name: 'c', resources: requests('1') }] });
  const grown = (resources: JsonObject, more: JsonObject = {}): JsonObject =>
    pod(2, { containers: [{ name: 'c', resources }], ...more });

  test.each<[string, JsonObject, string | undefined]>([
    ['fits on its node', grown(requests('2')), undefined],
    ['is on no node', grown(requests('9'), { nodeName: '' }), undefined],
    [
      'is larger than its node',
      grown(requests('2001m', '2Gi')),
      `${refused} node didn't have enough allocatable resources: cpu, requested: 2001, allocatable: 2000; memory, requested: 2147483648, allocatable: 1073741824`,
    ],
    [
      'is larger with what it costs to run it',
      grown(requests('2'), { overhead: { cpu: '1m' } }),
      `${refused} node didn't have enough allocatable resources: cpu, requested: 2001, allocatable: 2000`,
    ],
    [
      'is larger as a whole',
      grown(requests('1'), { resources: requests('3') }),
      `${refused} node didn't have enough allocatable resources: cpu, requested: 3000, allocatable: 2000`,
    ],
    ['is on a node that is gone', grown(requests('1'), { nodeName: 'gone' }), `${refused} node "gone" not found`],
    [
      'is on a node that cannot do it',
      grown(requests('1'), { nodeName: 'other' }),
      `${refused} pod resize is only supported on linux nodes, node "other" is "windows"`,
    ],
    ['is not changed', pod(1, { nodeName: 'gone' }), undefined],
  ])('%s', async (_what, object, expected) => {
    const about = { resource: 'pods', operation: 'UPDATE', subresource: 'resize', object, old } as const;
    expect(await refusal(plugin, 'validate', about)).toBe(expected);
    expect(await refusal(plugin, 'validate', { ...about, subresource: '' })).toBeUndefined();
  });
});

describe('a change', () => {
  const plugin = new NodeDeclaredFeatureValidator(nodes);
  const init = (cpu: string, restartPolicy?: string): JsonObject => ({
    initContainers: [{ name: 'i', resources: requests(cpu), ...(restartPolicy && { restartPolicy }) }],
  });
  const unable = { nodeName: 'old' };
  const missing = (features: string): string =>
    `${refused} pod update requires features ${features} which are not available on node "old"`;

  test.each<[string, JsonObject, JsonObject, string | undefined]>([
    ['of the resources of a whole pod', { resources: requests('1') }, { resources: requests('2') }, undefined],
    [
      'of these where the node cannot follow',
      { resources: requests('1') },
      { resources: requests('2'), ...unable },
      missing(podLevel),
    ],
    ['of an init container', init('1'), { ...init('2'), ...unable }, missing(initLevel)],
    ['of a sidecar', init('1', 'Always'), { ...init('2', 'Always'), ...unable }, undefined],
    [
      'of both',
      { ...init('1'), resources: requests('1') },
      { ...init('2'), ...unable },
      missing(`${podLevel}, ${initLevel}`),
    ],
    ['of something else', init('1'), { ...init('1'), ...unable, tolerations: [] }, undefined],
    ['on a node that is gone', init('1'), { ...init('2'), nodeName: 'gone' }, `${refused} node "gone" not found`],
  ])('%s', async (_what, before, after, expected) => {
    const about = { resource: 'pods', operation: 'UPDATE', object: pod(2, after), old: pod(1, before) } as const;
    expect(await refusal(plugin, 'validate', about)).toBe(expected);
    expect(await refusal(plugin, 'validate', { ...about, subresource: 'resize' })).toBe(expected);
    expect(await refusal(plugin, 'validate', { ...about, subresource: 'status' })).toBeUndefined();
  });
});
