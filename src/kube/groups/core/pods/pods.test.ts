import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../../kube-server.test.support.js';

let kube: TestKube;
beforeAll(async () => {
  kube = await TestKube.start();
});
afterAll(() => kube.close());

const path = '/api/v1/namespaces/a/pods';
const merge = 'application/merge-patch+json';
const strategic = 'application/strategic-merge-patch+json';
const container = { name: 'c', image: 'img:1' };
let count = 0;
const create = (spec: JsonObject = {}, metadata: JsonObject = {}): Promise<TestResponse> =>
  kube.call('POST', path, {
    metadata: { name: `p${++count}`, ...metadata },
    spec: { containers: [container], ...spec },
  });
const nameOf = ({ json }: TestResponse): string => (json['metadata'] as JsonObject)['name'] as string;
const specOf = ({ json }: TestResponse): JsonObject => json['spec'] as JsonObject;
const statusOf = ({ json }: TestResponse): JsonObject => json['status'] as JsonObject;
const causesOf = ({ json }: TestResponse): string[] =>
  ((json['details'] as JsonObject)['causes'] as JsonObject[]).map(({ field, reason }) => `${field}:${reason}`);
const withContainer = (more: JsonObject): JsonObject => ({ containers: [{ ...container, ...more }] });
const patch = (name: string, spec: JsonObject): Promise<TestResponse> =>
  kube.call('PATCH', `${path}/${name}`, { spec }, strategic);
const setStatus = (name: string, status: JsonObject): Promise<TestResponse> =>
  kube.call('PATCH', `${path}/${name}/status`, { status }, merge);
const bind = (name: string, node = 'n1'): Promise<TestResponse> =>
  kube.call('POST', `${path}/${name}/binding`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name },
    target: { kind: 'Node', name: node },
  });

describe('defaults', () => {
  test('the least that a pod can be', async () => {
    const answer = await create();
    expect([answer.status, specOf(answer), statusOf(answer)]).toEqual([
      201,
      {
        containers: [
          {
            ...container,
            imagePullPolicy: 'IfNotPresent',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
          },
        ],
        dnsPolicy: 'ClusterFirst',
        enableServiceLinks: true,
        restartPolicy: 'Always',
        schedulerName: 'default-scheduler',
        securityContext: {},
        terminationGracePeriodSeconds: 30,
      },
      { phase: 'Pending', qosClass: 'BestEffort' },
    ]);
  });

  test.each([
    ['img', 'Always'],
    ['img:latest', 'Always'],
    ['host:5000/img', 'Always'],
    ['host:5000/img:1', 'IfNotPresent'],
    ['img@sha256:00', 'IfNotPresent'],
  ])('%s is pulled %s', async (image, policy) => {
    const { containers } = specOf(await create({ containers: [{ name: 'c', image }] }));
    expect((containers as JsonObject[])[0]?.['imagePullPolicy']).toBe(policy);
  });

  test('limits become requests, and determine the class', async () => {
    const answer = await create(withContainer({ resources: { limits: { cpu: '0.5', memory: '1Gi' } } }));
    const { resources } = (specOf(answer)['containers'] as JsonObject[])[0]!;
    expect(resources).toEqual({
      limits: { cpu: '500m', memory: '1Gi' },
      requests: { cpu: '500m', memory: '1Gi' },
    });
    expect(statusOf(answer)['qosClass']).toBe('Guaranteed');
  });

  test('on the network of its node, ports are the node’s', async () => {
    const answer = await create({ hostNetwork: true, ...withContainer({ ports: [{ containerPort: 80 }] }) });
    const { ports } = (specOf(answer)['containers'] as JsonObject[])[0]!;
    expect(ports).toEqual([{ containerPort: 80, hostPort: 80, protocol: 'TCP' }]);
  });

  test('a gated pod says what it waits for', async () => {
    expect(statusOf(await create({ schedulingGates: [{ name: 'g' }] }))).toMatchObject({
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    });
  });
});

const volume = (source: JsonObject): JsonObject => ({ volumes: [{ name: 'v', ...source }] });
const probe = (more: JsonObject): JsonObject => withContainer({ livenessProbe: more });
const env = (...variables: JsonObject[]): JsonObject => withContainer({ env: variables });

describe('validation', () => {
  test.each<[what: string, spec: JsonObject, causes: string[]]>([
    ['no containers', { containers: [] }, ['spec.containers:FieldValueRequired']],
    ['a container twice', { containers: [container, container] }, ['spec.containers[1].name:FieldValueDuplicate']],
    [
      'an init container with the name of another',
      { initContainers: [container] },
      ['spec.initContainers[0].name:FieldValueDuplicate'],
    ],
    ['an image with space', withContainer({ image: ' i' }), ['spec.containers[0].image:FieldValueInvalid']],
    [
      'a port name twice',
      withContainer({
        ports: [
          { name: 'a', containerPort: 1 },
          { name: 'a', containerPort: 2 },
        ],
      }),
      ['spec.containers[0].ports[1].name:FieldValueDuplicate'],
    ],
    [
      'a list of claims of the pod, though empty',
      { resources: { claims: [] } },
      ['spec.resources.claims:FieldValueForbidden'],
    ],
    [
      'groups on windows, though there are none',
      { os: { name: 'windows' }, securityContext: { supplementalGroups: [] } },
      ['spec.securityContext.supplementalGroups:FieldValueForbidden'],
    ],
    [
      'owners of a claim that are nobody',
      {
        volumes: [
          {
            name: 'v',
            ephemeral: {
              volumeClaimTemplate: {
                metadata: { ownerReferences: [] },
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
              },
            },
          },
        ],
      },
      ['spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.ownerReferences:FieldValueForbidden'],
    ],
    [
      'a portal with a long name',
      {
        volumes: [
          {
            name: 'v',
            iscsi: {
              targetPortal: 'a'.repeat(63),
              iqn: 'eui.0123456789abcdef',
              lun: 0,
              initiatorName: 'eui.0123456789abcdef',
            },
          },
        ],
      },
      ['spec.volumes[0].name:FieldValueInvalid'],
    ],
    ['a variable with =', env({ name: 'A=B' }), ['spec.containers[0].env[0].name:FieldValueInvalid']],
    [
      'a variable from nowhere',
      env({ name: 'A', valueFrom: {} }),
      ['spec.containers[0].env[0].valueFrom:FieldValueInvalid'],
    ],
    [
      'a key without its name',
      env({ name: 'A', valueFrom: { secretKeyRef: { key: 'k' } } }),
      ['spec.containers[0].env[0].valueFrom.secretKeyRef.name:FieldValueInvalid'],
    ],
    [
      'a divisor of something else',
      env({ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } } }),
      ['spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor:FieldValueInvalid'],
    ],
    [
      'a mount of a path above',
      {
        ...volume({ emptyDir: {} }),
        ...withContainer({ volumeMounts: [{ name: 'v', mountPath: '/x', subPath: '../y' }] }),
      },
      ['spec.containers[0].volumeMounts.subPath:FieldValueInvalid'],
    ],
    [
      'a directory that is none',
      volume({ hostPath: { path: '/x', type: 'Thing' } }),
      ['spec.volumes[0].hostPath.type:FieldValueNotSupported'],
    ],
    [
      'a mode that is none',
      volume({ secret: { secretName: 's', defaultMode: 1000 } }),
      ['spec.volumes[0].secret.defaultMode:FieldValueInvalid'],
    ],
    [
      'an NFS path that is not absolute',
      volume({ nfs: { server: 's', path: 'x' } }),
      ['spec.volumes[0].nfs.path:FieldValueInvalid'],
    ],
    [
      'a token of a minute',
      {
        serviceAccountName: 'x',
        ...volume({ projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 60 } }] } }),
      },
      ['spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds:FieldValueInvalid'],
    ],
    [
      'a probe of port 0',
      probe({ tcpSocket: { port: 0 } }),
      ['spec.containers[0].livenessProbe.tcpSocket.port:FieldValueInvalid'],
    ],
    [
      'a liveness probe that must succeed twice',
      probe({ tcpSocket: { port: 1 }, successThreshold: 2 }),
      ['spec.containers[0].livenessProbe.successThreshold:FieldValueInvalid'],
    ],
    [
      'a resource that nobody knows',
      withContainer({ resources: { limits: { gold: '1' } } }),
      [
        'spec.containers[0].resources.limits[gold]:FieldValueInvalid',
        'spec.containers[0].resources.limits[gold]:FieldValueInvalid',
        'spec.containers[0].resources.requests[gold]:FieldValueInvalid',
        'spec.containers[0].resources.requests[gold]:FieldValueInvalid',
      ],
    ],
    [
      'half a device',
      withContainer({ resources: { limits: { 'x.com/gpu': '500m' } } }),
      [
        'spec.containers[0].resources.limits[x.com/gpu]:FieldValueInvalid',
        'spec.containers[0].resources.requests[x.com/gpu]:FieldValueInvalid',
      ],
    ],
    [
      'pages without memory',
      withContainer({ resources: { limits: { 'hugepages-2Mi': '4Mi' } } }),
      ['spec.containers[0].resources:FieldValueForbidden'],
    ],
    [
      'a profile of nothing',
      { securityContext: { seccompProfile: { type: 'Localhost' } } },
      ['spec.securityContext.seccompProfile.localhostProfile:FieldValueRequired'],
    ],
    [
      'a setting twice',
      {
        securityContext: {
          sysctls: [
            { name: 'a.b', value: '' },
            { name: 'a.b', value: '' },
          ],
        },
      },
      ['spec.securityContext.sysctls[1].name:FieldValueDuplicate'],
    ],
    ['no servers for its names', { dnsPolicy: 'None' }, ['spec.dnsConfig:FieldValueRequired']],
    [
      'a gate twice',
      { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      ['spec.schedulingGates[1]:FieldValueDuplicate'],
    ],
    [
      'a term without its key',
      { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: '' }] } } },
      [
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey:FieldValueRequired',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey:FieldValueInvalid',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey:FieldValueInvalid',
      ],
    ],
    [
      'ephemeral containers',
      { ephemeralContainers: [container] },
      ['spec.ephemeralContainers[0].name:FieldValueDuplicate', 'spec.ephemeralContainers:FieldValueForbidden'],
    ],
    ['an operating system that is none', { os: { name: 'plan9' } }, ['spec.os:FieldValueNotSupported']],
    [
      'what it likes',
      withContainer({ securityContext: { privileged: true } }),
      ['spec.containers[0].securityContext.privileged:FieldValueForbidden'],
    ],
    [
      'processes of its node',
      { securityContext: { windowsOptions: { hostProcess: true, runAsUserName: 'a\\b\\c' } } },
      [
        'spec.securityContext.windowsOptions.runAsUserName:FieldValueInvalid',
        'spec.hostNetwork:FieldValueInvalid',
        'spec:FieldValueForbidden',
      ],
    ],
    [
      'users of Windows',
      { os: { name: 'windows' }, securityContext: { runAsUser: 1 } },
      ['spec.securityContext.runAsUser:FieldValueForbidden'],
    ],
  ])('%s', async (_what, spec, causes) => {
    const answer = await create(spec);
    expect([answer.status, causesOf(answer)]).toEqual([422, causes]);
  });
});

describe('a change', () => {
  test.each<[what: string, spec: JsonObject, causes: string[]]>([
    ['of a command is refused', withContainer({ command: ['x'] }), ['spec:FieldValueForbidden']],
    [
      'that adds a container is refused',
      { containers: [{ name: 'd', image: 'x' }] },
      ['spec.containers:FieldValueForbidden'],
    ],
    ['of the node is refused', { nodeName: 'n2' }, ['spec:FieldValueForbidden']],
  ])('%s', async (_what, spec, causes) => {
    const name = nameOf(await create());
    expect(causesOf(await patch(name, spec))).toEqual(causes);
  });

  test('of the image counts as a generation', async () => {
    const { json } = await patch(nameOf(await create()), withContainer({ image: 'img:2' }));
    expect(json['metadata']).toMatchObject({ generation: 2 });
  });

  test('of a deadline brings it nearer only', async () => {
    const name = nameOf(await create({ activeDeadlineSeconds: 100 }));
    expect((await patch(name, { activeDeadlineSeconds: 50 })).status).toBe(200);
    expect(causesOf(await patch(name, { activeDeadlineSeconds: 60 }))).toEqual([
      'spec.activeDeadlineSeconds:FieldValueInvalid',
    ]);
  });

  test('of tolerations adds some, and takes none away', async () => {
    const old = { key: 'a', operator: 'Exists' };
    const name = nameOf(await create({ tolerations: [old] }));
    const set = (tolerations: JsonObject[]): Promise<TestResponse> =>
      kube.call('PATCH', `${path}/${name}`, { spec: { tolerations } }, merge);
    expect((await set([old, { key: 'b', operator: 'Exists' }])).status).toBe(200);
    expect(causesOf(await set([{ key: 'b', operator: 'Exists' }]))).toEqual(['spec.tolerations:FieldValueForbidden']);
  });

  test('of gates takes them away, while the nodes may be narrowed down', async () => {
    const name = nameOf(await create({ schedulingGates: [{ name: 'g' }], nodeSelector: { a: 'b' } }));
    const set = (spec: JsonObject): Promise<TestResponse> => kube.call('PATCH', `${path}/${name}`, { spec }, merge);
    expect((await set({ nodeSelector: { c: 'd' } })).status).toBe(200);
    expect(causesOf(await set({ nodeSelector: { a: 'x' } }))).toEqual(['spec.nodeSelector:FieldValueInvalid']);
    expect(causesOf(await set({ schedulingGates: [{ name: 'h' }] }))).toEqual([
      'spec.schedulingGates[0].name:FieldValueForbidden',
    ]);
    expect((await set({ schedulingGates: null })).status).toBe(200);
  });
});

describe('subresources', () => {
  test('a pod is bound once, and told so', async () => {
    const name = nameOf(await create());
    expect(await bind(name)).toMatchObject({ status: 201, json: { kind: 'Status', status: 'Success' } });
    const { json } = await kube.call('GET', `${path}/${name}`);
    expect(json).toMatchObject({
      spec: { nodeName: 'n1' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True', lastProbeTime: null }] },
    });
    expect(await bind(name, 'n2')).toMatchObject({ status: 409, json: { details: { kind: 'pods/binding' } } });
    expect((await bind('none')).status).toBe(404);
  });

  test('a resize changes amounts, and nothing else', async () => {
    const requests = { cpu: '100m', memory: '1Gi' };
    const name = nameOf(await create(withContainer({ resources: { requests } })));
    const resize = (more: JsonObject): Promise<TestResponse> =>
      kube.call('PATCH', `${path}/${name}/resize`, { spec: withContainer(more) }, strategic);
    const answer = await resize({ resources: { requests: { ...requests, cpu: '200m' } }, image: 'other' });
    expect((specOf(answer)['containers'] as JsonObject[])[0]).toMatchObject({
      image: 'img:1',
      resources: { requests: { cpu: '200m' } },
    });
    expect(causesOf(await resize({ resources: { requests: { cpu: null } } }))).toEqual([
      'spec.containers[0].resources.requests:FieldValueForbidden',
    ]);
    expect(causesOf(await resize({ resources: { limits: { ...requests, cpu: '200m' } } }))).toEqual([
      'spec:FieldValueInvalid',
    ]);
  });

  test('ephemeral containers are added, and stay', async () => {
    const name = nameOf(await create());
    const set = (ephemeralContainers: JsonObject[] | null): Promise<TestResponse> =>
      kube.call('PATCH', `${path}/${name}/ephemeralcontainers`, { spec: { ephemeralContainers } }, merge);
    expect((await set([{ name: 'd', image: 'i', targetContainerName: 'c' }])).status).toBe(200);
    expect(causesOf(await set(null))).toEqual(['spec.ephemeralContainers:FieldValueForbidden']);
    const ports = [{ containerPort: 1 }];
    expect(causesOf(await set([{ name: 'd', image: 'i', targetContainerName: 'x', ports }]))).toEqual([
      'spec.ephemeralContainers[0].targetContainerName:FieldValueNotFound',
      'spec.ephemeralContainers[0].ports:FieldValueForbidden',
      'spec.ephemeralContainers:FieldValueForbidden',
    ]);
  });

  test('the status is written without the deletion that it says', async () => {
    const metadata = { deletionTimestamp: '2020-01-01T00:00:00Z', ownerReferences: [] };
    const answer = await kube.call('PATCH', `${path}/${nameOf(await create())}/status`, { metadata }, merge);
    expect([answer.status, answer.json['metadata']]).toEqual([
      200,
      expect.not.objectContaining({ deletionTimestamp: expect.anything() }),
    ]);
  });

  test('the status has one address, and the first of all', async () => {
    const name = nameOf(await create());
    const answer = await setStatus(name, { podIPs: [{ ip: '10.1.1.1' }], qosClass: 'BestEffort' });
    expect(statusOf(answer)).toMatchObject({ podIP: '10.1.1.1', phase: 'Pending' });
    expect(causesOf(await setStatus(name, { qosClass: 'Guaranteed' }))).toEqual(['status.qosClass:FieldValueInvalid']);
  });

  test.each<[what: string, status: JsonObject, causes: string[]]>([
    [
      'a claim twice that the pod does not have',
      { resourceClaimStatuses: [{ name: 'q' }, { name: 'q', resourceClaimName: 'No!' }] },
      [
        'status.resourceClaimStatuses[0].name:FieldValueInvalid',
        'status.resourceClaimStatuses[1].name:FieldValueInvalid',
        'status.resourceClaimStatuses[1].name:FieldValueDuplicate',
        'status.resourceClaimStatuses[1].resourceClaimName:FieldValueInvalid',
      ],
    ],
    [
      'a claim for nothing',
      { extendedResourceClaimStatus: {} },
      [
        'status.extendedResourceClaimStatus.requestMappings:FieldValueRequired',
        'status.extendedResourceClaimStatus.resourceClaimName:FieldValueRequired',
      ],
    ],
    [
      'a claim for a container that is not there, and for what one does not ask for',
      {
        extendedResourceClaimStatus: {
          resourceClaimName: 'q',
          requestMappings: [
            { containerName: 'x', resourceName: 'example.com/d', requestName: 'r' },
            { containerName: 'c', resourceName: 'example.com/d', requestName: 'r' },
          ],
        },
      },
      [
        'status.extendedResourceClaimStatus.requestMappings[0].containerName:FieldValueInvalid',
        'status.extendedResourceClaimStatus.requestMappings[1].resourceName:FieldValueInvalid',
      ],
    ],
    [
      'a user that cannot be, and devices of no health',
      {
        containerStatuses: [
          {
            name: 'c',
            user: { linux: { uid: -1, gid: 1, supplementalGroups: [-2] } },
            allocatedResourcesStatus: [
              {
                name: 'claim:q',
                resources: [
                  { resourceID: 'i', health: 'Fine' },
                  { resourceID: 'i', health: 'Healthy', message: '' },
                ],
              },
            ],
          },
        ],
        ephemeralContainerStatuses: [{ name: 'e', allocatedResourcesStatus: [{ name: 'x' }] }],
      },
      [
        'status.containerStatuses[0].user.linux.uid:FieldValueInvalid',
        'status.containerStatuses[0].user.linux.supplementalGroups[0]:FieldValueInvalid',
        'status.containerStatuses[0].allocatedResourcesStatus[0].name:FieldValueInvalid',
        'status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health:FieldValueNotSupported',
        'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].message:FieldValueRequired',
        'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID:FieldValueDuplicate',
        'status.ephemeralContainerStatuses[0].allocatedResourcesStatus:FieldValueForbidden',
      ],
    ],
  ])('a status is refused with %s', async (_what, status, causes) => {
    expect(causesOf(await setStatus(nameOf(await create()), status))).toEqual(causes);
  });

  test('a container that has ended for good does not run again', async () => {
    const name = nameOf(await create({ restartPolicy: 'Never' }));
    const set = (state: JsonObject): Promise<TestResponse> =>
      setStatus(name, {
        containerStatuses: [{ name: 'c', ready: false, restartCount: 0, image: '', imageID: '', state }],
      });
    expect((await set({ terminated: { exitCode: 0 } })).status).toBe(200);
    expect(causesOf(await set({ running: {} }))).toEqual(['status.containerStatuses[0].state:FieldValueForbidden']);
  });

  test('nobody speaks to a pod that is nowhere', async () => {
    const name = nameOf(await create());
    for (const sub of ['exec?command=ls', 'attach', 'portforward?ports=80', 'proxy/']) {
      expect((await kube.call('POST', `${path}/${name}/${sub}`)).status).toBe(400);
    }
    expect((await kube.call('POST', `${path}/none/exec`)).status).toBe(404);
  });

  test('an eviction deletes a pod that nothing looks after yet', async () => {
    const name = nameOf(await create());
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } };
    expect((await kube.call('POST', `${path}/${name}/eviction`, eviction)).status).toBe(201);
    expect((await kube.call('GET', `${path}/${name}`)).status).toBe(404);
    const other = { ...eviction, metadata: { name: 'x' } };
    expect((await kube.call('POST', `${path}/${name}/eviction`, other)).status).toBe(400);
  });
});

describe('deletion', () => {
  test('gives a running pod its time, and a finished one none', async () => {
    const name = nameOf(await create());
    await bind(name);
    const { json } = await kube.call('DELETE', `${path}/${name}`);
    expect(json).toMatchObject({ kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30, generation: 2 } });
    await setStatus(name, { phase: 'Succeeded' });
    expect((await kube.call('DELETE', `${path}/${name}?gracePeriodSeconds=0`)).status).toBe(200);
    expect((await kube.call('GET', `${path}/${name}`)).status).toBe(404);
  });

  test('takes a pod that is nowhere at once', async () => {
    const name = nameOf(await create());
    expect((await kube.call('DELETE', `${path}/${name}`)).json['kind']).toBe('Pod');
    expect((await kube.call('GET', `${path}/${name}`)).status).toBe(404);
  });
});
