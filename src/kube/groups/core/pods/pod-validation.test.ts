import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { causesOf, container, podServer, withContainer } from './pods.test.support.js';

const { create } = podServer();

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
