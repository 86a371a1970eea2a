// An object of every kind that is stored by default, with the fewest fields.
const podSpec = { containers: [{ name: 'c', image: 'i' }] };
const selector = { matchLabels: { app: 'a' } };
const template = { metadata: { labels: { app: 'a' } }, spec: podSpec };
const rule = { apiGroups: ['none.example.com'], apiVersions: ['v1'], resources: ['x'], operations: ['CREATE'] };
const kind = (apiVersion, name, resource, object = {}, more = {}) => ({
  apiVersion,
  kind: name,
  resource,
  object: typeof object === 'function' ? object : () => object,
  ...more,
});
const cluster = { namespaced: false };

export const storedKinds = [
  kind('v1', 'ConfigMap', 'configmaps'),
  kind('v1', 'Secret', 'secrets'),
  kind('v1', 'ServiceAccount', 'serviceaccounts'),
  kind('v1', 'Service', 'services', { spec: { ports: [{ port: 80 }] } }, { prefix: 'services/specs' }),
  kind('v1', 'Endpoints', 'endpoints', {}, { prefix: 'services/endpoints' }),
  kind(
    'v1',
    'Event',
    'events',
    {},
    { object: (id) => ({ involvedObject: { kind: 'Pod', name: 'p', namespace: `${id}-ns0` } }) },
  ),
  kind('v1', 'LimitRange', 'limitranges', { spec: { limits: [] } }),
  kind('v1', 'ResourceQuota', 'resourcequotas', { spec: { hard: { pods: '1' } } }),
  kind('v1', 'PodTemplate', 'podtemplates', { template }),
  kind('v1', 'ReplicationController', 'replicationcontrollers', { spec: { template } }, { prefix: 'controllers' }),
  kind('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  kind(
    'v1',
    'PersistentVolume',
    'persistentvolumes',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
    cluster,
  ),
  kind('v1', 'Node', 'nodes', {}, { ...cluster, prefix: 'minions' }),
  kind('v1', 'Namespace', 'namespaces', {}, cluster),
  kind('apps/v1', 'Deployment', 'deployments', { spec: { selector, template } }),
  kind('apps/v1', 'DaemonSet', 'daemonsets', { spec: { selector, template } }),
  kind('apps/v1', 'ReplicaSet', 'replicasets', { spec: { selector, template } }),
  kind('apps/v1', 'StatefulSet', 'statefulsets', { spec: { selector, template, serviceName: 's' } }),
  kind('apps/v1', 'ControllerRevision', 'controllerrevisions', { revision: 1, data: {} }),
  kind('batch/v1', 'Job', 'jobs', { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } }),
  kind('batch/v1', 'CronJob', 'cronjobs', {
    spec: {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
    },
  }),
  kind('autoscaling/v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', {
    spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
  }),
  kind('autoscaling/v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', {
    spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
  }),
  kind('policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets', { spec: { minAvailable: 1, selector } }),
  kind(
    'networking.k8s.io/v1',
    'Ingress',
    'ingresses',
    { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    { prefix: 'ingress' },
  ),
  kind('networking.k8s.io/v1', 'IngressClass', 'ingressclasses', { spec: { controller: 'x.example.com/c' } }, cluster),
  kind('networking.k8s.io/v1', 'NetworkPolicy', 'networkpolicies', { spec: { podSelector: {} } }),
  kind('networking.k8s.io/v1', 'ServiceCIDR', 'servicecidrs', { spec: { cidrs: ['10.77.0.0/24'] } }, cluster),
  kind(
    'networking.k8s.io/v1',
    'IPAddress',
    'ipaddresses',
    { spec: { parentRef: { resource: 'services', name: 's', namespace: 'n' } } },
    { ...cluster, name: (id) => `10.78.${Number(/x(\d+)/.exec(id)[1]) % 250}.7` },
  ),
  kind('rbac.authorization.k8s.io/v1', 'Role', 'roles', { rules: [] }),
  kind('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings', {
    roleRef: { kind: 'Role', name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
  }),
  kind('rbac.authorization.k8s.io/v1', 'ClusterRole', 'clusterroles', { rules: [] }, cluster),
  kind(
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    'clusterrolebindings',
    { roleRef: { kind: 'ClusterRole', name: 'r', apiGroup: 'rbac.authorization.k8s.io' } },
    cluster,
  ),
  kind('scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses', { value: 1 }, cluster),
  kind('storage.k8s.io/v1', 'StorageClass', 'storageclasses', { provisioner: 'p' }, cluster),
  kind('storage.k8s.io/v1', 'CSIDriver', 'csidrivers', { spec: {} }, cluster),
  kind('storage.k8s.io/v1', 'CSINode', 'csinodes', { spec: { drivers: [] } }, cluster),
  kind('storage.k8s.io/v1', 'CSIStorageCapacity', 'csistoragecapacities', { storageClassName: 's' }),
  kind(
    'storage.k8s.io/v1',
    'VolumeAttachment',
    'volumeattachments',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    cluster,
  ),
  kind(
    'storage.k8s.io/v1',
    'VolumeAttributesClass',
    'volumeattributesclasses',
    { driverName: 'd', parameters: { a: 'b' } },
    cluster,
  ),
  kind('node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', { handler: 'h' }, cluster),
  kind('coordination.k8s.io/v1', 'Lease', 'leases', { spec: {} }),
  kind('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices', { addressType: 'IPv4', endpoints: [] }),
  kind(
    'events.k8s.io/v1',
    'Event',
    'events',
    {},
    {
      object: (id) => ({
        regarding: { kind: 'Pod', name: 'p', namespace: `${id}-ns0` },
        eventTime: '2024-01-01T00:00:00.000000Z',
        reportingController: 'x.example.com/c',
        reportingInstance: 'i',
        action: 'A',
        reason: 'R',
        type: 'Normal',
      }),
    },
  ),
  kind(
    'flowcontrol.apiserver.k8s.io/v1',
    'FlowSchema',
    'flowschemas',
    { spec: { priorityLevelConfiguration: { name: 'catch-all' } } },
    cluster,
  ),
  kind(
    'flowcontrol.apiserver.k8s.io/v1',
    'PriorityLevelConfiguration',
    'prioritylevelconfigurations',
    { spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } } },
    cluster,
  ),
  kind('admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', {}, cluster),
  kind(
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
    {},
    cluster,
  ),
  kind(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicy',
    'validatingadmissionpolicies',
    { spec: { validations: [{ expression: 'true' }], matchConstraints: { resourceRules: [rule] } } },
    cluster,
  ),
  kind(
    'admissionregistration.k8s.io/v1',
    'ValidatingAdmissionPolicyBinding',
    'validatingadmissionpolicybindings',
    { spec: { policyName: 'none', validationActions: ['Deny'] } },
    cluster,
  ),
  kind(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicy',
    'mutatingadmissionpolicies',
    {
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
    cluster,
  ),
  kind(
    'admissionregistration.k8s.io/v1',
    'MutatingAdmissionPolicyBinding',
    'mutatingadmissionpolicybindings',
    { spec: { policyName: 'none' } },
    cluster,
  ),
  kind('resource.k8s.io/v1', 'ResourceClaim', 'resourceclaims', {
    spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } },
  }),
  kind('resource.k8s.io/v1', 'ResourceClaimTemplate', 'resourceclaimtemplates', {
    spec: { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } } },
  }),
  kind('resource.k8s.io/v1', 'DeviceClass', 'deviceclasses', { spec: {} }, cluster),
  kind(
    'resource.k8s.io/v1',
    'ResourceSlice',
    'resourceslices',
    { spec: { driver: 'd.example.com', pool: { name: 'p', resourceSliceCount: 1, generation: 1 }, allNodes: true } },
    cluster,
  ),
  kind(
    'apiregistration.k8s.io/v1',
    'APIService',
    'apiservices',
    (id) => ({
      spec: {
        group: `${id}.example.com`,
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        service: { name: 's', namespace: 'n' },
        insecureSkipTLSVerify: true,
      },
    }),
    { ...cluster, name: (id) => `v1.${id}.example.com`, prefix: 'apiregistration.k8s.io/apiservices' },
  ),
];
