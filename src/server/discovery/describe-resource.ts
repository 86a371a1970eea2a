import type { Resource } from '../registry/index.js';
import type { DiscoveryResource, DiscoverySubresource } from './discovery-group.js';
import { storageVersionHash } from './storage-version-hash.js';

/** What discovery tells of a resource, in whichever version. */
export function describeResource(resource: Resource): DiscoveryResource {
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
    subresources: describeSubresources(resource),
  };
}

function describeSubresources({ definition }: Resource): DiscoverySubresource[] {
  const { status, scale } = definition.subresources ?? {};
  return [
    ...(scale
      ? [{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: [...scale.verbs].sort() }]
      : []),
    ...(status ? [{ name: 'status', kind: definition.kind, verbs: [...status.verbs].sort() }] : []),
  ];
}
