import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { admitted, known, refusal } from './plugin.test.support.js';
import { RuntimeClassAdmission } from './runtime-class.js';

const toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' };
const plugin = new RuntimeClassAdmission(
  known(
    { metadata: { name: 'plain' }, handler: 'h' },
    { metadata: { name: 'heavy' }, handler: 'h', overhead: { podFixed: { cpu: '100m', memory: '1Gi' } } },
    {
      metadata: { name: 'far' },
      handler: 'h',
      scheduling: { nodeSelector: { zone: 'a' }, tolerations: [toleration] },
    },
    { metadata: { name: 'anywhere' }, handler: 'h', scheduling: {} },
  ),
);

const pod = (spec: JsonObject): JsonObject => ({ metadata: { name: 'p' }, spec });
const refused = '403 pods "p" is forbidden:';
const other = `${refused} pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead`;
const overhead = { cpu: '100m', memory: '1Gi' };

test.each<[string, JsonObject, JsonObject]>([
  ['no class', { hostname: 'x' }, { hostname: 'x' }],
  ['a class that says nothing', { runtimeClassName: 'plain' }, { runtimeClassName: 'plain' }],
  ['a class with a cost', { runtimeClassName: 'heavy' }, { runtimeClassName: 'heavy', overhead }],
  [
    'a class with a cost, in other words',
    { runtimeClassName: 'heavy', overhead: { cpu: '0.1', memory: '1024Mi' } },
    { runtimeClassName: 'heavy', overhead },
  ],
  [
    'a class with a place',
    { runtimeClassName: 'far' },
    { runtimeClassName: 'far', nodeSelector: { zone: 'a' }, tolerations: [toleration] },
  ],
  [
    'a class with a place, and one of its own',
    { runtimeClassName: 'far', nodeSelector: { disk: 'fast', zone: 'a' }, tolerations: [{ ...toleration, key: 'o' }] },
    {
      runtimeClassName: 'far',
      nodeSelector: { disk: 'fast', zone: 'a' },
      tolerations: [{ ...toleration, key: 'o' }, toleration],
    },
  ],
  ['a class without a place', { runtimeClassName: 'anywhere' }, { runtimeClassName: 'anywhere' }],
])('a pod of %s', async (_what, given, expected) => {
  expect(await admitted(plugin, { resource: 'pods', object: pod(given) })).toEqual(pod(expected));
  expect(await refusal(plugin, 'validate', { resource: 'pods', object: pod(expected) })).toBeUndefined();
});

describe('is refused:', () => {
  test.each<[string, 'admit' | 'validate', JsonObject, string | undefined]>([
    [
      'a class that is not there',
      'admit',
      { runtimeClassName: 'gone' },
      `${refused} pod rejected: RuntimeClass "gone" not found`,
    ],
    ['a class without a name', 'admit', { runtimeClassName: '' }, '500 resource name may not be empty'],
    [
      'a class with another name than classes have',
      'admit',
      { runtimeClassName: 'a/b%' },
      "500 invalid resource name \"a/b%\": [may not contain '/' may not contain '%']",
    ],
    ['another cost', 'admit', { runtimeClassName: 'heavy', overhead: { cpu: '1' } }, other],
    [
      'another place',
      'admit',
      { runtimeClassName: 'far', nodeSelector: { zone: 'b' } },
      `${refused} conflict: runtimeClass.scheduling.nodeSelector[zone] = a; pod.spec.nodeSelector[zone] = b`,
    ],
    ['an overhead that was removed', 'validate', { runtimeClassName: 'heavy' }, other],
    [
      'a cost without a class',
      'validate',
      { overhead },
      `${refused} pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead`,
    ],
    [
      'a cost that the class does not know of',
      'validate',
      { runtimeClassName: 'plain', overhead },
      `${refused} pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead`,
    ],
  ])('%s', async (_what, phase, spec, expected) => {
    expect(await refusal(plugin, phase, { resource: 'pods', object: pod(spec) })).toBe(expected);
    expect(await refusal(plugin, phase, { resource: 'pods', subresource: 'x', object: pod(spec) })).toBeUndefined();
  });
});
