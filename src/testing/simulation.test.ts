import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '../api/apps/v1.js';
import type { Job } from '../api/batch/v1.js';
import type { Endpoints, Event, PersistentVolumeClaim, Pod, Service } from '../api/core/v1.js';
import type { EndpointSlice } from '../api/discovery/v1.js';
import type { ResourceClaim } from '../api/resource/v1.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { TestServer } from './test-server.js';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const replicaSets = { group: 'apps', version: 'v1', resource: 'replicasets' };
const pods = { group: '', version: 'v1', resource: 'pods' };
const events = { group: '', version: 'v1', resource: 'events' };
const stages = `
stages:
- name: load-balancer
  resource: { version: v1, resource: services }
  when: object.spec.type == 'LoadBalancer' && !has(object.status.loadBalancer.ingress)
  status: { loadBalancer: { ingress: [{ hostname: "=object.metadata.name + '.example.com'" }] } }
`;
let server: TestServer;
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  const file = join(directory, 'stages.yaml');
  writeFileSync(file, stages);
  server = await TestServer.start({ simulateNodes: 2, flags: [`--simulation-stages=${file}`] });
});

afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

async function until<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function template(app: string, image = 'nginx', annotations: Record<string, string> = {}): JsonObject {
  return { metadata: { labels: { app }, annotations }, spec: { containers: [{ name: 'main', image }] } };
}

async function deploy(name: string, image = 'nginx'): Promise<void> {
  await server.load({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: { replicas: 3, selector: { matchLabels: { app: name } }, template: template(name, image) },
  });
}

const deployment = (name: string) => server.client.resource<Deployment>(deployments, 'default').get(name);
const podsOf = async (app: string): Promise<readonly Pod[]> =>
  (await server.client.resource<Pod>(pods, 'default').list({ labelSelector: `app=${app}` })).items;
const isComplete = ({ metadata, status }: Deployment): boolean =>
  status.observedGeneration === metadata.generation &&
  status.updatedReplicas === 3 &&
  status.replicas === 3 &&
  status.availableReplicas === 3;

describe('a deployment on simulated nodes', () => {
  test('comes up, is rolled out again, and keeps its history', async () => {
    await deploy('web');
    const first = await until(() => deployment('web'), isComplete);
    expect(first.status.conditions?.map(({ type, reason }) => `${type}: ${reason}`).sort()).toEqual([
      'Available: MinimumReplicasAvailable',
      'Progressing: NewReplicaSetAvailable',
    ]);
    expect((await podsOf('web')).map(({ status }) => status.phase)).toEqual(['Running', 'Running', 'Running']);
    const body = { spec: { template: template('web', 'nginx:2') } };
    await server.client.resource<Deployment>(deployments, 'default').patch('web', { type: 'strategic', body });
    const second = await until(() => deployment('web'), isComplete);
    expect(second.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
    const { items } = await server.client.resource<ReplicaSet>(replicaSets, 'default').list();
    expect(items.map(({ spec }) => spec.replicas).sort()).toEqual([0, 3]);
  });

  test('goes with all its pods', async () => {
    await server.client.resource(deployments, 'default').delete('web', { propagationPolicy: 'Background' });
    await until(
      () => podsOf('web'),
      (left) => left.length === 0,
    );
  });
});

describe('a pod', () => {
  const create = (name: string, spec: JsonObject, annotations: Record<string, string> = {}) =>
    server.load({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', annotations },
      spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
    });
  const read = (name: string) => server.client.resource<Pod>(pods, 'default').get(name);

  test('of a new namespace has the token of its service account', async () => {
    await server.load({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } });
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'main', image: 'busybox' }] } };
    await server.load({ ...pod, metadata: { name: 'first', namespace: 'new' } });
    const { spec } = await server.client.resource<Pod>(pods, 'new').get('first');
    expect(spec.serviceAccountName).toBe('default');
    expect(spec.volumes?.[0]?.projected?.sources?.[0]).toHaveProperty('serviceAccountToken');
  });

  test('ends as its annotations say', async () => {
    const run = { 'simulation.trestle.dev/run-seconds': '0' };
    await create('fails', { restartPolicy: 'Never' }, { ...run, 'simulation.trestle.dev/exit-code': '3' });
    const { status } = await until(
      () => read('fails'),
      (pod) => pod.status.phase === 'Failed',
    );
    expect(status.containerStatuses?.[0]?.state.terminated).toMatchObject({ exitCode: 3, reason: 'Error' });
  });

  test('crashes in a loop on request', async () => {
    const request = { 'simulation.trestle.dev/failure': 'crash-loop', 'simulation.trestle.dev/run-seconds': '0' };
    await create('crashes', {}, request);
    const { status } = await until(
      () => read('crashes'),
      (pod) => pod.status.containerStatuses?.[0]?.state.waiting?.reason === 'CrashLoopBackOff',
    );
    expect(status.containerStatuses?.[0]?.lastState.terminated?.exitCode).toBe(1);
  });

  test('has no logs, and says so', async () => {
    await create('silent', {});
    await until(
      () => read('silent'),
      (pod) => pod.status.phase === 'Running',
    );
    const request = { method: 'GET', target: '/api/v1/namespaces/default/pods/silent/log' } as const;
    await expect(server.client.object(request)).rejects.toThrow(/is simulated: its pods have no containers/);
  });

  test('that fits nowhere says why, and is scheduled when it does', async () => {
    await create('picky', { nodeSelector: { disk: 'ssd' } });
    const message =
      "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. " +
      'no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.';
    const { status } = await until(
      () => read('picky'),
      (pod) => pod.status.conditions?.[0]?.reason === 'Unschedulable',
    );
    expect(status.conditions?.[0]).toMatchObject({ type: 'PodScheduled', status: 'False', message });
    const nodes = server.client.resource({ group: '', version: 'v1', resource: 'nodes' });
    await nodes.patch('node-1', { type: 'merge', body: { metadata: { labels: { disk: 'ssd' } } } });
    const running = await until(
      () => read('picky'),
      (pod) => pod.status.phase === 'Running',
    );
    expect(running.spec.nodeName).toBe('node-1');
    const wanted = ['FailedScheduling', 'Scheduled', 'Pulled', 'Created', 'Started'];
    await until(
      async () => (await server.client.resource<Event>(events, 'default').list()).items,
      (items) => {
        const reasons = items
          .filter(({ involvedObject }) => involvedObject.name === 'picky')
          .map(({ reason }) => reason);
        return wanted.every((reason) => reasons.includes(reason));
      },
    );
  });
});

describe('a pod with claims', () => {
  const create = (name: string, spec: JsonObject) =>
    server.load({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
    });
  const running = (name: string): Promise<Pod> =>
    until(
      () => server.client.resource<Pod>(pods, 'default').get(name),
      (pod) => pod.status.phase === 'Running',
    );

  test('runs where its volume is, which is bound with it', async () => {
    const terms = [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node-1'] }] }];
    const spec = { accessModes: ['ReadWriteOnce'], storageClassName: 'local' };
    await server.load(
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'local' },
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'disk' },
        spec: {
          ...spec,
          capacity: { storage: '1Gi' },
          local: { path: '/disk' },
          nodeAffinity: { required: { nodeSelectorTerms: terms } },
        },
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data', namespace: 'default' },
        spec: { ...spec, resources: { requests: { storage: '1Gi' } } },
      },
    );
    await create('stores', { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] });
    expect((await running('stores')).spec.nodeName).toBe('node-1');
    const claims = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
    const claim = await server.client.resource<PersistentVolumeClaim>(claims, 'default').get('data');
    expect([claim.spec.volumeName, claim.status?.phase]).toEqual(['disk', 'Bound']);
  });

  test('runs where a device is, which is released with it', async () => {
    const selectors = [{ cel: { expression: 'device.attributes["gpu.example.com"].memory >= 16' } }];
    const requests = [{ name: 'gpu', exactly: { deviceClassName: 'gpu', selectors } }];
    const device = (name: string, memory: number) => ({ name, attributes: { memory: { int: memory } } });
    const group = 'resource.k8s.io';
    await server.load(
      {
        apiVersion: `${group}/v1`,
        kind: 'DeviceClass',
        metadata: { name: 'gpu' },
        spec: { selectors: [{ cel: { expression: 'device.driver == "gpu.example.com"' } }] },
      },
      ...['node-0', 'node-1'].map((nodeName, index) => ({
        apiVersion: `${group}/v1`,
        kind: 'ResourceSlice',
        metadata: { name: `gpus-${nodeName}` },
        spec: {
          driver: 'gpu.example.com',
          pool: { name: nodeName, generation: 1, resourceSliceCount: 1 },
          nodeName,
          devices: [device('small', 8), ...(index === 0 ? [device('large', 16)] : [])],
        },
      })),
      {
        apiVersion: `${group}/v1`,
        kind: 'ResourceClaimTemplate',
        metadata: { name: 'large-gpu', namespace: 'default' },
        spec: { spec: { devices: { requests } } },
      },
    );
    const resourceClaims = [{ name: 'gpu', resourceClaimTemplateName: 'large-gpu' }];
    await create('computes', { resourceClaims });
    const first = await running('computes');
    expect(first.spec.nodeName).toBe('node-0');
    const claims = server.client.resource<ResourceClaim>(
      { group, version: 'v1', resource: 'resourceclaims' },
      'default',
    );
    const [claim] = (await claims.list()).items;
    expect(claim?.status?.allocation?.devices.results).toEqual([
      { request: 'gpu', driver: 'gpu.example.com', pool: 'node-0', device: 'large' },
    ]);
    expect(claim?.status?.reservedFor).toEqual([{ resource: 'pods', name: 'computes', uid: first.metadata.uid }]);
    await create('waits', { resourceClaims });
    const message =
      '0/2 nodes are available: 2 cannot allocate all claims. ' +
      'still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.';
    await until(
      () => server.client.resource<Pod>(pods, 'default').get('waits'),
      ({ status }) => status.conditions?.some((condition) => condition.message === message) ?? false,
    );
    await server.client.resource<Pod>(pods, 'default').delete('computes');
    expect((await running('waits')).spec.nodeName).toBe('node-0');
  });
});

describe('a job', () => {
  const jobs = { group: 'batch', version: 'v1', resource: 'jobs' };
  const run = async (name: string, spec: JsonObject, annotations: Record<string, string> = {}): Promise<Job> => {
    const quick = { 'simulation.trestle.dev/run-seconds': '0', ...annotations };
    const pod = { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] };
    await server.load({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name, namespace: 'default' },
      spec: { ...spec, template: { metadata: { annotations: quick }, spec: pod } },
    });
    return until(
      () => server.client.resource<Job>(jobs, 'default').get(name),
      ({ status }) => status.conditions?.some(({ type }) => type === 'Complete' || type === 'Failed') ?? false,
    );
  };
  const conditions = ({ status }: Job): string[] => (status.conditions ?? []).map(({ type }) => type);

  test('completes', async () => {
    const job = await run('counts', { completions: 3, parallelism: 2 });
    expect(job.status).toMatchObject({ succeeded: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
    expect(job.status.failed).toBeUndefined();
    expect(conditions(job)).toEqual(['SuccessCriteriaMet', 'Complete']);
  });

  test('with indexes says which of them succeeded', async () => {
    const job = await run('indexed', { completions: 4, parallelism: 4, completionMode: 'Indexed' });
    expect(job.status).toMatchObject({ succeeded: 4, completedIndexes: '0-3' });
  });

  test('fails with its pods', async () => {
    const job = await run('fails', { backoffLimit: 0 }, { 'simulation.trestle.dev/exit-code': '1' });
    expect(job.status).toMatchObject({ failed: 1 });
    expect(conditions(job)).toEqual(['FailureTarget', 'Failed']);
    expect(job.status.conditions?.[1]?.reason).toBe('BackoffLimitExceeded');
  });
});

describe('a service', () => {
  test('has the endpoints of its pods', async () => {
    await server.load({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'api', namespace: 'default' },
      spec: { selector: { app: 'api' }, ports: [{ port: 80, targetPort: 8080 }] },
    });
    await deploy('api');
    const slices = server.client.resource<EndpointSlice>(
      { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
      'default',
    );
    const isReady = ({ endpoints }: EndpointSlice): boolean =>
      endpoints?.length === 3 && endpoints.every(({ conditions }) => conditions?.ready);
    const [slice] = await until(
      async () => (await slices.list({ labelSelector: 'kubernetes.io/service-name=api' })).items,
      (items) => items.length === 1 && isReady(items[0]!),
    );
    expect(slice?.ports).toEqual([{ name: '', port: 8080, protocol: 'TCP' }]);
    const { subsets } = await until(
      () =>
        server.client.resource<Endpoints>({ group: '', version: 'v1', resource: 'endpoints' }, 'default').get('api'),
      (found) => found.subsets?.[0]?.addresses?.length === 3,
    );
    expect(subsets?.map(({ ports }) => ports)).toEqual([[{ port: 8080, protocol: 'TCP' }]]);
  });
});

describe('a stateful set', () => {
  const sets = { group: 'apps', version: 'v1', resource: 'statefulsets' };
  const read = () => server.client.resource<StatefulSet>(sets, 'default').get('db');

  test('starts its pods one after another, and updates them from the last to the first', async () => {
    await server.load({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: 'default' },
      spec: { serviceName: 'db', replicas: 2, selector: { matchLabels: { app: 'db' } }, template: template('db') },
    });
    const first = await until(read, ({ status }) => status.readyReplicas === 2 && status.currentReplicas === 2);
    expect((await podsOf('db')).map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1']);
    const body = { spec: { template: template('db', 'nginx:2') } };
    await server.client.resource(sets, 'default').patch('db', { type: 'strategic', body });
    const second = await until(
      read,
      ({ metadata, status }) =>
        status.observedGeneration === metadata.generation &&
        status.currentRevision === status.updateRevision &&
        status.readyReplicas === 2,
    );
    expect(second.status.currentRevision).not.toBe(first.status.currentRevision);
  });
});

describe('a daemon set', () => {
  test('has a pod on each node', async () => {
    await server.load({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'agent', namespace: 'default' },
      spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent') },
    });
    const { status } = await until(
      () =>
        server.client
          .resource<DaemonSet>({ group: 'apps', version: 'v1', resource: 'daemonsets' }, 'default')
          .get('agent'),
      ({ status }) => status.numberAvailable === 2,
    );
    expect(status).toMatchObject({ desiredNumberScheduled: 2, currentNumberScheduled: 2, updatedNumberScheduled: 2 });
    expect((await podsOf('agent')).map(({ spec }) => spec.nodeName).sort()).toEqual(['node-0', 'node-1']);
  });
});

describe('a stage from a file', () => {
  test('changes the status of other kinds', async () => {
    await server.load({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'shop', namespace: 'default' },
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
    });
    const services = { group: '', version: 'v1', resource: 'services' };
    const { status } = await until(
      () => server.client.resource<Service>(services, 'default').get('shop'),
      (service) => service.status.loadBalancer?.ingress !== undefined,
    );
    expect(status.loadBalancer?.ingress).toEqual([{ hostname: 'shop.example.com' }]);
  });
});
