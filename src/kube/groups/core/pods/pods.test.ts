import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import type { TestResponse } from '../../../kube-server.test.support.js';
import {
  causesOf,
  container,
  merge,
  nameOf,
  path,
  podServer,
  specOf,
  statusOf,
  strategic,
  withContainer,
} from './pods.test.support.js';

const { call, create, patch, setStatus, bind } = podServer();

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
      call('PATCH', `${path}/${name}`, { spec: { tolerations } }, merge);
    expect((await set([old, { key: 'b', operator: 'Exists' }])).status).toBe(200);
    expect(causesOf(await set([{ key: 'b', operator: 'Exists' }]))).toEqual(['spec.tolerations:FieldValueForbidden']);
  });

  test('of gates takes them away, while the nodes may be narrowed down', async () => {
    const name = nameOf(await create({ schedulingGates: [{ name: 'g' }], nodeSelector: { a: 'b' } }));
    const set = (spec: JsonObject): Promise<TestResponse> => call('PATCH', `${path}/${name}`, { spec }, merge);
    expect((await set({ nodeSelector: { c: 'd' } })).status).toBe(200);
    expect(causesOf(await set({ nodeSelector: { a: 'x' } }))).toEqual(['spec.nodeSelector:FieldValueInvalid']);
    expect(causesOf(await set({ schedulingGates: [{ name: 'h' }] }))).toEqual([
      'spec.schedulingGates[0].name:FieldValueForbidden',
    ]);
    expect((await set({ schedulingGates: null })).status).toBe(200);
  });
});

describe('subresources', () => {
  test('a pod is bound once, and a second binding is refused', async () => {
    const name = nameOf(await create());
    expect(await bind(name)).toMatchObject({ status: 201, json: { kind: 'Status', status: 'Success' } });
    const { json } = await call('GET', `${path}/${name}`);
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
      call('PATCH', `${path}/${name}/resize`, { spec: withContainer(more) }, strategic);
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
      call('PATCH', `${path}/${name}/ephemeralcontainers`, { spec: { ephemeralContainers } }, merge);
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
    const answer = await call('PATCH', `${path}/${nameOf(await create())}/status`, { metadata }, merge);
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

  test('requests to a pod without a node are refused', async () => {
    const name = nameOf(await create());
    for (const sub of ['exec?command=ls', 'attach', 'portforward?ports=80', 'proxy/']) {
      expect((await call('POST', `${path}/${name}/${sub}`)).status).toBe(400);
    }
    expect((await call('POST', `${path}/none/exec`)).status).toBe(404);
  });

  test('an eviction deletes a pod that nothing looks after yet', async () => {
    const name = nameOf(await create());
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } };
    expect((await call('POST', `${path}/${name}/eviction`, eviction)).status).toBe(201);
    expect((await call('GET', `${path}/${name}`)).status).toBe(404);
    const other = { ...eviction, metadata: { name: 'x' } };
    expect((await call('POST', `${path}/${name}/eviction`, other)).status).toBe(400);
  });
});

describe('deletion', () => {
  test('gives a running pod its time, and a finished one none', async () => {
    const name = nameOf(await create());
    await bind(name);
    const { json } = await call('DELETE', `${path}/${name}`);
    expect(json).toMatchObject({ kind: 'Pod', metadata: { deletionGracePeriodSeconds: 30, generation: 2 } });
    await setStatus(name, { phase: 'Succeeded' });
    expect((await call('DELETE', `${path}/${name}?gracePeriodSeconds=0`)).status).toBe(200);
    expect((await call('GET', `${path}/${name}`)).status).toBe(404);
  });

  test('takes a pod that is nowhere at once', async () => {
    const name = nameOf(await create());
    expect((await call('DELETE', `${path}/${name}`)).json['kind']).toBe('Pod');
    expect((await call('GET', `${path}/${name}`)).status).toBe(404);
  });
});
