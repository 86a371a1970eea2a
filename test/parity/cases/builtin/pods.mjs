import { at, podSpace, space } from '../../support/objects.mjs';
import { C, clear, full, pod, refusal } from './helpers.mjs';

const svc = (spec, name = 'a') => ({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });

export const cases = [
  // ---- pods
  {
    name: 'defaults of Pod with many parts',
    async run(t) {
      const ns = await podSpace(t);
      full(
        t,
        'created',
        await t.post(
          at(ns, 'pods'),
          pod({
            initContainers: [
              { name: 'i', image: 'img:latest' },
              { name: 'side', image: 'img:1', restartPolicy: 'Always' },
            ],
            containers: [
              {
                name: 'c',
                image: 'reg.example.com/img@sha256:0000000000000000000000000000000000000000000000000000000000000000',
                ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }],
                env: [
                  { name: 'A', value: 'x' },
                  { name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
                  { name: 'R', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
                  { name: 'K', valueFrom: { configMapKeyRef: { name: 'cm', key: 'k' } } },
                ],
                livenessProbe: { httpGet: { port: 80 } },
                readinessProbe: { tcpSocket: { port: 'http' } },
                startupProbe: { exec: { command: ['true'] } },
                lifecycle: { preStop: { httpGet: { port: 80 } } },
                resources: { limits: { cpu: '0.5', memory: '1024Mi' } },
                securityContext: { privileged: false },
              },
            ],
            volumes: [
              { name: 'a', configMap: { name: 'cm' } },
              { name: 'b', secret: { secretName: 's' } },
              { name: 'e', emptyDir: {} },
              { name: 'h', hostPath: { path: '/x' } },
              { name: 'd', downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
              {
                name: 'p',
                projected: { sources: [{ serviceAccountToken: { path: 't' } }, { configMap: { name: 'cm' } }] },
              },
              { name: 'v', persistentVolumeClaim: { claimName: 'c' } },
            ],
            tolerations: [{ key: 'k' }],
            topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
            affinity: {
              podAntiAffinity: {
                preferredDuringSchedulingIgnoredDuringExecution: [
                  { weight: 1, podAffinityTerm: { topologyKey: 'zone' } },
                ],
              },
            },
            nodeSelector: { a: 'b' },
            hostAliases: [{ ip: '1.2.3.4', hostnames: ['h'] }],
          }),
        ),
      );
    },
  },
  {
    name: 'QoS class of a pod',
    async run(t) {
      const ns = await podSpace(t);
      const R = { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } };
      for (const [n, resources] of Object.entries({
        none: {},
        requests: { requests: { cpu: '1' } },
        equal: R,
        limits: { limits: R.limits },
        uneven: { ...R, requests: { cpu: '1', memory: '1Mi' } },
      })) {
        const r = await t.post(`${at(ns, 'pods')}?dryRun=All`, pod({ containers: [{ ...C, resources }] }));
        t.see(n, [r.json?.status?.qosClass, r.json?.spec?.containers?.[0]?.resources]);
      }
    },
  },
  {
    name: 'quantities are made canonical',
    async run(t) {
      const ns = await podSpace(t);
      const r = await t.post(
        `${at(ns, 'pods')}?dryRun=All`,
        pod({
          containers: [
            {
              ...C,
              resources: {
                requests: { cpu: '0.1', memory: '1048576Ki', 'example.com/a': '1000m', 'ephemeral-storage': '1e3' },
                limits: { cpu: '1000m', memory: '1500M', 'example.com/a': '1' },
              },
            },
          ],
        }),
      );
      t.see('resources', [r.status, r.json?.spec?.containers?.[0]?.resources]);
      t.seeStatus(
        'bad',
        await t.post(
          `${at(ns, 'pods')}?dryRun=All`,
          pod({ containers: [{ ...C, resources: { requests: { cpu: 'lots' } } }] }),
        ),
      );
    },
  },
  {
    name: 'a pod gets its service account and its pull secrets',
    async run(t) {
      const ns = await podSpace(t);
      await t.post(at(ns, 'serviceaccounts'), {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'mine' },
        imagePullSecrets: [{ name: 'pull' }],
        automountServiceAccountToken: false,
      });
      const r = await t.eventually(async () => {
        const x = await t.post(at(ns, 'pods'), {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: 'a' },
          spec: { serviceAccountName: 'mine', containers: [C] },
        });
        return x.status === 201 ? x : undefined;
      });
      t.see('pod', [
        r?.json?.spec?.serviceAccountName,
        r?.json?.spec?.serviceAccount,
        r?.json?.spec?.imagePullSecrets,
        r?.json?.spec?.volumes ?? null,
        r?.json?.spec?.containers?.[0]?.volumeMounts ?? null,
      ]);
    },
  },
  {
    name: 'a pod gets its priority from its class',
    async run(t) {
      const ns = await podSpace(t),
        PC = 'apis/scheduling.k8s.io/v1/priorityclasses',
        n = `${t.id}-pc`;
      clear(t, PC, n);
      await t.post(at('', PC), {
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: n },
        value: 1234,
        preemptionPolicy: 'Never',
      });
      const r = await t.eventually(async () => {
        const x = await t.post(`${at(ns, 'pods')}?dryRun=All`, pod({ priorityClassName: n }));
        return x.status === 201 ? x : undefined;
      });
      t.see('priority', [r?.json?.spec?.priority, r?.json?.spec?.priorityClassName, r?.json?.spec?.preemptionPolicy]);
      t.seeStatus(
        'unknown class',
        await t.post(`${at(ns, 'pods')}?dryRun=All`, pod({ priorityClassName: `${t.id}-none` })),
      );
      const s = await t.post(`${at(ns, 'pods')}?dryRun=All`, pod({ priorityClassName: 'system-cluster-critical' }));
      t.see('system class', [s.status, s.json?.spec?.priority]);
      t.seeStatus('priority by hand', await t.post(`${at(ns, 'pods')}?dryRun=All`, pod({ priority: 99 })));
    },
  },
  {
    name: 'a pod template warns of a deprecated field',
    async run(t) {
      const ns = await podSpace(t);
      const r = await t.post(
        `${at(ns, 'pods')}?dryRun=All`,
        pod({ nodeSelector: { 'beta.kubernetes.io/os': 'linux' } }),
      );
      t.see('warning', [r.status, /^299 - "/.test(r.headers.warning ?? '')]);
    },
  },
  // ---- services
  ...Object.entries({
    'ClusterIP service': { ports: [{ port: 80 }] },
    'headless service': { clusterIP: 'None', selector: { app: 'x' } },
    'NodePort service': { type: 'NodePort', ports: [{ port: 80 }] },
    'LoadBalancer service with local traffic': {
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      loadBalancerClass: 'example.com/lb',
      allocateLoadBalancerNodePorts: false,
      ports: [{ port: 80 }],
    },
    'ExternalName service': { type: 'ExternalName', externalName: 'db.example.com' },
    'service of any family': { ipFamilyPolicy: 'PreferDualStack', ports: [{ port: 80 }] },
  }).map(([name, spec]) => ({
    name: `defaults of a ${name}`,
    async run(t) {
      const ns = await space(t, 'services');
      full(t, 'created', await t.post(at(ns, 'services'), svc(spec)));
    },
  })),
  {
    name: 'an address or node port in use is refused',
    async run(t) {
      const ns = await space(t, 'services');
      const a = await t.post(at(ns, 'services'), svc({ type: 'NodePort', ports: [{ port: 80 }] }));
      t.see(
        'address',
        refusal(
          await t.post(at(ns, 'services'), svc({ clusterIP: a.json?.spec?.clusterIP, ports: [{ port: 80 }] }, 'b')),
        ),
      );
      t.see(
        'node port',
        refusal(
          await t.post(
            at(ns, 'services'),
            svc({ type: 'NodePort', ports: [{ port: 80, nodePort: a.json?.spec?.ports?.[0]?.nodePort }] }, 'c'),
          ),
        ),
      );
      t.see(
        'node port out of range',
        refusal(await t.post(at(ns, 'services'), svc({ type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] }, 'd'))),
      );
    },
  },
];
