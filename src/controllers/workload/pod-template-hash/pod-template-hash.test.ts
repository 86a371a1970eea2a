import { describe, expect, test } from 'vitest';
import type { PodTemplateSpec } from '../../../api/core/v1.js';
import { podTemplateHash } from './pod-template-hash.js';

/** Hashes that kube-controller-manager v1.36 computes: without collisions, and after one. */
const cases: readonly { name: string; template: unknown; hashes: readonly [string, string] }[] = [
  {
    name: 'a container',
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'nginx',
            resources: {},
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'Always',
          },
        ],
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        dnsPolicy: 'ClusterFirst',
        securityContext: {},
        schedulerName: 'default-scheduler',
      },
    },
    hashes: ['5d79f54576', '7fcb5d9d5'],
  },
  {
    name: 'most kinds of fields: pointers, maps, quantities of all sizes, inlined structs, ports by name',
    template: {
      metadata: { labels: { b: '2', a: '1' }, annotations: { x: 'y é' } },
      spec: {
        volumes: [
          { name: 'v', emptyDir: { sizeLimit: '1Gi' } },
          { name: 'c', configMap: { name: 'cm', defaultMode: 420, items: [{ key: 'k', path: 'p', mode: 256 }] } },
          {
            name: 'p',
            projected: {
              sources: [
                { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
                { serviceAccountToken: { path: 't', expirationSeconds: 3600 } },
              ],
            },
          },
        ],
        initContainers: [{ name: 'i', image: 'busybox:1', command: ['sh', '-c', 'true'], restartPolicy: 'Always' }],
        containers: [
          {
            name: 'web',
            image: 'nginx:1.2',
            ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
            env: [
              { name: 'A', value: 'b' },
              { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
            ],
            envFrom: [{ prefix: 'P_', configMapRef: { name: 'cm' } }],
            resources: {
              requests: { cpu: '100m', memory: '128Mi', 'ephemeral-storage': '1Gi' },
              limits: { cpu: '1', memory: '1500Mi', 'nvidia.com/gpu': '2', 'x.com/big': '9223372036854775807' },
            },
            readinessProbe: {
              httpGet: { path: '/', port: 'http', scheme: 'HTTP' },
              timeoutSeconds: 1,
              periodSeconds: 10,
            },
            livenessProbe: { tcpSocket: { port: 8080 } },
            lifecycle: { preStop: { exec: { command: ['sleep', '1'] } } },
            securityContext: { runAsNonRoot: true, runAsUser: 0, capabilities: { drop: ['ALL'] } },
          },
        ],
        nodeSelector: { disk: 'ssd' },
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 100,
                podAffinityTerm: {
                  labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['a', 'b'] }] },
                  topologyKey: 'kubernetes.io/hostname',
                },
              },
            ],
          },
        },
        tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 30 }],
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { a: '1' } },
          },
        ],
        hostAliases: [{ ip: '1.2.3.4', hostnames: ['x'] }],
        priority: 5,
        enableServiceLinks: false,
        overhead: { cpu: '500m' },
        securityContext: { fsGroup: 10, supplementalGroups: [1, 2], sysctls: [{ name: 'a', value: 'b' }] },
        restartPolicy: 'Always',
      },
    },
    hashes: ['758d7cd695', '646b4f68f4'],
  },
];

describe('the hash of a pod template', () => {
  test.each(cases)('is that of upstream: $name', ({ template, hashes }) => {
    const spec = template as PodTemplateSpec;
    expect([podTemplateHash(spec), podTemplateHash(spec, 1)]).toEqual(hashes);
  });
});
