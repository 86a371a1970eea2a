import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/apimachinery/meta/index.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';
import {
  apiServices,
  Chain,
  Extension,
  extensionHandler,
  json,
  TestAuthority,
} from './aggregator-chain.test.support.js';

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

function definition(group: string, plural: string, versions: readonly string[]): JsonObject {
  return {
    metadata: { name: `${plural}.${group}` },
    spec: { group, versions: versions.map((name) => ({ name, served: true })) },
  };
}

async function find(chain: Chain, name: string): Promise<JsonObject | undefined> {
  const { items } = await chain.api.resource<JsonObject>(apiServices).list();
  return items.find(({ metadata }) => (metadata as JsonObject)['name'] === name);
}

async function labelOf(chain: Chain, name: string): Promise<unknown> {
  const { labels } = ((await find(chain, name))?.['metadata'] ?? {}) as { labels?: JsonObject };
  return labels?.['kube-aggregator.kubernetes.io/automanaged'];
}

describe('group versions of the chain', () => {
  let chain: Chain;
  beforeAll(async () => {
    chain = await Chain.start();
  });
  afterAll(() => chain.close());

  test('are registered by themselves, with the priorities that they have upstream', async () => {
    expect(await find(chain, 'v1.')).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec: { version: 'v1', groupPriorityMinimum: 18_000, versionPriority: 1 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
    expect(await find(chain, 'v1.apps')).toMatchObject({
      spec: { group: 'apps', groupPriorityMinimum: 17_800, versionPriority: 15 },
    });
    expect(await chain.text('/readyz?verbose')).toContain('[+]autoregister-completion ok');
  });

  test('are listed in the order of their priorities, the group of APIServices first', async () => {
    const { groups } = await chain.json('/apis');
    expect(groups.map(({ name }: { name: string }) => name)).toEqual([
      'apiregistration.k8s.io',
      'apps',
      'apiextensions.k8s.io',
      'discovery.k8s.io',
    ]);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { items } = await chain.json('/apis', { accept });
    expect(items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([
      'apiregistration.k8s.io',
      'apps',
      'apiextensions.k8s.io',
      'discovery.k8s.io',
    ]);
  });

  test('that a user deletes stay served, and are not listed', async () => {
    await chain.api.resource(apiServices).delete('v1.apps');
    await chain.until(async () => !(await chain.text('/apis')).includes('"apps"'));
    expect(await chain.status('/apis/apps/v1/deployments')).toBe(200);
    expect((await chain.json('/apis/apps')).name).toBe('apps');
  });

  test('of custom resources are registered with them, and for as long as they are there', async () => {
    const crds = chain.api.resource<JsonObject>(definitions);
    await crds.create(definition('crd.example.com', 'widgets', ['v1', 'v2']));
    await crds.create(definition('crd.example.com', 'gadgets', ['v1']));
    await chain.until(async () => (await labelOf(chain, 'v2.crd.example.com')) === 'true');
    expect(await find(chain, 'v1.crd.example.com')).toMatchObject({
      spec: { group: 'crd.example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [{ reason: 'Local' }] },
    });
    await chain.api.resource(apiServices).delete('v1.crd.example.com');
    await chain.until(async () => (await find(chain, 'v1.crd.example.com')) !== undefined);
    await crds.delete('widgets.crd.example.com');
    await chain.until(async () => (await find(chain, 'v2.crd.example.com')) === undefined);
    expect(await find(chain, 'v1.crd.example.com')).toBeDefined();
    const spec = { versions: [{ name: 'v1', served: false }] };
    await crds.patch('gadgets.crd.example.com', { type: 'merge', body: { spec } });
    await chain.until(async () => (await find(chain, 'v1.crd.example.com')) === undefined);
  });

  test('of custom resources come back when an APIService that another server had is deleted', async () => {
    const group = 'both.example.com';
    const extension = await Extension.start(extensionHandler(group, () => json({ from: 'extension' })));
    await chain.externalService();
    await chain.serves(group, extension);
    await chain.api.resource<JsonObject>(definitions).create(definition(group, 'things', ['v1']));
    expect(await chain.text(`/apis/${group}/v1/things`)).toContain('extension');
    expect(await labelOf(chain, `v1.${group}`)).toBeUndefined();
    await chain.api.resource(apiServices).delete(`v1.${group}`);
    await chain.until(async () => (await labelOf(chain, `v1.${group}`)) === 'true');
    await chain.becomes(group, 'True/Local');
    await extension.close();
  });
});

test('after a start, what is left over of an earlier one is brought into order', async () => {
  const storage = await EmbeddedStorage.open();
  const first = await Chain.start({ storage });
  const registered = first.api.resource<JsonObject>(apiServices);
  await registered.delete('v1.apps');
  await registered.patch('v1.', { type: 'merge', body: { spec: { versionPriority: 99 } } });
  const labels = { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' };
  const spec = { group: 'old.example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 };
  await registered.create({ metadata: { name: 'v1.old.example.com', labels }, spec });
  await registered.create({
    metadata: { name: 'v1.kept.example.com' },
    spec: { ...spec, group: 'kept.example.com' },
  });
  await first.close({ keepStorage: true });
  const second = await Chain.start({ storage });
  await second.until(async () => (await find(second, 'v1.old.example.com')) === undefined);
  await second.until(async () => (await find(second, 'v1.apps')) !== undefined);
  await second.until(
    async () => ((await find(second, 'v1.'))?.['spec'] as JsonObject | undefined)?.['versionPriority'] === 1,
  );
  expect(await find(second, 'v1.kept.example.com')).toBeDefined();
  await second.close();
});

describe('how clients are known', () => {
  const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

  test('is published for extension API servers, merged with that of other servers', async () => {
    const [clients, proxies, others] = [new TestAuthority(), new TestAuthority(), new TestAuthority()];
    const chain = await Chain.start({
      authenticationInfo: {
        clientAuthorities: () => clients.certificate,
        requestHeader: {
          authorities: () => proxies.certificate,
          allowedNames: ['aggregator'],
          usernameHeaders: ['X-Remote-User'],
          uidHeaders: ['X-Remote-Uid'],
          groupHeaders: ['X-Remote-Group'],
          extraHeaderPrefixes: ['X-Remote-Extra-'],
        },
      },
    });
    const inKubeSystem = chain.api.resource<JsonObject>(configMaps, 'kube-system');
    const name = 'extension-apiserver-authentication';
    const read = async () => (await inKubeSystem.list()).items[0]?.['data'] as Record<string, string> | undefined;
    await chain.until(async () => (await read()) !== undefined);
    expect(await read()).toEqual({
      'client-ca-file': clients.certificate,
      'requestheader-client-ca-file': proxies.certificate,
      'requestheader-allowed-names': '["aggregator"]',
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-uid-headers': '["X-Remote-Uid"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
    const data = { 'client-ca-file': others.certificate, 'requestheader-allowed-names': '["another"]' };
    await inKubeSystem.patch(name, { type: 'merge', body: { data } });
    await chain.until(async () => (await read())?.['requestheader-allowed-names'] === '["another","aggregator"]');
    expect((await read())?.['client-ca-file']).toBe(others.certificate + clients.certificate);
    await inKubeSystem.delete(name);
    await chain.until(async () => (await read())?.['client-ca-file'] === clients.certificate);
    await chain.close();
  });
});
