import type { Resource } from '../registry/index.js';
import type { DiscoveryResource, DiscoverySubresource } from './discovery-group.js';
import { storageVersionHash } from './storage-version-hash.js';

/** What discovery tells of a resource in a version. */
export function describeResource(resource: Resource, version = resource.storageVersion): DiscoveryResource {
  const { kind, plural, scope, shortNames, categories } = resource.definition;
  const { group, storageVersion } = resource;
  return {
    name: plural,
    singularName: resource.singular,
    kind,
    scope,
    verbs: [...resource.verbs].sort(),
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    storageVersionHash: storageVersionHash({ group, version: storageVersion, kind }),
    subresources: describeSubresources(resource, version),
  };
}

function describeSubresources(resource: Resource, version: string): DiscoverySubresource[] {
  const { status, scale } = resource.subresources(version);
  return [
    ...(scale
      ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: [...scale.verbs].sort() }]
      : []),
    ...(status ? [{ name: 'status', kind: resource.definition.kind, verbs: [...status.verbs].sort() }] : []),
  ];
}
