import { describe, expect, test } from 'vitest';
import type { PodSpec, PodTemplateSpec } from '../../api/core/v1.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { applyPodDefaults } from './defaults.js';
import { isLatestImage } from './image-tag.js';
import { qosClassOf } from './pod-resources.js';
import { podWarnings } from './warnings.js';

const container = { name: 'c', image: 'img:1' };
const specOf = (more: JsonObject = {}): PodSpec => ({ containers: [container], ...more }) as unknown as PodSpec;

test.each([
  ['a', true],
  ['a:latest', true],
  ['r.io:5000/a', true],
  ['r.io:5000/a:1', false],
  [`a@sha256:${'0'.repeat(64)}`, false],
  [`a:latest@sha256:${'0'.repeat(64)}`, true],
  ['a:latest@sha256:0', false],
  ['', false],
  ['UPPER', false],
  ['UPPER/a', true],
  ['../a', false],
  ['a_b/c-d.e', true],
  ['a'.repeat(64), false],
  [`${'a/'.repeat(200)}a`, false],
])('%s is the latest image: %s', (image, isLatest) => {
  expect(isLatestImage(image)).toBe(isLatest);
});

describe('the class of a pod', () => {
  const resources = (requests: JsonObject, limits: JsonObject = {}): JsonObject => ({
    containers: [{ ...container, resources: { requests, limits } }],
  });
  test.each<[what: string, spec: JsonObject, qosClass: string]>([
    ['that asks for nothing', {}, 'BestEffort'],
    ['that asks for disks only', resources({ 'ephemeral-storage': '1Gi' }), 'BestEffort'],
    ['that asks for nothing in so many words', resources({ cpu: '0' }), 'BestEffort'],
    ['that asks for something', resources({ cpu: '1' }), 'Burstable'],
    ['that is limited in part', resources({ cpu: '1' }, { cpu: '1' }), 'Burstable'],
    [
      'that is limited to what it asks for',
      resources({ cpu: '1', memory: '1Gi' }, { cpu: '1000m', memory: '1Gi' }),
      'Guaranteed',
    ],
    [
      'that is limited as a whole',
      { resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } } },
      'Guaranteed',
    ],
  ])('%s', (_what, spec, qosClass) => {
    expect(qosClassOf(specOf(spec))).toBe(qosClass);
  });
});

test('the requests of a pod are the highest sum of the requests of containers that run together', () => {
  const cpu = (amount: string): JsonObject => ({ resources: { requests: { cpu: amount } } });
  const spec = specOf({
    resources: { limits: { cpu: '9', memory: '1Gi' } },
    containers: [{ ...container, ...cpu('1') }],
    initContainers: [
      { name: 's', image: 'i', restartPolicy: 'Always', ...cpu('500m') },
      { name: 'i', image: 'i', ...cpu('2') },
    ],
  });
  applyPodDefaults({ spec: spec as unknown as JsonObject });
  expect(spec.resources?.requests).toEqual({ cpu: '2500m', memory: '1Gi' });
});

describe('a warning is given of', () => {
  const warningsOf = (spec: JsonObject, annotations: Record<string, string> = {}): string[] => {
    const template: PodTemplateSpec = { metadata: { annotations }, spec: specOf(spec) };
    return podWarnings(template, FieldPath.of('spec', 'template'), { isPod: false });
  };
  const at = 'spec.template.spec';
  test.each<[what: string, spec: JsonObject, warnings: string[]]>([
    [
      'a variable that hides another',
      {
        containers: [
          {
            ...container,
            env: [
              { name: 'A', value: '1' },
              { name: 'A', value: '2' },
            ],
          },
        ],
      },
      [`${at}.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply`],
    ],
    [
      'nothing where it adds to it',
      { containers: [{ ...container, env: [{ name: 'A' }, { name: 'A', value: 'x$(A)' }] }] },
      [],
    ],
    [
      'a port twice',
      {
        containers: [
          {
            ...container,
            ports: [
              { containerPort: 1, protocol: 'TCP' },
              { containerPort: 1, protocol: 'TCP' },
            ],
          },
        ],
      },
      [`${at}.containers[0].ports[1]: duplicate port definition with ${at}.containers[0].ports[0]`],
    ],
    [
      'labels of nodes that are no more',
      { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
      [`${at}.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead`],
    ],
    [
      'a spread of nothing',
      { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }] },
      [`${at}.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod`],
    ],
    [
      'files in each other’s way',
      {
        volumes: [
          {
            name: 'v',
            configMap: {
              name: 'm',
              items: [
                { key: 'a', path: 'x' },
                { key: 'b', path: 'x/y' },
              ],
            },
          },
        ],
      },
      ['volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"'],
    ],
    [
      'half a byte',
      { containers: [{ ...container, resources: { limits: { memory: '500m' } } }] },
      [`${at}.containers[0].resources.limits[memory]: fractional byte value "500m" is invalid, must be an integer`],
    ],
    [
      'time that is none',
      { terminationGracePeriodSeconds: -1 },
      [`${at}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`],
    ],
    [
      'volumes that are no more',
      { volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] },
      [`${at}.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+`],
    ],
  ])('%s', (_what, spec, warnings) => {
    expect(warningsOf(spec)).toEqual(warnings);
  });

  test('annotations that are no more', () => {
    expect(warningsOf({}, { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' })).toEqual([
      'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead',
    ]);
  });
});
