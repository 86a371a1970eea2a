import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfigMap, Event, Namespace } from '../api/core/v1.js';
import type { OwnerReference } from '../api/meta/v1.js';
import type { PodDisruptionBudget } from '../api/policy/v1.js';
import type { ClusterRole } from '../api/rbac/v1.js';
import type { JsonObject } from '../apimachinery/meta/index.js';
import { TestServer } from './test-server.js';

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({ controllers: ['*'] });
});

afterAll(() => server.close());

function configMap(
  name: string,
  owners: ConfigMap[] = [],
  more: Partial<OwnerReference> = {},
  namespace = 'default',
): ConfigMap {
  const ownerReferences = owners.map(({ metadata }) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: metadata.name!,
    uid: metadata.uid!,
    ...more,
  }));
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, ownerReferences },
  } as ConfigMap;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('not in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const names = async (): Promise<string[]> =>
  (await server.client.resource<ConfigMap>(configMaps, 'default').list()).items
    .map(({ metadata }) => metadata.name!)
    .filter((name) => name !== 'kube-root-ca.crt');

describe('a namespace that is deleted', () => {
  test('is emptied and goes', async () => {
    const client = server.client.resource<Namespace>(namespaces);
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'one' } } as Namespace);
    await server.client
      .resource<ConfigMap>(configMaps, 'one')
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } } as ConfigMap);
    await client.delete('one');
    await until(async () => !(await client.list()).items.some(({ metadata }) => metadata.name === 'one'));
  });
});

describe('dependents', () => {
  test('go with their owner', async () => {
    const client = server.client.resource<ConfigMap>(configMaps, 'default');
    const owner = await client.create(configMap('owner'));
    const child = await client.create(configMap('child', [owner]));
    await client.create(configMap('grandchild', [child]));
    expect((await names()).length).toBe(3);
    await client.delete('owner');
    await until(async () => (await names()).length === 0);
  });

  test('stay with their owner, and lose it, when orphaned', async () => {
    const client = server.client.resource<ConfigMap>(configMaps, 'default');
    const owner = await client.create(configMap('owner'));
    await client.create(configMap('child', [owner]));
    await client.delete('owner', { propagationPolicy: 'Orphan' });
    await until(async () => (await names()).length === 1);
    expect((await client.get('child')).metadata.ownerReferences).toBeUndefined();
    await client.delete('child');
  });

  test('go first in the foreground', async () => {
    const client = server.client.resource<ConfigMap>(configMaps, 'default');
    const owner = await client.create(configMap('owner'));
    const child = await client.create(configMap('child', [owner], { blockOwnerDeletion: true }));
    await client.create(configMap('grandchild', [child], { blockOwnerDeletion: true }));
    await client.delete('owner', { propagationPolicy: 'Foreground' });
    await until(async () => (await names()).length === 0);
  });

  test('of an owner in another namespace go, and an event says why', async () => {
    const elsewhere = server.client.resource<ConfigMap>(configMaps, 'kube-public');
    const owner = await elsewhere.create(configMap('owner', [], {}, 'kube-public'));
    const child = await elsewhere.create(configMap('child', [owner], {}, 'kube-public'));
    await server.client.resource<ConfigMap>(configMaps, 'default').create(configMap('stray', [owner]));
    await until(async () => (await names()).length === 0);
    expect((await elsewhere.get('child')).metadata.uid).toBe(child.metadata.uid);
    const events = server.client.resource<Event>({ group: '', version: 'v1', resource: 'events' }, 'default');
    const isIt = ({ reason }: Event): boolean => reason === 'OwnerRefInvalidNamespace';
    await until(async () => (await events.list()).items.some(isIt));
    const found = (await events.list()).items.find(isIt);
    expect(found).toMatchObject({
      type: 'Warning',
      involvedObject: { kind: 'ConfigMap', name: 'stray' },
      message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
    });
  });

  test('of an owner that never existed go', async () => {
    const client = server.client.resource<ConfigMap>(configMaps, 'default');
    await client.create(configMap('child', [{ metadata: { name: 'missing', uid: 'never' } } as ConfigMap]));
    await until(async () => (await names()).length === 0);
  });
});

test('a new namespace has a service account and the root certificates', async () => {
  await server.client
    .resource<Namespace>(namespaces)
    .create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'two' } } as Namespace);
  const isThere = async (resource: string, name: string): Promise<boolean> => {
    const { items } = await server.client.resource<ConfigMap>({ group: '', version: 'v1', resource }, 'two').list();
    return items.some(({ metadata }) => metadata.name === name);
  };
  await until(() => isThere('serviceaccounts', 'default'));
  await until(() => isThere('configmaps', 'kube-root-ca.crt'));
});

test('aggregated roles have the rules of their parts', async () => {
  const roles = server.client.resource<ClusterRole>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'clusterroles',
  });
  await until(async () => ((await roles.get('view')).rules ?? []).length > 0);
});

test('many objects go with their owner', async () => {
  const client = server.client.resource<ConfigMap>(configMaps, 'default');
  const owner = await client.create(configMap('owner'));
  const created = Array.from({ length: 300 }, (_, index) =>
    client.create(configMap(`child-${index}`, [owner]), { ignoreResponse: true }),
  );
  await Promise.all(created);
  await client.delete('owner');
  await until(async () => (await names()).length === 0);
});

describe('a budget of pods of a custom controller', () => {
  const definition = (subresources: JsonObject): JsonObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'fleets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'fleets', singular: 'fleet', kind: 'Fleet' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  });

  /** The expected number of pods, or the message of the condition that says why there is none. */
  async function expectedPods(subresources: JsonObject): Promise<number | string> {
    await using own = await TestServer.start({
      controllers: ['disruption-controller'],
      crds: [definition(subresources)],
    });
    const create = (group: string, version: string, resource: string, object: object): Promise<JsonObject> =>
      own.client.resource<JsonObject>({ group, version, resource }, 'default').create(object as JsonObject);
    const fleet = { apiVersion: 'example.com/v1', kind: 'Fleet', metadata: { name: 'web' }, spec: { replicas: 4 } };
    const { metadata } = (await create('example.com', 'v1', 'fleets', fleet)) as { metadata: { uid: string } };
    const owner = { apiVersion: 'example.com/v1', kind: 'Fleet', name: 'web', uid: metadata.uid, controller: true };
    await create('', 'v1', 'pods', {
      metadata: { name: 'web-1', labels: { app: 'web' }, ownerReferences: [owner] },
      spec: { containers: [{ name: 'main', image: 'example.com/app' }] },
    });
    await create('policy', 'v1', 'poddisruptionbudgets', {
      metadata: { name: 'web' },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } },
    });
    const budgets = own.client.resource<PodDisruptionBudget>(
      { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' },
      'default',
    );
    let result: number | string | undefined;
    await until(async () => {
      const { status } = await budgets.get('web');
      const failure = status?.conditions?.find(({ reason }) => reason === 'SyncFailed');
      result = failure?.message ?? (status?.expectedPods || undefined);
      return result !== undefined;
    });
    return result!;
  }

  test('expects as many as its scale says', async () => {
    const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
    expect(await expectedPods({ scale })).toBe(4);
  });

  test('cannot be counted if it has no scale', async () => {
    expect(await expectedPods({})).toBe('fleets.example.com does not implement the scale subresource');
  });
});
