import { expect, test } from 'vitest';
import type { PodSpec } from '../../api/core/v1.js';
import { workMilliseconds } from '../../apimachinery/machine-speed.test.support.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { FieldPath } from '../../apimachinery/validation/index.js';
import { FeatureGates } from '../../server/feature-gates/index.js';
import { kubeFeatureGates } from '../feature-gates/index.js';
import { applyPodSpecDefaults } from './defaults.js';
import { validatePodSpec } from './validation.js';
import { podWarnings } from './warnings.js';

const count = 5000;
const many = (item: (index: number) => JsonObject): JsonObject[] =>
  Array.from({ length: count }, (_, index) => item(index));
const container = { name: 'c', image: 'i', resources: {} };

/** Each would take very long in a quadratic comparison. */
test.each<[what: string, spec: JsonObject]>([
  ['containers', { containers: many(() => container) }],
  ['ports', { containers: [{ ...container, ports: many(() => ({ containerPort: 1, hostPort: 2 })) }] }],
  [
    'mounts and devices',
    {
      containers: [
        {
          ...container,
          volumeMounts: many((index) => ({ name: 'v', mountPath: `/${index}` })),
          volumeDevices: many((index) => ({ name: 'd', devicePath: `/d${index}` })),
        },
      ],
    },
  ],
  [
    'claims',
    {
      resourceClaims: many((index) => ({ name: `a${index}` })),
      containers: many(() => ({ ...container, resources: { claims: [{ name: 'x' }] } })),
    },
  ],
  [
    'files',
    {
      containers: [container],
      volumes: [{ name: 'v', configMap: { name: 'm', items: many(() => ({ key: 'k', path: 'p' })) } }],
    },
  ],
  [
    'constraints',
    { containers: [container], topologySpreadConstraints: many((index) => ({ maxSkew: 1, topologyKey: `k${index}` })) },
  ],
])('very many %s are checked in seconds', async (_what, fields) => {
  const spec = fields as unknown as PodSpec;
  applyPodSpecDefaults(spec);
  const features = new FeatureGates({ gates: kubeFeatureGates });
  const check = () => {
    validatePodSpec(spec, FieldPath.of('spec'), { isPod: true, features });
    expect(podWarnings({ metadata: {}, spec }, FieldPath.root, { isPod: true }).length).toBeLessThanOrEqual(500);
  };
  expect(await workMilliseconds(check)).toBeLessThan(5000);
});
