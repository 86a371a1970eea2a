// The built-in kinds: what the server fills in, what it refuses, and what it makes for itself at the start.
const CSR_PEM =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWk1JR0JBZ0VBTUI4eERUQUxCZ05WQkFvTUJIUmxZVzB4RGpBTUJnTlZCQU1NQlhCeWIySmxNRmt3RXdZSApLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFYXFOaHJmclp3dWhlUStxSnZXc1JZV0RsNEFrNlk5SklDTkpSCk9mblNvUzI0RkZ2NkZvN2FIVnZNaS9tY1pINVlHWkF2NEZFNHhFU2M2NWZ2OGFlcGw2QUFNQW9HQ0NxR1NNNDkKQkFNQ0EwY0FNRVFDSUg4dnB6Um9RNWp1WXdEelB0dnNTOHVsV05JRzgyVXg4ck52Ykc5aDB5SURBaUEyUmhhTgpoeWNTLzlzeGFPT0FXREJiaGVPdUxmNnZQQU5sek9KM25EaU9rUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=';

const at = (ns, res, name = '') => {
  const i = res.lastIndexOf('/'),
    base = i < 0 ? 'api/v1' : res.slice(0, i);
  return `/${base}${ns ? `/namespaces/${ns}` : ''}/${res.slice(i + 1)}${name && `/${name}`}`;
};
const MERGE = 'application/merge-patch+json';
async function space(t, ...resources) {
  const ns = await t.ns();
  for (const r of resources)
    t.cleanup(async () => {
      await t.del(`${at(ns, r)}?gracePeriodSeconds=0&propagationPolicy=Background`);
      for (const o of (await t.get(at(ns, r))).json?.items ?? [])
        await t.patch(at(ns, r, o.metadata.name), { metadata: { finalizers: null } }, MERGE);
    });
  return ns;
}
async function podSpace(t, ...more) {
  const ns = await space(t, 'serviceaccounts', 'pods', ...more);
  await t.post(at(ns, 'serviceaccounts'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
  return ns;
}
const clear = (t, res, name) =>
  t.cleanup(async () => {
    await t.del(`${at('', res, name)}?propagationPolicy=Background`);
    await t.patch(at('', res, name), { metadata: { finalizers: null } }, MERGE);
  });
/** An answer with the parts masked that the server draws at random. */
const masked = (v) =>
  JSON.parse(
    JSON.stringify(v ?? null)
      .replace(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-<random>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
      .replace(/"10\.0\.0\.\d{1,3}"/g, '"<in 10.0.0.0/24>"')
      .replace(/"lastPhaseTransitionTime":"[^"]*"/g, '"lastPhaseTransitionTime":"<time>"')
      .replace(/("nodePort"|"healthCheckNodePort"):3[0-2]\d{3}/g, '$1:"<node port>"'),
  );
const full = (t, label, r, o) => t.see(label, { code: r.status, body: masked(r.json) }, o);
/** A refusal: code, reason and each cause once. */
const refusal = (r) => ({
  code: r.status,
  reason: r.json?.reason,
  causes: [...new Set(r.json?.details?.causes?.map((c) => `${c.field ?? ''}:${c.reason ?? ''}`))].sort(),
});
/** RBAC rules as sets. */
const asRules = (l) =>
  (l ?? [])
    .map((r) =>
      Object.fromEntries(
        Object.entries(r)
          .map(([k, v]) => [k, [...v].sort()])
          .sort(),
      ),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
const APPS = 'apis/apps/v1/',
  NET = 'apis/networking.k8s.io/v1/',
  RBAC = 'apis/rbac.authorization.k8s.io/v1/',
  STORAGE = 'apis/storage.k8s.io/v1/',
  BATCH = 'apis/batch/v1/';
const sel = { matchLabels: { app: 'x' } },
  C = { name: 'c', image: 'img:1' };
const tpl = (spec = {}) => ({ metadata: { labels: { app: 'x' } }, spec: { containers: [C], ...spec } });
const jobTpl = (spec = {}) => ({ spec: { restartPolicy: 'Never', containers: [C], ...spec } });
const o = (apiVersion, kind, more = {}) => ({ apiVersion, kind, metadata: { name: 'a' }, ...more });
const pod = (spec = {}, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
  spec: { automountServiceAccountToken: false, containers: [C], ...spec },
});
const svc = (spec, name = 'a') => ({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec });
const deployment = (spec = {}) => o('apps/v1', 'Deployment', { spec: { selector: sel, template: tpl(), ...spec } });
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
  // ---- admission of built-in policies
  {
    name: 'a limit range bounds volume claims',
    async run(t) {
      const ns = await space(t, 'limitranges', 'persistentvolumeclaims');
      await t.post(
        at(ns, 'limitranges'),
        o('v1', 'LimitRange', {
          spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '5Gi' }, min: { storage: '1Gi' } }] },
        }),
      );
      const pvc = (s) =>
        t.post(
          `${at(ns, 'persistentvolumeclaims')}?dryRun=All`,
          o('v1', 'PersistentVolumeClaim', {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: s } } },
          }),
        );
      await t.eventually(async () => (await pvc('10Gi')).status === 403);
      t.seeStatus('too large', await pvc('10Gi'));
      t.see('fits', (await pvc('2Gi')).status);
    },
  },
  {
    name: 'a quota on compute needs requests on pods',
    async run(t) {
      const ns = await podSpace(t, 'resourcequotas');
      await t.post(at(ns, 'resourcequotas'), o('v1', 'ResourceQuota', { spec: { hard: { 'requests.cpu': '1' } } }));
      await t.patch(
        `${at(ns, 'resourcequotas', 'a')}/status`,
        { status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '0' } } },
        MERGE,
      );
      await t.eventually(async () => (await t.post(`${at(ns, 'pods')}?dryRun=All`, pod())).status === 403);
      t.seeStatus('no request', await t.post(`${at(ns, 'pods')}?dryRun=All`, pod()));
      t.seeStatus(
        'too much',
        await t.post(
          `${at(ns, 'pods')}?dryRun=All`,
          pod({ containers: [{ ...C, resources: { requests: { cpu: '2' } } }] }),
        ),
      );
      t.see(
        'fits',
        (
          await t.post(
            `${at(ns, 'pods')}?dryRun=All`,
            pod({ containers: [{ ...C, resources: { requests: { cpu: '500m' } } }] }),
          )
        ).status,
      );
    },
  },
  {
    name: 'bad pod security labels are refused',
    async run(t) {
      const ns = await space(t);
      t.see(
        'level',
        refusal(
          await t.patch(
            `/api/v1/namespaces/${ns}?dryRun=All`,
            { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'nope' } } },
            MERGE,
          ),
        ),
      );
      t.see(
        'version',
        refusal(
          await t.patch(
            `/api/v1/namespaces/${ns}?dryRun=All`,
            { metadata: { labels: { 'pod-security.kubernetes.io/enforce-version': 'x' } } },
            MERGE,
          ),
        ),
      );
    },
  },
  {
    name: 'the default storage class is given to volume claims',
    async run(t) {
      const ns = await space(t, 'persistentvolumeclaims'),
        SC = `${STORAGE}storageclasses`,
        n = `${t.id}-sc`;
      clear(t, SC, n);
      await t.post(at('', SC), {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: n, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        provisioner: 'example.com/p',
      });
      const pvc = (more) =>
        t.post(
          `${at(ns, 'persistentvolumeclaims')}?dryRun=All`,
          o('v1', 'PersistentVolumeClaim', {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
          }),
        );
      const r = await t.eventually(async () => {
        const x = await pvc({});
        return x.json?.spec?.storageClassName === n ? x : undefined;
      });
      t.see('default', r?.json?.spec?.storageClassName ?? null);
      t.see('explicit none', (await pvc({ storageClassName: '' })).json?.spec?.storageClassName);
    },
  },
  {
    name: 'the default ingress class is given to ingresses',
    async run(t) {
      const ns = await space(t, `${NET}ingresses`),
        IC = `${NET}ingressclasses`,
        n = `${t.id}-ic`;
      clear(t, IC, n);
      await t.post(at('', IC), {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'IngressClass',
        metadata: { name: n, annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/c' },
      });
      const r = await t.eventually(async () => {
        const x = await t.post(
          `${at(ns, `${NET}ingresses`)}?dryRun=All`,
          o('networking.k8s.io/v1', 'Ingress', {
            spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
          }),
        );
        return x.json?.spec?.ingressClassName === n ? x : undefined;
      });
      t.see('class', r?.json?.spec?.ingressClassName ?? null);
    },
  },
  // ---- updates that are refused
  // ---- several views of one object
  {
    name: 'an autoscaler of v2 read as v1',
    async run(t) {
      const H = (v) => `apis/autoscaling/${v}/horizontalpodautoscalers`;
      const ns = await space(t, H('v2'));
      await t.post(
        at(ns, H('v2')),
        o('autoscaling/v2', 'HorizontalPodAutoscaler', {
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
            maxReplicas: 4,
            metrics: [
              { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
            ],
          },
        }),
      );
      full(t, 'v1', await t.get(at(ns, H('v1'), 'a')));
    },
  },
  {
    name: 'an autoscaler of v1 read as v2',
    async run(t) {
      const H = (v) => `apis/autoscaling/${v}/horizontalpodautoscalers`;
      const ns = await space(t, H('v2'));
      await t.post(
        at(ns, H('v1')),
        o('autoscaling/v1', 'HorizontalPodAutoscaler', {
          spec: {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
            minReplicas: 2,
            maxReplicas: 4,
            targetCPUUtilizationPercentage: 60,
          },
        }),
      );
      full(t, 'v2', await t.get(at(ns, H('v2'), 'a')));
    },
  },
  // ---- certificates
  {
    name: 'the spec of a certificate request does not change',
    async run(t) {
      const R = 'apis/certificates.k8s.io/v1/certificatesigningrequests',
        n = `${t.id}-x`,
        p = at('', R, n);
      clear(t, R, n);
      await t.post(at('', R), {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name: n },
        spec: { request: CSR_PEM, signerName: 'example.com/s', usages: ['client auth'] },
      });
      const r = await t.patch(p, { spec: { username: 'other', usages: ['server auth'] } }, MERGE);
      t.see('kept', [r.status, r.json?.spec?.username !== 'other', r.json?.spec?.usages]);
    },
  },
  // ---- what the server makes at its start
  {
    name: 'the system namespaces exist',
    async run(t) {
      const r = await t.get('/api/v1/namespaces');
      t.see(
        'names',
        r.json?.items?.map((i) => i.metadata.name).filter((n) => n === 'default' || n.startsWith('kube-')),
      );
      t.see('default', (await t.get('/api/v1/namespaces/default')).json);
    },
  },
  {
    name: 'the configuration of request header authentication is published',
    async run(t) {
      const r = await t.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication');
      t.see('keys', [r.status, Object.keys(r.json?.data ?? {}).sort()]);
      t.see(
        'values',
        [
          'requestheader-username-headers',
          'requestheader-group-headers',
          'requestheader-extra-headers-prefix',
          'requestheader-allowed-names',
        ].map((k) => {
          try {
            return JSON.parse(r.json.data[k]);
          } catch {
            return null;
          }
        }),
      );
    },
  },
  {
    name: 'the default roles and bindings of the system namespaces exist',
    async run(t) {
      for (const ns of ['kube-system', 'kube-public']) {
        const r = await t.get(at(ns, `${RBAC}roles`));
        t.see(
          `${ns} roles`,
          r.json?.items
            ?.filter((i) => i.metadata.labels?.['kubernetes.io/bootstrapping'])
            .map((i) => [i.metadata.name, asRules(i.rules)]),
        );
        const b = await t.get(at(ns, `${RBAC}rolebindings`));
        t.see(
          `${ns} bindings`,
          b.json?.items
            ?.filter((i) => i.metadata.labels?.['kubernetes.io/bootstrapping'])
            .map((i) => [
              i.metadata.name,
              i.roleRef.name,
              (i.subjects ?? []).map((s) => [s.kind, s.namespace ?? '', s.name]),
            ]),
        );
      }
    },
  },
  ...[
    'cluster-admin',
    'admin',
    'edit',
    'system:basic-user',
    'system:discovery',
    'system:public-info-viewer',
    'system:auth-delegator',
    'system:kube-scheduler',
    'system:monitoring',
    'system:controller:deployment-controller',
    'system:controller:generic-garbage-collector',
  ].map((n) => ({
    name: `default cluster role ${n}`,
    async run(t) {
      const r = await t.get(at('', `${RBAC}clusterroles`, encodeURIComponent(n)));
      t.see('role', {
        code: r.status,
        labels: r.json?.metadata?.labels,
        annotations: r.json?.metadata?.annotations,
        aggregationRule: r.json?.aggregationRule,
        rules: ['admin', 'edit', 'view'].includes(n) ? '(aggregated by a controller)' : asRules(r.json?.rules),
      });
    },
  })),
  {
    name: 'the default priority levels exist',
    async run(t) {
      const r = await t.get('/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations');
      t.see(
        'levels',
        r.json?.items?.filter((i) => !/^p\d+x\d+/.test(i.metadata.name)).map((i) => [i.metadata.name, i.spec]),
      );
    },
  },
];
