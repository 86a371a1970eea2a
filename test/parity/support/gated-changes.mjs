// What feature gates change when an object is changed.
import { MERGE, SMP } from './case-helpers.mjs';
import { claim, claims, container, namespace, namespaced, podSpec, pods } from './gated-helpers.mjs';

const withoutUids = (text) => text?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uid>');

const jobs = namespaced('batch/v1', 'jobs');

/** Changes of an object that need more than one request. */
export const gatedChangeCases = [
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
        const { status, json } = await t.patch(`${path}/j`, { spec: { template: { spec: podSpecChange } } }, MERGE);
        t.see(label, { status, message: withoutUids(json.message) }, { message: true });
      };
      await change('resources', { containers: [{ ...container, resources: { requests: { cpu: '1' } } }] });
      await change('node selector', { nodeSelector: { a: 'b' } });
      await t.patch(`${path}/j`, { spec: { suspend: false } }, MERGE);
      await t.patch(`${path}/j/status`, { status: { startTime: '2024-01-01T00:00:00Z' } }, MERGE);
      await t.patch(`${path}/j`, { spec: { suspend: true } }, MERGE);
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
      const { status, json } = await t.patch(`${path}/${t.id}`, { spec: { nodeAffinity: affinity('y') } }, MERGE);
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
        const { status, json } = await t.patch(`${path}/p/resize`, change, SMP);
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
      const first = await t.patch(`${path}/c/status`, { status: { allocation } }, MERGE);
      t.see(
        'allocation',
        { status: first.status, message: first.json.message, body: first.json.status },
        { message: true },
      );
      const devices = [{ driver: 'd.example.com', pool: 'p', device: 'd', data: { a: 1 } }];
      const second = await t.patch(`${path}/c/status`, { status: { devices } }, MERGE);
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
