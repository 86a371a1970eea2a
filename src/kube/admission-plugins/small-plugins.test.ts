import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { alreadyExists, invalid } from '../../apimachinery/status/index.js';
import { AlwaysDeny } from './always-deny.js';
import { AlwaysPullImages } from './always-pull-images.js';
import { DenyServiceExternalIPs } from './deny-service-external-ips.js';
import { ExtendedResourceToleration } from './extended-resource-toleration.js';
import { LimitPodHardAntiAffinityTopology } from './limit-pod-hard-anti-affinity-topology.js';
import { NamespaceAutoProvision } from './namespace-auto-provision.js';
import { NamespaceExists } from './namespace-exists.js';
import { admitted, refusal } from './plugin.test.support.js';

const pod = (spec: JsonObject): JsonObject => ({ metadata: { name: 'p' }, spec });
const aboutPod = (spec: JsonObject) => ({ resource: 'pods', object: pod(spec) });

test('AlwaysDeny refuses everything', async () => {
  const plugin = new AlwaysDeny();
  const expected = '403 leases.coordination.k8s.io "l" is forbidden: admission control is denying all modifications';
  const about = { resource: 'leases.coordination.k8s.io', object: { metadata: { name: 'l' } } };
  expect(await refusal(plugin, 'admit', about)).toBe(expected);
  expect(await refusal(plugin, 'validate', { ...about, operation: 'DELETE' })).toBe(expected);
});

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

  test('refuses what somebody else has changed back', async () => {
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

test.each<[string, string[] | undefined, string[] | undefined, boolean]>([
  ['no addresses', undefined, undefined, true],
  ['new addresses', undefined, ['192.0.2.1'], false],
  ['addresses that it had', ['192.0.2.1', '192.0.2.2'], ['192.0.2.2'], true],
  ['an address more', ['192.0.2.1'], ['192.0.2.1', '192.0.2.2'], false],
])('a service with %s', async (_what, before, after, isFine) => {
  const service = (externalIPs: string[] | undefined): JsonObject => ({
    metadata: { name: 's' },
    spec: externalIPs ? { externalIPs } : {},
  });
  const about = { resource: 'services', operation: 'UPDATE', old: service(before), object: service(after) } as const;
  expect(await refusal(new DenyServiceExternalIPs(), 'validate', about)).toBe(
    isFine ? undefined : '403 services "s" is forbidden: Use of external IPs is denied by admission control',
  );
});

describe('a pod that asks for devices', () => {
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

describe('a namespace', () => {
  const find = async (name: string) => (name === 'there' ? { value: Buffer.from('{}'), revision: 1n } : undefined);
  const inNamespace = (namespace: string) => ({ resource: 'pods', namespace, object: pod({}) });
  const itself = {
    resource: 'namespaces',
    kind: { group: '', version: 'v1', kind: 'Namespace' },
    namespace: 'new',
    object: {},
  };

  test('has to be there', async () => {
    const plugin = new NamespaceExists(find);
    expect(await refusal(plugin, 'validate', inNamespace('there'))).toBeUndefined();
    expect(await refusal(plugin, 'validate', inNamespace(''))).toBeUndefined();
    expect(await refusal(plugin, 'validate', itself)).toBeUndefined();
    expect(await refusal(plugin, 'validate', inNamespace('gone'))).toBe('404 namespaces "gone" not found');
  });

  test('is made for what is written in it', async () => {
    const made: string[] = [];
    const plugin = new NamespaceAutoProvision({ find, create: async (name) => made.push(name) });
    for (const name of ['there', '', 'new']) await admitted(plugin, inNamespace(name));
    await admitted(plugin, { ...inNamespace('tried'), dryRun: true });
    await admitted(plugin, itself);
    expect(made).toEqual(['new']);
  });

  test('that somebody else makes at the same time is fine, one that cannot be is not', async () => {
    const failing = (error: Error) =>
      new NamespaceAutoProvision({
        find,
        create: async () => {
          throw error;
        },
      });
    const exists = failing(alreadyExists({ group: '', resource: 'namespaces' }, 'new'));
    expect(await refusal(exists, 'admit', inNamespace('new'))).toBeUndefined();
    const wrong = failing(invalid({ group: '', kind: 'Namespace' }, 'new', []));
    expect(await refusal(wrong, 'admit', inNamespace('new'))).toMatch(
      /^403 pods "p" is forbidden: Namespace "new" is invalid/,
    );
  });
});
