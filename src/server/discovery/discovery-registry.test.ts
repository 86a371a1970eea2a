import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonCodec } from '../../apimachinery/codec/index.js';
import { type InjectedRequest, inject } from '../http/index.js';
import { Resource } from '../registry/index.js';
import { describeResource } from './describe-resource.js';
import { core, everyVerb, version } from './discovery.test.support.js';
import type { DiscoveryVersion } from './discovery-group.js';
import { DiscoveryRegistry } from './discovery-registry.js';
import type { EncodedDocument } from './encoded-document.js';
import { indexResponse, versionResponse } from './root-documents.js';
import { storageVersionHash } from './storage-version-hash.js';

const parsed = (document: EncodedDocument | undefined) =>
  document && JSON.parse(document.in({ codec: jsonCodec, pretty: false }).toString());

interface Listed {
  readonly groups: { name: string; versions: { version: string }[]; preferredVersion: { version: string } }[];
}

interface Aggregated {
  readonly items: { metadata: { name?: string }; versions: { version: string; freshness: string }[] }[];
}

function order(registry: DiscoveryRegistry): string[] {
  const list = (parsed(registry.groupList) as Listed).groups.map(
    ({ name, versions, preferredVersion }) =>
      `${name}:${versions.map((one) => one.version)} prefers ${preferredVersion.version}`,
  );
  const aggregated = (parsed(registry.aggregated) as Aggregated).items.map(
    ({ metadata, versions }) =>
      `${metadata.name}:${versions.map((one) => one.version)} prefers ${versions[0]?.version}`,
  );
  expect(aggregated).toEqual(list);
  return list;
}

describe('documents', () => {
  const registry = new DiscoveryRegistry();
  registry.setGroup(core);
  registry.setGroupVersion('example.com', version('v1', { freshness: 'Stale' }));

  it('resource list of the core group, without apiVersion', () => {
    expect(parsed(registry.groupVersion('', 'v1'))).toEqual({
      kind: 'APIResourceList',
      groupVersion: 'v1',
      resources: [
        {
          name: 'pods',
          singularName: 'pod',
          namespaced: true,
          kind: 'Pod',
          verbs: everyVerb,
          shortNames: ['po'],
          categories: ['all'],
          storageVersionHash: 'xPOwRZ+Yhw8=',
        },
        {
          name: 'pods/eviction',
          singularName: '',
          namespaced: true,
          group: 'policy',
          version: 'v1',
          kind: 'Eviction',
          verbs: ['create'],
        },
        {
          name: 'pods/status',
          singularName: '',
          namespaced: true,
          kind: 'Pod',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });

  it('resource list of another group', () => {
    expect(parsed(registry.groupVersion('example.com', 'v1'))).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'example.com/v1',
      resources: [{ name: 'widgets', singularName: 'widget', namespaced: false, kind: 'Widget', verbs: ['get'] }],
    });
  });

  it('group and list of groups', () => {
    const group = {
      name: 'example.com',
      versions: [{ groupVersion: 'example.com/v1', version: 'v1' }],
      preferredVersion: { groupVersion: 'example.com/v1', version: 'v1' },
    };
    expect(parsed(registry.group('example.com'))).toEqual({ kind: 'APIGroup', apiVersion: 'v1', ...group });
    expect(parsed(registry.groupList)).toEqual({ kind: 'APIGroupList', apiVersion: 'v1', groups: [group] });
  });

  it('aggregated, the core group apart', () => {
    expect(parsed(registry.aggregatedCore)).toEqual({
      kind: 'APIGroupDiscoveryList',
      apiVersion: 'apidiscovery.k8s.io/v2',
      metadata: {},
      items: [
        {
          metadata: {},
          versions: [
            {
              version: 'v1',
              resources: [
                {
                  resource: 'pods',
                  responseKind: { group: '', version: '', kind: 'Pod' },
                  scope: 'Namespaced',
                  singularResource: 'pod',
                  verbs: everyVerb,
                  shortNames: ['po'],
                  categories: ['all'],
                  subresources: [
                    {
                      subresource: 'eviction',
                      responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
                      verbs: ['create'],
                    },
                    {
                      subresource: 'status',
                      responseKind: { group: '', version: '', kind: 'Pod' },
                      verbs: ['get', 'patch', 'update'],
                    },
                  ],
                },
              ],
              freshness: 'Current',
            },
          ],
        },
      ],
    });
    expect(parsed(registry.aggregated)).toMatchObject({
      items: [{ metadata: { name: 'example.com' }, versions: [{ version: 'v1', freshness: 'Stale' }] }],
    });
  });

  it.each([
    ['core group', registry.group('')],
    ['unknown group', registry.group('nope')],
    ['unknown version', registry.groupVersion('example.com', 'v2')],
    ['version of an unknown group', registry.groupVersion('nope', 'v1')],
    ['inherited name', registry.groupVersion('constructor', '__proto__')],
  ])('there is none for: %s', (_name, document) => {
    expect(document).toBeUndefined();
  });
});

describe('order', () => {
  it.each<[name: string, groups: [string, DiscoveryVersion][], order: string[]]>([
    [
      'groups by name, versions as versions are compared',
      [
        ['b.example.com', version('v1alpha1')],
        ['b.example.com', version('v1')],
        ['b.example.com', version('v2beta1')],
        ['b.example.com', version('v10')],
        ['a.example.com', version('v1')],
      ],
      ['a.example.com:v1 prefers v1', 'b.example.com:v10,v1,v2beta1,v1alpha1 prefers v10'],
    ],
    [
      'groups by priority first, of which the highest counts',
      [
        ['a', version('v1', { groupPriority: 100 })],
        ['b', version('v1', { groupPriority: 17_800 })],
        ['c', version('v1', { groupPriority: 1 })],
        ['c', version('v2', { groupPriority: 18_000 })],
        ['d', version('v1')],
      ],
      ['c:v2,v1 prefers v2', 'b:v1 prefers v1', 'd:v1 prefers v1', 'a:v1 prefers v1'],
    ],
    [
      'versions by priority first',
      [
        ['autoscaling', version('v1', { versionPriority: 15 })],
        ['autoscaling', version('v2', { versionPriority: 30 })],
        ['autoscaling', version('v2beta1', { versionPriority: 16 })],
        ['autoscaling', version('v3')],
      ],
      ['autoscaling:v2,v2beta1,v3,v1 prefers v2'],
    ],
  ])('%s', (_name, groups, expected) => {
    const registry = new DiscoveryRegistry();
    for (const [group, one] of groups) registry.setGroupVersion(group, one);
    expect(order(registry)).toEqual(expected);
  });
});

describe('changes', () => {
  it('leave the documents of others as they are', () => {
    const registry = new DiscoveryRegistry();
    registry.setGroup(core);
    registry.setGroupVersion('a', version('v1'));
    registry.setGroupVersion('b', version('v1'));
    const before = [registry.group('a'), registry.groupVersion('a', 'v1'), registry.aggregatedCore];
    const tags = [registry.aggregated.etag, registry.groupVersion('b', 'v1')];
    registry.setGroupVersion('b', version('v1', { resources: [] }));
    expect(registry.group('a')).toBe(before[0]);
    expect(registry.groupVersion('a', 'v1')).toBe(before[1]);
    expect(registry.aggregatedCore).toBe(before[2]);
    expect(registry.aggregated.etag).not.toBe(tags[0]);
    expect(registry.groupVersion('b', 'v1')).not.toBe(tags[1]);
  });

  it('that change nothing keep the documents', () => {
    const registry = new DiscoveryRegistry();
    registry.setGroupVersion('a', version('v1'));
    const before = registry.aggregated;
    registry.setGroupVersion('a', version('v1'));
    registry.removeGroupVersion('a', 'v2');
    registry.removeGroup('b');
    expect(registry.aggregated).toBe(before);
  });

  it('take a group away with its last version', () => {
    const registry = new DiscoveryRegistry();
    registry.setGroup({ name: 'a', versions: [version('v1'), version('v2')] });
    registry.setGroup({ name: 'b', versions: [version('v1')] });
    registry.setGroup({ name: 'a', versions: [version('v3'), version('v2')] });
    expect(order(registry)).toEqual(['a:v3,v2 prefers v3', 'b:v1 prefers v1']);
    registry.removeGroupVersion('a', 'v2');
    registry.removeGroupVersion('a', 'v3');
    expect([registry.has('a'), registry.has('b'), registry.has('b', 'v1'), registry.has('b', 'v2')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(order(registry)).toEqual(['b:v1 prefers v1']);
    registry.setGroup({ name: 'b', versions: [] });
    expect(order(registry)).toEqual([]);
  });

  it('lead to the same documents in whatever order they come', () => {
    const change = fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('v1', 'v2', 'v1beta1'),
      fc.constantFrom(undefined, 10, 2000),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const registry = new DiscoveryRegistry();
        const final = new Map<string, [string, DiscoveryVersion | undefined]>();
        for (const [group, name, groupPriority] of changes) {
          const removed = groupPriority === 10;
          if (removed) registry.removeGroupVersion(group, name);
          else registry.setGroupVersion(group, version(name, groupPriority ? { groupPriority } : {}));
          final.set(`${group}/${name}`, [
            group,
            removed ? undefined : version(name, groupPriority ? { groupPriority } : {}),
          ]);
          expect(registry.aggregated.etag).toMatch(/^"[0-9A-F]{128}"$/);
        }
        const fresh = new DiscoveryRegistry();
        for (const [group, one] of final.values()) if (one) fresh.setGroupVersion(group, one);
        expect(registry.aggregated.etag).toBe(fresh.aggregated.etag);
        expect(registry.groupList.etag).toBe(fresh.groupList.etag);
      }),
    );
  });
});

it('paths name all documents', () => {
  const registry = new DiscoveryRegistry();
  registry.setGroup(core);
  registry.setGroup({ name: 'a.example.com', versions: [version('v1'), version('v2')] });
  expect(registry.paths).toEqual([
    '/api',
    '/api/v1',
    '/apis',
    '/apis/',
    '/apis/a.example.com',
    '/apis/a.example.com/v2',
    '/apis/a.example.com/v1',
  ]);
  expect(new DiscoveryRegistry().paths).toEqual(['/apis', '/apis/']);
});

it('describes a resource by its definition', () => {
  const verbs = ['get', 'update', 'patch'] as const;
  const widgets = new Resource('example.com', {
    kind: 'Widget',
    plural: 'widgets',
    shortNames: ['w'],
    categories: ['all'],
    scope: 'Namespaced',
    versions: { v1: {}, v1beta1: {} },
    subresources: { status: { verbs }, scale: { verbs, paths: { specReplicas: 'a', statusReplicas: 'b' } } },
  });
  expect(describeResource(widgets)).toEqual({
    name: 'widgets',
    singularName: 'widget',
    kind: 'Widget',
    scope: 'Namespaced',
    verbs: everyVerb,
    shortNames: ['w'],
    categories: ['all'],
    storageVersionHash: storageVersionHash({ group: 'example.com', version: 'v1', kind: 'Widget' }),
    subresources: [
      { name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: ['get', 'patch', 'update'] },
      { name: 'status', kind: 'Widget', verbs: ['get', 'patch', 'update'] },
    ],
  });
});

it('describes subresources of every sort, and what only exists in requests', () => {
  const connect = async () => ({ status: 200, headers: {} });
  const objectKind = { group: 'policy', version: 'v1', kind: 'Eviction' };
  const pods = new Resource('', {
    kind: 'Pod',
    plural: 'pods',
    scope: 'Namespaced',
    verbs: ['create'],
    versions: { v1: {} },
    handlers: { create: connect },
    subresources: {
      resize: { verbs: ['get', 'patch'] },
      log: { verbs: ['get'], connect },
      eviction: { verbs: ['create'], connect, objectKind },
    },
  });
  const { subresources, storageVersionHash } = describeResource(pods);
  expect(subresources).toEqual([
    { name: 'eviction', ...objectKind, verbs: ['create'] },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'resize', kind: 'Pod', verbs: ['get', 'patch'] },
  ]);
  expect(storageVersionHash).toBeUndefined();
});

// Hashes that every Kubernetes cluster has.
it.each([
  [{ group: '', version: 'v1', kind: 'Pod' }, 'xPOwRZ+Yhw8='],
  [{ group: '', version: 'v1', kind: 'ConfigMap' }, 'qFsyl6wFWjQ='],
  [{ group: 'apps', version: 'v1', kind: 'Deployment' }, '8aSe+NMegvE='],
])('the storage version hash of %o is %s', (kind, hash) => {
  expect(storageVersionHash(kind)).toBe(hash);
});

describe('what is at the root', () => {
  it('lists each path once, by the alphabet', () => {
    const { status, headers, body } = indexResponse(['/livez', '/apis', '/api', '/apis']);
    expect([status, headers]).toEqual([200, { 'content-type': 'application/json' }]);
    expect(String(body)).toBe('{\n  "paths": [\n    "/api",\n    "/apis",\n    "/livez"\n  ]\n}');
  });

  it('tells the version', async () => {
    const info = {
      major: '1',
      minor: '36',
      gitVersion: 'v1.36.0',
      gitCommit: '',
      gitTreeState: 'clean',
      buildDate: '1970-01-01T00:00:00Z',
      goVersion: '',
      compiler: '',
      platform: 'linux/amd64',
    };
    const ask = (target: string, init: Partial<InjectedRequest> = {}) =>
      inject(async (request) => versionResponse(info, request) ?? { status: 499, headers: {} }, { target, ...init });
    for (const path of ['/version', '/version/']) {
      expect(JSON.parse(String(await (await ask(path)).body()))).toEqual(info);
    }
    expect((await ask('/versions')).status).toBe(499);
    await expect(ask('/version/more')).rejects.toMatchObject({ code: 404, reason: 'NotFound' });
    await expect(ask('/version', { method: 'PUT' })).rejects.toMatchObject({ code: 405 });
    await expect(ask('/version', { headers: { accept: 'text/html' } })).rejects.toMatchObject({ code: 406 });
  });
});
