// What feature gates change when an object is created.
import { MERGE } from './case-helpers.mjs';
import { claim, claims, namespace, namespaced, podSpec, pods } from './gated-helpers.mjs';

const selector = { matchLabels: { app: 'a' } };
const template = (spec) => ({ metadata: { labels: { app: 'a' } }, spec: spec ?? podSpec() });
const slice = (device = {}, spec = { allNodes: true }) => ({
  driver: 'd.example.com',
  pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
  devices: [{ name: 'd', ...device }],
  ...spec,
});
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const spread = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'a' } },
};
/** An answer without what differs between runs. */
function answer({ status, json, headers }) {
  const { metadata, ...rest } = json ?? {};
  const { labels, annotations } = metadata ?? {};
  return { status, warning: headers.warning, ...rest, ...(labels && { labels }), ...(annotations && { annotations }) };
}

const cluster = (groupVersion, plural) => () => `/apis/${groupVersion}/${plural}`;
const slices = cluster('resource.k8s.io/v1', 'resourceslices');
const statefulSets = namespaced('apps/v1', 'statefulsets');
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

export const gatedObjectCases = creations.map(([gate, pathOf, object, status]) => ({
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
    const changed = await t.patch(`${path}/${name}/status`, { status }, MERGE);
    const shown = isDefinition
      ? changed.json.status?.conditions?.filter(({ type }) => type === 'X')
      : changed.json.status;
    t.see('status', { status: changed.status, message: changed.json.message, shown }, { message: true });
  },
}));
