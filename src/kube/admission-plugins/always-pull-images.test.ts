import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { AlwaysPullImages } from './always-pull-images.js';
import { admitted, refusal } from './plugin.test.support.js';

const pod = (spec: JsonObject): JsonObject => ({ metadata: { name: 'p' }, spec });
const aboutPod = (spec: JsonObject) => ({ resource: 'pods', object: pod(spec) });

describe('AlwaysPullImages', () => {
  const plugin = new AlwaysPullImages();
  const given = {
    initContainers: [{ name: 'i', image: 'x' }],
    containers: [{ name: 'c', image: 'y', imagePullPolicy: 'Never' }],
    ephemeralContainers: [{ name: 'e', image: 'z', imagePullPolicy: 'Always' }],
    volumes: [
      { name: 'v', image: { reference: 'r', pullPolicy: 'IfNotPresent' } },
      { name: 'w', emptyDir: {} },
    ],
  };

  test('pulls the images of all containers and volumes', async () => {
    expect(await admitted(plugin, aboutPod(structuredClone(given)))).toEqual(
      pod({
        initContainers: [{ name: 'i', image: 'x', imagePullPolicy: 'Always' }],
        containers: [{ name: 'c', image: 'y', imagePullPolicy: 'Always' }],
        ephemeralContainers: [{ name: 'e', image: 'z', imagePullPolicy: 'Always' }],
        volumes: [
          { name: 'v', image: { reference: 'r', pullPolicy: 'Always' } },
          { name: 'w', emptyDir: {} },
        ],
      }),
    );
  });

  test('refuses what another plug-in has changed back', async () => {
    const refused = (path: string, policy: string): string =>
      `pods "p" is forbidden: spec.${path}: Unsupported value: "${policy}": supported values: "Always"`;
    expect(await refusal(plugin, 'validate', aboutPod(given))).toBe(
      `500 [${refused('initContainers[0].imagePullPolicy', '')}, ${refused('containers[0].imagePullPolicy', 'Never')}, ${refused('volumes[0].image.pullPolicy', 'IfNotPresent')}]`,
    );
    expect(await refusal(plugin, 'validate', aboutPod({ containers: given.containers }))).toBe(
      `500 ${refused('containers[0].imagePullPolicy', 'Never')}`,
    );
  });

  test('leaves pods alone that get no new images', async () => {
    const old = pod({ containers: [{ name: 'c', image: 'y' }] });
    const same = { resource: 'pods', operation: 'UPDATE', old, object: pod({ containers: given.containers }) } as const;
    expect(await admitted(plugin, same)).toEqual(pod({ containers: given.containers }));
    expect(await refusal(plugin, 'validate', same)).toBeUndefined();
    const other = { ...same, object: pod({ containers: [{ name: 'c', image: 'new' }] }) };
    expect(await admitted(plugin, other)).toEqual(
      pod({ containers: [{ name: 'c', image: 'new', imagePullPolicy: 'Always' }] }),
    );
  });
});
