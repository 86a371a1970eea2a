import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { TestKube, type TestResponse } from '../../kube-server.test.support.js';
import { definePlugin } from '../plugin-definition.js';
import { resourceQuota } from './resource-quota.js';

let kube: TestKube;
/** A second server on the same storage. */
let second: TestKube;
let count = 0;

function start(limitedResources: JsonObject[] = [], storage?: TestKube['storage']): Promise<TestKube> {
  const section = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'ResourceQuotaConfiguration',
    limitedResources,
  };
  const plugin = definePlugin({
    ...resourceQuota,
    create: (dependencies) => resourceQuota.create(dependencies, section),
  });
  return TestKube.start({ plugins: [plugin], ...(storage && { storage }) });
}

beforeAll(async () => {
  kube = await start();
  second = await start([], kube.storage);
});
afterAll(async () => {
  await second.close();
  await kube.close();
});

const merge = 'application/merge-patch+json';

async function newNamespace(on = kube): Promise<string> {
  const name = `n${count++}`;
  await on.call('POST', '/api/v1/namespaces', { metadata: { name } });
  return name;
}

interface QuotaParts {
  readonly hard: JsonObject;
  readonly used?: JsonObject;
  readonly spec?: JsonObject;
}

/** Creates a quota with its initial usage. */
async function addQuota(namespace: string, { hard, used, spec }: QuotaParts, on = kube): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas`;
  await on.call('POST', path, { metadata: { name: 'q' }, spec: { hard, ...spec } });
  const none = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
  const { status } = await on.call('PATCH', `${path}/q/status`, { status: { hard, used: used ?? none } }, merge);
  expect(status).toBe(200);
}

async function limitedTo(hard: JsonObject, spec: JsonObject = {}): Promise<string> {
  const namespace = await newNamespace();
  await addQuota(namespace, { hard, spec });
  return namespace;
}

async function usedIn(namespace: string): Promise<unknown> {
  const { json } = await kube.call('GET', `/api/v1/namespaces/${namespace}/resourcequotas/q`);
  return (json['status'] as JsonObject)['used'];
}

const pod = (name: string, resources: JsonObject = {}, spec: JsonObject = {}): JsonObject => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources }], ...spec },
});
const createPod = (namespace: string, body: JsonObject, on = kube): Promise<TestResponse> =>
  on.call('POST', `/api/v1/namespaces/${namespace}/pods`, body);
const outcome = ({ status, json }: TestResponse): unknown => (status < 300 ? status : [status, json['message']]);

describe('a quota', () => {
  test('is charged for what is created, and refuses what does not fit', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '5' });
    const resources = { requests: { cpu: '600m' }, limits: { memory: '512Mi' } };
    expect(outcome(await createPod(namespace, pod('a', resources)))).toBe(201);
    expect(await usedIn(namespace)).toEqual({ 'requests.cpu': '600m', 'limits.memory': '512Mi', pods: '1' });
    expect(outcome(await createPod(namespace, pod('b', resources)))).toEqual([
      403,
      'pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    ]);
  });

  test('wants to know what every container needs of what it is about', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '5' });
    expect(outcome(await createPod(namespace, pod('a', { requests: { memory: '1' } })))).toEqual([
      403,
      'pods "a" is forbidden: failed quota: q: must specify limits.memory for: c; requests.cpu for: c',
    ]);
    const whole = { resources: { limits: { cpu: '1', memory: '1Gi' } } };
    expect(outcome(await createPod(namespace, pod('a', {}, whole)))).toBe(201);
    expect(await usedIn(namespace)).toEqual({ 'requests.cpu': '1', 'limits.memory': '1Gi', pods: '1' });
  });

  test('refuses everything that it counts until the usage is known', async () => {
    const namespace = await newNamespace();
    await addQuota(namespace, { hard: { pods: '1', 'count/secrets': '5' }, used: {} });
    expect(outcome(await createPod(namespace, pod('a')))).toEqual([
      403,
      'pods "a" is forbidden: status unknown for quota: q, resources: pods',
    ]);
  });

  test('is not in force until its status says so', async () => {
    const namespace = await newNamespace();
    const spec = { hard: { pods: '0' } };
    await kube.call('POST', `/api/v1/namespaces/${namespace}/resourcequotas`, { metadata: { name: 'q' }, spec });
    expect(outcome(await createPod(namespace, pod('a')))).toBe(201);
  });

  test('is not charged by a dry run, which it may refuse', async () => {
    const namespace = await limitedTo({ pods: '1' });
    const tried = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    expect((await kube.call('POST', tried, pod('a'))).status).toBe(201);
    expect(await usedIn(namespace)).toEqual({ pods: '0' });
    await createPod(namespace, pod('a'));
    expect((await kube.call('POST', tried, pod('b'))).status).toBe(403);
  });

  test('counts objects of any kind', async () => {
    const namespace = await limitedTo({ 'count/deployments.apps': '1', configmaps: '1', 'count/configmaps': '5' });
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    expect(outcome(await kube.call('POST', maps, { metadata: { name: 'a' } }))).toBe(201);
    expect(outcome(await kube.call('POST', maps, { metadata: { name: 'b' } }))).toEqual([
      403,
      'configmaps "b" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
    ]);
    expect(await usedIn(namespace)).toEqual({
      'count/deployments.apps': '0',
      configmaps: '1',
      'count/configmaps': '1',
    });
    expect((await kube.call('PUT', `${maps}/a`, { metadata: { name: 'a' }, data: { a: 'b' } })).status).toBe(200);
    expect((await kube.call('DELETE', `${maps}/a`)).status).toBe(200);
  });

  test('is charged for what an update adds', async () => {
    const namespace = await limitedTo({ services: '1', 'services.nodeports': '1' });
    const path = `/api/v1/namespaces/${namespace}/services`;
    const ports = [{ port: 80 }];
    expect(outcome(await kube.call('POST', path, { metadata: { name: 's' }, spec: { ports } }))).toBe(201);
    const patch = (spec: JsonObject): Promise<TestResponse> => kube.call('PATCH', `${path}/s`, { spec }, merge);
    expect(outcome(await patch({ type: 'NodePort' }))).toBe(200);
    expect(await usedIn(namespace)).toEqual({ services: '1', 'services.nodeports': '1' });
    expect(
      outcome(
        await patch({
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 81 },
          ],
        }),
      ),
    ).toEqual([
      403,
      'services "s" is forbidden: exceeded quota: q, requested: services.nodeports=1, used: services.nodeports=1, limited: services.nodeports=1',
    ]);
    expect(outcome(await patch({ type: 'ClusterIP' }))).toBe(200);
    expect(await usedIn(namespace)).toEqual({ services: '1', 'services.nodeports': '1' });
  });

  test('is charged for a pod that comes into its scope', async () => {
    const namespace = await limitedTo({ pods: '1' }, { scopes: ['Terminating'] });
    await createPod(namespace, pod('a'));
    expect(await usedIn(namespace)).toEqual({ pods: '0' });
    const change = { spec: { activeDeadlineSeconds: 10 } };
    expect(outcome(await kube.call('PATCH', `/api/v1/namespaces/${namespace}/pods/a`, change, merge))).toBe(200);
    expect(await usedIn(namespace)).toEqual({ pods: '1' });
  });

  test('is charged for a pod that grows', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1' });
    await createPod(namespace, pod('a', { requests: { cpu: '400m' } }));
    const resize = (cpu: string): Promise<TestResponse> =>
      kube.call(
        'PATCH',
        `/api/v1/namespaces/${namespace}/pods/a/resize`,
        { spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } },
        'application/strategic-merge-patch+json',
      );
    expect(outcome(await resize('900m'))).toBe(200);
    expect(await usedIn(namespace)).toEqual({ 'requests.cpu': '900m' });
    expect((await resize('1100m')).status).toBe(403);
  });
});

describe('many requests at once', () => {
  const createMany = (namespace: string, servers: readonly TestKube[]): Promise<number[]> =>
    Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const on = servers[index % servers.length]!;
        const body = pod(`p${index}`, { requests: { cpu: '100m' } });
        // As clients do: the quota was written by the other server in each of the four attempts.
        for (;;) {
          const { status } = await createPod(namespace, body, on);
          if (status !== 409) return status;
        }
      }),
    );

  test('get no more than there is, and cost few writes', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1' });
    const before = await kube.storage.currentRevision();
    const statuses = await createMany(namespace, [kube]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(await usedIn(namespace)).toEqual({ 'requests.cpu': '1' });
    expect(Number(await kube.storage.currentRevision()) - Number(before)).toBeLessThanOrEqual(10 + 6);
  });

  test('get no more than there is from two servers on one storage either', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1' });
    const statuses = await createMany(namespace, [kube, second]);
    const created = statuses.filter((status) => status === 201).length;
    expect(created).toBe(10);
    expect(statuses.filter((status) => status === 403)).toHaveLength(14);
    expect(await usedIn(namespace)).toEqual({ 'requests.cpu': '1' });
  });

  test('are not held up by a quota that is taken away meanwhile', async () => {
    const namespace = await limitedTo({ 'requests.cpu': '1' });
    const [statuses] = await Promise.all([
      createMany(namespace, [kube]),
      kube.call('DELETE', `/api/v1/namespaces/${namespace}/resourcequotas/q`),
    ]);
    expect(statuses.every((status) => status === 201 || status === 403)).toBe(true);
    expect(outcome(await createPod(namespace, pod('late')))).toBe(201);
  });
});

describe('what is limited by configuration', () => {
  let strict: TestKube;
  beforeAll(async () => {
    strict = await start([
      { apiGroup: '', resource: 'persistentvolumeclaims', matchContains: ['gold.storageclass'], matchScopes: [] },
      {
        apiGroup: '',
        resource: 'pods',
        matchContains: [],
        matchScopes: [{ scopeName: 'CrossNamespacePodAffinity', operator: 'Exists', values: [] }],
      },
    ]);
  });
  afterAll(() => strict.close());

  const claim = (storageClassName: string): JsonObject => ({
    metadata: { name: storageClassName },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '1Gi' } } },
  });
  const podAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: 'kubernetes.io/hostname', labelSelector: {}, namespaces: ['other'] },
    ],
  };

  test('cannot be used without a quota', async () => {
    const namespace = await newNamespace(strict);
    const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
    expect(outcome(await strict.call('POST', claims, claim('silver')))).toBe(201);
    expect(outcome(await strict.call('POST', claims, claim('gold')))).toEqual([
      403,
      'persistentvolumeclaims "gold" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/persistentvolumeclaims,gold.storageclass.storage.k8s.io/requests.storage',
    ]);
    const hard = {
      'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
    };
    await addQuota(namespace, { hard }, strict);
    expect(outcome(await strict.call('POST', claims, claim('gold')))).toBe(201);
  });

  test('nor outside of a quota of its scope', async () => {
    const namespace = await newNamespace(strict);
    expect(outcome(await createPod(namespace, pod('plain'), strict))).toBe(201);
    expect(outcome(await createPod(namespace, pod('far', {}, { affinity: { podAffinity } }), strict))).toEqual([
      500,
      'insufficient quota to match these scopes: [{CrossNamespacePodAffinity Exists []}]',
    ]);
    await addQuota(namespace, { hard: { pods: '1' }, spec: { scopes: ['CrossNamespacePodAffinity'] } }, strict);
    expect(outcome(await createPod(namespace, pod('far', {}, { affinity: { podAffinity } }), strict))).toBe(201);
  });
});
