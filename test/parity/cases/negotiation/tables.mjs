import { TABLE } from '../../support/case-helpers.mjs';
import { at, cm, GROUP_VERSIONS, listable, space } from '../../support/objects.mjs';
import { head, meta } from './helpers.mjs';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** A table without prose; ages, which grow while the case runs, are masked. */
const table = (r) =>
  r.json?.kind !== 'Table'
    ? { code: r.status, kind: r.json?.kind }
    : {
        code: r.status,
        apiVersion: r.json.apiVersion,
        columns: r.json.columnDefinitions?.map((c) => `${c.name}|${c.type}|${c.format}|${c.priority}`),
        rows: r.json.rows?.map((w) => ({
          cells: w.cells?.map((c, i) =>
            /^(age|created at|last seen|first seen|duration)$/i.test(r.json.columnDefinitions[i].name) &&
            typeof c === 'string' &&
            /\d/.test(c)
              ? '<age>'
              : typeof c === 'string'
                ? c.replace(UUID, '<uid>')
                : c,
          ),
          ...(w.conditions ? { conditions: w.conditions.map((c) => [c.type, c.status, c.reason]) } : {}),
          object: w.object && [w.object.kind, w.object.apiVersion, w.object.metadata?.name],
        })),
      };
const tpl = {
  metadata: { labels: { app: 'x' } },
  spec: {
    containers: [
      { name: 'c1', image: 'img:1' },
      { name: 'c2', image: 'img:2' },
    ],
  },
};
const sel = { matchLabels: { app: 'x' } };
// One object of each kind whose table columns kubectl shows: [resource, object, status patch]
const KINDS = {
  serviceaccounts: ['serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', secrets: [{ name: 's' }] }],
  replicasets: [
    'apis/apps/v1/replicasets',
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { replicas: 3, selector: sel, template: tpl } },
    { replicas: 2, readyReplicas: 1 },
  ],
  statefulsets: [
    'apis/apps/v1/statefulsets',
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      spec: { replicas: 3, serviceName: 's', selector: sel, template: tpl },
    },
    { replicas: 3, readyReplicas: 2 },
  ],
  replicationcontrollers: [
    'replicationcontrollers',
    { apiVersion: 'v1', kind: 'ReplicationController', spec: { replicas: 2, selector: { app: 'x' }, template: tpl } },
  ],
  controllerrevisions: [
    'apis/apps/v1/controllerrevisions',
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', revision: 7, data: { a: 1 } },
  ],
  jobs: [
    'apis/batch/v1/jobs',
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      spec: {
        completions: 3,
        parallelism: 2,
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } },
      },
    },
  ],
  'services (headless)': [
    'services',
    {
      apiVersion: 'v1',
      kind: 'Service',
      spec: {
        clusterIP: 'None',
        selector: { app: 'x' },
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      },
    },
  ],
  endpoints: [
    'endpoints',
    {
      apiVersion: 'v1',
      kind: 'Endpoints',
      subsets: [{ addresses: [{ ip: '10.1.1.1' }, { ip: '10.1.1.2' }], ports: [{ port: 80 }] }],
    },
  ],
  endpointslices: [
    'apis/discovery.k8s.io/v1/endpointslices',
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.1.1'] }],
      ports: [{ port: 80 }],
    },
  ],
  ingresses: [
    'apis/networking.k8s.io/v1/ingresses',
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['a.example.com'] }],
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
  ],
  networkpolicies: [
    'apis/networking.k8s.io/v1/networkpolicies',
    { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector: { matchLabels: { a: 'b' } } } },
  ],
  resourcequotas: [
    'resourcequotas',
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      spec: { hard: { 'count/widgets.example.com': '5', 'limits.example.com/x': '2' } },
    },
  ],
  limitranges: [
    'limitranges',
    {
      apiVersion: 'v1',
      kind: 'LimitRange',
      spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '5Gi' } }] },
    },
  ],
  leases: [
    'apis/coordination.k8s.io/v1/leases',
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: { holderIdentity: 'me' } },
  ],
  roles: [
    'apis/rbac.authorization.k8s.io/v1/roles',
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [] },
  ],
};
const CLUSTER = {
  namespaces: ['namespaces', (n) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: n } })],
  nodes: [
    'nodes',
    (n) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: n, labels: { 'node-role.kubernetes.io/worker': '' } },
      spec: { unschedulable: true },
      status: {
        nodeInfo: {
          kubeletVersion: 'v1.36.0',
          osImage: 'os',
          kernelVersion: 'k',
          containerRuntimeVersion: 'c://1',
          machineID: '',
          systemUUID: '',
          bootID: '',
          kubeProxyVersion: '',
          operatingSystem: '',
          architecture: '',
        },
        addresses: [{ type: 'InternalIP', address: '10.9.9.9' }],
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    }),
  ],
  storageclasses: [
    'apis/storage.k8s.io/v1/storageclasses',
    (n) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: n },
      provisioner: 'example.com/p',
      allowVolumeExpansion: true,
    }),
  ],
  ingressclasses: [
    'apis/networking.k8s.io/v1/ingressclasses',
    (n) => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: { name: n },
      spec: { controller: 'example.com/c' },
    }),
  ],
};

export const cases = [
  // ---- Table
  {
    name: 'Table as v1beta1',
    async run(t) {
      const ns = await space(t, 'configmaps');
      t.see(
        'head',
        head(await t.get(at(ns, 'configmaps'), { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1beta1' })),
      );
    },
  },
  {
    name: 'Table pages like a list',
    async run(t) {
      const ns = await space(t, 'configmaps');
      for (const n of ['a', 'b', 'c']) await t.post(at(ns, 'configmaps'), cm(n));
      const r = await t.get(`${at(ns, 'configmaps')}?limit=2`, { accept: TABLE });
      t.see('page', [
        r.json?.rows?.map((w) => w.cells[0]),
        typeof r.json?.metadata?.continue,
        r.json?.metadata?.remainingItemCount,
      ]);
      const b = await t.get(
        `${at(ns, 'configmaps')}?limit=2&continue=${encodeURIComponent(r.json?.metadata?.continue)}`,
        { accept: TABLE },
      );
      t.see('rest', [b.json?.rows?.map((w) => w.cells[0]), b.json?.metadata?.continue ?? null]);
    },
  },
  ...Object.entries(KINDS).map(([name, [res, obj, status]]) => ({
    name: `Table of ${name}`,
    async run(t) {
      const ns = await space(t, res);
      const c = await t.post(at(ns, res), { ...obj, metadata: meta('a') });
      t.see('created', c.status);
      if (status)
        t.see(
          'status',
          (await t.patch(`${at(ns, res, 'a')}/status`, { status }, 'application/merge-patch+json')).status,
        );
      t.see('table', table(await t.get(at(ns, res), { accept: TABLE })));
    },
  })),
  ...Object.entries(CLUSTER).map(([name, [res, make]]) => ({
    name: `Table of ${name}`,
    async run(t) {
      const o = make(`${t.id}-tab`, t);
      t.cleanup(async () => {
        const p = at('', res, o.metadata.name);
        await t.del(p);
        if (name === 'namespaces') {
          const n = await t.get(p);
          if (n.status === 200) await t.put(`${p}/finalize`, { ...n.json, spec: {} });
        }
        if (name === 'persistentvolumes')
          await t.patch(p, { metadata: { finalizers: null } }, 'application/merge-patch+json');
      });
      const c = await t.post(at('', res), o);
      t.see('created', c.status);
      t.see('table', table(await t.get(at('', res, o.metadata.name), { accept: TABLE })));
    },
  })),
  ...GROUP_VERSIONS.map((gv) => ({
    name: `Table columns of every resource of ${gv.replace(/^apis?\//, '')}`,
    async run(t) {
      for (const r of await listable(t, gv)) {
        const x = await t.get(`/${gv}/${r}?limit=1`, { accept: TABLE });
        t.see(r, [
          x.status,
          x.json?.kind,
          x.json?.columnDefinitions?.map((c) => `${c.name}|${c.type}|${c.format}|${c.priority}`),
        ]);
      }
    },
  })),
  {
    name: 'Table of services with a cluster address',
    async run(t) {
      const ns = await space(t, 'services');
      const c = await t.post(at(ns, 'services'), {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'a' },
        spec: {
          type: 'NodePort',
          selector: { app: 'x', tier: 'y' },
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      });
      const r = table(await t.get(at(ns, 'services'), { accept: TABLE }));
      const s = JSON.stringify(r)
        .replaceAll(c.json?.spec?.clusterIP, '<ip>')
        .replace(/:3[0-2]\d{3}\//g, ':<nodePort>/');
      t.see('table', JSON.parse(s));
    },
  },
  {
    name: 'Table of pods in their phases',
    async run(t) {
      const ns = await space(t, 'serviceaccounts', 'pods');
      await t.post(at(ns, 'serviceaccounts'), {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default' },
      });
      const mk = (n, spec) =>
        t.post(at(ns, 'pods'), {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: n },
          spec: {
            automountServiceAccountToken: false,
            containers: [
              { name: 'c', image: 'i' },
              { name: 'd', image: 'j' },
            ],
            ...spec,
          },
        });
      const st = (n, status) =>
        t.patch(`${at(ns, 'pods', n)}/status`, { status }, 'application/strategic-merge-patch+json');
      const run = (name, ready, restartCount, state) => ({
        name,
        ready,
        restartCount,
        image: 'i',
        imageID: 'i',
        state,
      });
      await mk('a-pending');
      await mk('b-gated', { schedulingGates: [{ name: 'example.com/g' }] });
      await mk('c-bound', { nodeName: 'node-1' });
      await mk('d-running', { nodeName: 'node-1' });
      await st('d-running', {
        phase: 'Running',
        podIPs: [{ ip: '10.1.1.1' }],
        conditions: [{ type: 'Ready', status: 'True' }],
        containerStatuses: [
          run('c', true, 0, { running: {} }),
          run('d', false, 2, { waiting: { reason: 'CrashLoopBackOff' } }),
        ],
      });
      await mk('e-done', { restartPolicy: 'Never', nodeName: 'node-1' });
      await st('e-done', {
        phase: 'Succeeded',
        containerStatuses: [
          run('c', false, 0, { terminated: { exitCode: 0, reason: 'Completed' } }),
          run('d', false, 0, { terminated: { exitCode: 0, reason: 'Completed' } }),
        ],
      });
      await mk('f-failed', { restartPolicy: 'Never', nodeName: 'node-1' });
      await st('f-failed', { phase: 'Failed', reason: 'Evicted' });
      await mk('g-init', {
        initContainers: [
          { name: 'i1', image: 'i' },
          { name: 'i2', image: 'i' },
        ],
      });
      await st('g-init', {
        initContainerStatuses: [
          run('i1', true, 1, { terminated: { exitCode: 0 } }),
          run('i2', false, 0, { waiting: { reason: 'PodInitializing' } }),
        ],
      });
      t.see('table', table(await t.get(at(ns, 'pods'), { accept: TABLE })));
    },
  },
  {
    name: 'Table of a job that finished',
    async run(t) {
      const J = 'apis/batch/v1/jobs';
      const ns = await space(t, J);
      await t.post(at(ns, J), {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'a' },
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
      });
      t.see('fresh', table(await t.get(at(ns, J), { accept: TABLE })).rows?.[0]?.cells);
      const p = await t.patch(
        `${at(ns, J, 'a')}/status`,
        {
          status: {
            startTime: '2024-01-01T00:00:00Z',
            completionTime: '2024-01-01T00:01:30Z',
            succeeded: 1,
            conditions: [
              { type: 'SuccessCriteriaMet', status: 'True' },
              { type: 'Complete', status: 'True' },
            ],
          },
        },
        'application/merge-patch+json',
      );
      t.see('patched', p.status);
      const r = await t.get(at(ns, J), { accept: TABLE });
      t.see('done', table(r).rows?.[0]?.cells);
      t.see('duration', r.json?.rows?.[0]?.cells?.[3]);
    },
  },
  {
    name: 'Table of a custom resource uses its printer columns',
    async run(t) {
      const c = await t.crd({
        version: {
          additionalPrinterColumns: [
            { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
            { name: 'Note', type: 'string', jsonPath: '.spec.note', priority: 1, description: 'd', format: 'password' },
          ],
        },
      });
      const ns = await space(t);
      t.cleanup(() => t.del(c.path(ns)));
      await t.post(c.path(ns), {
        apiVersion: c.apiVersion,
        kind: c.kind,
        metadata: { name: 'a' },
        spec: { size: 3, note: 'x' },
      });
      await t.post(c.path(ns), { apiVersion: c.apiVersion, kind: c.kind, metadata: { name: 'b' } });
      t.see('table', table(await t.get(c.path(ns), { accept: TABLE })));
    },
  },
];
