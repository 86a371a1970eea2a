// What feature gates change, one request or a few for each: the same cases run with the gates at their defaults, and changed.
import { claimPermissionCases } from './claim-permissions.mjs';
import { gatedPodCases } from './gated-pods.mjs';

const off = [
  'APIResponseCompression',
  'AllowParsingUserUIDFromCertAuth',
  'CRDObservedGenerationTracking',
  'ClearingNominatedNodeNameAfterBinding',
  'ConstrainedImpersonation',
  'ContainerRestartRules',
  'DRAConsumableCapacity',
  'DRADeviceBindingConditions',
  'DRADeviceTaints',
  'DRAExtendedResource',
  'DRAPartitionableDevices',
  'DRAPrioritizedList',
  'DRAResourceClaimDeviceStatus',
  'DRAResourceClaimGranularStatusAuthorization',
  'DeploymentReplicaSetTerminatingReplicas',
  'EnvFiles',
  'ExtendWebSocketsToKubelet',
  'HPAConfigurableTolerance',
  'HostnameOverride',
  'InPlacePodLevelResourcesVerticalScaling',
  'InPlacePodVerticalScalingInitContainers',
  'MatchLabelKeysInPodTopologySpread',
  'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'MutablePodResourcesForSuspendedJobs',
  'MutableSchedulingDirectivesForSuspendedJobs',
  'MutatingAdmissionPolicy',
  'NodeDeclaredFeatures',
  'OpenAPIEnums',
  'PodDeletionCost',
  'PodLevelResources',
  'PodTopologyLabelsAdmission',
  'PortForwardWebsockets',
  'RelaxedServiceNameValidation',
  'RemoteRequestHeaderUID',
  'ResourceHealthStatus',
  'ResourceHealthStatusMessage',
  'RestartAllContainersOnContainerExits',
  'ServiceAccountNodeAudienceRestriction',
  'ServiceCIDRStatusFieldWiping',
  'StorageVersionHash',
  'StrictIPCIDRValidation',
  'TokenRequestServiceAccountUIDValidation',
  'TranslateStreamCloseWebsocketRequests',
];
const on = [
  'AllowInsecureKubeletCertificateSigningRequests',
  'ContainerStopSignals',
  'CrossNamespaceVolumeDataSource',
  'HPAScaleToZero',
  'ImageVolumeWithDigest',
  'MaxUnavailableStatefulSet',
  'MutablePVNodeAffinity',
  'PodLogsQuerySplitStreams',
  'SELinuxMount',
  'TaintTolerationComparisonOperators',
  'VolumeLimitScaling',
];

/** The flag that changes all of them. */
export const changedGates = `--feature-gates=${[...off.map((name) => `${name}=false`), ...on.map((name) => `${name}=true`)].join()}`;

const merge = 'application/merge-patch+json';
const container = { name: 'a', image: 'a' };
const podSpec = (spec = {}, more = {}) => ({
  automountServiceAccountToken: false,
  containers: [{ ...container, ...more }],
  ...spec,
});
const spread = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'a' } },
};
const selector = { matchLabels: { app: 'a' } };
const template = (spec) => ({ metadata: { labels: { app: 'a' } }, spec: spec ?? podSpec() });
const slice = (device = {}, spec = { allNodes: true }) => ({
  driver: 'd.example.com',
  pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
  devices: [{ name: 'd', ...device }],
  ...spec,
});
const claim = (request) => ({ devices: { requests: [{ name: 'r', ...request }] } });
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };

/** A namespace in which pods can be created. */
async function namespace(t) {
  const ns = await t.ns();
  await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, { metadata: { name: 'default' } });
  return ns;
}

const withoutUids = (text) => text?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>');

/** An answer without what differs between runs. */
function answer({ status, json, headers }) {
  const { metadata, ...rest } = json ?? {};
  const { labels, annotations } = metadata ?? {};
  return { status, warning: headers.warning, ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
}

const pods = (_t, ns) => `/api/v1/namespaces/${ns}/pods`;
const namespaced = (groupVersion, plural) => (_t, ns) => `/apis/${groupVersion}/namespaces/${ns}/${plural}`;
const cluster = (groupVersion, plural) => () => `/apis/${groupVersion}/${plural}`;
const slices = cluster('resource.k8s.io/v1', 'resourceslices');
const claims = namespaced('resource.k8s.io/v1', 'resourceclaims');
const statefulSets = namespaced('apps/v1', 'statefulsets');
const jobs = namespaced('batch/v1', 'jobs');

/** Creations: the gate, the collection, the object without its name, and a merge patch of its status. */
const creations = [
  [
    'ContainerRestartRules',
    pods,
    {
      spec: podSpec(
        {},
        {
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [3] } }],
        },
      ),
    },
  ],
  [
    'ContainerRestartRules of init containers',
    pods,
    { spec: podSpec({ initContainers: [{ name: 'i', image: 'a', restartPolicy: 'Never' }] }) },
  ],
  [
    'RestartAllContainersOnContainerExits',
    pods,
    {
      spec: podSpec(
        {},
        {
          restartPolicy: 'Never',
          restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [3] } }],
        },
      ),
    },
  ],
  [
    'EnvFiles',
    pods,
    {
      spec: podSpec(
        { volumes: [{ name: 'v', emptyDir: {} }] },
        { env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'a.env', key: 'A' } } }] },
      ),
    },
  ],
  ['HostnameOverride', pods, { spec: podSpec({ hostnameOverride: 'x' }) }],
  ['PodLevelResources', pods, { spec: podSpec({ resources: { requests: { cpu: '1' }, limits: { cpu: '2' } } }) }],
  [
    'MatchLabelKeysInPodTopologySpread',
    pods,
    {
      metadata: { labels: { app: 'a', v: '1' } },
      spec: podSpec({ topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['v'] }] }),
    },
  ],
  [
    'PodDeletionCost',
    pods,
    { metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': 'much' } }, spec: podSpec() },
  ],
  ['SELinuxMount', pods, { spec: podSpec({ securityContext: { seLinuxChangePolicy: 'MountOption' } }) }],
  ['SELinuxMount, recursive', pods, { spec: podSpec({ securityContext: { seLinuxChangePolicy: 'Recursive' } }) }],
  [
    'TaintTolerationComparisonOperators',
    pods,
    { spec: podSpec({ tolerations: [{ key: 'k', operator: 'Lt', value: '5' }] }) },
  ],
  [
    'TaintTolerationComparisonOperators with text',
    pods,
    { spec: podSpec({ tolerations: [{ key: 'k', operator: 'Gt', value: 'x' }] }) },
  ],
  [
    'ContainerStopSignals',
    pods,
    { spec: podSpec({ os: { name: 'linux' } }, { lifecycle: { stopSignal: 'SIGUSR1' } }) },
  ],
  ['ContainerStopSignals without a system', pods, { spec: podSpec({}, { lifecycle: { stopSignal: 'SIGUSR1' } }) }],
  ['UserNamespacesHostNetworkSupport', pods, { spec: podSpec({ hostNetwork: true, hostUsers: false }) }],
  [
    'StrictIPCIDRValidation of pods',
    pods,
    {
      spec: podSpec({
        hostAliases: [{ ip: '010.0.0.1', hostnames: ['a'] }],
        dnsPolicy: 'None',
        dnsConfig: { nameservers: ['192.168.001.1'] },
      }),
    },
  ],
  [
    'StrictIPCIDRValidation of services',
    (_t, ns) => `/api/v1/namespaces/${ns}/services`,
    {
      spec: {
        ports: [{ port: 80 }],
        externalIPs: ['010.1.2.3'],
        type: 'LoadBalancer',
        loadBalancerSourceRanges: ['10.0.0.1/8', '010.0.0.0/8'],
      },
    },
  ],
  [
    'StrictIPCIDRValidation of policies',
    namespaced('networking.k8s.io/v1', 'networkpolicies'),
    {
      spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.1/8', except: ['10.000.0.0/16'] } }] }] },
    },
  ],
  [
    'StrictIPCIDRValidation of endpoints',
    (_t, ns) => `/api/v1/namespaces/${ns}/endpoints`,
    { subsets: [{ addresses: [{ ip: '010.1.2.3' }], ports: [{ port: 80 }] }] },
  ],
  [
    'StrictIPCIDRValidation of endpoint slices',
    namespaced('discovery.k8s.io/v1', 'endpointslices'),
    { addressType: 'IPv4', endpoints: [{ addresses: ['010.1.2.3'] }], ports: [] },
  ],
  ['StrictIPCIDRValidation of nodes', () => '/api/v1/nodes', { spec: { podCIDRs: ['10.0.0.1/24'] } }],
  [
    'RelaxedServiceNameValidation of ingresses',
    namespaced('networking.k8s.io/v1', 'ingresses'),
    { spec: { defaultBackend: { service: { name: '1a', port: { number: 80 } } } } },
  ],
  [
    'HPAConfigurableTolerance',
    namespaced('autoscaling/v2', 'horizontalpodautoscalers'),
    { spec: { maxReplicas: 2, scaleTargetRef: target, behavior: { scaleUp: { tolerance: '0.1' } } } },
  ],
  [
    'HPAScaleToZero',
    namespaced('autoscaling/v2', 'horizontalpodautoscalers'),
    {
      spec: {
        minReplicas: 0,
        maxReplicas: 2,
        scaleTargetRef: target,
        metrics: [{ type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } }],
      },
    },
  ],
  [
    'MaxUnavailableStatefulSet',
    statefulSets,
    {
      spec: {
        selector,
        template: template(),
        serviceName: 's',
        updateStrategy: { rollingUpdate: { maxUnavailable: 2 } },
      },
    },
  ],
  [
    'MaxUnavailableStatefulSet by default',
    statefulSets,
    { spec: { selector, template: template(), serviceName: 's' } },
  ],
  ['DRADeviceTaints of slices', slices, { spec: slice({ taints: [{ key: 'k', effect: 'NoSchedule' }] }) }],
  [
    'DRADeviceTaints of claims',
    claims,
    { spec: claim({ exactly: { deviceClassName: 'x', tolerations: [{ key: 'k', operator: 'Exists' }] } }) },
  ],
  [
    'DRADeviceBindingConditions',
    slices,
    { spec: slice({ bindingConditions: ['a'], bindingFailureConditions: ['b'], bindsToNode: true }) },
  ],
  ['DRAPartitionableDevices', slices, { spec: slice({ nodeName: 'n' }, { perDeviceNodeSelection: true }) }],
  ['DRAPrioritizedList', claims, { spec: claim({ firstAvailable: [{ name: 'q', deviceClassName: 'x' }] }) }],
  [
    'DRAConsumableCapacity of slices',
    slices,
    {
      spec: slice({
        allowMultipleAllocations: true,
        capacity: { memory: { value: '1Gi', requestPolicy: { default: '1Mi', validValues: ['1Mi', '2Mi'] } } },
      }),
    },
  ],
  [
    'DRAConsumableCapacity of claims',
    claims,
    {
      spec: {
        devices: {
          requests: [{ name: 'r', exactly: { deviceClassName: 'x', capacity: { requests: { memory: '1Gi' } } } }],
          constraints: [{ requests: ['r'], distinctAttribute: 'd.example.com/a' }],
        },
      },
    },
  ],
  [
    'DRAExtendedResource',
    cluster('resource.k8s.io/v1', 'deviceclasses'),
    { spec: { extendedResourceName: 'example.com/gpu' } },
  ],
  ['VolumeLimitScaling', cluster('storage.k8s.io/v1', 'csidrivers'), { spec: { preventPodSchedulingIfMissing: true } }],
  [
    'MutatingAdmissionPolicy',
    cluster('admissionregistration.k8s.io/v1', 'mutatingadmissionpolicies'),
    {
      spec: {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] }],
        },
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
      },
    },
  ],
  [
    'DeploymentReplicaSetTerminatingReplicas of replica sets',
    namespaced('apps/v1', 'replicasets'),
    { spec: { replicas: 0, selector, template: template() } },
    { replicas: 0, terminatingReplicas: 2 },
  ],
  [
    'DeploymentReplicaSetTerminatingReplicas of deployments',
    namespaced('apps/v1', 'deployments'),
    { spec: { replicas: 0, selector, template: template() } },
    { replicas: 0, terminatingReplicas: 2 },
  ],
  ['NodeDeclaredFeatures', () => '/api/v1/nodes', { spec: {} }, { declaredFeatures: ['A', 'B'] }],
  [
    'ServiceCIDRStatusFieldWiping',
    cluster('networking.k8s.io/v1', 'servicecidrs'),
    {
      spec: { cidrs: ['10.77.0.0/24'] },
      status: {
        conditions: [
          { type: 'X', status: 'True', reason: 'R', message: '', lastTransitionTime: '2024-01-01T00:00:00Z' },
        ],
      },
    },
  ],
  [
    'InPlacePodLevelResourcesVerticalScaling',
    pods,
    { spec: podSpec() },
    { resources: { requests: { cpu: '1' } }, allocatedResources: { cpu: '1' } },
  ],
  [
    'DRAExtendedResource of pods',
    pods,
    { spec: podSpec() },
    {
      extendedResourceClaimStatus: {
        resourceClaimName: 'c',
        requestMappings: [{ containerName: 'a', resourceName: 'example.com/gpu', requestName: 'r' }],
      },
    },
  ],
  [
    'ResourceHealthStatus',
    pods,
    { spec: podSpec({}, { resources: { limits: { 'x.io/y': '1' } } }) },
    {
      containerStatuses: [
        {
          name: 'a',
          image: '',
          imageID: '',
          ready: false,
          restartCount: 0,
          allocatedResourcesStatus: [
            { name: 'x.io/y', resources: [{ resourceID: 'r', health: 'Healthy', message: 'm' }] },
          ],
        },
      ],
    },
  ],
  [
    'CRDObservedGenerationTracking',
    cluster('apiextensions.k8s.io/v1', 'customresourcedefinitions'),
    undefined,
    { conditions: [{ type: 'X', status: 'True', reason: 'R', observedGeneration: 3 }] },
  ],
];

const creationCases = creations.map(([gate, pathOf, object, status]) => ({
  name: gate,
  async run(t) {
    const ns = await namespace(t);
    const path = pathOf(t, ns);
    const id = `${t.id}-a`;
    const isDefinition = object === undefined;
    const name = isDefinition ? `widgets.${t.id}.example.com` : id;
    const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };
    const schema = { openAPIV3Schema: { type: 'object' } };
    const sent = object ?? {
      spec: {
        group: `${t.id}.example.com`,
        scope: 'Namespaced',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    };
    t.cleanup(() => t.del(`${path}/${name}?gracePeriodSeconds=0`));
    const created = await t.post(path, { ...sent, metadata: { name, ...sent.metadata } });
    const message = {
      message: true,
      drop: ['timeAdded', 'clusterIP', 'clusterIPs', 'nodePort', 'healthCheckNodePort', 'conditions'],
    };
    if (status === undefined) return t.see('created', answer(created), message);
    const changed = await t.patch(`${path}/${name}/status`, { status }, merge);
    const shown = isDefinition
      ? changed.json.status?.conditions?.filter(({ type }) => type === 'X')
      : changed.json.status;
    t.see('status', { status: changed.status, message: changed.json.message, shown }, { message: true });
  },
}));

/** Changes of an object that need more than one request. */
const changeCases = [
  {
    name: 'RelaxedServiceNameValidation',
    async run(t) {
      const path = `/api/v1/namespaces/${await namespace(t)}/services`;
      const made = await t.post(path, { metadata: { name: '1a' }, spec: { ports: [{ port: 80 }] } });
      t.see('create', { status: made.status, message: made.json.message }, { message: true });
    },
  },
  {
    name: 'suspended jobs',
    async run(t) {
      const path = jobs(t, await namespace(t));
      const made = await t.post(path, {
        metadata: { name: 'j' },
        spec: { suspend: true, template: { spec: { restartPolicy: 'Never', ...podSpec() } } },
      });
      t.see('create', made.status);
      const change = async (label, podSpecChange) => {
        const { status, json } = await t.patch(`${path}/j`, { spec: { template: { spec: podSpecChange } } }, merge);
        t.see(label, { status, message: withoutUids(json.message) }, { message: true });
      };
      await change('resources', { containers: [{ ...container, resources: { requests: { cpu: '1' } } }] });
      await change('node selector', { nodeSelector: { a: 'b' } });
      await t.patch(`${path}/j`, { spec: { suspend: false } }, merge);
      await t.patch(`${path}/j/status`, { status: { startTime: '2024-01-01T00:00:00Z' } }, merge);
      await t.patch(`${path}/j`, { spec: { suspend: true } }, merge);
      await change('node selector of a started job', { nodeSelector: { a: 'c' } });
      await change('resources of a started job', {
        containers: [{ ...container, resources: { requests: { cpu: '2' } } }],
      });
    },
  },
  {
    name: 'MutablePVNodeAffinity',
    async run(t) {
      const path = '/api/v1/persistentvolumes';
      const affinity = (value) => ({
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: [value] }] }] },
      });
      const spec = {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        csi: { driver: 'd', volumeHandle: 'h' },
        nodeAffinity: affinity('x'),
      };
      t.cleanup(() => t.del(`${path}/${t.id}`));
      await t.post(path, { metadata: { name: t.id }, spec });
      const { status, json } = await t.patch(`${path}/${t.id}`, { spec: { nodeAffinity: affinity('y') } }, merge);
      t.see('change', { status, message: json.message }, { message: true });
    },
  },
  {
    name: 'CrossNamespaceVolumeDataSource',
    async run(t) {
      const path = `/api/v1/namespaces/${await namespace(t)}/persistentvolumeclaims`;
      const spec = {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's', namespace: 'other' },
      };
      const { status, json } = await t.post(path, { metadata: { name: 'a' }, spec });
      t.see('create', { status, message: json.message, spec: json.spec }, { message: true });
    },
  },
  {
    name: 'resizing of pods',
    async run(t) {
      const path = pods(t, await namespace(t));
      const sidecar = { name: 's', image: 'a', restartPolicy: 'Always', resources: { requests: { cpu: '1' } } };
      const init = { name: 'i', image: 'a', resources: { requests: { cpu: '1' } } };
      const made = await t.post(path, {
        metadata: { name: 'p' },
        spec: podSpec({ initContainers: [init, sidecar] }, { resources: { requests: { cpu: '1' } } }),
      });
      t.see('create', made.status);
      const resize = async (label, change) => {
        const { status, json } = await t.patch(`${path}/p/resize`, change, 'application/strategic-merge-patch+json');
        t.see(
          label,
          { status, message: json.message?.replaceAll(/core\.PodSpec\{.*/gs, '<spec>').slice(0, 300) },
          { message: true },
        );
      };
      const cpu = { requests: { cpu: '2' } };
      await resize('container', { spec: { containers: [{ name: 'a', resources: cpu }] } });
      await resize('init container', { spec: { initContainers: [{ name: 'i', resources: cpu }] } });
      await resize('sidecar', { spec: { initContainers: [{ name: 's', resources: cpu }] } });
      await resize('pod', { spec: { resources: { requests: { cpu: '5' } } } });
    },
  },
  {
    name: 'status of claims',
    async run(t) {
      const path = claims(t, await namespace(t));
      await t.post(path, { metadata: { name: 'c' }, spec: claim({ exactly: { deviceClassName: 'x' } }) });
      const allocation = {
        devices: {
          results: [
            {
              request: 'r',
              driver: 'd.example.com',
              pool: 'p',
              device: 'd',
              shareID: 'a671734a-e8e5-11e4-8fde-42010af09327',
              consumedCapacity: { memory: '1' },
            },
          ],
        },
      };
      const first = await t.patch(`${path}/c/status`, { status: { allocation } }, merge);
      t.see(
        'allocation',
        { status: first.status, message: first.json.message, body: first.json.status },
        { message: true },
      );
      const devices = [{ driver: 'd.example.com', pool: 'p', device: 'd', data: { a: 1 } }];
      const second = await t.patch(`${path}/c/status`, { status: { devices } }, merge);
      t.see(
        'devices',
        { status: second.status, message: second.json.message, body: second.json.status },
        { message: true },
      );
    },
  },
  {
    name: 'StorageVersionHash',
    async run(t) {
      t.see(
        'hashes',
        (await t.get('/api/v1')).json.resources.map(({ name, storageVersionHash }) => [name, storageVersionHash]),
      );
    },
  },
  {
    name: 'OpenAPIEnums',
    async run(t) {
      const { json } = await t.get('/openapi/v3/api/v1');
      const { properties } = json.components.schemas['io.k8s.api.core.v1.PodSpec'];
      t.see('restart policy', properties.restartPolicy);
      const definitions = (await t.get('/openapi/v2')).json.definitions;
      t.see('dns policy', definitions['io.k8s.api.core.v1.PodSpec'].properties.dnsPolicy);
      const schemas = Object.entries(json.components.schemas);
      t.see(
        'enums',
        schemas
          .flatMap(([name, { properties: all = {} }]) =>
            Object.entries(all)
              .filter(([, value]) => value.enum)
              .map(([field]) => `${name}.${field}`),
          )
          .sort(),
      );
    },
  },
  {
    name: 'APIResponseCompression',
    async run(t) {
      const ns = await namespace(t);
      const path = `/api/v1/namespaces/${ns}/configmaps`;
      await t.post(path, { metadata: { name: 'a' }, data: { a: 'x'.repeat(200_000) } });
      const { status, headers } = await t.get(path, { headers: { 'accept-encoding': 'gzip' }, raw: true });
      t.see('list', { status, encoding: headers['content-encoding'], vary: headers.vary });
      const one = await t.get(`${path}/a`, { headers: { 'accept-encoding': 'gzip' }, raw: true });
      t.see('get', { status: one.status, encoding: one.headers['content-encoding'] });
    },
  },
  {
    name: 'TokenRequestServiceAccountUIDValidation',
    async run(t) {
      const ns = await namespace(t);
      await t.post(`/api/v1/namespaces/${ns}/serviceaccounts`, { metadata: { name: 'a' } });
      const body = { metadata: { name: 'a', uid: 'wrong' }, spec: { audiences: ['x'] } };
      const { status, json } = await t.post(`/api/v1/namespaces/${ns}/serviceaccounts/a/token`, body);
      t.see('token', { status, reason: json.reason, message: withoutUids(json.message) }, { message: true });
    },
  },
  {
    name: 'RemoteRequestHeaderUID',
    async run(t) {
      const read = async () =>
        (await t.get('/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication')).json.data;
      const data = await t.eventually(async () => {
        const found = await read();
        return found?.['requestheader-username-headers'] && found;
      });
      t.see(
        'headers',
        Object.fromEntries(
          Object.entries(data).filter(([name]) => name.endsWith('-headers') || name.endsWith('prefix')),
        ),
      );
    },
  },
  {
    name: 'impersonation by modes',
    async run(t) {
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const { status, json } = await t.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', review, {
        token: 'viewer-token',
        headers: { 'impersonate-user': 'other' },
      });
      t.see('refused', { status, message: json.message }, { message: true });
    },
  },
  {
    name: 'roles of the bootstrap policy',
    async run(t) {
      const { json } = await t.get(
        '/apis/rbac.authorization.k8s.io/v1/clusterroles?labelSelector=kubernetes.io/bootstrapping=rbac-defaults',
      );
      t.see(
        'roles',
        json.items.map(({ metadata, rules }) => [metadata.name, rules]),
      );
      const bindings = await t.get(
        '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings?labelSelector=kubernetes.io/bootstrapping=rbac-defaults',
      );
      t.see(
        'bindings',
        bindings.json.items.map(({ metadata, subjects }) => [metadata.name, subjects]),
      );
    },
  },
  {
    name: 'PodTopologyLabelsAdmission',
    async run(t) {
      const ns = await namespace(t);
      const node = `${t.id}-n`;
      t.cleanup(() => t.del(`/api/v1/nodes/${node}`));
      await t.post('/api/v1/nodes', {
        metadata: {
          name: node,
          labels: { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r', other: 'x' },
        },
      });
      await t.post(pods(t, ns), { metadata: { name: 'p' }, spec: podSpec() });
      await t.post(`${pods(t, ns)}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: node } });
      const { json } = await t.get(`${pods(t, ns)}/p`);
      t.see('labels', { labels: json.metadata.labels, node: json.spec.nodeName === node });
    },
  },
];

export const gatedCases = [...creationCases, ...changeCases, ...claimPermissionCases, ...gatedPodCases];
