// Objects of versions that are served, as earlier releases have stored them: without fields that servers set today.
export const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
export const selector = { matchLabels: { app: 'a' } };
export const cluster = (apiVersion, resource) => ({ apiVersion, resource, namespaced: false });
const core = (kind, resource, object, { variant, ...more } = {}) => ({
  apiVersion: 'v1',
  kind,
  today: { apiVersion: 'v1', resource, ...more },
  object,
  variant,
});
const service = (variant, spec) =>
  core('Service', 'services', { spec: { ports: [{ port: 80 }], ...spec } }, { prefix: 'services/specs', variant });
const claim = (variant, spec) =>
  core(
    'PersistentVolumeClaim',
    'persistentvolumeclaims',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec } },
    { variant },
  );
const containers = [{ name: 'c', image: 'i' }];
export const incompleteObjects = [
  service('with a cluster IP', { clusterIP: '10.0.0.200' }),
  { ...service('with an IPv6 cluster IP', { clusterIP: 'fd00::7' }), isReadOnly: true },
  {
    ...service('with two addresses', { clusterIP: '10.0.0.201', clusterIPs: ['10.0.0.201', 'fd00::8'] }),
    isReadOnly: true,
  },
  service('headless', { clusterIP: 'None', selector: { a: 'b' } }),
  service('headless without a selector', { clusterIP: 'None' }),
  service('with an external name', {
    type: 'ExternalName',
    externalName: 'x.example.com',
    internalTrafficPolicy: 'Cluster',
  }),
  service('with a node port', { type: 'NodePort', clusterIP: '10.0.0.202', ports: [{ port: 80, nodePort: 32111 }] }),
  service('with a load balancer', {
    type: 'LoadBalancer',
    clusterIP: '10.0.0.203',
    ports: [{ port: 80, nodePort: 32112 }],
  }),
  service('without an address', {}),
  claim('with a data source', { dataSource: { kind: 'PersistentVolumeClaim', name: 'c' } }),
  claim('with a snapshot', { dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' } }),
  claim('with a reference', { dataSourceRef: { apiGroup: 'x.example.com', kind: 'Populator', name: 'p' } }),
  claim('with a reference to another namespace', {
    dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'p', namespace: 'n' },
  }),
  claim('without a source', {}),
  core('Pod', 'pods', { spec: { containers }, status: { podIP: '10.9.9.9' } }, { variant: 'with an address' }),
  core(
    'Pod',
    'pods',
    { spec: { containers, serviceAccount: 'old' }, status: { podIP: '10.9.9.9', podIPs: [{ ip: '10.8.8.8' }] } },
    { variant: 'with other addresses' },
  ),
  core(
    'Pod',
    'pods',
    {
      spec: {
        containers: [
          {
            name: 'c',
            image: 'i',
            ports: [{ containerPort: 80 }],
            livenessProbe: { httpGet: { path: '/', port: 80 } },
            resources: { limits: { cpu: '1' } },
          },
        ],
        hostNetwork: true,
        volumes: [{ name: 'v' }, { name: 's', secret: { secretName: 's' } }],
      },
    },
    { variant: 'with containers' },
  ),
  core(
    'Node',
    'nodes',
    { spec: { podCIDR: '10.1.0.0/24' } },
    { variant: 'with a range', namespaced: false, prefix: 'minions' },
  ),
  core(
    'Node',
    'nodes',
    { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.2.0.0/24'] }, status: { capacity: { cpu: '1' } } },
    { variant: 'with other ranges', namespaced: false, prefix: 'minions' },
  ),
  core(
    'PersistentVolume',
    'persistentvolumes',
    { spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } } },
    { namespaced: false },
  ),
  core('ReplicationController', 'replicationcontrollers', { spec: { template } }, { prefix: 'controllers' }),
  core('Secret', 'secrets', { data: { a: 'Yg==' } }),
  core('Secret', 'secrets', { stringData: { a: 'b' } }, { variant: 'with string data' }),
  core(
    'Endpoints',
    'endpoints',
    { subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }] },
    { prefix: 'services/endpoints' },
  ),
  core('LimitRange', 'limitranges', { spec: { limits: [{ type: 'Container', max: { cpu: '2' } }] } }),
  core('ResourceQuota', 'resourcequotas', { spec: { hard: { pods: '3' } } }),
  core('ServiceAccount', 'serviceaccounts', { secrets: [{ name: 's' }] }),
  core('ConfigMap', 'configmaps', {}),
  core('PodTemplate', 'podtemplates', { template }),
  core('Namespace', 'namespaces', {}, { namespaced: false }),
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    today: { apiVersion: 'batch/v1', resource: 'jobs' },
    object: {
      spec: { selector, template: { metadata: template.metadata, spec: { ...template.spec, restartPolicy: 'Never' } } },
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    today: { apiVersion: 'networking.k8s.io/v1', resource: 'networkpolicies' },
    object: { spec: { podSelector: {}, egress: [{ ports: [{ port: 53 }] }] } },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    today: cluster('storage.k8s.io/v1', 'csidrivers'),
    object: { spec: {} },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    today: { apiVersion: 'autoscaling/v2', resource: 'horizontalpodautoscalers' },
    object: { spec: { maxReplicas: 3, scaleTargetRef: { kind: 'D', name: 'd' } } },
  },
];
