import { at, podSpace, space } from '../../support/objects.mjs';
import {
  APPS,
  BATCH,
  C,
  CSR_PEM,
  clear,
  deployment,
  full,
  NET,
  o,
  pod,
  refusal,
  STORAGE,
  sel,
  tpl,
} from './helpers.mjs';

const jobTpl = (spec = {}) => ({ spec: { restartPolicy: 'Never', containers: [C], ...spec } });
// ---- namespaced kinds: a small object in, the defaulted object out
const DEFAULTS = {
  'Deployment with the least': [`${APPS}deployments`, deployment()],
  'Deployment with a partial rolling update': [
    `${APPS}deployments`,
    deployment({
      replicas: 0,
      strategy: { rollingUpdate: { maxSurge: 1 } },
      minReadySeconds: 5,
      progressDeadlineSeconds: 30,
      revisionHistoryLimit: 0,
      paused: true,
    }),
  ],
  'StatefulSet with claims': [
    `${APPS}statefulsets`,
    o('apps/v1', 'StatefulSet', {
      spec: {
        serviceName: 's',
        selector: sel,
        template: tpl(),
        ordinals: { start: 2 },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      },
    }),
  ],
  DaemonSet: [`${APPS}daemonsets`, o('apps/v1', 'DaemonSet', { spec: { selector: sel, template: tpl() } })],
  PodTemplate: ['podtemplates', o('v1', 'PodTemplate', { template: tpl() })],
  'Job that is indexed': [
    `${BATCH}jobs`,
    o('batch/v1', 'Job', {
      spec: {
        completions: 3,
        parallelism: 2,
        completionMode: 'Indexed',
        backoffLimitPerIndex: 1,
        ttlSecondsAfterFinished: 60,
        podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }] },
        template: jobTpl(),
      },
    }),
  ],
  PersistentVolumeClaim: [
    'persistentvolumeclaims',
    o('v1', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1.5Gi' } } },
    }),
  ],
  PodDisruptionBudget: [
    'apis/policy/v1/poddisruptionbudgets',
    o('policy/v1', 'PodDisruptionBudget', { spec: { maxUnavailable: 1, selector: sel } }),
  ],
  ResourceQuota: [
    'resourcequotas',
    o('v1', 'ResourceQuota', {
      spec: {
        hard: { pods: '10', 'requests.cpu': '1000m', 'limits.memory': '1024Mi', 'count/deployments.apps': '5' },
        scopes: ['NotTerminating'],
      },
    }),
  ],
  ServiceAccount: ['serviceaccounts', o('v1', 'ServiceAccount')],
};
// ---- cluster-scoped kinds
const CLUSTER = {
  PersistentVolume: [
    'persistentvolumes',
    (n) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: n },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    }),
  ],
  'PersistentVolume of a CSI driver': [
    'persistentvolumes',
    (n) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: n },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        storageClassName: 'x',
        csi: { driver: 'd.example.com', volumeHandle: 'h' },
        claimRef: { namespace: 'default', name: 'c' },
      },
    }),
  ],
  VolumeAttributesClass: [
    `${STORAGE}volumeattributesclasses`,
    (n) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name: n },
      driverName: 'd.example.com',
      parameters: { a: 'b' },
    }),
  ],
  PriorityClass: [
    'apis/scheduling.k8s.io/v1/priorityclasses',
    (n) => ({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: n }, value: 1000 }),
  ],
  IngressClass: [
    `${NET}ingressclasses`,
    (n) => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: n },
      spec: { controller: 'example.com/c', parameters: { apiGroup: 'k8s.example.com', kind: 'P', name: 'p' } },
    }),
  ],
  RuntimeClass: [
    'apis/node.k8s.io/v1/runtimeclasses',
    (n) => ({
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      metadata: { name: n },
      handler: 'h',
      scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k' }] },
    }),
  ],
  Node: ['nodes', (n) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: n } })],
  PriorityLevelConfiguration: [
    'apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations',
    (n) => ({
      apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
      kind: 'PriorityLevelConfiguration',
      metadata: { name: n },
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
    }),
  ],
  DeviceClass: [
    'apis/resource.k8s.io/v1/deviceclasses',
    (n) => ({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceClass',
      metadata: { name: n },
      spec: { selectors: [{ cel: { expression: 'true' } }] },
    }),
  ],
};
// ---- typical mistakes (all sent as dry runs): the fields that the refusal names
const INVALID = {
  DaemonSet: [
    `${APPS}daemonsets`,
    {
      'no selector': o('apps/v1', 'DaemonSet', { spec: { template: tpl() } }),
      'bad strategy': o('apps/v1', 'DaemonSet', {
        spec: { selector: sel, template: tpl(), updateStrategy: { type: 'Nope' } },
      }),
    },
  ],
  PersistentVolumeClaim: [
    'persistentvolumeclaims',
    {
      'no access mode': o('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage: '1Gi' } } } }),
      'no storage': o('v1', 'PersistentVolumeClaim', { spec: { accessModes: ['ReadWriteOnce'] } }),
      'bad mode': o('v1', 'PersistentVolumeClaim', {
        spec: { accessModes: ['Sometimes'], resources: { requests: { storage: '1Gi' } } },
      }),
      'negative storage': o('v1', 'PersistentVolumeClaim', {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '-1Gi' } } },
      }),
    },
  ],
  PodDisruptionBudget: [
    'apis/policy/v1/poddisruptionbudgets',
    {
      both: o('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: 1, maxUnavailable: 1, selector: sel } }),
      negative: o('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: -1, selector: sel } }),
      'over 100%': o('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: '110%', selector: sel } }),
    },
  ],
  HorizontalPodAutoscaler: [
    'apis/autoscaling/v2/horizontalpodautoscalers',
    {
      'no target': o('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { maxReplicas: 3 } }),
      'max 0': o('autoscaling/v2', 'HorizontalPodAutoscaler', {
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'D', name: 'd' }, maxReplicas: 0 },
      }),
      'min over max': o('autoscaling/v2', 'HorizontalPodAutoscaler', {
        spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'D', name: 'd' }, minReplicas: 5, maxReplicas: 3 },
      }),
      'metric without source': o('autoscaling/v2', 'HorizontalPodAutoscaler', {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'D', name: 'd' },
          maxReplicas: 3,
          metrics: [{ type: 'Resource' }],
        },
      }),
    },
  ],
  ResourceQuota: [
    'resourcequotas',
    {
      negative: o('v1', 'ResourceQuota', { spec: { hard: { pods: '-1' } } }),
      fraction: o('v1', 'ResourceQuota', { spec: { hard: { pods: '1500m' } } }),
      'unknown name': o('v1', 'ResourceQuota', { spec: { hard: { nope: '1' } } }),
      'bad scope': o('v1', 'ResourceQuota', { spec: { hard: { pods: '1' }, scopes: ['Nope'] } }),
    },
  ],
  Pod: [
    'pods',
    {
      'no containers': pod({ containers: [] }),
      'no name': pod({ containers: [{ image: 'i' }] }),
      'no image': pod({ containers: [{ name: 'c' }] }),
      'same name': pod({ containers: [C, C] }),
      'bad container name': pod({ containers: [{ ...C, name: 'Not_Valid' }] }),
      'bad policy': pod({ restartPolicy: 'Sometimes' }),
      'bad pull policy': pod({ containers: [{ ...C, imagePullPolicy: 'Maybe' }] }),
      'port too large': pod({ containers: [{ ...C, ports: [{ containerPort: 70000 }] }] }),
      'host port conflict': pod({
        containers: [
          {
            ...C,
            ports: [
              { containerPort: 80, hostPort: 80 },
              { containerPort: 81, hostPort: 80 },
            ],
          },
        ],
      }),
      'request over limit': pod({
        containers: [{ ...C, resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }],
      }),
      'missing volume': pod({ containers: [{ ...C, volumeMounts: [{ name: 'v', mountPath: '/x' }] }] }),
      'same mount path': pod({
        volumes: [{ name: 'v', emptyDir: {} }],
        containers: [
          {
            ...C,
            volumeMounts: [
              { name: 'v', mountPath: '/x' },
              { name: 'v', mountPath: '/x' },
            ],
          },
        ],
      }),
      'two sources': pod({ volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/x' } }] }),
      'no source value': pod({ volumes: [{ name: 'v', configMap: {} }] }),
      'bad env': pod({ containers: [{ ...C, env: [{ name: '', value: 'x' }] }] }),
      'env value and source': pod({
        containers: [
          { ...C, env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
        ],
      }),
      'bad field ref': pod({
        containers: [{ ...C, env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.nope' } } }] }],
      }),
      'probe without handler': pod({ containers: [{ ...C, livenessProbe: {} }] }),
      'probe with two handlers': pod({
        containers: [{ ...C, livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 80 } } }],
      }),
      'negative deadline': pod({ activeDeadlineSeconds: -1 }),
      'bad toleration': pod({ tolerations: [{ operator: 'Equal' }] }),
      'toleration value with Exists': pod({ tolerations: [{ key: 'k', operator: 'Exists', value: 'v' }] }),
      'bad dns policy': pod({ dnsPolicy: 'Nope' }),
      'bad node selector': pod({ nodeSelector: { 'a b': 'c' } }),
      'bad affinity operator': pod({
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'Near', values: ['x'] }] }],
            },
          },
        },
      }),
      'init container with readiness': pod({
        initContainers: [{ ...C, name: 'i', readinessProbe: { tcpSocket: { port: 80 } } }],
      }),
      'spread without key': pod({ topologySpreadConstraints: [{ maxSkew: 0, whenUnsatisfiable: 'DoNotSchedule' }] }),
      'bad host alias': pod({ hostAliases: [{ ip: 'x', hostnames: ['a'] }] }),
      'lower run as user': pod({ securityContext: { runAsUser: -1 } }),
    },
  ],
};
const CLUSTER_INVALID = {
  PersistentVolume: [
    'persistentvolumes',
    (n) => {
      const pv = (spec) => ({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: n }, spec });
      return {
        'no capacity': pv({ accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }),
        'no source': pv({ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } }),
        'no mode': pv({ capacity: { storage: '1Gi' }, hostPath: { path: '/x' } }),
        'two sources': pv({
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          hostPath: { path: '/x' },
          nfs: { server: 's', path: '/p' },
        }),
        'bad reclaim policy': pv({
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          hostPath: { path: '/x' },
          persistentVolumeReclaimPolicy: 'Nope',
        }),
      };
    },
  ],
  PriorityClass: [
    'apis/scheduling.k8s.io/v1/priorityclasses',
    (n) => {
      const pc = (name, more) => ({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name },
        value: 5,
        ...more,
      });
      return {
        'too high': pc(n, { value: 2000000000 }),
        'system name': pc(`system-${n}`, {}),
        'bad preemption': pc(n, { preemptionPolicy: 'Nope' }),
      };
    },
  ],
  RuntimeClass: [
    'apis/node.k8s.io/v1/runtimeclasses',
    (n) => ({
      'no handler': { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: n } },
      'bad handler': {
        apiVersion: 'node.k8s.io/v1',
        kind: 'RuntimeClass',
        metadata: { name: n },
        handler: 'Not_Valid',
      },
    }),
  ],
  IngressClass: [
    `${NET}ingressclasses`,
    (n) => ({
      'bad controller': {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IngressClass',
        metadata: { name: n },
        spec: { controller: 'nope' },
      },
    }),
  ],
  CertificateSigningRequest: [
    'apis/certificates.k8s.io/v1/certificatesigningrequests',
    (n) => {
      const c = (spec) => ({
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: n },
        spec: { request: CSR_PEM, signerName: 'example.com/s', usages: ['client auth'], ...spec },
      });
      return {
        'no usages': c({ usages: [] }),
        'bad signer': c({ signerName: 'nope' }),
        'bad request': c({ request: 'AAAA' }),
        'short life': c({ expirationSeconds: 5 }),
        'unknown usage': c({ usages: ['flying'] }),
      };
    },
  ],
  Node: [
    'nodes',
    (n) => ({
      'bad cidr': { apiVersion: 'v1', kind: 'Node', metadata: { name: n }, spec: { podCIDR: 'x' } },
      'bad taint': {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: n },
        spec: { taints: [{ key: 'a', effect: 'Nope' }] },
      },
    }),
  ],
};

export const cases = [
  ...Object.entries(DEFAULTS).map(([name, [res, obj]]) => ({
    name: `defaults of ${name}`,
    async run(t) {
      const ns = await space(t, res);
      full(t, 'created', await t.post(at(ns, res), obj));
    },
  })),
  ...Object.entries(CLUSTER).map(([name, [res, make]]) => ({
    name: `defaults of ${name}`,
    async run(t) {
      const n = `${t.id}-x`;
      clear(t, res, n);
      full(t, 'created', await t.post(at('', res), make(n)));
    },
  })),
  ...Object.entries(INVALID).map(([name, [res, variants]]) => ({
    name: `invalid ${name} objects`,
    async run(t) {
      const ns = await podSpace(t);
      for (const [v, obj] of Object.entries(variants))
        t.see(v, refusal(await t.post(`${at(ns, res)}?dryRun=All`, obj)));
    },
  })),
  ...Object.entries(CLUSTER_INVALID).map(([name, [res, make]]) => ({
    name: `invalid ${name} objects`,
    async run(t) {
      for (const [v, obj] of Object.entries(make(`${t.id}-x`)))
        t.see(v, refusal(await t.post(`${at('', res)}?dryRun=All`, obj)));
    },
  })),
];
