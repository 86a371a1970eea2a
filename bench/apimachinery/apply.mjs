import { compileObjectType, FieldManager } from '../../dist/apimachinery/apply/index.js';

export const title = 'managed fields and server-side apply';

const callsPerRound = 100;

export async function run(bench) {
  const kinds = [
    { what: 'a 1.2 KB custom resource', ...customResource() },
    { what: 'a 4 KB pod', ...pod() },
  ];
  for (const kind of kinds) {
    for (const { name, atMost, inputs, call } of await rowsOf(kind)) {
      bench.row(`${name}, ${kind.what}`, await microseconds({ inputs, call }), 'µs', { atMost });
    }
  }
}

async function rowsOf({ manager, object, change, dropped }) {
  const live = await managed(manager, object);
  const config = { ...object, metadata: { ...object.metadata } };
  const applied = await manager.apply(undefined, config, { manager: 'applier' });
  const record = (before, after) => manager.recordUpdate(before, after, { manager: 'updater' });
  const apply = (before, next) => manager.apply(before, next, { manager: 'applier' });
  const row = (name, call, { atMost, inputs }) => ({ name, call, atMost, inputs: () => inputs.map(clone) });
  return [
    row('record an update of two fields', record, { atMost: 40, inputs: [live, change(live)] }),
    row('record an update that changes nothing', record, { atMost: 40, inputs: [live, live] }),
    row('record a create', (created) => record(undefined, created), { atMost: 40, inputs: [object] }),
    row('apply that changes two fields', apply, { atMost: 100, inputs: [applied, change(config)] }),
    row('apply again', apply, { atMost: 100, inputs: [applied, config] }),
    row('apply that drops a field', apply, { inputs: [applied, dropped(config)] }),
    row('apply by a second manager', apply, { atMost: 100, inputs: [live, config] }),
  ];
}

/** Best of several rounds. Every call gets freshly parsed inputs, as in a request; only the call is measured. */
async function microseconds({ inputs, call }) {
  for (let warmup = 0; warmup < 3000; warmup++) await call(...inputs());
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) {
    let took = 0n;
    for (let index = 0; index < callsPerRound; index++) {
      const given = inputs();
      const begin = process.hrtime.bigint();
      await call(...given);
      took += process.hrtime.bigint() - begin;
    }
    best = Math.min(best, Number(took) / callsPerRound);
  }
  return best / 1000;
}

function clone(value) {
  return JSON.parse(JSON.stringify(value));
}

/** An object that a tool created, a person edited and a controller reports on. */
async function managed(manager, object) {
  const { status, ...desired } = object;
  const created = await manager.recordUpdate(undefined, desired, { manager: 'creator' });
  const stored = { ...created, metadata: { ...created.metadata, uid: '0e1f9e0c-6d3b-4f4a-9c55-0d7c8a0c2f11' } };
  const labels = { ...stored.metadata.labels, team: 'blue' };
  const edited = { ...stored, metadata: { ...stored.metadata, labels } };
  const second = await manager.recordUpdate(stored, edited, { manager: 'kubectl-edit' });
  return manager.recordUpdate(second, { ...second, status }, { manager: 'controller' });
}

function managerOf(apiVersion, kind, schema) {
  const type = compileObjectType(schema);
  return new FieldManager({
    apiVersion,
    kind,
    versions: { typeOf: (version) => (version === apiVersion ? type : undefined), convert: () => undefined },
    now: () => new Date(),
  });
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const structOf = (properties) => ({ type: 'object', properties });
const mapOf = (additionalProperties) => ({ type: 'object', additionalProperties });
const listOf = (items) => ({ type: 'array', items });
const keyed = (items, ...keys) => ({
  type: 'array',
  items,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': keys,
});
const condition = structOf({ type: text, status: text, reason: text, message: text, lastTransitionTime: text });

function customResource() {
  const schema = structOf({
    spec: structOf({
      replicas: integer,
      version: text,
      storage: structOf({ size: text, class: text, reclaim: text }),
      backup: structOf({ schedule: text, retention: integer, bucket: text }),
      parameters: mapOf(text),
      users: keyed(structOf({ name: text, roles: { ...listOf(text), 'x-kubernetes-list-type': 'set' } }), 'name'),
      tolerations: listOf(structOf({ key: text, operator: text, effect: text })),
    }),
    status: structOf({ phase: text, readyReplicas: integer, conditions: keyed(condition, 'type') }),
  });
  const object = {
    apiVersion: 'db.example.com/v1',
    kind: 'Database',
    metadata: {
      name: 'orders',
      namespace: 'shop',
      labels: { app: 'orders', tier: 'db' },
      annotations: { owner: 'team-a' },
    },
    spec: {
      replicas: 3,
      version: '15.4',
      storage: { size: '100Gi', class: 'fast', reclaim: 'Retain' },
      backup: { schedule: '0 3 * * *', retention: 14, bucket: 's3://backups/orders' },
      parameters: { max_connections: '300', shared_buffers: '2GB', work_mem: '16MB', wal_level: 'logical' },
      users: [
        { name: 'app', roles: ['read', 'write'] },
        { name: 'report', roles: ['read'] },
        { name: 'admin', roles: ['read', 'write', 'admin'] },
      ],
      tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
    },
    status: {
      phase: 'Running',
      readyReplicas: 3,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'AllReady',
          message: 'all replicas are ready',
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
        {
          type: 'BackedUp',
          status: 'True',
          reason: 'Done',
          message: 'last backup succeeded',
          lastTransitionTime: '2026-01-01T03:00:00Z',
        },
      ],
    },
  };
  const change = (from) => ({
    ...from,
    spec: { ...from.spec, replicas: 5, parameters: { ...from.spec.parameters, work_mem: '32MB' } },
  });
  const dropped = (from) => ({ ...from, spec: { ...from.spec, users: from.spec.users.slice(1) } });
  return { manager: managerOf(object.apiVersion, object.kind, schema), object, change, dropped };
}

function pod() {
  const probe = structOf({
    httpGet: structOf({ path: text, port: { 'x-kubernetes-int-or-string': true }, scheme: text }),
    periodSeconds: integer,
    timeoutSeconds: integer,
    failureThreshold: integer,
  });
  const container = structOf({
    name: text,
    image: text,
    imagePullPolicy: text,
    command: listOf(text),
    args: listOf(text),
    env: keyed(
      structOf({
        name: text,
        value: text,
        valueFrom: structOf({
          fieldRef: { ...structOf({ apiVersion: text, fieldPath: text }), 'x-kubernetes-map-type': 'atomic' },
        }),
      }),
      'name',
    ),
    ports: keyed(
      structOf({ containerPort: integer, protocol: { ...text, default: 'TCP' }, name: text }),
      'containerPort',
      'protocol',
    ),
    resources: structOf({ limits: mapOf(text), requests: mapOf(text) }),
    volumeMounts: keyed(structOf({ name: text, mountPath: text, readOnly: { type: 'boolean' } }), 'mountPath'),
    livenessProbe: probe,
    readinessProbe: probe,
    terminationMessagePath: text,
    terminationMessagePolicy: text,
  });
  const schema = structOf({
    spec: structOf({
      containers: keyed(container, 'name'),
      volumes: keyed(
        structOf({
          name: text,
          configMap: structOf({ name: text, defaultMode: integer }),
          emptyDir: structOf({}),
          projected: structOf({
            defaultMode: integer,
            sources: listOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
          }),
        }),
        'name',
      ),
      tolerations: listOf(structOf({ key: text, operator: text, effect: text, tolerationSeconds: integer })),
      nodeSelector: { ...mapOf(text), 'x-kubernetes-map-type': 'atomic' },
      securityContext: structOf({ runAsUser: integer, fsGroup: integer }),
      restartPolicy: text,
      dnsPolicy: text,
      nodeName: text,
      serviceAccountName: text,
      schedulerName: text,
      terminationGracePeriodSeconds: integer,
      enableServiceLinks: { type: 'boolean' },
    }),
    status: structOf({
      phase: text,
      hostIP: text,
      podIP: text,
      podIPs: keyed(structOf({ ip: text }), 'ip'),
      startTime: text,
      qosClass: text,
      conditions: keyed(condition, 'type'),
      containerStatuses: listOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    }),
  });
  const containerOf = (name, port) => ({
    name,
    image: `registry.example.com/shop/${name}:1.4.2`,
    imagePullPolicy: 'IfNotPresent',
    args: ['--listen', `:${port}`, '--log-level=info'],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
      { name: 'LOG_FORMAT', value: 'json' },
      { name: 'DATABASE', value: 'orders.shop.svc' },
    ],
    ports: [
      { containerPort: port, name: 'http', protocol: 'TCP' },
      { containerPort: port + 1, name: 'metrics', protocol: 'TCP' },
    ],
    resources: { limits: { cpu: '500m', memory: '512Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
    livenessProbe: {
      httpGet: { path: '/healthz', port, scheme: 'HTTP' },
      periodSeconds: 10,
      timeoutSeconds: 1,
      failureThreshold: 3,
    },
    readinessProbe: {
      httpGet: { path: '/readyz', port, scheme: 'HTTP' },
      periodSeconds: 10,
      timeoutSeconds: 1,
      failureThreshold: 3,
    },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/app', readOnly: true },
      { name: 'cache', mountPath: '/var/cache' },
      { name: 'token', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true },
    ],
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  });
  const statusOf = (name) => ({
    name,
    ready: true,
    restartCount: 0,
    started: true,
    image: `registry.example.com/shop/${name}:1.4.2`,
    containerID: `containerd://${'0f'.repeat(16)}`,
  });
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'orders-7d9c8b6f5-x2x7k',
      namespace: 'shop',
      labels: { app: 'orders', 'pod-template-hash': '7d9c8b6f5' },
      annotations: { 'prometheus.io/scrape': 'true' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: 'orders-7d9c8b6f5',
          uid: '1c0c8c39-5a8e-4f1a-8a39-93f1f7f5d1c2',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: {
      containers: [containerOf('orders', 8080), containerOf('proxy', 9090)],
      volumes: [
        { name: 'config', configMap: { name: 'orders', defaultMode: 420 } },
        { name: 'cache', emptyDir: {} },
        {
          name: 'token',
          projected: {
            defaultMode: 420,
            sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }],
          },
        },
      ],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      securityContext: { runAsUser: 1000, fsGroup: 1000 },
      restartPolicy: 'Always',
      dnsPolicy: 'ClusterFirst',
      nodeName: 'node-1',
      serviceAccountName: 'orders',
      schedulerName: 'default-scheduler',
      terminationGracePeriodSeconds: 30,
      enableServiceLinks: true,
    },
    status: {
      phase: 'Running',
      hostIP: '10.0.0.1',
      podIP: '10.1.0.17',
      podIPs: [{ ip: '10.1.0.17' }],
      startTime: '2026-01-01T00:00:00Z',
      qosClass: 'Burstable',
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastTransitionTime: '2026-01-01T00:00:00Z',
      })),
      containerStatuses: [statusOf('orders'), statusOf('proxy')],
    },
  };
  const change = (from) => {
    const [first, ...rest] = from.spec.containers;
    return {
      ...from,
      spec: {
        ...from.spec,
        containers: [{ ...first, image: 'registry.example.com/shop/orders:1.4.3' }, ...rest],
        nodeName: 'node-2',
      },
    };
  };
  const dropped = (from) => {
    const [{ livenessProbe, ...first }, ...rest] = from.spec.containers;
    return { ...from, spec: { ...from.spec, containers: [first, ...rest] } };
  };
  return { manager: managerOf(object.apiVersion, object.kind, schema), object, change, dropped };
}
