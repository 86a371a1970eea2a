// Objects as earlier releases have stored them: mostly with the fewest fields, so that the defaults of their version show.
import { cluster, incompleteObjects, selector, template } from './incomplete-objects.mjs';

const apps = (resource) => ({ apiVersion: 'apps/v1', resource });

const workloads = ['apps/v1', 'apps/v1beta2', 'apps/v1beta1', 'extensions/v1beta1'].flatMap((apiVersion) => {
  const isOldest = apiVersion.endsWith('v1beta1');
  const spec = { template, ...(isOldest ? {} : { selector }) };
  const has = (kind) =>
    ({
      'apps/v1beta1': ['Deployment', 'StatefulSet'],
      'extensions/v1beta1': ['Deployment', 'DaemonSet', 'ReplicaSet'],
    })[apiVersion]?.includes(kind) ?? true;
  return [
    ['Deployment', 'deployments', { spec }],
    ['Deployment', 'deployments', { spec: { ...spec, strategy: { type: 'Recreate' } } }, 'recreated'],
    [
      'Deployment',
      'deployments',
      { spec: { ...spec, rollbackTo: { revision: 3 }, strategy: { rollingUpdate: { maxSurge: 2 } } } },
      'rolled back',
    ],
    [
      'Deployment',
      'deployments',
      {
        metadata: { labels: { own: 'l' }, annotations: { 'deprecated.deployment.rollback.to': '4' } },
        spec: { ...spec, selector, revisionHistoryLimit: 0 },
      },
      'with labels of its own',
    ],
    ['DaemonSet', 'daemonsets', { spec }],
    [
      'DaemonSet',
      'daemonsets',
      { spec: { ...spec, templateGeneration: 7, updateStrategy: { type: 'RollingUpdate' } } },
      'rolling',
    ],
    ['ReplicaSet', 'replicasets', { spec }],
    ['StatefulSet', 'statefulsets', { spec: { ...spec, serviceName: 's' } }],
    [
      'StatefulSet',
      'statefulsets',
      {
        spec: {
          ...spec,
          serviceName: 's',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} },
          volumeClaimTemplates: [
            {
              metadata: { name: 'v' },
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          ],
        },
        status: { replicas: 2 },
      },
      'with volumes',
    ],
  ]
    .filter(([kind]) => has(kind))
    .map(([kind, resource, object, variant]) => ({ apiVersion, kind, today: apps(resource), object, variant }));
});

const revisions = ['apps/v1beta1', 'apps/v1beta2'].map((apiVersion) => ({
  apiVersion,
  kind: 'ControllerRevision',
  today: apps('controllerrevisions'),
  object: { revision: 2, data: { spec: { a: 1 } } },
}));

const each = (versions, rest) => versions.map((apiVersion) => ({ apiVersion, ...rest }));

const ingressToday = { apiVersion: 'networking.k8s.io/v1', resource: 'ingresses', prefix: 'ingress' };
const backend = { serviceName: 's', servicePort: 80 };
const ingressVersions = ['networking.k8s.io/v1beta1', 'extensions/v1beta1'];
const ingress = (variant, spec) =>
  each(ingressVersions, { kind: 'Ingress', today: ingressToday, object: { spec }, variant });
const ingresses = [
  ...ingress('with a default', { backend }),
  ...ingress('with rules', {
    rules: [
      {
        host: 'h',
        http: {
          paths: [
            { path: '/a', backend },
            { pathType: 'Exact', path: '/b', backend: { serviceName: 's', servicePort: 'http' } },
          ],
        },
      },
      {},
    ],
  }),
  ...ingress('with a resource', { backend: { resource: { kind: 'K', name: 'n' } }, ingressClassName: 'c' }),
  ...ingress('without a port', { backend: { serviceName: 's' }, tls: [{ hosts: ['h'], secretName: 't' }] }),
];

const policies = [
  ['without anything', { podSelector: {} }],
  [
    'with ports',
    { podSelector: {}, ingress: [{ ports: [{ port: 80 }], from: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }] },
  ],
  ['with egress', { podSelector: {}, egress: [{ to: [{ podSelector: {} }] }] }],
].map(([variant, spec]) => ({
  apiVersion: 'extensions/v1beta1',
  kind: 'NetworkPolicy',
  today: { apiVersion: 'networking.k8s.io/v1', resource: 'networkpolicies' },
  object: { spec },
  variant,
}));

const budget = (variant, spec) => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  today: { apiVersion: 'policy/v1', resource: 'poddisruptionbudgets' },
  object: { spec },
  variant,
});
const emptyMatch = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
const budgets = [
  budget('with labels', { minAvailable: 1, selector }),
  budget('with an empty selector', { minAvailable: '50%', selector: {} }),
  budget('without a selector', { maxUnavailable: 1 }),
  budget('that matches all', {
    maxUnavailable: 1,
    selector: { matchExpressions: [{ key: emptyMatch, operator: 'DoesNotExist' }] },
  }),
  budget('with both', {
    maxUnavailable: 1,
    selector: {
      ...selector,
      matchExpressions: [
        { key: emptyMatch, operator: 'Exists' },
        { key: 'a', operator: 'Exists' },
      ],
    },
  }),
];

const webhook = { name: 'a.example.com', clientConfig: { service: { namespace: 'nowhere', name: 's' } } };
const noRules = { ...webhook, namespaceSelector: { matchLabels: { never: 'x' } } };
const webhooks = ['Mutating', 'Validating'].flatMap((kind) => {
  const today = cluster('admissionregistration.k8s.io/v1', `${kind.toLowerCase()}webhookconfigurations`);
  const one = (variant, object) => ({
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kind: `${kind}WebhookConfiguration`,
    today,
    object,
    variant,
  });
  return [
    one('with defaults', { webhooks: [noRules] }),
    one('without webhooks', {}),
    one('with rules', {
      webhooks: [
        {
          ...noRules,
          failurePolicy: 'Ignore',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          rules: [{ operations: ['CREATE'], apiGroups: ['none.example.com'], apiVersions: ['v1'], resources: ['x'] }],
        },
      ],
    }),
  ];
});

const admissionPolicies = ['v1alpha1', 'v1beta1'].flatMap((version) => {
  const apiVersion = `admissionregistration.k8s.io/${version}`;
  const validations = [{ expression: 'true' }];
  const rule = { apiGroups: ['none.example.com'], apiVersions: ['v1'], resources: ['x'], operations: ['CREATE'] };
  const today = (resource) => cluster('admissionregistration.k8s.io/v1', resource);
  return [
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      today: today('validatingadmissionpolicies'),
      object: { spec: { validations, matchConstraints: { resourceRules: [rule] } } },
    },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      today: today('validatingadmissionpolicybindings'),
      object: { spec: { policyName: 'none', validationActions: ['Deny'], paramRef: { name: 'p' } } },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      today: today('mutatingadmissionpolicies'),
      object: {
        spec: {
          reinvocationPolicy: 'Never',
          mutations: [
            {
              patchType: 'JSONPatch',
              jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels", value: {}}]' },
            },
          ],
          matchConstraints: { resourceRules: [rule] },
        },
      },
    },
    {
      apiVersion,
      kind: 'MutatingAdmissionPolicyBinding',
      today: today('mutatingadmissionpolicybindings'),
      object: { spec: { policyName: 'none', matchResources: {} } },
    },
  ];
});

const flow = 'flowcontrol.apiserver.k8s.io';
const flows = ['v1beta1', 'v1beta2', 'v1beta3'].flatMap((version) => {
  const apiVersion = `${flow}/${version}`;
  const shares = version === 'v1beta3' ? 'nominalConcurrencyShares' : 'assuredConcurrencyShares';
  const level = (variant, spec, metadata) => ({
    apiVersion,
    kind: 'PriorityLevelConfiguration',
    today: cluster(`${flow}/v1`, 'prioritylevelconfigurations'),
    object: { spec, ...(metadata && { metadata }) },
    variant,
  });
  return [
    {
      apiVersion,
      kind: 'FlowSchema',
      today: cluster(`${flow}/v1`, 'flowschemas'),
      object: { spec: { priorityLevelConfiguration: { name: 'catch-all' } } },
    },
    level('with shares', { type: 'Limited', limited: { [shares]: 7, limitResponse: { type: 'Reject' } } }),
    level('without shares', { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } }),
    level(
      'with no shares',
      { type: 'Limited', limited: { [shares]: 0, limitResponse: { type: 'Reject' } } },
      { annotations: { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' } },
    ),
    level('exempt', { type: 'Exempt', exempt: {} }),
  ];
});

const rbac = ['v1alpha1', 'v1beta1'].flatMap((version) => {
  const apiVersion = `rbac.authorization.k8s.io/${version}`;
  const v1 = 'rbac.authorization.k8s.io/v1';
  const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
  const subjects = [
    { kind: 'User', name: 'u' },
    { kind: 'User', name: '*' },
    { kind: 'Group', name: 'g' },
    { kind: 'ServiceAccount', name: 's', namespace: 'n' },
    {
      kind: 'Other',
      name: 'o',
      ...(version === 'v1alpha1' ? { apiVersion: 'x.example.com/v1' } : { apiGroup: 'x.example.com' }),
    },
  ];
  return [
    { apiVersion, kind: 'Role', today: { apiVersion: v1, resource: 'roles' }, object: { rules } },
    {
      apiVersion,
      kind: 'ClusterRole',
      today: cluster(v1, 'clusterroles'),
      object: { rules, aggregationRule: { clusterRoleSelectors: [selector] } },
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      today: { apiVersion: v1, resource: 'rolebindings' },
      object: { subjects, roleRef: { kind: 'Role', name: 'r' } },
    },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      today: cluster(v1, 'clusterrolebindings'),
      object: { subjects, roleRef: { kind: 'ClusterRole', name: 'r' } },
    },
  ];
});

const endpointToday = { apiVersion: 'discovery.k8s.io/v1', resource: 'endpointslices' };
const slices = [
  [
    'with a zone',
    [
      {
        addresses: ['10.1.2.3'],
        topology: { 'topology.kubernetes.io/zone': 'z', 'kubernetes.io/hostname': 'n' },
        nodeName: 'n',
      },
    ],
  ],
  ['with a host name', [{ addresses: ['10.1.2.3'], topology: { 'kubernetes.io/hostname': 'n', other: 'o' } }]],
  ['without topology', [{ addresses: ['10.1.2.3'], conditions: { ready: true } }]],
].map(([variant, endpoints]) => ({
  apiVersion: 'discovery.k8s.io/v1beta1',
  kind: 'EndpointSlice',
  today: endpointToday,
  object: { addressType: 'IPv4', endpoints, ports: [{ port: 80 }] },
  variant,
}));

const eventObject = {
  regarding: { kind: 'Pod', name: 'p', namespace: 'n' },
  note: 'said',
  reason: 'R',
  type: 'Normal',
  eventTime: '2020-01-01T00:00:00.000000Z',
  reportingController: 'c',
  action: 'A',
  reportingInstance: 'i',
  deprecatedCount: 3,
  deprecatedSource: { component: 'k' },
};
const events = ['events.k8s.io/v1', 'v1'].map((apiVersion) => ({
  apiVersion: 'events.k8s.io/v1beta1',
  kind: 'Event',
  today: { apiVersion, resource: 'events' },
  object: eventObject,
  variant: `as ${apiVersion}`,
}));

const storage = (kind, resource, object, { versions = ['v1beta1'], namespaced = false } = {}) =>
  each(
    versions.map((version) => `storage.k8s.io/${version}`),
    { kind, today: { apiVersion: 'storage.k8s.io/v1', resource, namespaced }, object },
  );
const bothVersions = { versions: ['v1alpha1', 'v1beta1'] };
const storages = [
  ...storage('StorageClass', 'storageclasses', { provisioner: 'p' }),
  ...storage('CSIDriver', 'csidrivers', { spec: {} }),
  ...storage('CSINode', 'csinodes', { spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['k'] }] } }),
  ...storage(
    'CSIStorageCapacity',
    'csistoragecapacities',
    { storageClassName: 's', capacity: '1Gi' },
    { ...bothVersions, namespaced: true },
  ),
  ...storage(
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    bothVersions,
  ),
  ...storage(
    'VolumeAttributesClass',
    'volumeattributesclasses',
    { driverName: 'd', parameters: { a: 'b' } },
    bothVersions,
  ),
];

const others = [
  {
    apiVersion: 'batch/v1beta1',
    kind: 'CronJob',
    today: { apiVersion: 'batch/v1', resource: 'cronjobs' },
    object: {
      spec: {
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
        },
      },
    },
  },
  {
    apiVersion: 'coordination.k8s.io/v1beta1',
    kind: 'Lease',
    today: { apiVersion: 'coordination.k8s.io/v1', resource: 'leases' },
    object: { spec: { holderIdentity: 'h', leaseDurationSeconds: 5 } },
  },
  {
    apiVersion: 'node.k8s.io/v1beta1',
    kind: 'RuntimeClass',
    today: cluster('node.k8s.io/v1', 'runtimeclasses'),
    object: { handler: 'h', overhead: { podFixed: { cpu: '1' } } },
  },
  {
    apiVersion: 'node.k8s.io/v1alpha1',
    kind: 'RuntimeClass',
    today: cluster('node.k8s.io/v1', 'runtimeclasses'),
    object: { spec: { runtimeHandler: 'h', scheduling: { nodeSelector: { a: 'b' } } } },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1beta1',
    kind: 'PriorityClass',
    today: cluster('scheduling.k8s.io/v1', 'priorityclasses'),
    object: { value: 7 },
  },
  {
    apiVersion: 'networking.k8s.io/v1beta1',
    kind: 'IngressClass',
    today: cluster('networking.k8s.io/v1', 'ingressclasses'),
    object: { spec: { controller: 'x.example.com/c' } },
  },
  {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    today: { apiVersion: 'autoscaling/v2', resource: 'horizontalpodautoscalers' },
    object: {
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' } },
      status: { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 40 },
    },
  },
  {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kind: 'CertificateSigningRequest',
    today: cluster('certificates.k8s.io/v1', 'certificatesigningrequests'),
    object: { spec: { request: 'eA==' }, status: { conditions: [{ type: 'Approved', reason: 'r' }] } },
  },
];

export const formerObjects = [
  ...workloads,
  ...revisions,
  ...ingresses,
  ...policies,
  ...budgets,
  ...webhooks,
  ...admissionPolicies,
  ...flows,
  ...rbac,
  ...slices,
  ...events,
  ...storages,
  ...others,
  ...incompleteObjects,
];
